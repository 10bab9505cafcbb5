"""Who a visitor is, where several nodes share a database."""

from pathlib import Path
from typing import Any

import pytest

from lido.errors import Refusal
from lido.server.rooms.identity import Signer
from lido.server.rooms.people import People
from lido.server.store import Author, SignedOut, Store, sql
from tests.server.hub.desk import Desk, asked
from tests.server.hub.desk import on as at_desk
from tests.server.store.scenes import on

SECRET = "a string of the client"


def test_whoever_signed_out_other_devices_may_ask_again_for_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(store: Store) -> None:
        signer = Signer(b"secret")
        here, there = People(store, signer), People(store, signer)
        old = here.cookie(await here.welcome("en"))
        new = await here.only_here(old, SECRET)
        for node in (here, there):
            assert await node.only_here(old, SECRET) == new, "and nothing is counted up again"
            with pytest.raises(SignedOut):
                await node.only_here(old, "the secret of a thief")
        assert await here.was_signed_out(old)
        assert not await here.was_signed_out(here.cookie(new))
        newest = await here.only_here(here.cookie(new), "another secret")
        with pytest.raises(SignedOut):
            await here.only_here(old, SECRET)
        monkeypatch.setattr(sql, "SECRET_SECONDS", -1)
        await here.only_here(here.cookie(newest), SECRET)
        with pytest.raises(SignedOut):
            await here.only_here(here.cookie(newest), SECRET)

    on(str(tmp_path / "lido.db"), scenario)


def test_sockets_are_closed_when_the_answer_to_a_sign_out_has_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(desk: Desk) -> None:
        happened = list[str]()

        async def signed_out(*_: Any) -> None:
            happened.append("closed")

        async def send(message: dict[str, Any]) -> None:
            happened.append(message["type"])

        monkeypatch.setattr(desk.hub, "signed_out", signed_out)
        cookie = desk.hub.people.cookie(await desk.hub.people.welcome("en"))
        await asked(desk.hub, "POST", "/api/me/only-here", send, cookie=cookie, body={"secret": SECRET})
        assert happened == ["http.response.start", "http.response.body", "closed"]

    at_desk(tmp_path, scenario)


def test_a_cookie_made_by_one_node_is_good_at_another_and_older_ones_are_not(tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        signer = Signer(b"secret")
        here, there = People(store, signer), People(store, signer)
        ann = await here.welcome("en")
        stolen = here.cookie(ann)
        assert await there.visitor(stolen) == ann
        again = await here.only_here(stolen, SECRET)
        assert await there.visitor(here.cookie(again)) == again
        assert await there.visitor(stolen) is None
        assert await there.visitor(here.cookie(again)) == again

    on(str(tmp_path / "lido.db"), scenario)


def test_what_changes_something_asks_the_store(tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        signer = Signer(b"secret")
        here, there = People(store, signer), People(store, signer)
        ann = await here.welcome("en")
        stolen = here.cookie(ann)
        known = await there.visitor(stolen)
        assert known is not None
        await here.only_here(stolen, SECRET)
        assert await there.visitor(stolen) is not None, "its cache is late"
        assert await there.visitor(stolen, certain=True) is None
        for late in (there.change(known), there.only_here(stolen, "another secret")):
            with pytest.raises(Refusal) as refused:
                await late
            assert refused.value.code == "service.nobody"
        assert not await there.is_current(Author(known.key, known.epoch))
        kept = await store.person(ann.key)
        assert kept is not None
        assert (kept.name, kept.epoch) == (None, 1)

    on(str(tmp_path / "lido.db"), scenario)

"""Who a visitor is, where several nodes share a database."""

from pathlib import Path

import pytest

from lido.errors import Refusal
from lido.server.rooms.identity import Signer
from lido.server.rooms.people import People
from lido.server.store import Author, Store
from tests.server.store.scenes import on


def test_a_cookie_made_by_one_node_is_good_at_another_and_older_ones_are_not(tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        signer = Signer(b"secret")
        here, there = People(store, signer), People(store, signer)
        ann = await here.welcome("en")
        stolen = here.cookie(ann)
        assert await there.visitor(stolen) == ann
        again = await here.only_here(ann)
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
        await here.only_here(ann)
        assert await there.visitor(stolen) is not None, "its cache is late"
        assert await there.visitor(stolen, certain=True) is None
        for late in (there.change, there.only_here):
            with pytest.raises(Refusal) as refused:
                await late(known)
            assert refused.value.code == "service.nobody"
        assert not await there.is_current(Author(known.key, known.epoch))
        kept = await store.person(ann.key)
        assert kept is not None
        assert (kept.name, kept.epoch) == (None, 1)

    on(str(tmp_path / "lido.db"), scenario)

"""Budgets at a table: nobody fills its log, and its bots think on its host's account."""

from pathlib import Path
from typing import Any

import pytest

from lido.deal import commitment
from lido.errors import LidoError, Refusal
from lido.server.messages import Reveal, SeatBot, Sit, Stand
from lido.server.rooms.connection import Connection
from lido.server.rooms.context import MOST_ENTRIES_AT_ONCE
from lido.server.rooms.hub import TableWish
from lido.server.rooms.outbox import Outbox
from lido.server.workers.fair import Share
from tests.server.hub.desk import Desk, Ear, on
from tests.server.hub.test_trouble import until


def test_who_adds_too_much_to_a_log_is_refused_and_others_are_not(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        host, other = [await desk.hub.people.welcome("en") for _ in range(2)]
        tables = [(await desk.hub.open_table(host.key, TableWish("le-plouf", 3)))[0] for _ in range(2)]
        room, elsewhere = [await desk.hub.known_room(table) for table in tables]
        busy = Connection(Outbox(Ear().send), host.key, "c", "en")
        for number in range(1, MOST_ENTRIES_AT_ONCE, 2):
            await room.carry_out(busy, SeatBot(number=number, seat=1, level="random"))
            await room.carry_out(busy, Stand(number=number + 1, seat=1))
        with pytest.raises(Refusal) as refused:
            await room.carry_out(busy, SeatBot(number=100, seat=1, level="random"))
        assert refused.value.code == "service.entries-each"
        assert room.table.n == 1 + MOST_ENTRIES_AT_ONCE
        await room.carry_out(
            Connection(Outbox(Ear().send), other.key, "c", "en"), Sit(number=1, seat=1, commitment=commitment("s"))
        )
        await elsewhere.carry_out(busy, SeatBot(number=1, seat=1, level="random"))

    on(tmp_path, scenario)


def test_bots_think_on_the_account_of_their_host_and_for_nobody_where_no_person_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(desk: Desk) -> None:
        asked: dict[str, Share] = {}

        async def choose(*_: Any, share: Share, **__: Any) -> tuple[str, dict[str, Any]]:
            asked[share.table] = share
            raise LidoError("workers.closed")

        monkeypatch.setattr(desk.hub.context.bots, "choose", choose)
        host = await desk.hub.people.welcome("en")
        desk.hub.context.met(host.key, "an address")
        bots_only, _ = await desk.hub.open_table(
            host.key, TableWish("le-plouf", 2, bots={"1": "random", "2": "random"})
        )
        with_person, _ = await desk.hub.open_table(host.key, TableWish("le-plouf", 2, bots={"1": "random"}))
        room = await desk.hub.known_room(with_person)
        person = Connection(Outbox(Ear().send), (await desk.hub.people.welcome("en")).key, "c", "en")
        await room.carry_out(person, Sit(number=1, seat=2, commitment=commitment("s")))
        await room.carry_out(person, Reveal(number=2, seat=2, string="s"))
        await until(lambda: len(asked) == 2)
        assert asked[bots_only] == Share("an address", host.key, bots_only, is_awaited=False)
        assert asked[with_person] == Share("an address", host.key, with_person, is_awaited=True)

    on(tmp_path, scenario)

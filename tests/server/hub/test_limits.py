"""Budgets at a table: nobody fills its log."""

from pathlib import Path

import pytest

from lido.errors import Refusal
from lido.server.messages import SeatBot, Sit, Stand
from lido.server.rooms.connection import Connection
from lido.server.rooms.context import MOST_ENTRIES_AT_ONCE
from lido.server.rooms.hub import TableWish
from lido.server.rooms.outbox import Outbox
from tests.server.hub.desk import Desk, Ear, on


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
        await room.carry_out(Connection(Outbox(Ear().send), other.key, "c", "en"), Sit(number=1, seat=1, string="s"))
        await elsewhere.carry_out(busy, SeatBot(number=1, seat=1, level="random"))

    on(tmp_path, scenario)

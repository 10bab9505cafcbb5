"""Tables that are read: long ones wait for their turn, and nobody else for them."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from lido.server.messages import Move
from lido.server.rooms import reading
from lido.server.workers.beside import AT_ONCE
from lido.server.workers.fair import Share
from tests.server.hub.desk import Desk, on


@pytest.mark.parametrize(("limit", "few"), [("LONG", 8), ("HEAVY", 2_000)])
def test_only_long_logs_wait_for_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, few: int
) -> None:
    monkeypatch.setattr(reading, limit, few)

    async def scenario(desk: Desk) -> None:
        long, short = await desk.begin(), None
        for number, move in enumerate(("c1", "a3", "e4", "b1")):
            await long.carry_out(desk.connections[number % 2], Move(number=number + 5, seat=number % 2 + 1, move=move))
        short = await desk.begin()
        measured = (long.table.n, short.table.n) if limit == "LONG" else (long.table.size, short.table.size)
        assert measured[0] >= few > measured[1], measured
        desk.hub.rooms.clear()
        async with AsyncExitStack() as stack:
            for _ in range(AT_ONCE):
                await stack.enter_async_context(desk.hub.context.beside.turn(Share("somebody")))
            waits = asyncio.create_task(desk.hub.room(long.id, "another"))
            assert (await asyncio.wait_for(desk.hub.room(short.id), 5)) is not None
            assert not waits.done()
        again = await waits
        assert again is not None
        assert (again.table.n, again.table.hash) == (long.table.n, long.table.hash)

    on(tmp_path, scenario)

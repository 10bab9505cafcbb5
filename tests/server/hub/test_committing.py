"""What others write at the same time, and a database that does not answer, lose nothing that is still legal."""

from pathlib import Path
from typing import Any

import pytest

from lido.errors import NotKept, Refusal
from lido.server.messages import Move, Say
from lido.server.rooms import committing
from lido.server.rooms.committing import commit_surely
from lido.server.store import Append
from lido.server.table.decide import decide
from lido.server.table.decision import Decision, Request
from tests.server.hub.desk import Desk, on

MOVE = Move(number=50, seat=1, move="c1")


def test_a_move_is_made_though_others_talk_at_another_node_all_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin()
        append, lines = desk.store.append, 0

        async def late(what: Append) -> None:
            nonlocal lines
            if lines < 5:
                lines += 1
                monkeypatch.setattr(desk.store, "append", append)
                twin = await desk.twin(room)
                await twin.carry_out(desk.connections[1], Say(number=100 + lines, text="hello"))
                monkeypatch.setattr(desk.store, "append", late)
            await append(what)

        monkeypatch.setattr(desk.store, "append", late)
        await room.carry_out(desk.connections[0], MOVE)
        assert room.table.running().moves == ("c1",)
        assert desk.ears[0].kinds().count("said") == lines == 5
        assert desk.ears[0].kinds()[-2:] == ["done", "moved"]

    on(tmp_path, scenario)


def test_a_move_that_is_no_longer_legal_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin()
        append, twin = desk.store.append, await desk.twin(room)

        async def late(what: Append) -> None:
            monkeypatch.setattr(desk.store, "append", append)
            await twin.carry_out(desk.connections[0], Move(number=40, seat=1, move="b1"))
            await append(what)

        monkeypatch.setattr(desk.store, "append", late)
        with pytest.raises(Refusal) as refusal:
            await room.carry_out(desk.connections[0], MOVE)
        assert refusal.value.code == "server.not-your-turn"

    on(tmp_path, scenario)


@pytest.mark.parametrize("is_written", [True, False])
def test_what_may_have_been_written_is_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_written: bool
) -> None:
    monkeypatch.setattr(committing, "LOOKS_EVERY", 0.01)

    async def scenario(desk: Desk) -> None:
        room, connection = await desk.begin(), desk.connections[0]
        append, entries, failed = desk.store.append, desk.store.entries, 0

        async def lost(what: Append) -> None:
            if is_written:
                await append(what)
            monkeypatch.setattr(desk.store, "append", append)
            raise NotKept("server.store-reach", why="it is away")

        async def away(*asked: Any) -> Any:
            nonlocal failed
            failed += 1
            if failed < 3:
                raise NotKept("server.store-reach", why="it is away")
            return await entries(*asked)

        monkeypatch.setattr(desk.store, "append", lost)
        monkeypatch.setattr(desk.store, "entries", away)

        def decision(now: int) -> Decision:
            return decide(room.table, MOVE, Request(connection.person, now))

        async with room.lock:
            await commit_surely(room, decision, (connection, MOVE.number))
        assert room.table.running().moves == ("c1",)
        assert desk.ears[0].kinds().count("done") == 1
        assert desk.ears[1].kinds().count("moved") == 1

    on(tmp_path, scenario)

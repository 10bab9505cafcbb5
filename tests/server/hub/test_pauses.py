"""A node that did not run for a while: nobody pays for that."""

import asyncio
from pathlib import Path
from typing import cast

import pytest

from lido.errors import NotKept, Refusal
from lido.server.messages import Move
from lido.server.rooms import hub
from lido.server.rooms.node_time import MOST_STEP, NodeTime
from lido.server.rooms.pauses import Pauses
from lido.server.rooms.room import Room
from lido.server.store import Append, Store
from lido.server.table.events import Clock, Moved, Resumed
from tests.server.hub.desk import Desk, on
from tests.server.hub.test_trouble import until


class Time:
    """A clock that a test moves, and a node that beats by it."""

    def __init__(self, desk: Desk) -> None:
        self.ms = 1_000_000
        desk.clock = lambda: self.ms
        self.pauses = desk.hub.context.pauses = Pauses(desk.now, lambda: self.ms / 1000)
        self.pauses.start()

    def pause(self, ms: int) -> None:
        """The node does not run."""
        self.ms += ms

    def run(self, ms: int) -> None:
        """The node runs."""
        for _ in range(0, ms, 250):
            self.ms += 250
            assert not self.pauses.look()


async def begun(desk: Desk) -> tuple[Room, Time]:
    """A game with five seconds for each move."""
    time = Time(desk)
    return await desk.begin(clock=Clock(5)), time


def test_time_in_which_the_node_did_not_run_is_nobodys(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room, time = await begun(desk)
        time.run(2_000)
        time.pause(60_000)
        await room.carry_out(desk.connections[0], Move(number=2, seat=1, move="c1"))
        resumed, moved = [entry.body.event for entry in await desk.store.entries(room.id)][-2:]
        assert resumed == Resumed(seat=1, bank=3_000)
        assert moved == Moved(seat=1, move="c1")

    on(tmp_path, scenario)


def test_time_in_which_the_node_ran_counts(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room, time = await begun(desk)
        time.run(4_000)
        time.pause(60_000)
        await room.runner.after_a_pause()
        time.run(1_250)
        with pytest.raises(Refusal) as refused:
            await room.carry_out(desk.connections[0], Move(number=2, seat=1, move="c1"))
        assert refused.value.code == "server.late"

    on(tmp_path, scenario)


def test_a_pause_is_forgiven_once(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room, time = await begun(desk)
        time.pause(3_000)
        for _ in range(2):
            await room.runner.after_a_pause()
        assert desk.ears[0].kinds() == ["resumed"]
        time.run(3_000)
        await room.carry_out(desk.connections[0], Move(number=2, seat=1, move="c1"))
        time.run(2_000)
        await room.runner.after_a_pause()
        assert desk.ears[0].kinds() == ["resumed", "done", "moved"]

    on(tmp_path, scenario)


def test_a_clock_that_ran_out_while_the_node_did_not_run_flags_nobody(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room, time = await begun(desk)
        await until(lambda: room.runner.leased)
        time.pause(60_000)
        await room.runner._time_up()
        assert desk.ears[0].kinds() == ["resumed"]
        assert room.table.status == "running"
        time.run(6_500)
        await room.runner._time_up()
        assert (room.table.status, room.table.reason) == ("over", "time")

    on(tmp_path, scenario)


def test_a_pause_that_a_command_noticed_is_told_to_all_rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "BEAT", 0.001)

    async def scenario(desk: Desk) -> None:
        time = Time(desk)
        await desk.begin(clock=Clock(300))  # no clock runs out during the test, which would tell the room as well
        beat = desk.hub.context.spawn(desk.hub._beat())
        await asyncio.sleep(0)
        time.pause(60_000)
        assert time.pauses.lost_since(0) == 60_000  # as a command at another table asks
        await until(lambda: desk.ears[0].kinds() == ["resumed"])
        assert not time.pauses.paused()
        beat.cancel()

    on(tmp_path, scenario)


def test_another_node_that_wrote_meanwhile_is_read_first(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room, time = await begun(desk)
        twin = await desk.twin(room)
        await twin.carry_out(desk.connections[0], Move(number=2, seat=1, move="c1"))
        time.pause(60_000)
        await room.carry_out(desk.connections[1], Move(number=2, seat=2, move="d1"))
        assert [type(entry.body.event).__name__ for entry in await desk.store.entries(room.id)][-3:] == [
            "Moved", "Resumed", "Moved",
        ]  # fmt: skip

    on(tmp_path, scenario)


@pytest.mark.parametrize("is_written", [True, False])
def test_nobody_pays_for_a_database_that_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_written: bool
) -> None:
    async def scenario(desk: Desk) -> None:
        room, time = await begun(desk)
        append = desk.store.append

        async def slow(what: Append) -> None:
            monkeypatch.setattr(desk.store, "append", append)
            time.run(20_000)
            if not is_written:
                raise NotKept("server.store-reach", why="it is away")
            await append(what)

        time.run(1_000)
        monkeypatch.setattr(desk.store, "append", slow)
        if is_written:
            await room.carry_out(desk.connections[0], Move(number=2, seat=1, move="c1"))
            time.run(2_000)
            await room.carry_out(desk.connections[1], Move(number=2, seat=2, move="a3"))
            expected = Resumed(seat=2, bank=3_000)
        else:
            with pytest.raises(NotKept):
                await room.carry_out(desk.connections[0], Move(number=2, seat=1, move="c1"))
            time.run(1_000)
            await room.carry_out(desk.connections[0], Move(number=2, seat=1, move="c1"))
            expected = Resumed(seat=1, bank=3_000)
        resumed, moved = [entry.body.event for entry in await desk.store.entries(room.id)][-2:]
        assert resumed == expected
        assert isinstance(moved, Moved)

    on(tmp_path, scenario)


def test_no_moment_is_given_back_twice() -> None:
    now = [0]
    pauses = Pauses(lambda: now[0])
    for began, ended in ((1_000, 9_000), (2_000, 9_500), (9_000, 12_000), (20_000, 20_500)):
        now[0] = ended
        pauses.written_since(began)
    assert pauses.lost_since(0) == 11_000
    assert pauses.lost_since(9_200) == 2_800
    now[0] = 40_000
    for began in range(30_000, 31_000):  # as many tables notice it
        pauses.written_since(began)
    assert pauses.lost_since(0) == 21_000


def test_a_node_goes_by_the_clock_of_the_database_and_never_jumps() -> None:
    own, theirs, took = [1_000_000], [1_005_000], [0]

    class Database:
        async def time(self) -> int:
            own[0] += took[0]
            return theirs[0] + took[0] // 2

    time = NodeTime(cast("Store", Database()), lambda: own[0])

    async def scenario() -> None:
        assert time() == 1_000_000
        await time.look()
        assert time() == 1_005_000, "the first answer is believed"
        theirs[0] += 4_000
        await time.look()
        assert time() == 1_005_000 + MOST_STEP
        theirs[0] = 1_005_040
        for _ in range(3):
            await time.look()
        assert time() == 1_005_040
        took[0] = 10_000
        await time.look()
        assert time() - own[0] == 5_040, "an answer that took long says too little"

    asyncio.run(scenario())

"""Placements in real processes: poses in, frames and details out."""

import asyncio
import json
import os
import signal
from collections.abc import Iterator

import pytest

import lido
from lido.games.splash.again import simulated_again
from lido.games.splash.live.messages import Frame
from lido.games.splash.live.placing import PhysicsPool, Placing
from tests.games.splash.scenes import holding, stack
from tests.server.workers.conftest import soon, until

UPRIGHT = [1.0, 0.0, 0.0, 0.0]
ABOVE = [0.0, 0.0, 0.06, *UPRIGHT]
ON_TOP = [0.0, 0.0, 0.0406, *UPRIGHT]
MIDDLE = {"pose": [0.0, 0.0, 0.0, 0]}


@pytest.fixture(scope="module")
def pool(runner: asyncio.Runner) -> Iterator[PhysicsPool]:
    """A worker that is ready."""

    async def begun() -> PhysicsPool:
        pool = PhysicsPool(1)
        pool.start()
        await soon(pool.ready())
        return pool

    pool = runner.run(begun())
    yield pool
    runner.run(pool.close())


def game() -> lido.Match:
    """Seat 2 holds a small cube over a tower of three."""
    return holding("red-mini", ["red-plate"], ["blue-plate"], pieces=stack("red-cube", "green-cube", "blue-mini"))


async def shown(placing: Placing) -> list[Frame]:
    return [frame async for frame in placing]


def test_a_steered_placement_is_seen_and_becomes_a_move_that_replays_to_the_last_bit(
    runner: asyncio.Runner, pool: PhysicsPool
) -> None:
    match = game()

    async def steered() -> list[Frame]:
        placing = await pool.begin(match.player_view(2))
        watching = asyncio.create_task(shown(placing))
        placing.steer(0.1, ON_TOP)
        await until(lambda: placing.seen.pieces.get("red-mini", ABOVE)[2] < 0.0409)
        placing.let_go()
        frames = await soon(watching)
        match.play("place", **await soon(placing.details()))
        return frames

    frames = runner.run(steered())
    assert frames[0].held == "red-mini"
    assert frames[-1].held is None
    record = json.loads(json.dumps(match.record()))
    assert lido.replay(record).position() == match.position()
    assert simulated_again(record) == []
    (lying,) = [entry for entry in match.view(0)["pieces"] if entry["piece"] == "red-mini"]
    last = next(frame.pieces["red-mini"] for frame in reversed(frames) if "red-mini" in frame.pieces)
    assert last == pytest.approx([*lying["pos"], *lying["quat"]], abs=1e-4)


def test_several_placements_go_on_at_once(runner: asyncio.Runner, pool: PhysicsPool) -> None:
    async def both() -> list[dict[str, object]]:
        placings = [await pool.carry_out(game().player_view(2), MIDDLE, seed=7) for _ in range(3)]
        assert pool.running == 3
        details = await soon(asyncio.gather(*(placing.details() for placing in placings)))
        await until(lambda: pool.running == 0)
        return details

    one, two, three = runner.run(both())
    assert one == two == three
    game().play("place", **one)


def test_a_pose_that_cannot_be_is_refused_and_the_placement_goes_on(runner: asyncio.Runner, pool: PhysicsPool) -> None:
    async def refused() -> None:
        placing = await pool.begin(game().player_view(2))
        for t, pose, code in (
            (0.1, [0.4, 0.0, 0.1, *UPRIGHT], "splash.path-reach"),
            (0.1, [0.0, 0.0, float("nan"), *UPRIGHT], "splash.number"),
            (0.1, [0.0, 0.0, 0.1, 0.5, 0.0, 0.0, 0.0], "splash.path-quaternion"),
            (61.0, ABOVE, "splash.path-time"),
            (0.1, [0.0], "splash.numbers"),
        ):
            with pytest.raises(lido.IllegalMove) as refusal:
                placing.steer(t, pose)
            assert refusal.value.code == code
        with pytest.raises(lido.IllegalMove):
            placing.let_go(float("inf"))
        placing.let_go()
        with pytest.raises(lido.IllegalMove) as refusal:
            placing.let_go()
        assert refusal.value.code == "splash.released"
        with pytest.raises(lido.IllegalMove) as refusal:
            placing.steer(0.2, ABOVE)
        assert refusal.value.code == "splash.released"
        game().play("place", **await soon(placing.details()))

    runner.run(refused())


@pytest.mark.clause("SP-R12")
def test_frames_say_how_long_the_hand_stays_closed(runner: asyncio.Runner, pool: PhysicsPool) -> None:
    async def counted() -> tuple[float | None, float | None]:
        placing = await pool.begin(game().player_view(2))
        await until(lambda: placing.seen.left is not None)
        by_itself = placing.seen.left
        placing.opens_at = asyncio.get_running_loop().time() + 5
        await until(lambda: placing.seen.left is not None and placing.seen.left <= 5)
        by_the_clock = placing.seen.left
        placing.put_back()
        return by_itself, by_the_clock

    by_itself, by_the_clock = runner.run(counted())
    assert by_itself is not None
    assert 5 < by_itself <= 60
    assert by_the_clock is not None
    assert 0 <= by_the_clock <= 5


def test_a_path_that_is_carried_out_is_not_steered(runner: asyncio.Runner, pool: PhysicsPool) -> None:
    async def carried() -> None:
        placing = await pool.carry_out(game().player_view(2), MIDDLE)
        with pytest.raises(lido.IllegalMove):
            placing.steer(0.1, ABOVE)
        placing.put_back()

    runner.run(carried())


def test_of_many_poses_at_once_the_newest_counts(runner: asyncio.Runner, pool: PhysicsPool) -> None:
    async def flooded() -> None:
        placing = await pool.begin(game().player_view(2))
        for number in range(5_000):
            placing.steer(number / 1000, [0.05 * (number % 2), 0.0, 0.06, *UPRIGHT])
        await until(lambda: placing.seen.pieces.get("red-mini", ABOVE)[0] > 0.045)
        placing.put_back()

    runner.run(flooded())


def test_frames_that_nobody_took_become_one(runner: asyncio.Runner, pool: PhysicsPool) -> None:
    async def late() -> None:
        placing = await pool.carry_out(game().player_view(2), MIDDLE)
        await soon(placing.details())
        frames = await shown(placing)
        (frame,) = frames
        assert frame.pieces == placing.seen.pieces
        assert 0 < frame.touch <= 1
        assert frame.left is None, "nobody steers"
        assert await shown(placing) == []

    runner.run(late())


def test_a_piece_that_is_put_back_leaves_nothing_behind(runner: asyncio.Runner, pool: PhysicsPool) -> None:
    async def put_back() -> None:
        placing = await pool.begin(game().player_view(2))
        placing.put_back()
        assert isinstance(await soon(shown(placing)), list)
        with pytest.raises(lido.LidoError) as refusal:
            await placing.details()
        assert refusal.value.code == "splash.put-back"
        await until(lambda: pool.running == 0)

    runner.run(put_back())


@pytest.mark.clause("SP-20")
def test_a_knock_is_seen_and_becomes_an_accident_that_replays_to_the_last_bit(
    runner: asyncio.Runner, pool: PhysicsPool
) -> None:
    match = game()

    async def knocked() -> list[Frame]:
        placing = await pool.knock(match.player_view(2), 1, seed=3)
        frames = await soon(shown(placing))
        match.play("accident", **await soon(placing.details()))
        return frames

    frames = runner.run(knocked())
    assert {frame.held for frame in frames} == {None}
    assert frames[-1].t > frames[0].t
    assert match.last_details["fault"] == 1
    assert simulated_again(json.loads(json.dumps(match.record()))) == []


def test_a_knock_that_brings_nothing_down_is_refused(runner: asyncio.Runner, pool: PhysicsPool) -> None:
    match = holding("red-mini", ["red-plate"], ["blue-plate"], pieces=stack("red-cube"))

    async def knocked() -> None:
        placing = await pool.knock(match.player_view(2), None)
        with pytest.raises(lido.IllegalMove) as refusal:
            await soon(placing.details())
        assert refusal.value.code == "splash.accident-stands"

    runner.run(knocked())


def test_when_a_worker_is_killed_its_placements_are_lost_and_others_begin_in_a_new_one(
    runner: asyncio.Runner, pool: PhysicsPool
) -> None:
    async def killed() -> None:
        (before,) = pool.pids
        placing = await pool.begin(game().player_view(2))
        os.kill(before, signal.SIGKILL)
        await soon(shown(placing))
        with pytest.raises(lido.LidoError) as refusal:
            await placing.details()
        assert refusal.value.code == "splash.placement-lost"
        again = await soon(pool.carry_out(game().player_view(2), MIDDLE))
        assert before not in pool.pids
        game().play("place", **await soon(again.details()))

    runner.run(killed())


def test_a_stuck_worker_is_replaced(runner: asyncio.Runner, pool: PhysicsPool, monkeypatch: pytest.MonkeyPatch) -> None:
    async def stuck() -> None:
        (before,) = pool.pids
        placing = await pool.begin(game().player_view(2))
        os.kill(before, signal.SIGSTOP)
        with pytest.raises(lido.LidoError) as refusal:
            await soon(placing.details())
        assert refusal.value.code == "splash.placement-lost"
        await until(lambda: bool(pool.pids - {before}))

    monkeypatch.setattr("lido.games.splash.live.placing.SILENCE", 0.5)
    runner.run(stuck())


def test_a_closed_pool_begins_nothing() -> None:
    with pytest.raises(lido.LidoError) as refusal:
        asyncio.run(PhysicsPool(1).begin(game().player_view(2)))
    assert refusal.value.code == "workers.closed"

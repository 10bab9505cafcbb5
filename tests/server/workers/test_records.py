"""Records that visitors send are read in another process, which neither a long one nor a large one holds up."""

import asyncio
from collections.abc import Iterator

import msgspec
import pytest

import lido
from lido.errors import LidoError, Refusal
from lido.server.workers.records import RecordPool
from lido.server.workers.replaying import encoded, replay_steps
from tests.server.workers.conftest import soon


def record(seed: str = "x", *moves: str) -> bytes:
    match = lido.new("le-plouf", players=2, seed=seed)
    for move in moves:
        match.play(move)
    return msgspec.json.encode(match.record())


@pytest.fixture(scope="module")
def pool(runner: asyncio.Runner, request: pytest.FixtureRequest) -> Iterator[RecordPool]:
    class ShortPool(RecordPool):
        worker = "tests.server.workers.short_records"

    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PYTHONPATH", str(request.config.rootpath))

        async def started() -> RecordPool:
            short = ShortPool()
            short.start()
            await soon(short.ready())
            return short

        short = runner.run(started())
        yield short
        runner.run(short.close())


def ask(runner: asyncio.Runner, pool: RecordPool, content: bytes) -> bytes:
    return runner.run(soon(pool.replay(content, 0, False, "a visitor")))


def test_a_record_is_replayed_as_it_would_be_here(runner: asyncio.Runner, pool: RecordPool) -> None:
    content = record("x", "c1", "a3")
    assert ask(runner, pool, content) == encoded(replay_steps(content))
    assert runner.run(soon(pool.replay(content, 2, True, ""))) == encoded(replay_steps(content, 2, with_pictures=True))


def test_a_position_is_what_the_seat_to_act_has_seen(runner: asyncio.Runner, pool: RecordPool) -> None:
    content = record("x", "c1", "a3")
    early = runner.run(soon(pool.position(content, 1, "")))
    late = runner.run(soon(pool.position(content, None, "")))
    assert early is not None
    assert late is not None
    assert (early.seat, early.moves) == (2, ("c1",))
    assert (late.seat, late.moves) == (1, ("c1", "a3"))


@pytest.mark.parametrize(
    ("seed", "code"), [("late", "service.replay-long"), ("large", "service.replay-long"), ("broken", "service.failed")]
)
def test_one_that_takes_too_much_is_refused_and_the_next_is_read(
    runner: asyncio.Runner, pool: RecordPool, seed: str, code: str
) -> None:
    with pytest.raises(Refusal) as refusal:
        ask(runner, pool, record(seed))
    assert refusal.value.code == code
    assert ask(runner, pool, record()) == encoded(replay_steps(record()))


def test_nothing_is_done_for_somebody_who_hung_up(runner: asyncio.Runner, pool: RecordPool) -> None:
    async def scenario() -> bytes:
        endless = asyncio.create_task(pool.replay(record("endless"), 0, False, "one"))
        waiting = asyncio.create_task(pool.replay(record("endless"), 0, False, "one"))
        honest = asyncio.create_task(pool.replay(record(), 0, False, "another"))
        await asyncio.sleep(0)
        while len(pool._queue) > 2:  # until the worker was given the first
            await asyncio.sleep(0.01)
        endless.cancel()
        waiting.cancel()
        return await soon(honest)

    assert runner.run(scenario()) == encoded(replay_steps(record()))


def test_what_is_no_record_is_refused(runner: asyncio.Runner, pool: RecordPool) -> None:
    for broken in (b"[]", b'{"game": ["splash"]}', b'{"format": 1', b"\xff"):
        with pytest.raises(lido.BadRecord):
            ask(runner, pool, broken)


def test_a_pool_that_is_closed_refuses() -> None:
    async def scenario() -> None:
        with pytest.raises(LidoError) as refusal:
            await RecordPool().replay(record(), 0, False, "")
        assert refusal.value.code == "workers.closed"

    asyncio.run(scenario())

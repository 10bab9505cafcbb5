"""Bots in processes of their own: what they are told, what they answer, and what happens when one dies."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import lido
from lido import bots
from lido.games.le_plouf.solution import lookup
from lido.server.workers import bots as workers
from lido.server.workers.bots import BotPool
from lido.server.workers.fair import Share
from lido.server.workers.process import written
from lido.server.workers.thinking import Question
from tests.games.splash.scenes import holding, stack
from tests.server.workers.conftest import soon, until

MIDDLE_GAME = "1AB1A/BA3/4B/A3B/1AB2 1 A 2"
GAMES = ("le-plouf", "plouf-party", "croc-pool", "splash")


@pytest.fixture(scope="module")
def pool(runner: asyncio.Runner) -> Iterator[BotPool]:
    """A worker that is warm."""

    async def begun() -> BotPool:
        pool = BotPool(1)
        pool.start()
        await pool.ready()
        return pool

    pool = runner.run(begun())
    yield pool
    runner.run(pool.close())


def player_view(game: str = "le-plouf") -> lido.match.PlayerView:
    return lido.new(game, seed=1).player_view(1)


# What they answer


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_plays_in_another_process_as_it_would_in_this(game: str, runner: asyncio.Runner, pool: BotPool) -> None:
    move, details = runner.run(pool.choose(player_view(game), "gentle", ms=100_000, seed="same"))
    assert move == bots.bot("gentle", "same").choose(player_view(game), ms=100_000)
    assert details == {}


def test_a_bot_with_a_hand_says_how_it_goes(runner: asyncio.Runner, pool: BotPool) -> None:
    game = holding("red-mini", ["red-plate"], ["blue-plate"], pieces=stack("red-cube"))
    move, details = runner.run(pool.choose(game.player_view(2), "gentle", seed=1))
    assert game.play(move, **details)[0]["event"] == "place"


def test_a_hint_is_a_legal_move(runner: asyncio.Runner, pool: BotPool) -> None:
    match = lido.new("croc-pool", seed=1)
    hint = runner.run(pool.hint(match.player_view(1), ms=20))
    assert hint.move in match.legal_moves()
    assert hint.line[0] == hint.move


def test_a_hint_says_what_the_seat_may_believe(runner: asyncio.Runner, pool: BotPool) -> None:
    match = lido.new("plouf-party", players=3, seed=1)
    believed = runner.run(pool.hint(match.player_view(1), ms=20)).beliefs
    assert [one["seat"] for one in believed] == [2, 3]


def test_a_game_that_is_not_searched_has_hints_too(runner: asyncio.Runner, pool: BotPool) -> None:
    match = lido.new("splash", seed=1)
    assert runner.run(pool.hint(match.player_view(match.turn or 0), ms=20)).move in match.legal_moves()


def test_a_bot_of_somebody_s_rating_plays(runner: asyncio.Runner, pool: BotPool) -> None:
    match = lido.new("croc-pool", seed=1)
    assert runner.run(pool.choose(match.player_view(1), "match-21", ms=20))[0] in match.legal_moves()


def test_an_analysis_says_what_each_legal_move_is_worth(runner: asyncio.Runner, pool: BotPool) -> None:
    match = lido.new("le-plouf", players=3, seed=1)
    found = runner.run(pool.analyse(match.player_view(1), ms=20))
    assert not found.exact
    assert [worth.move for worth in found.moves] == match.legal_moves()
    assert all(-1 <= worth.value <= 1 and worth.plies is None for worth in found.moves)


def test_an_analysis_of_a_solved_position_is_exact(runner: asyncio.Runner, pool: BotPool) -> None:
    match = lido.new("le-plouf", position="5/1ABA1/1BAB1/2BA1/AB3 1 A 2")
    found = runner.run(pool.analyse(match.player_view(1), ms=20))
    assert found.exact
    assert bots.Worth("a1-b1", 1, 1) in found.moves


def test_a_hint_is_what_the_strongest_bot_here_plays(runner: asyncio.Runner, pool: BotPool) -> None:
    """From the empty board only corners win, which an expert finds no more often than another cell."""
    hints = {runner.run(pool.hint(player_view(), ms=1)).move for _ in range(8)}
    assert hints <= {"a1", "a5", "e1", "e5"}


def test_what_cannot_be_answered_is_refused_and_the_worker_goes_on(runner: asyncio.Runner, pool: BotPool) -> None:
    pids = set(pool.pids)
    with pytest.raises(lido.BadSetup) as refusal:
        runner.run(pool.analyse(player_view("splash"), ms=20))
    assert refusal.value.code == "match.no-bot"
    with pytest.raises(lido.BadSetup) as refusal:
        runner.run(pool.choose(player_view(), "grandmaster"))
    assert refusal.value.code == "match.level"
    runner.run(pool.hint(player_view(), ms=20))
    assert pool.pids == pids


@pytest.mark.usefixtures("quick_workers")
def test_a_perfect_bot_whose_table_is_not_here_or_broken_goes_on_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("LIDO_DATA", str(tmp_path))
    match = lido.new("le-plouf", position=MIDDLE_GAME)

    async def played() -> None:
        async with BotPool(1) as pool:
            missing, _ = await soon(pool.choose(match.player_view(1), "perfect"))
            lookup.whole_file().write_bytes(b"not at all")
            broken, _ = await soon(pool.choose(match.player_view(1), "perfect"))
            hint = await soon(pool.hint(match.player_view(1)))
            assert {missing, broken, hint.move} <= set(match.legal_moves())
            found = await soon(pool.analyse(match.player_view(1), ms=20))
            assert not found.exact
            assert [worth.move for worth in found.moves] == match.legal_moves()

    asyncio.run(played())
    assert [record.message for record in caplog.records] == ["a table of solved positions cannot be used"] * 4


# What they are told


def test_a_worker_is_told_the_same_of_two_worlds_that_its_seat_cannot_tell_apart() -> None:
    one = lido.new("plouf-party", players=3, seed=5)
    deal = one.record()["deal"]
    other = {**deal, "tokens": [deal["tokens"][0], *reversed(deal["tokens"][1:])]}
    worlds = [lido.new("plouf-party", players=3, deal=told) for told in (deal, other)]
    assert worlds[0].player_view(2).observation != worlds[1].player_view(2).observation, "the others can"
    told = [written(Question("choose", world.player_view(1), 10)) for world in worlds]
    assert told[0] == told[1]


def test_a_game_travels_by_its_name() -> None:
    assert len(written(Question("choose", player_view("croc-pool"), 10))) < 3_000


# When one dies


def test_a_question_is_asked_again_when_its_worker_is_killed(runner: asyncio.Runner, pool: BotPool) -> None:
    async def killed() -> str:
        (before,) = pool.pids
        asked = asyncio.create_task(pool.choose(player_view(), "expert", ms=300))
        await until(lambda: pool.waiting == 1)
        os.kill(before, signal.SIGKILL)
        move, _ = await soon(asked)
        assert pool.pids.isdisjoint({before})
        return move

    assert runner.run(killed()) in lido.new("le-plouf", seed=1).legal_moves()


@pytest.fixture
def toys(toy_worker: str, quick_workers: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BotPool, "worker", toy_worker)
    monkeypatch.setattr(workers, "PATIENCE", 0.2)
    monkeypatch.setattr(workers, "MOST_TRIES", 2)


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("level", ["dies", "silent"])
def test_a_question_that_no_worker_survives_is_given_up_and_the_next_is_answered(level: str) -> None:
    async def asked() -> None:
        async with BotPool(1) as pool:
            with pytest.raises(lido.LidoError) as refusal:
                await soon(pool.choose(player_view(), level, ms=0))
            assert refusal.value.code == "workers.lost"
            assert await soon(pool.choose(player_view(), "well", ms=7)) == ("well 7", {})

    asyncio.run(asked())


@pytest.mark.usefixtures("toys")
def test_a_worker_that_dies_with_nothing_to_do_is_replaced() -> None:
    async def replaced() -> None:
        async with BotPool(1) as pool:
            await soon(pool.ready())
            (before,) = pool.pids
            os.kill(before, signal.SIGKILL)
            await until(lambda: bool(pool.pids - {before}))

    asyncio.run(replaced())


@pytest.mark.usefixtures("toys")
def test_questions_are_answered_in_turn_and_one_that_nobody_waits_for_is_left_out() -> None:
    async def order() -> list[str]:
        answered: list[str] = []

        async def ask(pool: BotPool, level: str) -> None:
            answered.append((await pool.choose(player_view(), level, ms=0))[0])

        async with BotPool(1) as pool:
            asked = [asyncio.create_task(ask(pool, level)) for level in ("a", "b", "silent", "c")]
            await until(lambda: pool.waiting == 4)
            asked[2].cancel()
            await soon(asyncio.gather(*asked, return_exceptions=True))
            assert pool.waiting == 0
        return answered

    assert asyncio.run(order()) == ["a 0", "b 0", "c 0"]


@pytest.mark.usefixtures("toys")
def test_a_refusal_reaches_the_one_who_asked() -> None:
    async def refused() -> None:
        async with BotPool(1) as pool:
            with pytest.raises(lido.BadSetup):
                await soon(pool.choose(player_view(), "refuses"))

    asyncio.run(refused())


@pytest.mark.usefixtures("toys")
def test_open_questions_are_refused_when_the_pool_closes_and_no_process_is_left() -> None:
    async def closed() -> None:
        pool = BotPool(2)
        pool.start()
        await until(lambda: len(pool.pids) == 2)
        pids = set(pool.pids)
        asked = asyncio.create_task(pool.choose(player_view(), "silent", ms=60_000))
        await until(lambda: pool.waiting == 1)
        await pool.close()
        for wait in (asked, pool.choose(player_view(), "late")):
            with pytest.raises(lido.LidoError) as refusal:
                await soon(wait)
            assert refusal.value.code == "workers.closed"
        for pid in pids:
            with pytest.raises(ProcessLookupError):
                os.kill(pid, 0)

    asyncio.run(closed())


def test_a_worker_whose_service_is_gone_ends_without_a_word() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    code = "from lido.server.workers.process import WorkerPipe; WorkerPipe().send('ready')"
    ended = subprocess.run(
        [sys.executable, "-c", code], stdin=subprocess.DEVNULL, stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (0, b"")


# Whose turn it is


async def answered(pool: BotPool, *asked: tuple[str, Share]) -> list[str]:
    """In which order questions are answered that are asked while the only worker is busy."""
    names: list[str] = []

    async def ask(level: str, share: Share) -> None:
        names.append((await pool.choose(player_view(), level, ms=1000, share=share))[0])

    tasks = []
    for number, each in enumerate(asked, start=1):
        tasks.append(asyncio.create_task(ask(*each)))
        await until(lambda number=number: pool.waiting == number)  # type: ignore[misc]
    await soon(asyncio.gather(*tasks))
    return names


@pytest.mark.usefixtures("toys")
def test_tables_of_bots_only_come_last_and_think_for_less_while_others_wait() -> None:
    async def order() -> list[str]:
        pool = BotPool(1)
        pool._tasks = [asyncio.create_task(asyncio.sleep(0))]  # nobody answers yet
        bots_only = [("bots", Share("a", "host", str(table), is_awaited=False)) for table in range(3)]
        asked = asyncio.create_task(answered(pool, *bots_only, ("person", Share("b", "guest", "t"))))
        await until(lambda: pool.waiting == 4)
        pool.start()
        names = await soon(asked)
        await pool.close()
        return names

    assert asyncio.run(order()) == ["person 1000", "bots 250", "bots 250", "bots 1000"]


@pytest.mark.usefixtures("toys")
def test_who_has_had_much_comes_after_who_has_had_little() -> None:
    async def order() -> list[str]:
        pool = BotPool(1)
        pool._tasks = [asyncio.create_task(asyncio.sleep(0))]
        much, little = Share("a", "much", "t"), Share("a", "little", "t")
        pool._spent.spend(much, 100.0)
        asked = asyncio.create_task(answered(pool, ("much", much), ("much", much), ("little", little)))
        await until(lambda: pool.waiting == 3)
        pool.start()
        names = await soon(asked)
        await pool.close()
        return names

    assert asyncio.run(order()) == ["little 1000", "much 250", "much 1000"]

"""Several who look at a tournament, or change it, at the same moment at one node."""

import asyncio
import threading
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from lido.errors import Refusal
from lido.server.club.cups import director
from lido.server.club.cups.cups import ROUND, CupCommand, Cups, CupWish
from lido.server.club.cups.director import next_round
from lido.server.club.cups.events import Ended
from lido.server.club.cups.pairing import Pair, Record, swiss_round
from lido.server.club.cups.state import CupState
from lido.server.store import Author
from lido.server.workers.beside import AT_ONCE
from tests.server.hub.desk import Desk, on


async def begun(desk: Desk) -> tuple[Cups, Author, str]:
    """A tournament of four bots, whose first round has been paired."""
    cups, host = desk.club.cups, await desk.hub.people.welcome("en")
    author = Author(host.key, host.epoch)
    cup = await cups.open(author, CupWish("Friday", "le-plouf"))
    for _ in range(4):
        await cups.carry_out(cup, author, CupCommand("bot", level="random"))
    await cups.carry_out(cup, author, CupCommand("begin"))
    return cups, author, cup


async def end_round(cups: Cups, cup: str) -> CupState:
    """End all games of the newest round; the tournament then."""
    state = await cups._cup(cup)
    for played in state.rounds[-1].games:
        assert await cups._write(state, state.n, Ended(table=played.game.table, one=1, other=0, why="full"))
    return state


def test_an_entry_that_several_read_at_once_counts_once(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        cups, _, cup = await begun(desk)
        another_node = Cups(desk.hub)
        state = await end_round(another_node, cup)
        paired = next_round(state)
        assert paired
        assert await another_node._write(state, state.n, paired)
        shown = await asyncio.gather(*(cups.show(cup) for _ in range(5)))
        assert [len(each.rounds) for each in shown] == [2] * 5

    on(tmp_path, scenario)


def test_a_round_that_several_decide_on_at_once_is_paired_once(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        cups, author, cup = await begun(desk)
        await end_round(cups, cup)
        await asyncio.gather(*(cups.carry_out(cup, author, CupCommand("next")) for _ in range(3)))
        assert len((await cups.show(cup)).rounds) == 2

    on(tmp_path, scenario)


def test_a_swiss_round_is_paired_in_turn_and_not_by_all_who_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = list[str]()

    def slow(records: Mapping[int, Record]) -> tuple[list[Pair], list[int]]:
        threads.append(threading.current_thread().name)
        time.sleep(0.2)
        return swiss_round(records)

    monkeypatch.setattr(director, "swiss_round", slow)

    async def scenario(desk: Desk) -> None:
        cups, host = desk.club.cups, await desk.hub.people.welcome("en")
        author = Author(host.key, host.epoch)
        cup = await cups.open(author, CupWish("Friday", "le-plouf", system="swiss"))
        for _ in range(4):
            await cups.carry_out(cup, author, CupCommand("bot", level="random"))
        begins = (cups.carry_out(cup, author, CupCommand("begin")) for _ in range(10))
        came = await asyncio.gather(*begins, return_exceptions=True)
        assert came.count(None) == 1
        assert [each.code for each in came if isinstance(each, Refusal)] == ["cup.begun"] * 9
        assert len(threads) <= 2 * AT_ONCE  # some begin while the first is being written
        assert all(name.startswith("lido-beside") for name in threads)
        assert len((await cups.show(cup)).rounds) == 1

    on(tmp_path, scenario)


def test_a_tournament_stays_in_memory_while_something_is_decided(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(records: Mapping[int, Record]) -> tuple[list[Pair], list[int]]:
        time.sleep(2 * ROUND)
        return swiss_round(records)

    monkeypatch.setattr(director, "swiss_round", slow)

    async def scenario(desk: Desk) -> None:
        cups, host = desk.club.cups, await desk.hub.people.welcome("en")
        author = Author(host.key, host.epoch)
        cup = await cups.open(author, CupWish("Friday", "le-plouf", system="swiss"))
        for _ in range(4):
            await cups.carry_out(cup, author, CupCommand("bot", level="random"))
        state = await cups._cup(cup)
        looking_after = asyncio.create_task(cups.run())
        beginning = asyncio.create_task(cups.carry_out(cup, author, CupCommand("begin")))
        await asyncio.sleep(1.5 * ROUND)
        assert await cups._cup(cup) is state
        await beginning
        looking_after.cancel()

    on(tmp_path, scenario)

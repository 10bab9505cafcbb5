"""Several who look at a tournament, or change it, at the same moment at one node."""

import asyncio
from pathlib import Path

from lido.server.club.cups.cups import CupCommand, Cups, CupWish
from lido.server.club.cups.director import next_round
from lido.server.club.cups.events import Ended
from lido.server.club.cups.state import CupState
from lido.server.store import Author
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

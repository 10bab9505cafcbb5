"""What the bots that know the solution of Le Plouf need in a browser. They are given no more than the small table."""

from typing import Any

import numpy as np

from lido.bots.own import OwnBots, OwnLevel, Seed, Worth
from lido.browser.tables import Scaled
from lido.games.le_plouf.master import DEPTH, Guessing
from lido.games.le_plouf.perfect import SOLVED_PLAYERS, known, two_only, worths
from lido.games.le_plouf.rules import MOST_MOVES
from lido.games.le_plouf.solution import net, portable, search
from lido.games.le_plouf.solution.lookup import Table
from lido.games.le_plouf.solution.portable import UNKNOWN, value_of
from lido.match import PlayerView

IN_MEMORY: Any = None
"""Stands for a table that `tables` gives: compiled functions find it in their own memory."""


class SmallTable:
    """The small table, in the memory of the compiled functions."""

    def value_of(self, state: np.record) -> int | None:
        value = value_of(IN_MEMORY, IN_MEMORY, state)
        return None if value == UNKNOWN else value


class Master(Guessing):
    """`lido.games.le_plouf.master.Master`, with tables in the memory of the compiled functions."""

    def _table(self) -> Table:
        return SmallTable()

    def _looked_ahead(self, state: np.record) -> dict[int, float]:
        moves, worth = np.zeros(MOST_MOVES, dtype=np.int16), np.zeros(MOST_MOVES)
        count = search.worths(IN_MEMORY, state, DEPTH, moves, worth)
        return dict(zip(moves[:count].tolist(), worth[:count].tolist(), strict=True))


def master(seed: Seed) -> Master:
    """A new `Master`."""
    return Master(seed)


def exact(player_view: PlayerView) -> list[Worth] | None:
    """What each legal move is worth with best play; None where the small table does not say."""
    found = known(SmallTable(), player_view) if player_view.players == SOLVED_PLAYERS else None
    return None if found is None else worths(player_view, found)


BOTS = OwnBots(levels={"master": OwnLevel(master, two_only)}, exact=exact)


def tables() -> list[Any]:
    """The index, the small table and the net: what the compiled functions above are given."""
    small = portable.small()
    return [portable.part_of_index(small), small, _net()]


def _net() -> net.Net:
    """The net as its file has it: a byte for each weight, with a scale for every unit."""
    with net.file() as kept:
        layers = enumerate(("first", "second", "third"), start=1)
        scaled: Any = {name: Scaled(kept[f"q{at}"], kept[f"s{at}"]) for at, name in layers}
        return net.loaded()._replace(**scaled)

"""Compiles what only the bots of Le Plouf use."""

from lido.games.le_plouf.master import Master
from lido.match import new

POSITIONS = ("5/5/5/5/5 1 A 2", "1AB1A/BA3/4B/A3B/1AB2 1 A 2")
"""A position that the small table knows, and one that the net must judge."""


def precompile() -> None:
    """Let `master` choose a move in a position of each kind."""
    for position in POSITIONS:
        Master(seed=1).choose(new("le-plouf", position=position).player_view(1))

"""What a report measures of Splash!: how high the towers are, and how often they fall.

A placement is simulated, which takes much longer than a move of a board game, so fewer games are played.
"""

from lido.games.splash.state import State
from lido.lab.config import EventShare, PositionCount, ReportConfig


def levels(state: State) -> int:
    """The levels of the tower."""
    return state.judgement.levels


REPORT = ReportConfig(
    games=186,  # six for each matchup: of fewer pairs, no option could be said to change anything
    ms=150,
    measures=(PositionCount("height", levels), EventShare("falls", event="drop", among="place")),
    draws=False,  # the last piece of all lets its owner win or is taken up; bots cause no accidents
)

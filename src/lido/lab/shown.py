"""The measures as a page shows them, in their order."""

from collections.abc import Callable
from typing import NamedTuple

from lido.lab.config import OwnMeasure
from lido.lab.estimates import Estimate
from lido.lab.measures import Measures


class Shown(NamedTuple):
    """A measure as the page shows it. The words of a general measure have the codes `report.measure-<name>`, …"""

    name: str
    of: Callable[[Measures], Estimate | None]
    digits: int
    own: bool = False
    """Whether only this game has it; its words are then those of the game."""

    @property
    def key(self) -> str:
        """Its name among all measures, those of the game included."""
        return f"report-{self.name}" if self.own else self.name


FIRST = Shown("first", lambda measured: measured.first, 3)
IMBALANCE = Shown("imbalance", lambda measured: measured.imbalance, 3)
"""Of more than two seats."""
DRAWN = Shown("drawn", lambda measured: measured.drawn, 3)
TIED = Shown("tied", lambda measured: measured.tied, 3)
SHARES = (FIRST, IMBALANCE, DRAWN, TIED)
"""Their intervals hold the truth in a few games too."""
TENSION = (
    DRAWN,
    TIED,
    Shown("drama", lambda measured: measured.drama, 3),
    Shown("leads", lambda measured: measured.leads, 2),
    Shown("rate", lambda measured: measured.rate, 2),
)
"""The last three need estimates of positions."""
MEASURES = (
    FIRST,
    IMBALANCE,
    Shown("length", lambda measured: measured.length, 1),
    Shown("median", lambda measured: measured.median, 1),
    Shown("branching", lambda measured: measured.branching, 1),
    *TENSION,
)


def shown_own(own: OwnMeasure) -> Shown:
    """A measure that only one game has."""
    return Shown(own.name, lambda measured: measured.own.get(own.name), own.digits, own=True)

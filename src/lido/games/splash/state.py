"""The state of a game of Splash!: who has which pieces, how the tower lies, who must do what."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from lido.games.splash.judge import NEWEST, Judgement, Rulings, Touching, judged, targets
from lido.games.splash.physics.start import start_of
from lido.games.splash.physics.world import touching
from lido.games.splash.pieces import PIECES
from lido.games.splash.space import Pose

DRAFT, GIVE, PLACE, BASE, KEEP, OVER = STEPS = ("draft", "give", "place", "base", "keep", "over")
BOXED = {4: 2}
"""How many pieces stay over in the draft, by the number of players (SP-2)."""
MOST_DROPS = 3
"""The drop tokens that win a game (SP-17)."""
MOST_TAKEN = 3
"""The most fallen pieces that a player takes (SP-14)."""


NATURAL = "natural"
"""How a hand usually is."""


class Turn(NamedTuple):
    """Who must do what."""

    seat: int
    step: str


class Accident(NamedTuple):
    """A fall that was not the active player's doing: whose it was, if anybody's, and what goes on after it."""

    fault: int | None
    then: Turn


@dataclass(frozen=True)
class State:
    """Everything there is to know; only `chance` is hidden. It is never changed in place."""

    players: int
    teams: int
    reserves: tuple[frozenset[str], ...]
    seat: int = 1
    step: str = GIVE
    pieces: Mapping[str, Pose] = field(default_factory=dict)
    """Where every piece on the table lies, standing or fallen."""
    base: str | None = None
    """The piece that the tower is built on; while a new one is chosen after a fall, the old one."""
    drops: tuple[int, ...] = ()
    box: frozenset[str] = frozenset()
    pile: frozenset[str] = frozenset()
    """What is left to take in the draft."""
    fallen: frozenset[str] = frozenset()
    """Pieces that fell and that nobody has taken yet."""
    held: str | None = None
    """The piece in the hand."""
    source: int | None = None
    """The seat whose reserve it came from; in the end, the seat whose reserve won."""
    accident: Accident | None = None
    rulings: Rulings = NEWEST
    """What the laws of this game make of a fall."""
    hand: str = NATURAL
    """How much a hand sways and trembles: the name of a `Degree` (SP-R15)."""
    chance: str = ""
    """What the starts of all pieces are drawn from; empty in an observation."""
    taken: int = 0
    """How many pieces have been taken up."""
    start: Pose | None = None
    """Where the piece in the hand is taken up; None where that is not known."""

    @cached_property
    def touching(self) -> Touching:
        """Which pieces of the tower touch which."""
        return touching(self.pieces)

    @cached_property
    def judgement(self) -> Judgement:
        """What carries what, the piles, the uncovered pieces."""
        return judged(self.pieces, self.touching, self.base, self.rulings)

    @cached_property
    def hardness(self) -> dict[tuple[str, str], float]:
        """How hard it is to set a shape on a piece, for those that `gifts` was asked about so far."""
        return {}

    def seen(self) -> "State":
        """What everybody sees of it, with what was computed about the tower so far."""
        seen = replace(self, pieces=dict(self.pieces), chance="")
        seen.__dict__.update(touching=self.touching, judgement=self.judgement, hardness=self.hardness)
        return seen

    @property
    def targets(self) -> tuple[str, ...]:
        """What the piece in the hand may be set on; empty for the table."""
        return targets(self.held, self.pieces, self.judgement) if self.held else ()

    def left_of(self, seat: int) -> int:
        """A player's left neighbour: the next seat (SP-R1)."""
        return seat % self.players + 1

    def right_of(self, seat: int) -> int:
        """The seat that gives to this one."""
        return (seat - 2) % self.players + 1

    def team(self, seat: int) -> list[int]:
        """The seats that win with this one (SP-R11)."""
        if not self.teams:
            return [seat]
        return [other for other in range(1, self.players + 1) if (other - seat) % self.teams == 0]

    @property
    def sides(self) -> list[list[int]]:
        """The teams, each with its seats; none where everybody plays alone."""
        return [self.team(seat) for seat in range(1, self.teams + 1)]

    def reserve(self, seat: int) -> frozenset[str]:
        """The pieces in front of a seat."""
        return self.reserves[seat - 1]

    def given(self, seat: int, pieces: frozenset[str]) -> "State":
        """With these pieces added to a seat's reserve."""
        return replace(self, reserves=_at(self.reserves, seat, self.reserve(seat) | pieces))

    def robbed(self, seat: int, piece: str) -> "State":
        """With a piece gone from a seat's reserve."""
        return replace(self, reserves=_at(self.reserves, seat, self.reserve(seat) - {piece}))

    def taken_up(self) -> "State":
        """With the start of the piece in the hand; it stays unknown where chance is."""
        start = start_of(self.chance, self.taken, self.pieces) if self.chance else None
        return replace(self, start=start, taken=self.taken + 1)

    def dropped_on(self, seat: int) -> "State":
        """With one more drop token for a seat."""
        return replace(self, drops=tuple(n + (at == seat) for at, n in enumerate(self.drops, start=1)))


def begun(players: int, teams: int, reserves: tuple[frozenset[str], ...] | None, rulings: Rulings = NEWEST) -> State:
    """The start of a game: with reserves dealt, or a draft to begin."""
    dealt = reserves or (frozenset[str](),) * players
    rest = frozenset(PIECES).difference(*dealt)
    drops = (0,) * players
    if reserves is None:
        return State(players, teams, dealt, step=DRAFT, pile=rest, drops=drops, rulings=rulings)
    return State(players, teams, dealt, box=rest, drops=drops, rulings=rulings)


def _at(reserves: tuple[frozenset[str], ...], seat: int, reserve: frozenset[str]) -> tuple[frozenset[str], ...]:
    return (*reserves[: seat - 1], reserve, *reserves[seat:])

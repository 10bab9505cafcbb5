"""What a game adds to the usual bots: the `BOTS` in the module `bots` of its package."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable

from lido.errors import BadSetup
from lido.game import Json
from lido.games import part, parts
from lido.match import PlayerView

Seed: TypeAlias = str | int | None


class Bot(Protocol):
    """A player at one seat of one game. It may keep state between its moves."""

    def choose(self, player_view: PlayerView, *, ms: int | None = None, iterations: int | None = None) -> str:
        """A legal move for the seat that must act, within about `ms` or exactly by `iterations`."""
        ...


@runtime_checkable
class DetailedBot(Bot, Protocol):
    """A bot for a game whose moves carry details."""

    def details(
        self, player_view: PlayerView, move: str, *, ms: int | None = None, iterations: int | None = None
    ) -> dict[str, Json]:
        """The details that `Match.play` takes with a move it chose."""
        ...


class Worth(NamedTuple):
    """What a move is worth to the player who makes it, from -1 to 1, and, where that is exact, when the game ends."""

    move: str
    value: float
    plies: int | None
    """The number of moves to the end; None for a draw and for an estimate."""


@dataclass(frozen=True)
class OwnLevel:
    """A level that only one game has."""

    make: Callable[[Seed], Bot]
    refusal: Callable[[str, int], BadSetup | None]
    """`refusal(level, players)`: why it cannot play for that many players on this machine, or None where it can."""
    stand_in: str | None = None
    """The level that replaces it on a machine where it cannot play."""


@dataclass(frozen=True)
class OwnBots:
    """The bots of one game."""

    make: Callable[[str, Seed, int | None], Bot] | None = None
    """`make(level, seed, threads)`: a bot of a usual level, for a game that the search cannot play."""
    levels: Mapping[str, OwnLevel] = field(default_factory=dict)
    """The levels that only this game has, the weakest first."""
    exact: Callable[[PlayerView], list[Worth] | None] | None = None
    """What each legal move is worth with best play, in the order of `legal_moves`; None where that is not known."""


NONE = OwnBots()


def own_bots(game: str) -> OwnBots:
    """What a game adds to the usual bots."""
    module = part(game, "bots")
    found: OwnBots = module.BOTS if module else NONE
    return found


def own_levels() -> dict[str, OwnLevel]:
    """The levels that only some games have."""
    return {level: own for _, module in parts("bots") for level, own in module.BOTS.levels.items()}

"""What a seat sees of a match: the input of a bot, and the views as JSON."""

from collections.abc import Hashable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from lido import pictures
from lido.game import Event, Game, Json, Result, Start


@dataclass(frozen=True)
class PlayerView:
    """What the player at one seat has seen, and nothing else. Bots choose their moves from it."""

    game: Game[Any]
    players: int
    seat: int
    observation: Any
    """A copy of the state in which everything that the seat may not know is blank."""
    moves: tuple[str, ...]
    repetitions: Mapping[Hashable, int]
    """How often each position has occurred, where the game has a repetition rule."""
    story: tuple[tuple[Event, ...], ...]
    """What everybody saw happen, move by move, where the game has secrets; the end of the game is its `result`.

    In a game that began from a position it has the moves of that position first, where a position has moves.
    """
    start: Start
    """What the game began from, as far as the seat knows it."""
    turn: int | None
    """The seat that must act, or None when the game is over."""
    stood: int
    """How often this position has occurred, where the game has a repetition rule."""
    result: Result | None
    shown: Any
    """The state as the seat is shown it: the observation, or once the game is over what hides nothing any more."""

    def __repr__(self) -> str:
        return f"<PlayerView of seat {self.seat} of {self.players} in {self.game.id}, after {len(self.moves)} moves>"

    def _repr_svg_(self) -> str | None:
        """The board as the seat sees it, for notebooks."""
        return pictures.drawn(self.view())

    def legal_moves(self) -> list[str]:
        """Every move that this seat may make now, sorted as text; empty while it is not its turn."""
        return self.game.legal_moves(self.observation) if self.turn == self.seat else []

    def view(self) -> dict[str, Json]:
        """The same as `Match.view` of this seat: all that it may know, as JSON."""
        return document(self.game, self.start, self.seat, self.shown, self.turn, self.stood, self.result)

    def position(self) -> Json:
        """The position in the text form of the laws, as far as the seat knows it."""
        return deepcopy(self.game.position(self.shown, self.start, self.moves))


def document(
    game: Game[Any], start: Start, seat: int, observation: Any, turn: int | None, stood: int, result: Result | None
) -> dict[str, Json]:
    """What a seat is shown, as JSON."""
    view = game.view(observation, seat)
    view |= {"game": game.id, "players": start.players, "options": dict(start.options), "seat": seat, "turn": turn}
    if game.repetition:
        view["stood"] = stood
    if result:
        view["step"] = "over"
    view["result"] = result.document() if result else None
    return view

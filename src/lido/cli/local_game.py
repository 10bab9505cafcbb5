"""A game at this terminal: the match, the players at its seats, and undo."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import lido
from lido import bots
from lido.errors import BadSetup, IllegalMove
from lido.game import SEAT_LETTERS, SPECTATOR, Event, Game, Option
from lido.match import Match, begin
from lido.record import read

PERSON = "person"


@dataclass(frozen=True)
class Step:
    """One move: whose it was, and what everybody saw."""

    seat: int
    events: list[Event]


@dataclass(frozen=True)
class Scene:
    """What the screen shows: a view, who sits where, and the steps that led to it."""

    view: dict[str, Any]
    seats: Sequence[str]
    steps: Sequence[Step]
    count: int | None = None
    """How many moves there are in all, where that is known."""

    @property
    def game(self) -> str:
        """The id of the game."""
        return str(self.view["game"])


class LocalGame:
    """A match, who sits at each seat (`person` or the level of a bot), and its steps so far."""

    def __init__(self, match: Match, seats: Sequence[str]) -> None:
        self.match = match
        self.seats = tuple(seats)
        self.steps: list[Step] = []

    @property
    def persons(self) -> list[int]:
        """The seats of people."""
        return persons(self.seats)

    @property
    def viewer(self) -> int:
        """The seat whose view is shown: the person to act, the only person, or a spectator."""
        if self.match.turn and self.match.turn in self.persons:
            return self.match.turn
        return self.persons[0] if len(self.persons) == 1 else SPECTATOR

    def scene(self, seat: int) -> Scene:
        """The scene as `seat` sees it."""
        return Scene(self.match.view(seat), self.seats, tuple(self.steps))

    def play(self, move: str, /, **details: Any) -> None:
        """Play a move for the seat that must act."""
        seat = self.match.turn or SPECTATOR
        self.steps.append(Step(seat, self.match.play(move, **details)))

    def perform(self, move: str, /, seed: str | int | None = None, **details: Any) -> None:
        """The same as well as the player can (`Match.perform`)."""
        seat = self.match.turn or SPECTATOR
        self.steps.append(Step(seat, self.match.perform(move, seed, **details)))

    def undo(self, seat: int) -> None:
        """Go back to the last decision of `seat`, over the bots' replies.

        Nobody goes back over another person's move. Alone against bots one goes back over what came out, which stays
        shown, but not over what the game calls irreversible; between people nothing that came out is taken back.
        """
        back = 1
        for step in reversed(self.steps):
            if step.seat == seat:
                break
            if step.seat in self.persons:
                raise IllegalMove("terminal.undo-other", who=SEAT_LETTERS[step.seat - 1])
            back += 1
        else:
            raise IllegalMove("match.nothing-to-undo")
        seen = {event["event"] for step in self.steps[-back:] for event in step.events}
        game, alone = self.match.game, len(self.persons) == 1
        final = game.reveals if game.irreversible is None else game.irreversible
        if seen & (final if alone else final | game.reveals):
            raise IllegalMove("terminal.undo-seen")
        self.match.undo(back, remember=alone)
        del self.steps[-back:]

    def again(self, seed: str | None) -> "LocalGame":
        """Another game with the same players at the same seats."""
        match = self.match
        return LocalGame(lido.new(match.game.id, players=match.players, seed=seed, options=match.options), self.seats)

    def record(self) -> dict[str, Any]:
        """The record so far, with the players at the seats."""
        return self.match.record(self.seats)


def persons(seats: Sequence[str]) -> list[int]:
    """The seats, from 1, at which people sit."""
    return [seat for seat, kind in enumerate(seats, start=1) if kind == PERSON]


def seat_kinds() -> tuple[str, ...]:
    """Everything that can play at a seat of some game."""
    return (*bots.all_levels(), PERSON)


def seated(game: Game[Any], seats: str | None, players: int | None) -> list[str]:
    """Who sits where: as `seats` says, else one person, and a bot on every other seat of a game that has bots."""
    if seats is None:
        count = game.players[0] if players is None else players
        return [PERSON, *[bots.usual_opponent(game.id, count) or PERSON] * (count - 1)]
    kinds = [kind.strip().casefold() for kind in seats.split(",")]
    for kind in kinds:
        if kind not in (allowed := seat_kinds()) and not bots.is_match(kind):
            raise BadSetup("terminal.seat-kind", seat=kind, allowed=", ".join(allowed))
    if players not in (None, len(kinds)):
        raise BadSetup("terminal.seat-count", count=len(kinds), players=players)
    return kinds


def chosen(game: Game[Any], options: Sequence[str]) -> dict[str, Option]:
    """The options written as `name=value`, with the types of the game's values."""
    values: dict[str, Option] = {}
    for option in options:
        name, equals, text = option.partition("=")
        if not equals:
            raise BadSetup("terminal.option-form", option=option)
        values[name] = next((value for value in game.options.get(name, ()) if str(value) == text), text)
    return values


def replayed(content: bytes, seats: str | None = None) -> Iterator[LocalGame]:
    """The game of a record before its first move, and the same object again after each move.

    The seats are those said, else those of the record, else one person and bots. Raises BadRecord
    before anything is played.
    """
    match = lido.replay(content)
    kept = read(content)
    known = len(kept.seats) == match.players and set(kept.seats) <= set(seat_kinds())
    said = ",".join(kept.seats) if seats is None and known else seats
    table = LocalGame(begin(kept), seated(match.game, said, match.players))
    yield table
    for _, move, details in kept.steps():
        table.play(move, **details)
        yield table


def loaded(content: bytes, seats: str | None = None) -> LocalGame:
    """The game at the end of a record; see `replayed`."""
    *_, table = replayed(content, seats)
    return table

"""How far a game is that OpenSpiel plays: everything about it that C++ need not know.

An attribute of a class of C++ takes three times as long to find as one of these.
"""

import base64
import json
from collections.abc import Hashable
from functools import lru_cache
from typing import Any

import pyspiel

from lido.adapters.actions import actions
from lido.chance import Draw, chance
from lido.game import Json, Option, RecordGame, Result
from lido.games import find
from lido.match import arrived, repeated
from lido.planes import encoding
from lido.steps import KEY, TURN, Place, looks_of, steps_of

CHANCE = int(pyspiel.PlayerId.CHANCE)
TERMINAL = int(pyspiel.PlayerId.TERMINAL)


class Table:
    """One game with its number of players, its options and what it begins from. Make one with `table`."""

    def __init__(self, game: str, players: int, options: dict[str, Option], position: str, zero_sum: bool) -> None:
        self._made_of = game, players, tuple(options.items()), position, zero_sum
        self.rules = find(game)
        self.players, self.options, self.zero_sum = players, options, zero_sum
        self.rules.check(players, options)
        self.actions, self.chance, self.encoding = actions(game), chance(game), encoding(game, players)
        self.is_chancy, self.waits = self.chance.most_outcomes > 1, self.chance.waits
        self.repeats = bool(self.rules.repetition)
        self.secrets = self.rules.secrets
        records = isinstance(self.rules, RecordGame)
        self.steps = steps_of(self.rules) if records else None
        self.looks = looks_of(self.rules, players) if records else None
        given = unpacked(position)
        self.first = self.chance.begin(players, options, given)
        self.draws = tuple(self.chance.draws(self.first, options, given))

    def __reduce__(self) -> tuple[Any, ...]:
        return table, self._made_of


@lru_cache(64)  # a search for equilibria may load many positions
def table(
    game: str, players: int, options: tuple[tuple[str, Option], ...], position: str = "", zero_sum: bool = False
) -> Table:
    """The table of these; `position` is as `packed` has it."""
    return Table(game, players, dict(options), position, zero_sum)


def packed(position: Json) -> str:
    """A position without any character that OpenSpiel's own text forms use; nothing for None."""
    text = "" if position is None else json.dumps(position)
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def unpacked(position: str) -> Json:
    """The opposite of `packed`."""
    padded = position + "=" * (-len(position) % 4)
    return json.loads(base64.urlsafe_b64decode(padded)) if position else None


class Point:
    """How far a game is. States in it are never changed in place, so that copies may share them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._state = table.first
        self.drawn = 0
        """How many of the draws before the first move are done."""
        self.awaited: tuple[int | None, Draw] | None = None
        """What chance must decide, and the move that waits for it; None where the end of the game waits."""
        self.repetitions: dict[Hashable, int] = {}
        self.times = 0
        """How often this position has occurred, where the game has a repetition rule."""
        self._told: list[int] = []
        self._untold: list[tuple[Place, int]] = []
        """Moves that are not yet in `told`."""
        self.result: Result | None = None
        self.player = CHANCE
        """Who must act, as OpenSpiel counts."""
        self.place: Place | None = None
        """The state of a game of records, with its legal moves, once the first move can be made."""
        if not table.draws:
            self._arrive()

    @property
    def state(self) -> Any:
        """The state now, everything that has been drawn included."""
        return self._state if self.place is None else self.place.state

    @state.setter
    def state(self, state: Any) -> None:
        self._state, self.place = state, None

    def __deepcopy__(self, memo: object) -> "Point":
        other: Point = object.__new__(Point)
        other.__dict__ |= self.__dict__
        other._told, other._untold, other.repetitions = self._told.copy(), self._untold.copy(), self.repetitions.copy()
        return other

    @property
    def told(self) -> list[int]:
        """The moves as everybody saw them, where seats have secrets. Not to be changed."""
        while self._untold:
            place, move = self._untold.pop(0)
            self._told.append(self.table.encoding.told(place.state, move))
        return self._told

    def draw(self) -> Draw | None:
        """What chance must decide now, if anything."""
        if self.awaited:
            return self.awaited[1]
        draws = self.table.draws
        return draws[self.drawn] if self.drawn < len(draws) else None

    def outcomes(self) -> list[tuple[int, float]]:
        """What chance may decide now, with probabilities."""
        draw = self.draw()
        return self.table.chance.outcomes(self.state, draw) if draw else []

    def apply(self, action: int) -> None:
        """Carry out a move or an outcome of chance."""
        table = self.table
        if not table.is_chancy:
            self._play(action)
        elif self.player == CHANCE:
            self._decide(action)
        elif action in table.waits and (waits_for := table.chance.draw_before(self.state, action)):
            self.awaited, self.player = (action, waits_for), CHANCE
        else:
            self._play(action)

    def _play(self, move: int) -> None:
        table, place = self.table, self.place
        if place is None:
            if table.secrets:
                self._told.append(table.encoding.told(self.state, move))
            self.state = table.actions.after(self.state, move)
        else:
            assert table.steps
            if table.secrets:
                self._untold.append((place, move))
            self.place = table.steps.after(place, move)
        self._settle()

    def _decide(self, outcome: int) -> None:
        """Let chance have drawn this."""
        table, draw = self.table, self.draw()
        assert draw
        self.state = table.chance.decide(self.state, draw, outcome)
        if self.awaited:
            move, _ = self.awaited
            self.awaited = None
            if table.steps:
                self.place = table.steps.at(self.state)
            if move is None:
                self._settle()
            else:
                self._play(move)
        else:
            self.drawn += 1
            if self.drawn == len(table.draws):
                self._arrive()

    def _arrive(self) -> None:
        """Look at a state that a draw has changed, or that the game begins in."""
        if self.table.steps:
            self.place = self.table.steps.at(self.state)
        self._settle()

    def _settle(self) -> None:
        """Say who must act in a new state, or that the game is over."""
        table, place = self.table, self.place
        if place is not None and place[TURN] >= 0:
            self.player = place[TURN]
            if not table.repeats:
                return
            self.result, self.times = repeated(table.rules, table.players, place[KEY], self.repetitions)
        else:
            self.result, self.times = arrived(table.rules, table.players, self.state, self.repetitions)
            if self.result is None:
                self.player = table.rules.turn(self.state) - 1
        if self.result is None:
            return
        if draw := table.chance.draw_at_end(self.state):
            self.result, self.awaited, self.player = None, (None, draw), CHANCE
        else:
            self.player = TERMINAL

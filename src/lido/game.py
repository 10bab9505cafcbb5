"""What a game is to the rest of Lido.

`Game` is all that a match asks of a game. `RecordGame` is a `Game` whose state is one NumPy
record and whose rules are compiled functions on it. Seats are counted from 1 here and
everywhere outside the compiled rules, and seat 0 is a spectator.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from types import ModuleType
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np

from lido import loops
from lido.deal import Draws
from lido.errors import BadSetup, IllegalMove
from lido.kernel import specialise

State = TypeVar("State")
Option: TypeAlias = str | int
Options: TypeAlias = Mapping[str, Option]
Json: TypeAlias = Any
Event: TypeAlias = dict[str, Json]

SPECTATOR = 0
MOST_SEATS = 6
SEAT_LETTERS = "ABCDEF"
"""What seats are called where there is no room for names."""
POSITIONS_KEPT = 1024
"""How many positions have their legal moves cached: a player who is shown them soon plays one."""


class Result(NamedTuple):
    """How a game ended: the payoff of each seat (they add up to 1), and why it stopped."""

    payoffs: tuple[float, ...]
    reason: str

    def document(self) -> dict[str, Json]:
        """The result as JSON."""
        return {"payoffs": list(self.payoffs), "reason": self.reason}


@dataclass(frozen=True)
class Start:
    """What a game begins from: the number of players, the options, and a deal or a position."""

    players: int
    options: Options
    deal: Json
    position: Json
    laws: int = 1
    """The number of the laws that the game is played under."""


class Played(NamedTuple, Generic[State]):
    """The outcome of a move: the new state, what everybody saw, and the details that a record must keep.

    `details` is for games whose moves are more than their text; others leave it empty.
    """

    state: State
    events: list[Event]
    details: dict[str, Json]


class Game(ABC, Generic[State]):
    """The rules of one game as a match asks for them. States are never changed in place."""

    id: ClassVar[str]
    players: ClassVar[tuple[int, ...]]
    laws: ClassVar[int] = 1
    """The number of the newest laws. It rises when a rule changes; a record keeps the number it was played under."""
    list_order: ClassVar[int] = 100
    """Lists of games show a lower number first."""
    options: ClassVar[Mapping[str, tuple[Option, ...]]] = {}
    """The values of every option, the default first."""
    repetition: ClassVar[int] = 0
    """The game is a draw when a `key` occurs this many times; 0 means never."""
    again_after_tie: ClassVar[bool] = False
    """Whether the players of a tied game are offered another one."""
    secrets: ClassVar[bool] = False
    """Whether seats may see different things. People who share a screen must then take turns looking at it."""
    reveals: ClassVar[frozenset[str]] = frozenset()
    """The kinds of events that show what was hidden. Between people, a move with one of them is not taken back."""
    irreversible: ClassVar[frozenset[str] | None] = None
    """The kinds of events that nobody takes back, not even against bots; None for those that reveal something."""
    interruptions: ClassVar[frozenset[str]] = frozenset()
    """The kinds of events of which a move is no decision of the seat to act: its clock only stands still meanwhile."""
    detailed: ClassVar[bool] = False
    """Whether moves carry details beside their text, such as the path of a hand."""

    def __repr__(self) -> str:
        return f"<Game {self.id}, for {_list(self.players)} players>"

    def check(self, players: int, options: Options) -> None:
        """Refuse a number of players or a set of options that the game does not have."""
        if type(players) is not int:
            raise BadSetup("match.whole", name="players", given=repr(players))
        if players not in self.players:
            raise BadSetup("match.players", game=self.id, players=players, allowed=_list(self.players))
        if not isinstance(options, Mapping):
            raise BadSetup("match.options-form", given=repr(options))
        for name, value in options.items():
            if not self.options:
                raise BadSetup("match.no-options", game=self.id, option=name)
            if name not in self.options:
                raise BadSetup("match.option", game=self.id, option=name, allowed=_list(self.options))
            if value not in self.options[name]:
                raise BadSetup("match.option-value", option=name, value=value, allowed=_list(self.options[name]))

    def complete(self, options: Options) -> dict[str, Option]:
        """Every option of the game: those that are given, and the others with their usual values."""
        return {name: values[0] for name, values in self.options.items()} | dict(options)

    def under(self, laws: int) -> "Game[State]":
        """The game under an earlier number of its laws, or BadSetup where there is no such number."""
        if type(laws) is not int:
            raise BadSetup("match.whole", name="laws", given=repr(laws))
        if not 1 <= laws <= self.laws:
            raise BadSetup("match.laws", game=self.id, laws=laws, newest=self.laws)
        return self

    @abstractmethod
    def deal(self, players: int, options: Options, draws: Draws) -> Json:
        """Draw what chance decides in this game, as JSON; empty where it decides nothing."""

    @abstractmethod
    def start(self, start: Start, draws: Draws) -> State:
        """The state a game begins in: from `start.position` if there is one, else from `start.deal`.

        Raises BadSetup or BadPosition. What a position leaves to chance is drawn from `draws`.
        """

    def told_before(self, start: Start) -> list[tuple[Event, ...]]:
        """What everybody saw happen in the moves of the position that a game began from, where it has any."""
        return []

    @abstractmethod
    def turn(self, state: State) -> int:
        """The seat that must act, in a game that is not over."""

    @abstractmethod
    def legal_moves(self, state: State) -> list[str]:
        """Every legal move, sorted as text."""

    @abstractmethod
    def play(self, state: State, move: str, details: Mapping[str, Json]) -> Played[State]:
        """Carry out a move, or raise IllegalMove with the rule that forbids it."""

    def perform(
        self, state: State, move: str, details: Mapping[str, Json], seed: str | int | None = None
    ) -> Mapping[str, Json]:
        """The details of a move as it is really carried out, where `details` say what the player means to do.

        `state` may be the observation of the seat to act. What is left to chance is drawn from the seed; without one
        nobody can foresee it. Raises IllegalMove for details that `play` would refuse.
        """
        return details

    @abstractmethod
    def observation(self, state: State, seat: int) -> State:
        """A new state in which everything that `seat` may not know is blank."""

    def remember(self, state: State, seen: State) -> State:
        """The state that moves were taken back to, with what everybody had seen in the state `seen` after them.

        Needed where something that came out is not `irreversible`. It must not change what is legal or who wins.
        """
        return state

    def shown_at_end(self, state: State, seat: int) -> State:
        """The state as a seat is shown it when the game has ended: nothing is hidden any more."""
        return state

    @abstractmethod
    def view(self, observation: State, seat: int) -> dict[str, Json]:
        """An observation as JSON, for clients. It is never given the full state."""

    @abstractmethod
    def position(self, state: State, start: Start, moves: Sequence[str]) -> Json:
        """The full state in the text form of the laws."""

    def seen_start(self, start: Start, observation: State) -> Start:
        """What a game began from, as the seat of an observation knows it: `position` is then given no secrets."""
        return replace(start, deal=None, position=None)

    @abstractmethod
    def result(self, state: State) -> Result | None:
        """How the game ended by its own rules, or None while it goes on."""

    def rematch_options(self, options: Options) -> Sequence[Options]:
        """The options that are offered for another game after one with these, the best first."""
        return [options]

    def longest(self, players: int) -> int | None:
        """A bound on the number of moves of a game, or None where none is known."""
        return None

    def teams(self, players: int, options: Options) -> Sequence[Sequence[int]]:
        """The seats that win together; by default every seat plays alone."""
        return [[seat] for seat in range(1, players + 1)]

    def is_recorded_whole(self, move: str, details: Mapping[str, Json]) -> bool:
        """Whether a recorded move holds its whole outcome, so that replaying it computes nothing."""
        return True

    def physics(self) -> str | None:
        """In a game of physics: what computes it, with its version and the kind of machine."""
        return None

    def begins_as_dealt(self, state: State, move: str, details: Mapping[str, Json]) -> bool:
        """Whether a recorded move of a served game begins as chance had it, where chance says how moves begin."""
        return True

    def worked_out_anew(self, state: State, move: str, details: Mapping[str, Json]) -> Mapping[str, Json]:
        """The details of a recorded move with its outcome computed again; IllegalMove where it has none."""
        return details

    def key(self, state: State) -> Hashable:
        """Equal for two states that are the same position for the repetition rule."""
        raise NotImplementedError(f"{self.id} has a repetition rule but no key")

    def perft(self, state: State, depth: int) -> int:
        """How many sequences of `depth` legal moves there are from here."""
        raise BadSetup("match.no-perft", game=self.id)


@dataclass(frozen=True)
class Rules:
    """The compiled rules of a `RecordGame`, under the name of the game."""

    name: str
    dtype: np.dtype[Any]
    moves: int
    """Every move is a number below this."""
    most_moves: int
    """No position has more legal moves than this."""
    legal: Callable[..., int]
    play: Callable[..., None]
    over: Callable[..., bool]
    payoffs: Callable[..., None]
    observe: Callable[..., None]
    redeal: Callable[..., None]
    key: Callable[..., int] | None = None
    shuffle: Callable[..., None] | None = None
    """Draws what chance decides openly, in a game that has not begun; None where it decides nothing openly."""
    hidden: bool = False
    """Whether a view may hold less than the truth, so that `redeal` has something to draw."""

    @classmethod
    def of(cls, name: str, *modules: ModuleType, hidden: bool = False) -> "Rules":
        """The rules from the modules of a game, by their usual names."""
        held = {key: thing for module in modules for key, thing in vars(module).items()}
        names = ("legal", "play", "over", "payoffs", "observe", "redeal")
        functions = {key: held[key] for key in names} | {key: held.get(key) for key in ("key", "shuffle")}
        return cls(name, held["DTYPE"], held["MOVES"], held["MOST_MOVES"], hidden=hidden, **functions)

    def specialised(self, template: Callable[..., Any], **more: Any) -> Callable[..., Any]:
        """A template of `lido.loops` or of a search, compiled for this game."""
        given: dict[str, Any] = {"legal": self.legal, "play": self.play, "over": self.over, "payoffs": self.payoffs}
        given |= {"observe": self.observe, "redeal": self.redeal, "key": self.key}
        given |= {"choose": loops.anything, **more}
        return specialise(template, self.name, **given)


class RecordGame(Game[np.record]):
    """A game whose state is one record. It adds the text of moves, events and positions to its compiled `rules`."""

    rules: ClassVar[Rules]

    @abstractmethod
    def parse_move(self, state: np.record, text: str) -> int:
        """The number of a move, legal or not; raises IllegalMove for text that is no move at all."""

    @abstractmethod
    def move_text(self, state: np.record, move: int) -> str:
        """The text of a legal move."""

    def move_texts(self, state: np.record, moves: Sequence[int]) -> list[str]:
        """The texts of legal moves of one position."""
        return [self.move_text(state, move) for move in moves]

    @abstractmethod
    def refusal(self, state: np.record, move: int) -> IllegalMove:
        """Why a move that is not legal is not."""

    @abstractmethod
    def events(self, before: np.record, move: int, after: np.record) -> list[Event]:
        """What everybody at the table saw happen."""

    @abstractmethod
    def reason(self, state: np.record) -> str:
        """Why a finished game stopped."""

    @cached_property
    def _perft(self) -> Callable[..., int]:
        return self.rules.specialised(loops.perft)

    def legal(self, state: np.record) -> list[int]:
        """The legal moves as the rules number them."""
        moves = np.empty(self.rules.most_moves, dtype=np.int16)
        numbers: list[int] = moves[: self.rules.legal(state, moves)].tolist()
        return numbers

    def turn(self, state: np.record) -> int:
        return int(state["turn"]) + 1

    def legal_moves(self, state: np.record) -> list[str]:
        return list(_numbered(self, bytes(state)))

    def play(self, state: np.record, move: str, details: Mapping[str, Json]) -> Played[np.record]:
        if details:
            raise IllegalMove("match.details", game=self.id, details=_list(details))
        number = _numbered(self, bytes(state)).get(move)
        if number is None:
            raise self.refusal(state, self.parse_move(state, move))
        after = copied(state)
        self.rules.play(after, number)
        return Played(after, self.events(state, number, after), {})

    def observation(self, state: np.record, seat: int) -> np.record:
        view = blank(self.rules.dtype)
        self.rules.observe(state, seat - 1, view)
        return view

    def result(self, state: np.record) -> Result | None:
        if not self.rules.over(state):
            return None
        out = np.zeros(MOST_SEATS)
        self.rules.payoffs(state, out)
        return Result(tuple(out[: state.players].tolist()), self.reason(state))

    def key(self, state: np.record) -> Hashable:
        return self.rules.key(state) if self.rules.key else super().key(state)

    def perft(self, state: np.record, depth: int) -> int:
        stack = np.zeros(depth + 1, dtype=self.rules.dtype)
        stack[0] = state
        moves = np.empty((depth + 1, self.rules.most_moves), dtype=np.int16)
        return self._perft(stack, moves, depth)


@lru_cache(POSITIONS_KEPT)
def _numbered(game: RecordGame, content: bytes) -> dict[str, int]:
    """The legal moves of the state with these bytes, sorted, and their numbers."""
    state: np.record = np.frombuffer(bytearray(content), dtype=game.rules.dtype)[0]
    moves = game.legal(state)
    return dict(sorted(zip(game.move_texts(state, moves), moves, strict=True)))


def blank(dtype: np.dtype[Any]) -> np.record:
    """A new record, all zeros."""
    record: np.record = np.zeros(1, dtype=dtype)[0]
    return record


def copied(state: np.record) -> np.record:
    """A copy of a record in its own memory."""
    copy = np.empty(1, dtype=state.dtype)
    copy[0] = state
    record: np.record = copy[0]
    return record


def _list(values: Sequence[Option] | Mapping[str, Any]) -> str:
    return ", ".join(str(value) for value in values)

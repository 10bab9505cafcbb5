"""The bodies of requests and responses. Those of requests have no other fields."""

import datetime
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from lido.server.rooms.solving import Solver
from lido.words import LANGUAGES

Face = Annotated[int, Meta(ge=0, lt=2**32)]
Language = Annotated[str, Meta(pattern=f"^({'|'.join(LANGUAGES)})$")]


class Problem(msgspec.Struct):
    """An error response."""

    code: str
    facts: dict[str, Any]
    sentence: str


class Me(msgspec.Struct):
    """A visitor, with what only they may see."""

    key: str
    name: str | None
    language: str
    rated: bool
    face: int
    """The seed of their picture."""
    blocked: list[str]


class MeChange(msgspec.Struct, forbid_unknown_fields=True):
    """What a visitor changes about themselves; what is left out stays."""

    name: Annotated[str, Meta(min_length=1, max_length=100)] | None = None
    language: Language | None = None
    rated: bool | None = None
    face: Face | None = None


class Link(msgspec.Struct):
    """A link that moves an identity: the page opens it with the token after `#`, so that no server logs it."""

    token: str
    seconds: int
    code: str
    """The same to be typed: it stands for the token."""


class Arrival(msgspec.Struct, forbid_unknown_fields=True):
    """The token of such a link."""

    token: Annotated[str, Meta(max_length=300)]


class OnlyHere(msgspec.Struct, forbid_unknown_fields=True):
    """A secret that the client makes up and keeps until it has the answer: with it, it may ask again."""

    secret: Annotated[str, Meta(min_length=16, max_length=64)]


class LevelRating(msgspec.Struct):
    """How strong a level is, on the scale of people's ratings, with its interval of 95 %."""

    mean: float
    low: float
    high: float


class GameCard(msgspec.Struct):
    """A game that can be played here."""

    id: str
    players: list[int]
    options: dict[str, list[str | int]]
    secrets: bool
    levels: dict[int, list[str]]
    """By the number of players: the bots that can sit there, the weakest first."""
    name: dict[str, str]
    """By language."""
    about: dict[str, str] | None
    """What the game is about, by language."""
    again_after_tie: bool
    """Whether the rules have the players of a tied game play another."""
    ratings: dict[str, LevelRating]
    """How strong each level is, as far as that was measured."""
    matches: bool
    """Whether a bot can be of the level of anybody's rating: `match-27`."""


class Offer(msgspec.Struct):
    """The games, and every level that a bot may have at some table."""

    games: list[GameCard]
    levels: list[str]


class NewTable(msgspec.Struct):
    """A table that has been opened."""

    table: str
    commitment: str


class Profile(msgspec.Struct):
    """A person, as everybody may see them."""

    key: str
    name: str | None
    face: int
    """The seed of their picture."""
    ratings: dict[str, float]


RawRecord: TypeAlias = Annotated[msgspec.Raw, Meta(title="Record", extra_json_schema={"type": "object"})]
"""A record as it was sent: it is read in another process."""


class Question(msgspec.Struct, forbid_unknown_fields=True):
    """A game, and the number of moves after which it is analysed; without it, at its end."""

    record: RawRecord
    at: Annotated[int, Meta(ge=0)] | None = None


class GameQuestion(msgspec.Struct, forbid_unknown_fields=True):
    """A game that is analysed as a whole, and the number of moves of the position that is wanted first."""

    record: RawRecord
    first: Annotated[int, Meta(ge=0)] = 0


class Story(msgspec.Struct, forbid_unknown_fields=True):
    """A game, finished or not, and the number of moves from which on it is shown."""

    record: RawRecord
    since: Annotated[int, Meta(ge=0)] = 0
    pictures: bool = False
    """Whether each step has pictures of what the seats see."""


class Worth(msgspec.Struct):
    """What a legal move is worth to the seat that must act, from -1 to 1.

    Where that is exact and no draw, `plies` says how many moves of all players the game then has, this one included.
    """

    move: str
    value: float
    plies: int | None


class Analysis(msgspec.Struct):
    """The value of every legal move: with best play where it is `exact`, else an estimate."""

    seat: int | None
    exact: bool
    moves: list[Worth]
    line: list[str]
    """The best move by a search and what it expects to follow; empty where the values are exact."""
    beliefs: list[dict[str, Any]]
    """What the seat may believe of what is hidden from it, and how surely: as events that the game's words tell."""


class PositionAnalysis(msgspec.Struct):
    """The same of a position of a game: the one after its first `at` moves."""

    at: int
    seat: int
    exact: bool
    moves: list[Worth]
    line: list[str]
    beliefs: list[dict[str, Any]]


class PuzzlesOfDays(msgspec.Struct):
    """The puzzles of the days, and how the visitor stands as a solver."""

    today: str
    days: dict[str, str]
    """By day, from today on: the id of its puzzle. Whoever has no network later knows it then."""
    me: Solver


class PuzzleAttempt(msgspec.Struct, forbid_unknown_fields=True):
    """The moves that a solver made, up to the first wrong one; fewer than the solution has are a failed attempt."""

    moves: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=20)]
    day: datetime.date | None = None
    """The day whose puzzle it was, where it was solved as such."""


class TryTable(msgspec.Struct):
    """The table at which a challenge is tried."""

    table: str


class KeptTable(msgspec.Struct):
    """The table of a game that was given."""

    table: str

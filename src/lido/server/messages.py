"""The messages that clients send and get over the sockets, for every game.

The live part of a game adds its own (`rooms/live.py`). docs/server.md explains them, and `schema` makes their
JSON Schema. Unknown fields are refused. A `number` is the client's own, counted up from 1 for each `client`
string: a message that was not acknowledged may be sent again with the same number and is carried out once.
"""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

Seat = Annotated[int, Meta(ge=1, le=6)]
Short = Annotated[str, Meta(min_length=1, max_length=200)]
String = Annotated[str, Meta(min_length=1, max_length=64)]
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Level = Annotated[str, Meta(max_length=20)]
Number = Annotated[int, Meta(ge=1, lt=2**53)]

# From a client


class Command(msgspec.Struct, tag_field="do", forbid_unknown_fields=True, kw_only=True):
    """What a person wants to do at a table; answered by `done` or `refused` with its number."""

    number: Number


class Sit(Command, tag="sit"):
    """Take a free seat. `here` is for people who share this device.

    `commitment` is the SHA-256 of a string that goes into the deal, in hexadecimal: keep the string for `reveal`.
    `name` is then what the person at that seat is called at this table.
    """

    seat: Seat
    commitment: Digest
    here: bool = False
    name: Annotated[str, Meta(min_length=1, max_length=100)] | None = None


class SeatBot(Command, tag="bot"):
    """The host puts a bot on a free seat."""

    seat: Seat
    level: Level


class Stand(Command, tag="stand"):
    """Leave a seat before the game; the host may free any seat."""

    seat: Seat


class Reveal(Command, tag="reveal"):
    """Reveal the string that one committed to, when all seats are taken (`sealed`). The game begins when all have."""

    seat: Seat
    string: String


class Move(Command, tag="move"):
    """A move for one of one's seats, as text. `details` are for games whose live part asks for them."""

    seat: Seat
    move: Short
    details: dict[str, Any] = {}


class AskUndo(Command, tag="undo"):
    """Ask to go back to one's last decision: `SeatView.undo` says how far that is."""

    seat: Seat


class AnswerUndo(Command, tag="answer"):
    """Agree, or not, to what another seat asked."""

    seat: Seat
    agreed: bool


class Resign(Command, tag="resign"):
    """Give up the game."""

    seat: Seat


class Leave(Command, tag="leave"):
    """Leave one's seats: before the game they are free again, during it a bot may take them."""


class Replace(Command, tag="replace"):
    """Let a bot play for a player who has left or is away."""

    seat: Seat
    level: Level


class Return(Command, tag="return"):
    """Take back one's seat from a bot, or take over the seat of a player who has left."""

    seat: Seat


class Say(Command, tag="say"):
    """Send a chat message to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Mute(Command, tag="mute"):
    """Hide the chat of this table from oneself, or show it again."""

    on: bool


class Rematch(Command, tag="rematch"):
    """Open a table for the same people, everybody one seat further; with other options where they are given.

    There, everybody agrees by `sit` on the seat that is kept for them, or declines by `stand`.
    """

    options: dict[str, str | int] | None = None


class Close(Command, tag="close"):
    """The host gives the table up before its game begins."""


class Hint(Command, tag="hint"):
    """Ask what a bot would play at one's seat; answered by `hint`.

    Only against bots or at a table with hints for everybody, and never in a rated game.
    """

    seat: Seat


class Pong(msgspec.Struct, tag_field="do", tag="pong", forbid_unknown_fields=True):
    """The answer to `ping`, which measures the round trip: clocks do not count it."""

    id: int


class AskPong(msgspec.Struct, tag_field="do", tag="ping", forbid_unknown_fields=True):
    """Ask for a `pong` with the same id, which comes at once: without one the connection is dead."""

    id: int


COMMANDS: tuple[type[msgspec.Struct], ...] = (
    Sit, SeatBot, Stand, Reveal, Move, AskUndo, AnswerUndo, Resign, Leave, Replace, Return, Say, Mute, Rematch, Close,
    Hint, Pong, AskPong,
)  # fmt: skip
"""What a client may send at a table of any game."""


# To a client


class Message(msgspec.Struct, tag_field="type", kw_only=True, omit_defaults=True):
    """A message to a client."""


class Done(Message, tag="done"):
    """A command was carried out and is on disk. Entry `n` is the last that it made."""

    number: int
    n: int


class Refused(Message, tag="refused"):
    """A command was refused, and nothing has changed. Without a number: the message could not be read."""

    code: str
    facts: dict[str, Any]
    sentence: str
    """In the language of the visitor."""
    number: int | None = None


class SeatView(msgspec.Struct, omit_defaults=True):
    """What one seat may know and do."""

    view: msgspec.Raw
    """As `Match.view`; null before the game."""
    legal: list[str] = []
    """Its legal moves, where it must act."""
    undo: int = 0
    """How many moves it would go back if it asked to take back its last decision; 0 where it may not ask."""
    no_undo: str | None = None
    """Why it may not: the code of a sentence. Only for a player of a running game."""


class RatingChange(msgspec.Struct):
    """What a game did to a rating."""

    before: float
    after: float


class Player(msgspec.Struct, omit_defaults=True):
    """Who sits on a seat."""

    seat: int
    person: str | None = None
    name: str | None = None
    face: int | None = None
    """The seed of the person's picture, below 2**32."""
    level: str | None = None
    """The bot that plays here, for itself or for the person."""
    here: bool = False
    present: bool = False
    left: bool = False
    replaceable: bool = False
    """Whether the others may let a bot play."""
    time: int | None = None
    """Milliseconds left on the clock, at the time `at` of the message."""
    rating: float | None = None
    change: RatingChange | None = None
    """What this game did to it, once it is over."""
    kept: bool = False
    """Whether the seat is kept for that person, who has not sat down yet."""
    asked: bool = False
    """Whether it has asked to take back its last decision."""
    agreed: bool | None = None
    """Its answer to another seat that has asked."""
    awaited: bool = False
    """Whether the game begins only when its person has revealed the string of the seat."""


class Info(msgspec.Struct, omit_defaults=True):
    """A table as everybody may see it."""

    table: str
    game: str
    options: dict[str, str | int]
    status: str
    """`open`, `running`, `over` or `closed`."""
    host: str
    public: bool
    commitment: str
    seats: list[Player]
    turn: int | None = None
    moves: int = 0
    rated: bool = False
    clock: dict[str, Any] | None = None
    due: int | None = None
    """In a slow game: when whoever must act runs out of time, in milliseconds since 1970."""
    watchers: int = 0
    payoffs: list[float] | None = None
    reason: str | None = None
    seed: str | None = None
    """Shown when the game is over."""
    again: str | None = None
    """The table of the rematch."""
    again_by: str | None = None
    """The key of the person who asked for it."""
    rematches: list[dict[str, str | int]] = []
    """When the game is over, and its rules suggest others: the options of a rematch, the best first."""
    declined: list[Player] = []
    """Of a rematch: who does not want it, with the seat that was kept for them."""
    hints: bool = False
    """Whether everybody at this table may ask for hints, also against people."""
    cup: str | None = None
    """The tournament that its game belongs to."""
    strangers: bool = False
    """Whether the service brought its people together."""
    counts: bool = True
    """False after something that came out was taken back, against bots: the game counts for no list."""
    challenge: str | None = None
    """The day whose challenge is played here, such as `2026-05-01`."""


class Missed(Message, tag="missed"):
    """The first entries that a client missed, before its welcome, where they are long. Several may come."""

    news: list["News"]


class Welcome(Message, tag="welcome"):
    """The first message on a socket, but for `missed`: the table as it is now.

    `missed` are the entries after the last one that the client had seen, or that `missed` messages brought. For a
    client that comes back, the last of them have the `turn`, `clocks` and `views` that it would have been sent.
    """

    n: int
    at: int
    you: str
    info: Info
    views: dict[int, SeatView]
    """By seat: one's own, or 0 for a spectator."""
    missed: list["News"] = []
    chat: list["ChatMessage"] = []


class News(Message, tag="news"):
    """An entry of the log, which is on disk, and what it changes for this client.

    In `missed` it has no `info`: that of the welcome is newer.
    """

    n: int
    at: int
    hash: str
    event: msgspec.Raw
    """The event of the entry, as the log has it."""
    game_events: list[dict[str, Any]] = []
    """What everybody saw happen in a move (`Match.play`), for animation and for the list of moves."""
    info: Info | None = None
    """Where it changed; a move alone changes `turn`, `clocks` and `views` below."""
    turn: int | None = None
    clocks: list[int | None] = []
    views: dict[int, SeatView] = {}


class ChatMessage(Message, tag="chat"):
    """A chat message. A text that was deleted is null."""

    n: int
    at: int
    person: str
    name: str | None
    text: str | None
    face: int | None = None
    """The seed of the author's picture; null for somebody who deleted their identity."""


class Presence(Message, tag="presence"):
    """Who is connected to the table has changed."""

    info: Info


class Thinking(Message, tag="thinking"):
    """A bot began to think, for that seat."""

    seat: int


class Pictures(Message, tag="pictures"):
    """What the seats of a socket see after an entry, drawn; only for a socket that asked for pictures."""

    n: int
    pictures: dict[int, str | None]
    """By seat: SVG, or null where the game draws none."""


class Hinted(Message, tag="hint"):
    """What a bot would play."""

    number: int
    seat: int
    move: str
    line: list[str] = []
    """That move and what the bot expects to follow it, where it searched."""
    beliefs: list[dict[str, Any]] = []
    """What the seat may believe of what is hidden from it, and how surely: as events that the game's words tell."""


class Ping(Message, tag="ping"):
    """To be answered by `pong` with the same id, at once."""

    id: int


class Answer(Message, tag="pong"):
    """The answer to a client's `ping`."""

    id: int


class LobbyTables(Message, tag="lobby"):
    """All public tables that are open or running; the first message in the lobby."""

    tables: list[Info]


class Changed(Message, tag="changed"):
    """A public table is new or has changed; one that is over or closed leaves the lobby."""

    info: Info


MESSAGES: tuple[type[Message], ...] = (
    Done, Refused, Missed, Welcome, News, ChatMessage, Presence, Thinking, Pictures, Hinted, Ping, Answer, LobbyTables,
    Changed,
)  # fmt: skip
"""What a client may get at a table of any game, or in the lobby."""

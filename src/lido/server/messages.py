"""What goes over the sockets: every message a client may send and every message it may get.

docs/server.md explains them, and their JSON Schema is made from here. Fields that are not named here
are refused. A `number` is the client's own, counted up from 1 for each `client` string: a message that
was not acknowledged may be sent again with the same number and is carried out once.
"""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

Seat = Annotated[int, Meta(ge=1, le=6)]
Short = Annotated[str, Meta(min_length=1, max_length=200)]
String = Annotated[str, Meta(min_length=1, max_length=64)]
Level = Annotated[str, Meta(max_length=20)]
Number = Annotated[int, Meta(ge=1, lt=2**53)]
Pose = Annotated[list[float], Meta(min_length=7, max_length=7)]

# From a client


class Command(msgspec.Struct, tag_field="do", forbid_unknown_fields=True, kw_only=True):
    """Something that a person wants done at a table; answered by `done` or `refused` with its number."""

    number: Number


class Sit(Command, tag="sit"):
    """Take a free seat, with a string of one's own for the deal. `here` for another person at this device."""

    seat: Seat
    string: String
    here: bool = False


class SeatBot(Command, tag="bot"):
    """The host puts a bot on a free seat."""

    seat: Seat
    level: Level


class Stand(Command, tag="stand"):
    """Leave a seat before the game, or (the host) free somebody's."""

    seat: Seat


class Move(Command, tag="move"):
    """A move for one of one's seats, as text. `pose` is for assisted placing in Splash!."""

    seat: Seat
    move: Short
    pose: Annotated[list[float], Meta(min_length=4, max_length=4)] | None = None


class AskUndo(Command, tag="undo"):
    """Ask to take back the last move, which must be one's own."""

    seat: Seat


class AnswerUndo(Command, tag="answer"):
    """Agree, or not, to what another seat asked."""

    seat: Seat
    agreed: bool


class Resign(Command, tag="resign"):
    """Give up."""

    seat: Seat


class Leave(Command, tag="leave"):
    """Leave one's seats: before the game they are free again, during it a bot may take them."""


class Replace(Command, tag="replace"):
    """Let a bot play for somebody who has left or is away."""

    seat: Seat
    level: Level


class Return(Command, tag="return"):
    """Take back one's seat from a bot, or take over a seat that a bot holds for somebody who is gone."""

    seat: Seat


class Say(Command, tag="say"):
    """Say something to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Mute(Command, tag="mute"):
    """Hear the talk of this table, or no longer. Only for oneself."""

    on: bool


class Rematch(Command, tag="rematch"):
    """Open a table for the same people, everybody one seat further."""


class Close(Command, tag="close"):
    """The host gives the table up before its game begins."""


class Hint(Command, tag="hint"):
    """Ask what a bot would play at one's seat; answered by `hint`. Not at rated tables."""

    seat: Seat


class Hold(Command, tag="hold"):
    """Splash!: take the piece into the hand, at a pose. From now on it is simulated in real time."""

    seat: Seat
    pose: Pose


class Steer(msgspec.Struct, tag_field="do", tag="steer", forbid_unknown_fields=True):
    """Splash!: where the hand goes, at most 60 a second; not answered. `t` is in seconds since `hold`."""

    t: float
    pose: Pose


class LetGo(Command, tag="let-go"):
    """Splash!: open the hand, `t` seconds after `hold`."""

    t: float


class Pong(msgspec.Struct, tag_field="do", tag="pong", forbid_unknown_fields=True):
    """The answer to `ping`: it is how the clocks are fair to a slow line."""

    id: int


AnyCommand = (
    Sit | SeatBot | Stand | Move | AskUndo | AnswerUndo | Resign | Leave | Replace | Return | Say | Mute
    | Rematch | Close | Hint | Hold | Steer | LetGo | Pong
)  # fmt: skip


# To a client


class Message(msgspec.Struct, tag_field="type", kw_only=True, omit_defaults=True):
    """Something that a client is told."""


class Done(Message, tag="done"):
    """A command was carried out, and what came of it is on disk. Entry `n` is the last that it made."""

    number: int
    n: int


class Refused(Message, tag="refused"):
    """A command was not carried out, and nothing has changed. Without a number: it could not be read."""

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
    undo: bool = False
    """Whether it may ask to take back its last move."""


class Player(msgspec.Struct, omit_defaults=True):
    """Who sits on a seat."""

    seat: int
    person: str | None = None
    name: str | None = None
    level: str | None = None
    """The bot that plays, be it for the person."""
    here: bool = False
    present: bool = False
    left: bool = False
    replaceable: bool = False
    """Whether the others may let a bot play."""
    time: int | None = None
    """Milliseconds left on the clock, as of `at` of the news that brings this."""
    rating: float | None = None
    kept: bool = False
    """Whether the seat is kept for that person, who has not sat down yet."""
    asked: bool = False
    """Whether it asks to take back its last move."""
    agreed: bool | None = None
    """What it answered to that."""


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
    watchers: int = 0
    payoffs: list[float] | None = None
    reason: str | None = None
    seed: str | None = None
    """Shown when the game is over."""
    again: str | None = None
    """The table of the rematch."""


class Welcome(Message, tag="welcome"):
    """The first message on a socket, and the answer to coming back: all there is to know now.

    `missed` are the entries after the last one that the client had seen.
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

    In `missed` it has no `info` and no `views`: those of the welcome are newer.
    """

    n: int
    at: int
    hash: str
    event: msgspec.Raw
    """The event of the entry, as the log has it."""
    game_events: list[dict[str, Any]] = []
    """What `Match.play` said everybody saw, for animation and for the log in words."""
    info: Info | None = None
    """Where it changed; a move alone changes `turn`, `clocks` and `views` below."""
    turn: int | None = None
    clocks: list[int | None] = []
    views: dict[int, SeatView] = {}


class ChatMessage(Message, tag="chat"):
    """Somebody said something. A text that was taken back is null."""

    n: int
    at: int
    person: str
    name: str | None
    text: str | None


class Presence(Message, tag="presence"):
    """Who is there changed."""

    info: Info


class Thinking(Message, tag="thinking"):
    """A bot began to think, for that seat."""

    seat: int


class Hinted(Message, tag="hint"):
    """What a bot would play."""

    number: int
    seat: int
    move: str


class Frame(Message, tag="frame"):
    """Splash!: where the pieces are, 30 times a second while something moves. Not kept."""

    t: float
    """Seconds since the piece was taken into the hand."""
    held: str | None
    pieces: dict[str, list[float]]
    """Only those that moved: `[x, y, z, qw, qx, qy, qz]`."""


class Ping(Message, tag="ping"):
    """To be answered by `pong` with the same id, at once."""

    id: int


class LobbyTables(Message, tag="lobby"):
    """All public tables that are open or running, when the lobby is entered."""

    tables: list[Info]


class Changed(Message, tag="changed"):
    """A public table is new or has changed; one that is over or closed leaves the lobby."""

    info: Info

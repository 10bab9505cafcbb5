"""`lido engine`: one game for another program, JSON objects line by line. See docs/protocol.md.

Each message is a class here, named after what it does, with a method that answers it.
"""

from functools import cache
from typing import Annotated, Any, BinaryIO, Union

import msgspec
from msgspec import UNSET, Meta, UnsetType

import lido
from lido import bots
from lido.errors import BadMessage, IllegalMove, LidoError
from lido.games import parts
from lido.match import DEEPEST_PERFT, Match

Answer = dict[str, Any]

LONGEST_LINE = 16 * 2**20


class Session:
    """The game of the engine, if one has begun."""

    def __init__(self) -> None:
        self._match: Match | None = None

    @property
    def match(self) -> Match:
        """The game, or BadMessage where none has begun."""
        if self._match is None:
            raise BadMessage("engine.no-table")
        return self._match

    @match.setter
    def match(self, match: Match) -> None:
        self._match = match


class Message(msgspec.Struct, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """The base class of all messages."""

    def answer(self, session: Session) -> Answer:
        """Carry out the message and return its answer."""
        raise NotImplementedError


class Games(Message):
    """Which games there are."""

    def answer(self, session: Session) -> Answer:
        return {"games": [{"id": g.id, "players": g.players, "options": g.options} for g in lido.games()]}


class New(Message):
    """Begin a new game."""

    game: str
    players: int | None = None
    seed: str | int | None = None
    options: dict[str, str | int] = {}
    deal: Any = None
    position: Any = None

    def answer(self, session: Session) -> Answer:
        session.match = lido.new(
            self.game,
            players=self.players,
            seed=self.seed,
            options=self.options,
            deal=self.deal,
            position=self.position,
        )
        return {"ok": True}


class Load(Message):
    """Load a recorded game, at its last move."""

    record: dict[str, Any]

    def answer(self, session: Session) -> Answer:
        session.match = lido.replay(self.record)
        return {"ok": True}


class Legal(Message):
    """The seat that must act, and its legal moves."""

    def answer(self, session: Session) -> Answer:
        return {"seat": session.match.turn, "moves": session.match.legal_moves()}


class Play(Message):
    """A move, with the `details` of a game whose moves are more than their text.

    The details `path`, `release` and `pose` may also be given beside the move.
    """

    move: str
    details: dict[str, Any] = {}
    path: Any = UNSET
    release: Any = UNSET
    pose: Any = UNSET

    def answer(self, session: Session) -> Answer:
        beside = {"path": self.path, "release": self.release, "pose": self.pose}
        given = {name: value for name, value in beside.items() if not isinstance(value, UnsetType)}
        return {"ok": True, "events": session.match.play(self.move, **self.details, **given)}


class View(Message):
    """Everything that a seat may know."""

    seat: int

    def answer(self, session: Session) -> Answer:
        return {"view": session.match.view(self.seat)}


class Position(Message):
    """The full position, secrets included."""

    def answer(self, session: Session) -> Answer:
        return {"position": session.match.position()}


class Result(Message):
    """Whether it is over, and who won."""

    def answer(self, session: Session) -> Answer:
        result = session.match.result
        return {"over": True, **result.document()} if result else {"over": False}


class Perft(Message):
    """How many sequences of moves there are."""

    depth: Annotated[int, Meta(ge=0, le=DEEPEST_PERFT)]

    def answer(self, session: Session) -> Answer:
        return {"nodes": session.match.perft(self.depth)}


class Go(Message):
    """A bot's move for the seat that must act. It is not played."""

    level: str = "expert"
    ms: Annotated[int, Meta(ge=0)] | None = None
    iterations: Annotated[int, Meta(ge=1)] | None = None
    seed: str | int | None = None

    def answer(self, session: Session) -> Answer:
        if self.ms is not None and self.iterations is not None:
            raise BadMessage("engine.ms-and-iterations")
        player = bots.bot(self.level, self.seed)
        if session.match.turn is None:
            raise IllegalMove("match.over")
        player_view = session.match.player_view(session.match.turn)
        move = player.choose(player_view, ms=self.ms, iterations=self.iterations)
        return {"move": move, **player.details(player_view, move, ms=self.ms, iterations=self.iterations)}


class Analyse(Message):
    """What each legal move is worth to the seat that must act."""

    def answer(self, session: Session) -> Answer:
        turn = session.match.turn
        if turn is None:
            return {"exact": False, "moves": [], "line": [], "beliefs": []}
        found = bots.judged(session.match.player_view(turn))
        return {**found._asdict(), "moves": [worth._asdict() for worth in found.moves]}


class Undo(Message):
    """Take back the last move."""

    def answer(self, session: Session) -> Answer:
        session.match.undo()
        return {"ok": True}


class Record(Message):
    """The game so far."""

    def answer(self, session: Session) -> Answer:
        return {"record": session.match.record()}


MESSAGES = Games | New | Load | Legal | Play | View | Position | Result | Perft | Go | Analyse | Undo | Record


@cache
def _decoder() -> msgspec.json.Decoder[Any]:
    """Reads the messages above and those that games add: the `MESSAGES` of their modules `engine`."""
    own = [message for _, module in parts("engine") for message in module.MESSAGES]
    return msgspec.json.Decoder(Union[MESSAGES, *own])


def reply(line: bytes, session: Session) -> bytes:
    """The answer to one line, as one line. If anything is wrong with it the answer is an `error`."""
    try:
        try:
            message = _decoder().decode(line)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise BadMessage("engine.message", why=error) from error
        return msgspec.json.encode(message.answer(session))
    except LidoError as error:
        return _refused(error)
    except Exception as error:  # by the protocol only the end of input stops the engine
        return _refused(BadMessage("engine.inside", why=repr(error)))


def _refused(error: LidoError) -> bytes:
    sentence = str(error).encode("utf-8", "replace").decode()
    return msgspec.json.encode({"error": sentence})


def run(stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Answer every line until the end of input."""
    session = Session()
    try:
        while line := stdin.readline(LONGEST_LINE + 1):
            if len(line) > LONGEST_LINE:
                _skip_line(line, stdin)
                answer = _refused(BadMessage("engine.too-long", most=LONGEST_LINE))
            else:
                answer = reply(line, session)
            stdout.write(answer + b"\n")
            stdout.flush()
    except (BrokenPipeError, KeyboardInterrupt):
        pass


def _skip_line(line: bytes, stdin: BinaryIO) -> None:
    while line and not line.endswith(b"\n"):
        line = stdin.readline(LONGEST_LINE)

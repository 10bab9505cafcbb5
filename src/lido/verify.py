"""Checks that prove a recorded game fair: its deal was not chosen, and its moves are those of the table's log.

Only the record is needed. Players who noted the commitment when they sat down, or the hash of an entry
during the game, can compare them with the findings.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from lido import forfeits, words
from lido.chain import FIRST, digest
from lido.deal import bot_string, commitment
from lido.errors import BadRecord
from lido.game import Json
from lido.match import Match, begin, replay
from lido.record import Ending, Record, read

STOPPED = ("resigned", "time", "abandoned")
"""Why a game may end outside its rules."""


class Finding(NamedTuple):
    """Something that was checked and is true."""

    code: str
    facts: Mapping[str, Any]

    def said(self, language: str) -> str:
        """The sentence in that language."""
        return words.say(self.code, language, **self.facts)


class Line(msgspec.Struct):
    """An entry of a log: its place in the chain, and its event."""

    table: str
    n: int
    before: str
    event: dict[str, Any]


class Created(msgspec.Struct):
    """A table was opened, with a commitment to its deal."""

    game: str
    players: int
    options: dict[str, str | int]
    commitment: str
    laws: int = 1


class Sat(msgspec.Struct):
    """A seat was taken by a person, with the commitment to a string, or by a bot of a level."""

    seat: int
    commitment: str | None = None
    string: str | None = None
    level: str | None = None


class Revealed(msgspec.Struct):
    """The string of a seat was revealed."""

    seat: int
    string: str


class Stood(msgspec.Struct):
    """A seat was left before the game."""

    seat: int


class Started(msgspec.Struct):
    """The deal was drawn."""


class Moved(msgspec.Struct):
    """A move."""

    seat: int
    move: str
    details: dict[str, Any] = {}


class Undone(msgspec.Struct):
    """The last moves were taken back."""

    moves: int = 1


class Over(msgspec.Struct):
    """The game ended, and the seed was shown."""

    payoffs: list[float]
    reason: str
    seed: str


class Gone(msgspec.Struct):
    """The person of a seat left, or a bot plays for them."""

    seat: int


class Returned(msgspec.Struct):
    """A person plays that seat again."""

    seat: int


KINDS: Mapping[str, type[msgspec.Struct]] = {
    "created": Created,
    "sat": Sat,
    "stood": Stood,
    "revealed": Revealed,
    "started": Started,
    "moved": Moved,
    "undone": Undone,
    "left": Gone,
    "replaced": Gone,
    "returned": Returned,
    "over": Over,
}
"""The entries that a proof needs. All others are only links of the chain."""


class Story:
    """What a log says of a game."""

    def __init__(self, created: Created) -> None:
        self.created = created
        self.strings: dict[int, str] = {}
        self.started = False
        self.moves: list[Moved] = []
        self.gone: set[int] = set()
        self.over: Over | None = None

    def add(self, event: msgspec.Struct) -> bool:
        """Apply the next event; False if it cannot come here."""
        match event:
            case Sat() if not self.started and event.seat not in self.strings:
                derived = bot_string(self.created.commitment, event.seat) if event.level else ""
                self.strings[event.seat] = event.string or derived
            case Revealed() if not self.started:
                self.strings[event.seat] = event.string
            case Stood() if not self.started:
                self.strings.pop(event.seat, None)  # it may have been reserved
            case Started() if not self.started:
                self.started = True
            case Moved() if self.started and not self.over:
                self.moves.append(event)
            case Undone() if 1 <= event.moves <= len(self.moves) and not self.over:
                del self.moves[-event.moves :]
            case Gone() if self.started and not self.over:
                self.gone.add(event.seat)
            case Returned() if self.started and not self.over:
                self.gone.discard(event.seat)
            case Over() if self.started and not self.over:
                self.over = event
            case _:
                return False
        return True


def findings(record: Mapping[str, Json] | str | bytes) -> Iterator[Finding]:
    """The checks that a record passes, one by one. The first that fails raises BadRecord."""
    kept = read(record)
    match = replay(record)
    drawn = kept.seed is not None and kept.position is None
    yield Finding("verify.deal" if drawn else "verify.deal-given", {})
    yield Finding("verify.result" if kept.result else "verify.no-result", {"count": len(kept.moves)})
    if not kept.log:
        yield Finding("verify.no-log", {})
        return
    lines = _chained(kept.log)
    last = digest(kept.log[-1].encode())
    yield Finding("verify.chain", {"table": lines[0].table, "count": len(lines), "hash": last})
    story = _told(lines)
    _check_table(story, match)
    if kept.seed is None or commitment(kept.seed) != story.created.commitment:
        raise BadRecord("verify.not-commitment", commitment=story.created.commitment)
    yield Finding("verify.commitment", {"commitment": story.created.commitment})
    if [story.strings[seat] for seat in sorted(story.strings)] != kept.strings:
        raise BadRecord("verify.not-strings")
    yield Finding("verify.strings", {"count": len(kept.strings)})
    _check_moves(story.moves, kept)
    yield Finding("verify.moves", {"count": len(story.moves)})
    yield _ending(story, kept)


def _chained(log: Sequence[str]) -> list[Line]:
    """The entries of a log, each of which names the hash of the one before."""
    lines: list[Line] = []
    before = FIRST
    for n, text in enumerate(log, start=1):
        try:
            raw = text.encode()
            line = msgspec.json.decode(raw, type=Line)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise BadRecord("verify.entry-form", n=n, why=str(error)) from error
        if (line.n, line.before, line.table) != (n, before, lines[0].table if lines else line.table):
            raise BadRecord("verify.not-chained", n=n)
        lines.append(line)
        before = digest(raw)
    return lines


def _told(lines: Sequence[Line]) -> Story:
    story: Story | None = None
    for line in lines:
        kind = KINDS.get(str(line.event.get("kind")))
        try:
            event = msgspec.convert(line.event, type=kind) if kind else None
        except msgspec.ValidationError as error:
            raise BadRecord("verify.entry-form", n=line.n, why=str(error)) from error
        if story is None and isinstance(event, Created):
            story = Story(event)
        elif story is None or (event is not None and not story.add(event)):
            raise BadRecord("verify.entry-order", n=line.n)
    assert story is not None  # there is a first line
    return story


def _check_table(story: Story, match: Match) -> None:
    created = story.created
    options = {name: values[0] for name, values in match.game.options.items()} | created.options
    told = (created.game, created.players, options, created.laws)
    if told != (match.game.id, match.players, dict(match.options), match.laws):
        raise BadRecord("verify.not-table")


def _check_moves(moves: Sequence[Moved], kept: Record) -> None:
    """The moves of the log are those of the record, and each was made by the seat that was to act."""
    if [(made.move, made.details) for made in moves] != [(move, details) for _, move, details in kept.steps()]:
        raise BadRecord("verify.not-moves")
    match = begin(kept)
    for number, made in enumerate(moves, start=1):
        if made.seat != match.turn:
            raise BadRecord("verify.not-turn", number=number, seat=made.seat)
        match.play(made.move, **made.details)


def _ending(story: Story, kept: Record) -> Finding:
    """How the game ended is what the log says, and the seed that it shows is that of the record."""
    over, paid = story.over, kept.stopped or kept.result
    if over is None or over.seed != kept.seed or Ending(over.payoffs, over.reason) != paid:
        raise BadRecord("verify.not-ending")
    if kept.result:
        due = forfeits.without(kept.result.payoffs, sorted(story.gone))
        for seat, (given, owed) in enumerate(zip(over.payoffs, due, strict=True), start=1):
            if given != owed:
                raise BadRecord("verify.not-paid", seat=seat)
        return Finding("verify.paid" if kept.stopped else "verify.ended", {"reason": over.reason})
    if over.reason not in STOPPED:
        raise BadRecord("verify.not-ending")
    return Finding("verify.stopped", {"reason": over.reason})

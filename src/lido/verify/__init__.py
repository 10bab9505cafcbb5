"""Checks that prove a recorded game fair: nobody chose its deal, and it went and ended as the table's log says.

Only the record is needed. Players who noted the commitment when they sat down, or the hash of an entry
during the game, can compare them with the findings.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from lido import forfeits, words
from lido.chain import digest
from lido.challenges import challenge_of
from lido.deal import commitment
from lido.errors import BadRecord, LidoError
from lido.game import Json
from lido.match import Match, begin, replay
from lido.record import Ending, Record, Step, read
from lido.verify.course import STOPPED, Course
from lido.verify.entries import Created, Entry, Moved, Sat, Sealed, Started, Stood, Undone, chained, full_at, understood
from lido.verify.seating import Seating

LEAST_NOTED = 16
"""Digits of a hash that must have been noted."""


NOT_CHECKED = frozenset({"verify.deal-given", "verify.no-log", "verify.physics-unchecked"})
"""The findings that say what could not be checked."""


class Finding(NamedTuple):
    """Something that was checked and is true, or that could not be checked."""

    code: str
    facts: Mapping[str, Any]

    @property
    def is_checked(self) -> bool:
        """Whether it is true, and not what could not be checked."""
        return self.code not in NOT_CHECKED

    def said(self, language: str) -> str:
        """The sentence in that language."""
        return words.say(self.code, language, **self.facts)


def findings(record: Mapping[str, Json] | str | bytes, noted: Sequence[str] = ()) -> Iterator[Finding]:
    """The checks that a record passes, one by one. The first that fails raises BadRecord.

    `noted` is what somebody noted during the game: hashes of entries, the commitment, or that of their own sealed
    seat, or how they begin.
    """
    kept = read(record)
    match = replay(record)
    drawn = kept.seed is not None and kept.position is None
    if kept.log and not drawn:  # what is proved of the seed would say nothing of this deal
        raise BadRecord("verify.not-drawn")
    yield Finding("verify.deal" if drawn else "verify.deal-given", {})
    yield Finding("verify.result" if kept.result else "verify.no-result", {"count": len(kept.moves)})
    if not kept.log:
        _check_noted(noted, [])
        yield Finding("verify.no-log", {})
        return
    lines = chained(kept.log)
    last = digest(kept.log[-1].encode())
    yield Finding("verify.chain", {"table": lines[0].table, "count": len(lines), "hash": last})
    entries = understood(lines)
    created = _created(entries)
    _check_noted(noted, [*(digest(text.encode()) for text in kept.log), created.commitment, *_sealed(entries)])
    if noted:
        yield Finding("verify.noted", {"count": len(noted)})
    yield from _table(created, entries, kept, match)


def _created(entries: Sequence[Entry]) -> Created:
    """The opening of the table, which must be the first entry of the log."""
    first = entries[0] if entries else None
    if first is None or first.n != 1 or not isinstance(first.event, Created):
        raise BadRecord("verify.entry-order", n=1)
    return first.event


def _sealed(entries: Sequence[Entry]) -> list[str]:
    """The commitments of the people whose seats were sealed."""
    seats: dict[int, str] = {}
    for entry in entries:
        if isinstance(entry.event, Sat):
            seats[entry.event.seat] = entry.event.commitment or ""
        elif isinstance(entry.event, Stood):
            seats.pop(entry.event.seat, None)
        elif isinstance(entry.event, Sealed):
            return [commitment for commitment in seats.values() if commitment]
    return []


def _check_noted(noted: Sequence[str], known: Sequence[str]) -> None:
    """What somebody noted is in the log."""
    for each in noted:
        start = each.replace(" ", "").lower()
        if len(start) < LEAST_NOTED or not any(text.startswith(start) for text in known):
            raise BadRecord("verify.not-noted", noted=each)


def _table(created: Created, entries: Sequence[Entry], kept: Record, match: Match) -> Iterator[Finding]:
    """What the log of the table proves of the game."""
    _check_table(created, match)
    if kept.seed is None or commitment(kept.seed) != created.commitment:
        raise BadRecord("verify.not-commitment", commitment=created.commitment)
    yield Finding("verify.commitment", {"commitment": created.commitment})
    seating, rest = _seated(created, entries[1:])
    if [seating.strings[seat] for seat in sorted(seating.strings)] != kept.strings:
        raise BadRecord("verify.not-strings")
    yield Finding("verify.strings" if created.deal > 1 else "verify.strings-open", {"count": len(kept.strings)})
    moves = _moves(rest)
    if [(made.move, made.details) for made in moves] != [(move, details) for _, move, details in kept.steps()]:
        raise BadRecord("verify.not-moves")
    course = Course(
        begin(kept),
        seating.seats,
        created.clock,
        _began(entries),
        strict=created.deal > 1,
        full_at=full_at(kept.log or ()),
        challenge=created.challenge is not None,
    )
    for entry in rest:
        course.add(entry)
    yield Finding("verify.moves", {"count": len(moves)})
    if created.challenge:
        check_challenge(created.challenge, kept)
        yield Finding("verify.challenge", {"day": created.challenge.isoformat()})
    if created.clock:
        yield Finding("verify.clock", {})
    yield from _physics(created, kept)
    if created.device:
        yield Finding("verify.device", {})
    yield _ending(course, kept)


def _check_table(created: Created, match: Match) -> None:
    options = match.game.complete(created.options)
    told = (created.game, created.players, options, created.laws)
    if told != (match.game.id, match.players, dict(match.options), match.laws):
        raise BadRecord("verify.not-table")


def _seated(created: Created, entries: Sequence[Entry]) -> tuple[Seating, Sequence[Entry]]:
    """The seats when the game began, and the entries after that."""
    seating = Seating(created)
    for count, entry in enumerate(entries, start=1):
        seating.add(entry)
        if seating.started:
            return seating, entries[count:]
    return seating, []


def check_challenge(day: date, kept: Record) -> None:
    """All moves that the day decides were those of that day."""
    match, challenge = begin(kept), challenge_of(kept.game)
    if challenge is None:
        raise BadRecord("verify.not-challenge", number=0, day=day.isoformat())
    prepared = challenge.prepared(day)
    for step in kept.steps():
        made = len(match.moves)
        decided = prepared[made] if made < len(prepared) else challenge.due(day, match)
        if decided not in (None, step.move):
            raise BadRecord("verify.not-challenge", number=step.number, day=day.isoformat())
        match.play(step.move, **step.details)


def _began(entries: Sequence[Entry]) -> int:
    return next((entry.at for entry in entries if isinstance(entry.event, Started)), 0)


def _moves(entries: Sequence[Entry]) -> list[Moved]:
    """The moves that were not taken back."""
    moves: list[Moved] = []
    for entry in entries:
        if isinstance(entry.event, Moved):
            moves.append(entry.event)
        elif isinstance(entry.event, Undone):
            if not 1 <= entry.event.moves <= len(moves):
                raise BadRecord("verify.entry-order", n=entry.n)
            del moves[-entry.event.moves :]
    return moves


def _physics(created: Created, kept: Record) -> Iterator[Finding]:
    """In a game of physics: whether everything fell as it had to, where this machine can tell."""
    match = begin(kept)
    here = match.game.physics()
    if here is None:
        return
    if here != created.physics:
        yield Finding("verify.physics-unchecked", {"there": created.physics or "?", "here": here})
        return
    steps = list(kept.steps())
    for step in steps:
        if not _falls_so(match, step):
            raise BadRecord("verify.not-physics", number=step.number)
        match.play(step.move, **step.details)
    yield Finding("verify.physics", {"physics": here})


def _falls_so(match: Match, step: Step) -> bool:
    try:
        return match.worked_out_anew(step.move, **step.details) == step.details
    except LidoError:
        return False


def _ending(course: Course, kept: Record) -> Finding:
    """How the game ended is what the log says, and the seed that it shows is that of the record."""
    over, paid = course.over, kept.stopped or kept.result
    if over is None or over.seed != kept.seed or Ending(over.payoffs, over.reason) != paid:
        raise BadRecord("verify.not-ending")
    if kept.result:
        due = forfeits.without(kept.result.payoffs, course.gone)
        for seat, (given, owed) in enumerate(zip(over.payoffs, due, strict=True), start=1):
            if given != owed:
                raise BadRecord("verify.not-paid", seat=seat)
        return Finding("verify.paid" if kept.stopped else "verify.ended", {"reason": over.reason})
    if over.reason not in STOPPED:
        raise BadRecord("verify.not-ending")
    return Finding("verify.stopped", {"reason": over.reason})

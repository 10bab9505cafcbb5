"""What a group of appends writes, as rows of the tables: both databases write the same."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from lido.chain import FIRST
from lido.server.store import Append, Author, Conflict
from lido.server.table.events import Entry, Returned, Sat


class Link(NamedTuple):
    """The entry that must be the last of a table for what is appended to follow on it."""

    table: str
    n: int
    hash: bytes


@dataclass
class Rows:
    """The rows of a group, by table of the schema."""

    authors: set[Author] = field(default_factory=set)
    """Whose epochs must be those."""
    links: list[Link] = field(default_factory=list)
    """What the tables that are carried on must end with; a new table has none."""
    entries: list[tuple[str, int, bytes, bytes]] = field(default_factory=list)
    origins: dict[tuple[str, str], tuple[str, str, int, int]] = field(default_factory=dict)
    tables: dict[str, tuple[str, str, str, bool, bool, bytes, str | None, int]] = field(default_factory=dict)
    sitters: dict[tuple[str, str], tuple[str, str, int]] = field(default_factory=dict)
    texts: list[tuple[str, int, str, str, str]] = field(default_factory=list)
    ratings: dict[tuple[str, str], tuple[str, str, float, float]] = field(default_factory=dict)
    rated: list[tuple[str, str, float, float]] = field(default_factory=list)
    means: list[tuple[str, str, float]] = field(default_factory=list)
    """What the ratings were computed from: a person, a game, and the mean that must still be theirs."""
    seat_names: dict[tuple[str, int], tuple[str, int, str, str | None]] = field(default_factory=dict)
    seekers: dict[str, tuple[str, str]] = field(default_factory=dict)
    """By person who must be waiting: the table where they are paired, and the person."""
    scored: list[tuple[str, float, str]] = field(default_factory=list)
    """Tables of challenges that are over: the points, and what they are made of."""


def gathered(group: Sequence[Append]) -> Rows:
    """The rows of a group, whose appends to the same table must follow on each other; raises Conflict."""
    rows = Rows()
    last: dict[str, Entry] = {}
    for what in group:
        table, entries = what.table, what.entries
        if what.author:
            rows.authors.add(what.author)
        _follow(rows, last.get(table), entries)
        rows.entries += [(table, entry.body.n, bytes.fromhex(entry.hash), entry.raw) for entry in entries]
        last[table] = entries[-1]
        if what.origin:
            client, number = what.origin.client, what.origin.number
            if (table, client) in rows.origins and number <= rows.origins[table, client][2]:
                raise Conflict
            rows.origins[table, client] = (table, client, number, entries[-1].body.n)
        if head := what.head:
            begun = rows.tables.get(table)
            seed, created = begun[-2:] if begun else (what.seed, entries[0].body.at)
            rows.tables[table] = (
                table, head.game, head.status, head.public, head.needs_runner, head.info, seed, created
            )  # fmt: skip
            for person, (mean, sigma) in what.ratings.items():
                if (person, head.game) in rows.ratings:  # the second must be computed from the first
                    raise Conflict
                rows.ratings[person, head.game] = (person, head.game, mean, sigma)
            rows.means += [(person, head.game, before) for person, (before, _) in what.rated.items()]
        rows.rated += [(table, person, before, after) for person, (before, after) in what.rated.items()]
        for seat, (person, name) in what.seat_names.items():
            rows.seat_names[table, seat] = (table, seat, person, name)
        if what.scored:
            rows.scored.append((table, *what.scored))
        for n, (person, salt, text) in what.texts.items():
            rows.texts.append((table, n, person, salt, text))
        for person in what.seekers:
            if person in rows.seekers:
                raise Conflict
            rows.seekers[person] = (table, person)
        for person, at in _sitters(entries):
            rows.sitters[person, table] = (person, table, at)
    return rows


def _follow(rows: Rows, before: Entry | None, entries: Sequence[Entry]) -> None:
    """Check that entries follow on what the group has of their table, or note what the database must have."""
    first = entries[0].body
    if before is None:
        if (first.n == 1) != (first.before == FIRST):
            raise Conflict
        if first.n > 1:
            rows.links.append(Link(first.table, first.n - 1, bytes.fromhex(first.before)))
    elif (before.body.n + 1, before.hash) != (first.n, first.before):
        raise Conflict


def _sitters(entries: Sequence[Entry]) -> Iterator[tuple[str, int]]:
    for entry in entries:
        event = entry.body.event
        if isinstance(event, Sat | Returned) and event.person:
            yield event.person, entry.body.at

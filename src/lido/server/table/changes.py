"""A decision carried out: its events are applied to the table and become entries of the log.

Nothing here writes: the entries are given back to be written. Until they are, the table in memory is ahead of
the one on disk, and is read again if they cannot be.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from lido.game import Event
from lido.server.table import views
from lido.server.table.clock import is_slow
from lido.server.table.decision import Decision, Text
from lido.server.table.events import Answered, Asked, Entry, Moved, Said, Taken, entry
from lido.server.table.head import Head
from lido.server.table.playing import consequence
from lido.server.table.state import TableState

NOT_IN_INFO = frozenset((Moved, Taken, Said))
"""Events that change nothing of what is said of a table to everybody but turn and clocks."""
NOT_IN_HEAD = frozenset((Moved, Taken, Asked, Answered, Said))
"""Events that change nothing of what the row of a table says."""


class Changes(NamedTuple):
    """What must be written, all of it or nothing."""

    entries: list[Entry]
    game_events: list[list[Event]]
    """For each entry: what `Match.play` said everybody saw."""
    texts: dict[int, Text]
    """What was said, by entry."""
    head: Head | None
    """The row of the table, where it changed."""
    seat_names: Mapping[int, tuple[str, str | None]]
    """By seat of a shared device: the person who took it, and the name that was given for it, if any."""


def applied(table: TableState, decision: Decision, at: int) -> Changes:
    """Apply the events of a decision and all that follows from them; `at` is when they are written."""
    needed_runner = table.needs_runner
    entries: list[Entry] = []
    game_events: list[list[Event]] = []
    waiting = list(decision.events)
    while waiting:
        event = waiting.pop(0)
        made = entry(table.id, table.n + 1, at, table.hash, event)
        game_events.append(table.apply(made, None if entries else decision.played))
        entries.append(made)
        if not waiting and (following := consequence(table, event)):
            waiting.append(following)
    texts = {entries[0].body.n: decision.text} if decision.text else {}
    changed = _changes_head(table, entries) or needed_runner != table.needs_runner
    return Changes(entries, game_events, texts, views.head(table) if changed else None, {})


def _changes_head(table: TableState, entries: list[Entry]) -> bool:
    if not NOT_IN_HEAD.issuperset(type(made.body.event) for made in entries):
        return True
    return is_slow(table.opened.clock) and isinstance(entries[0].body.event, Moved)


def changes_info(entries: Sequence[Entry]) -> bool:
    """Whether entries change more of what everybody is told of a table than turn and clocks."""
    return any(type(made.body.event) not in NOT_IN_INFO for made in entries)

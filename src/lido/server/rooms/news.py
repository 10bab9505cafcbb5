"""Entries of the log as the messages that everybody at a table gets."""

from collections.abc import Collection, Sequence

import msgspec

from lido.game import SPECTATOR, Event
from lido.server.messages import News
from lido.server.rooms.connection import Audience, Connection, encoded
from lido.server.table.events import Entry, Said
from lido.server.table.playing import consequence
from lido.server.table.state import TableState
from lido.server.table.views import seat_views, times

EVENT = b'"event":'
MOST_DRAWN = 200
"""So many of the entries that a client missed come with views, the last of them."""


def news_of(entry: Entry, game_events: list[Event]) -> News:
    """An entry without what it changes for a seat."""
    event = msgspec.Raw(entry.raw[entry.raw.index(EVENT) + len(EVENT) : -1])
    return News(n=entry.body.n, at=entry.body.at, hash=entry.hash, event=event, game_events=game_events)


def add_turn(news: News, table: TableState) -> None:
    """Whose turn it is after the entry, and what the clocks say."""
    news.turn = table.turn
    if table.opened.clock:
        news.clocks = times(table, news.at)


def written_for(audiences: Collection[Audience], news: News, table: TableState) -> dict[Audience, str]:
    """The news with what each audience may see now."""
    texts = {}
    for pictures in {each.pictures for each in audiences}:
        alike = [each for each in audiences if each.pictures == pictures]
        seen = seat_views(table, {seat for each in alike for seat in each.seats}, with_pictures=pictures)
        for each in alike:
            news.views = {seat: seen[seat] for seat in each.seats}
            texts[each] = encoded(news)
    return texts


def missed_by(connection: Connection, table: TableState, entries: Sequence[Entry], seen: int) -> list[News]:
    """All entries after the one that a client has seen; `table` is a new one, to which they are applied.

    To a client that comes back they are what they were live: views of the seats that its person had then, and none
    where another entry followed by itself. A client that has seen nothing needs no views but the newest.
    """
    found = []
    for entry in entries:
        news, event = news_of(entry, table.apply(entry)), entry.body.event
        if entry.body.n <= seen:
            continue
        found.append(news)
        drawn = seen > 0 and entry.body.n > entries[-1].body.n - MOST_DRAWN
        if drawn and not isinstance(event, Said) and consequence(table, event) is None:
            add_turn(news, table)
            seats = table.seats_of(connection.person) or [SPECTATOR]
            news.views = seat_views(table, seats, with_pictures=connection.audience.pictures)
    return found

"""Entries of the log as the messages that everybody at a table gets."""

from collections.abc import Collection

import msgspec

from lido.game import Event
from lido.server.messages import News
from lido.server.rooms.connection import Audience, encoded
from lido.server.table.events import Entry
from lido.server.table.state import TableState
from lido.server.table.views import seat_views

EVENT = b'"event":'


def news_of(entry: Entry, game_events: list[Event]) -> News:
    """An entry without what it changes for a seat."""
    event = msgspec.Raw(entry.raw[entry.raw.index(EVENT) + len(EVENT) : -1])
    return News(n=entry.body.n, at=entry.body.at, hash=entry.hash, event=event, game_events=game_events)


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

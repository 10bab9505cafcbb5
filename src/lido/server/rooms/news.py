"""Entries of the log as the messages that everybody at a table gets."""

from collections.abc import Collection, Mapping

import msgspec

from lido.game import Event
from lido.server.messages import News, SeatView
from lido.server.rooms.connection import Audience, encoded
from lido.server.table.events import Entry
from lido.server.table.state import TableState
from lido.server.table.views import seat_views, times

EVENT = b'"event":'


def news_of(entry: Entry, game_events: list[Event]) -> News:
    """An entry without what it changes for a seat."""
    event = msgspec.Raw(entry.raw[entry.raw.index(EVENT) + len(EVENT) : -1])
    return News(n=entry.body.n, at=entry.body.at, hash=entry.hash, event=event, game_events=game_events)


def add_turn(news: News, table: TableState) -> None:
    """Whose turn it is after the entry, and what the clocks say."""
    news.turn = table.turn
    if table.opened.clock:
        news.clocks = times(table, news.at)


def views_for(audiences: Collection[Audience], table: TableState) -> dict[Audience, dict[int, SeatView]]:
    """What each audience may see now."""
    seen = seat_views(table, {seat for each in audiences for seat in each.seats})
    return {each: {seat: seen[seat] for seat in each.seats} for each in audiences}


def written_for(views: Mapping[Audience, dict[int, SeatView]], news: News) -> dict[Audience, str]:
    """The news with what each audience may see."""
    texts = {}
    for each, seen in views.items():
        news.views = seen
        texts[each] = encoded(news)
    return texts

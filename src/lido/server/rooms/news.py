"""Entries of the log as the messages that everybody at a table gets.

A message is encoded in two parts, which are joined: what everybody gets, once, and what an audience may see.
"""

from collections.abc import Collection, Mapping

import msgspec

from lido.game import Event
from lido.server.messages import Info, News, SeatView
from lido.server.rooms.connection import Audience, encoded
from lido.server.table.events import Entry
from lido.server.table.state import TableState
from lido.server.table.views import seat_views, times

EVENT = b'"event":'


class Seen(msgspec.Struct, omit_defaults=True):
    """The last fields of `News`: how the table is after the entry, as an audience may see it."""

    info: Info | None = None
    turn: int | None = None
    clocks: list[int | None] = []
    views: dict[int, SeatView] = {}


_encoded_seen = msgspec.json.Encoder().encode


def news_of(entry: Entry, game_events: list[Event]) -> bytes:
    """An entry without what it changes for a seat."""
    event = msgspec.Raw(entry.raw[entry.raw.index(EVENT) + len(EVENT) : -1])
    return encoded(News(n=entry.body.n, at=entry.body.at, hash=entry.hash, event=event, game_events=game_events))


def seen_after(entry: Entry, table: TableState) -> Seen:
    """Whose turn it is after the last entry, and what the clocks say."""
    return Seen(turn=table.turn, clocks=times(table, entry.body.at) if table.opened.clock else [])


def views_for(audiences: Collection[Audience], table: TableState) -> dict[Audience, dict[int, SeatView]]:
    """What each audience may see now."""
    seen = seat_views(table, {seat for each in audiences for seat in each.seats})
    return {each: {seat: seen[seat] for seat in each.seats} for each in audiences}


def written_for(views: Mapping[Audience, dict[int, SeatView]], seen: Seen) -> dict[Audience, bytes]:
    """What each audience may see, to be joined with the news."""
    texts = {}
    for each, shown in views.items():
        seen.views = shown
        texts[each] = _encoded_seen(seen)
    return texts


def joined(news: bytes, seen: bytes) -> bytes:
    """The news with what an audience may see; both are JSON objects, the first not empty."""
    return news if seen == b"{}" else b"%b,%b" % (news[:-1], seen[1:])

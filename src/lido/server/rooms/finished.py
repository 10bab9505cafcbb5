"""Records of finished games as they are sent: the last ones that were asked for stay, since many ask for the same.

A record may have tens of megabytes. One that is being sent is shared by all who ask for it, and all in memory
are limited.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple
from weakref import WeakValueDictionary

import msgspec

from lido.errors import Refusal
from lido.server.rooms.room import Room
from lido.server.table.views import check_over, record
from lido.server.workers.fair import Share

MOST_BYTES = 16 * 2**20
"""Bytes of all that stay; the newest stays, however long."""
MOST_SENT = 256 * 2**20
"""Bytes of all that stay or are being sent."""


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Finished:
    """A record."""

    game: str
    document: bytes
    """JSON."""


class _Key(NamedTuple):
    """What a record depends on: entries may follow the end, and people change their names."""

    table: str
    n: int
    names: tuple[tuple[str, str | None], ...]
    seat_names: tuple[tuple[int, str], ...]


class FinishedGames:
    """The records of a node. They are made beside the loop, in turn by address."""

    def __init__(self) -> None:
        self._kept: OrderedDict[_Key, Finished] = OrderedDict()
        self._shared: WeakValueDictionary[_Key, Finished] = WeakValueDictionary()
        """All that are kept or being sent."""

    async def of(self, room: Room, address: str) -> Finished:
        """The record of a table; a Refusal before its game is over, or while too much is being sent.

        Nobody at the table waits while it is made.
        """
        async with room.lock:
            await room.refresh()
            table = room.table
            check_over(table)
            names: Mapping[str, str | None] = room.context.people.names(table.people())
            seat_names = room.players.seat_names(table)
        key = _Key(table.id, table.n, tuple(names.items()), tuple(seat_names.items()))
        if known := self._known(key):
            return known
        beside = room.context.beside
        async with beside.turn(Share(address, table=table.id)):
            if known := self._known(key):  # somebody else asked for the same
                return known
            if sum(len(each.document) for each in self._shared.values()) + table.size > MOST_SENT:
                raise Refusal("service.not-now")
            log = (await room.context.store.entries(table.id))[: key.n]
            made = Finished(
                table.opened.game,
                await beside.work(lambda: msgspec.json.encode(record(table, log, names, seat_names))),
            )
        self._shared[key] = made
        self._keep(key, made)
        return made

    def _known(self, key: _Key) -> Finished | None:
        known = self._shared.get(key)
        if known:
            self._keep(key, known)
        return known

    def _keep(self, key: _Key, made: Finished) -> None:
        self._kept[key] = made
        self._kept.move_to_end(key)
        while len(self._kept) > 1 and sum(len(each.document) for each in self._kept.values()) > MOST_BYTES:
            self._kept.popitem(last=False)

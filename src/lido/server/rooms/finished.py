"""Records of finished games as they are sent: the last ones that were asked for stay, since many ask for the same."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from lido.server.rooms.room import Room
from lido.server.table.views import check_over, record
from lido.server.workers.fair import Share

MOST_BYTES = 16 * 2**20
"""Bytes of all that stay."""


class Finished(NamedTuple):
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

    async def of(self, room: Room, address: str) -> Finished:
        """The record of a table; a Refusal before its game is over. Nobody at the table waits while it is made."""
        async with room.lock:
            await room.refresh()
            table = room.table
            check_over(table)
            names: Mapping[str, str | None] = room.context.people.names(table.people())
            seat_names = room.players.seat_names(table)
        key = _Key(table.id, table.n, tuple(names.items()), tuple(seat_names.items()))
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        beside = room.context.beside
        async with beside.turn(Share(address, table=table.id)):
            log = (await room.context.store.entries(table.id))[: key.n]
            made = Finished(
                table.opened.game,
                await beside.work(lambda: msgspec.json.encode(record(table, log, names, seat_names))),
            )
        self._keep(key, made)
        return made

    def _keep(self, key: _Key, made: Finished) -> None:
        self._kept[key] = made
        while sum(len(each.document) for each in self._kept.values()) > MOST_BYTES:
            self._kept.popitem(last=False)

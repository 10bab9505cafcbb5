"""The messages of other nodes: what they wrote, who is there, who was signed out."""

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from lido.errors import LidoError
from lido.server.logging import log_error
from lido.server.reactions import Feeling
from lido.server.rooms.outbox import Closing
from lido.server.rooms.presence import There
from lido.server.rooms.room import Room

if TYPE_CHECKING:
    from lido.server.rooms.hub import Hub

PAUSE = 1.0
"""Seconds before the store is asked again."""


class NodeMessages:
    """Handles the messages of other nodes. No message waits for a table: a sign-out must not come late."""

    def __init__(self, hub: "Hub") -> None:
        self._hub = hub
        self._context = hub.context

    async def run(self) -> None:
        """Handle the messages of other nodes, until cancelled. It waits for no table."""
        async for channel, payload in self._context.store.told():
            try:
                self.take_in(channel, payload.decode())
            except Exception as error:  # one message that cannot be taken in must not be the last
                log_error("what another node told could not be taken in", error, channel=channel)

    def take_in(self, channel: str, payload: str) -> None:
        """Handle one message."""
        if channel == "log":
            table, n = payload.split(" ")
            self._hub.lobby.touch()
            if room := self._hub.rooms.get(table):
                self._hub.errands.add(room, "log", partial(room.catch_up, int(n)))
        elif channel == "live":
            table, _, text = payload.partition(" ")
            if room := self._hub.rooms.get(table):
                self._told_live(room, text)
        elif channel == "presence":
            there = msgspec.json.decode(payload, type=There)
            room = self._hub.rooms.get(there.table)
            if room and there.node != self._context.node and room.presence.told(there):
                self._hub.errands.add(room, "presence", room.hear_presence)
        elif channel == "react":
            table, person, what = payload.split(" ")
            if room := self._hub.rooms.get(table):
                feeling = msgspec.convert(what, Feeling)
                self._context.spawn(room.chat.show(person, feeling, room.connections))
        elif channel == "who":
            room = self._hub.rooms.get(payload)
            if room and room.connections:
                room.tell_nodes()
        elif channel == "person":
            self._hub.people.unlearn(payload)
            self._hub.look_around(payload)
        elif channel == "forget":
            self._hub.forget_here(payload)
        elif channel == "sign-out":
            person, epoch = payload.split(" ")
            self._hub.sign_out_here(person, int(epoch))
        elif channel == "gap":
            self._read_all_again()

    def _told_live(self, room: Room, text: str) -> None:
        """Tell the live part of a table, after the entries that were written before."""
        live = room.live
        if live is None:
            return
        if self._hub.errands.is_free(room):
            live.told(text)
            return

        async def tell() -> None:
            live.told(text)

        self._hub.errands.add(room, None, tell)

    def _read_all_again(self) -> None:
        """Messages of other nodes were lost: sign out who was, and read again all that is in memory."""
        self._hub.people.unlearn_all()
        self._hub.lobby.touch()
        self._context.spawn(self._sign_out_void())
        for room in list(self._hub.rooms.values()):
            room.mark_stale()
            self._hub.errands.add(room, "presence", room.hear_presence)

    async def _sign_out_void(self) -> None:
        """Close the sockets of those who were deleted or signed out. It is tried until the store can be asked."""
        while True:
            connections = [each for room in self._hub.rooms.values() for each in room.connections]
            try:
                people = await self._context.store.people(sorted({each.person for each in connections}))
                break
            except LidoError as error:
                log_error("it could not be found out who was signed out", error)
                await asyncio.sleep(PAUSE)
        for connection in connections:
            person = people.get(connection.person)
            if person is None or person.epoch != connection.epoch:
                connection.outbox.close(Closing.NOBODY, "signed out")

"""The last chat messages of a table, and who is sent them."""

from collections.abc import Iterable
from typing import NamedTuple

from lido.errors import LidoError
from lido.server.logging import log_error
from lido.server.messages import ChatMessage
from lido.server.rooms.connection import Connection, encoded
from lido.server.rooms.context import NodeContext
from lido.server.table.events import Entry, Said

MOST_TOLD = 50
"""So many chat messages a newcomer is sent."""


class Spoken(NamedTuple):
    """One chat message."""

    n: int
    at: int
    person: str
    text: str | None


class Chat:
    """The chat of one table."""

    __slots__ = ("_context", "_muted", "_said", "_table")

    def __init__(self, context: NodeContext, table: str) -> None:
        self._context = context
        self._table = table
        self._muted: set[str] = set()
        self._said: tuple[Spoken, ...] = ()

    @property
    def people(self) -> set[str]:
        """Who wrote them."""
        return {spoken.person for spoken in self._said}

    async def read(self, entries: Iterable[Entry]) -> None:
        """Add the messages of these entries, with their texts from the store."""
        said = [entry for entry in entries if isinstance(entry.body.event, Said)]
        texts = await self._context.store.texts(self._table) if said else {}
        for entry in said:
            assert isinstance(entry.body.event, Said)
            self.add(Spoken(entry.body.n, entry.body.at, entry.body.event.person, texts.get(entry.body.n)))

    def add(self, spoken: Spoken) -> None:
        """Add a message, unless it is known already."""
        if not self._said or spoken.n > self._said[-1].n:
            self._said = (*self._said[1 - MOST_TOLD :], spoken)

    async def tell(self, n: int, connections: Iterable[Connection]) -> None:
        """Send the message of an entry to all who have neither muted the chat nor blocked its author."""
        for spoken in self._said:
            if spoken.n == n:
                try:
                    await self._tell(spoken, list(connections))
                except LidoError as error:  # it is on disk, and is sent to those who reconnect
                    log_error("a chat message could not be sent", error)

    async def _tell(self, spoken: Spoken, connections: list[Connection]) -> None:
        await self._context.people.learn([spoken.person])
        text = encoded(self._message(spoken))
        for connection in connections:
            if await self._hears(connection, spoken):
                connection.outbox.say(text)

    async def for_newcomer(self, connection: Connection) -> list[ChatMessage]:
        """The messages that a newcomer is sent."""
        return [self._message(spoken) for spoken in self._said if await self._hears(connection, spoken)]

    def mute(self, person: str, on: bool) -> None:
        """Hide the chat from a person, or show it again."""
        (self._muted.add if on else self._muted.discard)(person)

    def forget(self, person: str) -> None:
        """A person has deleted their messages."""
        self._said = tuple(spoken._replace(text=None) if spoken.person == person else spoken for spoken in self._said)

    async def _hears(self, connection: Connection, spoken: Spoken) -> bool:
        return connection.person not in self._muted and spoken.person not in await self._context.people.blocks(
            connection.person
        )

    def _message(self, spoken: Spoken) -> ChatMessage:
        name = self._context.people.name(spoken.person)
        return ChatMessage(n=spoken.n, at=spoken.at, person=spoken.person, name=name, text=spoken.text)

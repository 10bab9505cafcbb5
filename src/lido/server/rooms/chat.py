"""The last chat messages of a table, and who is sent them."""

from collections.abc import Iterable
from typing import NamedTuple

from lido.errors import LidoError
from lido.server.logging import log_error
from lido.server.messages import ChatMessage
from lido.server.reactions import Feeling, Reacted
from lido.server.rooms.connection import Connection, encoded
from lido.server.rooms.context import NodeContext
from lido.server.table.events import Entry, Said

MOST_TOLD = 50
"""How many chat messages a newcomer is sent."""
NOBODY: frozenset[str] = frozenset()
"""One for all tables: a set of its own would take memory for nothing, as nearly always."""


class ChatEntry(NamedTuple):
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
        self._muted = NOBODY
        self._said: tuple[ChatEntry, ...] = ()

    @property
    def people(self) -> set[str]:
        """Who wrote them."""
        return {message.person for message in self._said}

    async def read(self, entries: Iterable[Entry]) -> None:
        """Add the last messages of these entries, with their texts from the store."""
        said = [entry for entry in entries if isinstance(entry.body.event, Said)][-MOST_TOLD:]
        texts = await self._context.store.texts(self._table, said[0].body.n) if said else {}
        for entry in said:
            assert isinstance(entry.body.event, Said)
            self.add(ChatEntry(entry.body.n, entry.body.at, entry.body.event.person, texts.get(entry.body.n)))

    async def read_again(self) -> None:
        """Read the texts again: some may have been deleted."""
        if self._said:
            texts = await self._context.store.texts(self._table, self._said[0].n)
            self._said = tuple(said._replace(text=texts.get(said.n)) for said in self._said)

    def add(self, message: ChatEntry) -> None:
        """Add a message, unless it is known already."""
        if not self._said or message.n > self._said[-1].n:
            self._said = (*self._said[1 - MOST_TOLD :], message)

    async def tell(self, n: int, connections: Iterable[Connection]) -> None:
        """Send the message of an entry to all who have neither muted the chat nor blocked its author."""
        for message in self._said:
            if message.n == n:
                try:
                    await self._tell(message, list(connections))
                except LidoError as error:  # it is on disk, and is sent to those who reconnect
                    log_error("a chat message could not be sent", error)

    async def _tell(self, message: ChatEntry, connections: list[Connection]) -> None:
        await self._context.people.learn([message.person])
        text = encoded(self._message(message))
        for connection in connections:
            if await self._hears(connection, message.person):
                connection.outbox.say(text)

    async def show(self, person: str, what: Feeling, connections: Iterable[Connection]) -> None:
        """Show how somebody feels to all who have neither muted the chat nor blocked them."""
        text = encoded(Reacted(person=person, what=what))
        for connection in list(connections):
            if await self._hears(connection, person):
                connection.outbox.say(text)

    async def for_newcomer(self, connection: Connection) -> list[ChatMessage]:
        """The messages that a newcomer is sent."""
        return [self._message(message) for message in self._said if await self._hears(connection, message.person)]

    def mute(self, person: str, on: bool) -> None:
        """Hide the chat from a person, or show it again."""
        self._muted = self._muted | {person} if on else self._muted - {person}

    def forget(self, person: str) -> None:
        """A person has deleted their messages."""
        self._said = tuple(said._replace(text=None) if said.person == person else said for said in self._said)

    async def _hears(self, connection: Connection, person: str) -> bool:
        """Whether somebody wants to hear a person."""
        blocked = await self._context.people.blocks(connection.person)
        return connection.person not in self._muted and person not in blocked

    def _message(self, message: ChatEntry) -> ChatMessage:
        people = self._context.people
        return ChatMessage(
            n=message.n,
            at=message.at,
            person=message.person,
            name=people.name(message.person),
            text=message.text,
            face=people.faces([message.person]).get(message.person),
        )

"""The live part of a game: what happens at its tables between moves, such as a piece that a hand carries.

A game has one if its package has a module `live` with a `LIVE`, a `LivePart`. Rooms, runners, the hub and the
sockets know only this interface. Nothing that happens live is kept; its result is a move like any other.
"""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

import msgspec

from lido.game import Json
from lido.games import games, part
from lido.match import PlayerView
from lido.server.messages import COMMANDS, MESSAGES, Command, Message
from lido.server.reactions import React, Reacted
from lido.server.rooms.connection import Connection
from lido.server.rooms.context import NodeContext
from lido.server.rooms.turns import Turns
from lido.server.store import Author
from lido.server.table.changes import Changes
from lido.server.table.state import TableState

Afterwards: TypeAlias = Callable[[], Awaitable[None]]


class RoomAccess(Protocol):
    """What a runner and a live part may use of a room. What changes the table is done under its lock."""

    @property
    def id(self) -> str: ...
    @property
    def context(self) -> NodeContext: ...
    @property
    def table(self) -> TableState: ...
    @property
    def lock(self) -> Turns: ...

    async def refresh(self) -> None:
        """Read the table again if it may not be what is on disk. Under the lock."""
        ...

    async def reload(self) -> None:
        """Read the table again, after a `Conflict`. Under the lock."""
        ...

    def mark_stale(self) -> None:
        """The table must be read again before anything else is done with it."""
        ...

    async def commit(
        self, changes: Changes, connection: Connection | None = None, number: int = 0, author: Author | None = None
    ) -> None:
        """Write changes, acknowledge the command that made them, and tell everybody. Under the lock.

        With an author, nothing is written if that person is signed out by then.
        """
        ...

    async def forgive_pauses(self) -> bool:
        """Give the seat to act the time back in which this node did not run; whether it lost any. Under the lock.

        Raises Conflict or NotKept.
        """
        ...

    def repeated(self, connection: Connection, number: int) -> bool:
        """Whether that command was carried out before; then it is acknowledged again."""
        ...

    def tell(self, text: bytes) -> None:
        """Send everybody at this node the same."""
        ...

    async def tell_live(self, text: str) -> None:
        """Tell the live parts of this table at other nodes something that is not kept: `Live.told`."""
        ...

    @property
    def is_watched_elsewhere(self) -> bool:
        """Whether anybody is at the table by another node."""
        ...

    @property
    def is_in_use(self) -> bool:
        """Whether anybody is at the table, or was a moment ago."""
        ...

    def has(self, person: str | None) -> bool:
        """Whether a person has a socket here."""
        ...

    def absent(self) -> Mapping[str, int]:
        """The people of the table who are not connected, and since when."""
        ...

    def lag_of(self, seat: int) -> int:
        """The round trip of the slowest connection of the player of a seat, in milliseconds."""
        ...

    def run_bots_and_clock(self) -> None:
        """Let the runner start what there is to do now."""
        ...


class Live:
    """The live part of a game at one table. A hook that a game does not override does nothing."""

    __slots__ = ()

    @property
    def busy(self) -> bool:
        """Whether something goes on, so that the room must stay in memory."""
        return False

    async def handle(self, connection: Connection, command: Any) -> None:
        """Carry out one of the commands of this live part."""

    async def intercept(self, connection: Connection, command: Command) -> bool:
        """Whether the live part carries out a command of every game itself, and answers it. Under the lock."""
        return False

    def guard(self, person: str, command: Command) -> Afterwards | None:
        """Refuse a command that cannot be carried out now (LidoError). Under the lock.

        What is returned is called once the command was carried out, still under the lock.
        """
        return None

    def published(self) -> None:
        """The table has changed, and everybody was told. Under the lock."""

    def entered(self, connection: Connection) -> None:
        """A socket was welcomed. Under the lock."""

    def left(self, connection: Connection) -> None:
        """A socket is closed."""

    def time_up(self) -> bool:
        """The clock of the seat to act has run out; returns whether the live part ends the turn itself."""
        return False

    async def perform(self, player_view: PlayerView, move: str, details: dict[str, Json]) -> dict[str, Json]:
        """Show the move of a bot to everybody in real time, and return the details of the move."""
        return details

    def told(self, text: str) -> None:
        """Handle what the live part of this table at another node sent with `RoomAccess.tell_live`."""


@dataclass(frozen=True)
class LivePart:
    """The live part of a game. Its commands and messages must have tags that no other game uses."""

    table: Callable[[RoomAccess, Any], Live]
    """Makes the live part of one table, given what `service` opened."""
    service: Callable[[int], AbstractAsyncContextManager[Any]]
    """Makes what all tables of a node share, with that number of processes."""
    commands: tuple[type[msgspec.Struct], ...] = ()
    messages: tuple[type[Message], ...] = ()
    streams: Mapping[type[msgspec.Struct], float] = field(default_factory=dict)
    """Commands that come in a stream, and how many a second at most; they do not count as messages."""


def live_part(game: str) -> LivePart | None:
    """The live part of a game, if it has one."""
    module = part(game, "live")
    if module is None:
        return None
    found: LivePart = module.LIVE
    return found


def live_parts() -> dict[str, LivePart]:
    """The live parts of all games that have one."""
    return {game.id: found for game in games() if (found := live_part(game.id))}


def all_commands() -> tuple[type[msgspec.Struct], ...]:
    """Every message that a client may send."""
    return (*COMMANDS, React, *(each for found in live_parts().values() for each in found.commands))


def all_messages() -> tuple[type[Message], ...]:
    """Every message that a client may get."""
    return (*MESSAGES, Reacted, *(each for found in live_parts().values() for each in found.messages))


def live_table(room: RoomAccess) -> Live | None:
    """The live part of a table, if its game has one."""
    game = room.table.opened.game
    found = live_part(game)
    return found.table(room, room.context.live[game]) if found else None

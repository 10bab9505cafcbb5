"""The sockets: who may connect, what they send, and why a socket is closed.

This is plain ASGI, for speed: every message passes through here.
"""

import re
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import reduce
from operator import or_
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import parse_qs

import msgspec

from lido.errors import BadSetup, LidoError, NotKept, Refusal
from lido.server.club.club import Club
from lido.server.logging import log_error
from lido.server.messages import Answer, AskPong
from lido.server.rate_limits import Bucket, Places
from lido.server.rooms.connection import Connection, encoded, refused
from lido.server.rooms.ephemeral import EPHEMERAL, CommandHandler, to_live_part
from lido.server.rooms.hub import Hub
from lido.server.rooms.identity import cookie_in
from lido.server.rooms.live import all_commands, live_parts
from lido.server.rooms.outbox import Closing, Outbox, Receive, Send
from lido.server.rooms.room import Room
from lido.server.settings import Settings
from lido.server.store import IN_DOUBT, Person, SignedOut
from lido.server.transport.answers import refusal, reject
from lido.server.transport.limits import Origins, Scope, address_of, header, preferred
from lido.server.transport.websocket import SAYS

TABLE = re.compile(r"/api/tables/([0-9a-zA-Z_-]{1,40})/socket")
CUP = re.compile(r"/api/cups/([0-9a-zA-Z_-]{1,40})/socket")
LOBBY, POOL = "/api/lobby", "/api/pool"
NUL = "\\u0000"
NUL_TEXT = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
"""The character as JSON has it, which a backslash before it would undo."""
NUL_BYTES = re.compile(NUL_TEXT.pattern.encode())
AT_ONCE = 3.0
"""Seconds' worth of messages that may come in one go."""
MOST_EXCESS = 200
"""How many messages over the limit are refused before the socket is closed."""
LONGEST_QUERY = 200
MOST_FIELDS = 10
"""Fields of the address of a socket that are read; the others are ignored."""


class Query(NamedTuple):
    """What a client says in the address of a socket."""

    client: str
    """The name that the client gives itself; a client without one gets a random name."""
    seen: int | None
    """The last entry that it has seen."""
    pictures: bool
    """Whether it wants a picture with every view."""


TurnedAway: TypeAlias = Callable[[Scope], Awaitable[tuple[int, bytes] | None]]
"""Says why a request is not served at all: the status and the body of the answer; None if it is."""


class Sockets:
    """Everything that happens over WebSocket."""

    def __init__(self, hub: Hub, settings: Settings, club: Club, turned_away: TurnedAway) -> None:
        self._hub = hub
        self._club = club
        self._turned_away = turned_away
        self._people = hub.people
        self._settings = settings
        self._origins = Origins(settings)
        self._places = Places(settings.sockets_each)
        self._metrics = hub.context.metrics
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(reduce(or_, all_commands()))
        parts = live_parts().values()
        live: dict[type, CommandHandler] = {each: to_live_part for part in parts for each in part.commands}
        self._handlers = {**EPHEMERAL, **live}
        self._streams = {each: rate for part in parts for each, rate in part.streams.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket, or close it with a reason. Browsers see the reason only if the socket was open."""
        if refused := await self._turned_away(scope):
            await reject(send, *refused)
            return
        await receive()
        code, status = "service.origin", 403
        if not (is_known := _is_known(scope["path"])):
            code, status = "service.no-address", 404
        if not self._origins.allowed(scope) or not is_known:
            await reject(send, status, refusal(Refusal(code), preferred(scope)))
            return
        await send({"type": "websocket.accept"})
        outbox = Outbox(send, **scope.get("extensions", {}).get(SAYS, {}))
        release = self._places.take(address_of(scope))
        if release is None:
            self._metrics.limited.labels("sockets").inc()
            self._close(outbox, Closing.LIMIT, "too many sockets from one address")
            return
        try:
            if serving := await self._admitted(scope, receive, outbox):
                await serving
        except SignedOut:
            self._close(outbox, Closing.NOBODY, "signed out")
        except LidoError as error:
            log_error("a socket could not be served", error)
            self._close(outbox, Closing.LATER, "the service cannot go on")
        finally:
            release()

    async def _admitted(self, scope: Scope, receive: Receive, outbox: Outbox) -> Coroutine[Any, Any, None] | None:
        """What serves a socket from now on, or None where it was closed. Little of what it needs is kept meanwhile."""
        if self._hub.stopping:
            self._close(outbox, Closing.RESTART, "the service restarts")
            return None
        person = await self._people.visitor(cookie_in(header(scope, b"cookie")), certain=True)
        path, query, address = scope["path"], _query(scope), address_of(scope)
        fields = scope["query_string"].decode("latin-1")[:LONGEST_QUERY]
        scope.clear()  # no longer needed, and a socket may stay open for days
        if person is None:
            self._close(outbox, Closing.NOBODY, "no identity: ask for /api/me first")
            return None
        self._club.friends.seen(person.key)
        self._hub.context.met(person.key, address)
        if path == POOL:
            return self._in_pool(person, fields, outbox, receive)
        if cup := CUP.fullmatch(path):
            return self._at_cup(cup.group(1), outbox, receive)
        if path == LOBBY:
            return self._in_lobby(outbox, receive)
        table = TABLE.fullmatch(path)
        room = await self._hub.room(table.group(1), address) if table else None
        if room is None:
            self._close(outbox, Closing.NO_TABLE, "no such table")
            return None
        connection = Connection(
            outbox, person.key, query.client, person.language, epoch=person.epoch, pictures=query.pictures
        )
        return self._at_table(room, connection, query.seen, receive)

    def _close(self, outbox: Outbox, code: int, reason: str) -> None:
        self._metrics.closed.labels(str(code)).inc()
        outbox.close(code, reason)

    async def _in_lobby(self, outbox: Outbox, receive: Receive) -> None:
        leave = await self._hub.lobby.enter(outbox)
        try:
            await self._listen("lobby", outbox, receive)
        finally:
            leave()

    async def _in_pool(self, person: Person, fields: str, outbox: Outbox, receive: Receive) -> None:
        asked = parse_qs(fields)
        try:
            game, pace = (asked.get(name, [""])[0] for name in ("game", "pace"))
            leave = await self._club.pool.enter(person, game, pace, outbox)
        except (Refusal, BadSetup):
            self._close(outbox, Closing.NO_TABLE, "nobody can wait for this")
            return
        try:
            await self._listen("pool", outbox, receive)
        finally:
            await leave()

    async def _at_cup(self, cup: str, outbox: Outbox, receive: Receive) -> None:
        try:
            leave = await self._club.cups.enter(cup, outbox)
        except Refusal:
            self._close(outbox, Closing.NO_TABLE, "no such tournament")
            return
        try:
            await self._listen("cup", outbox, receive)
        finally:
            leave()

    async def _listen(self, where: str, outbox: Outbox, receive: Receive) -> None:
        """Answer the pings of somebody who only listens, until they go."""
        gauge = self._metrics.sockets.labels(where)
        gauge.inc()
        bucket = Bucket(self._settings.messages_each, AT_ONCE * self._settings.messages_each)
        try:
            while (text := _text(await receive())) is not None:
                command = self._read(text)
                if isinstance(command, AskPong):
                    outbox.say(encoded(Answer(id=command.id)))
                else:
                    outbox.say(encoded(refused(Refusal("service.lobby"), "en")))
                if not bucket.take():
                    self._close(outbox, Closing.LIMIT, "too many messages")
        finally:
            gauge.dec()

    async def _at_table(self, room: Room, connection: Connection, seen: int | None, receive: Receive) -> None:
        room.coming += 1
        try:
            if not await room.enter(connection, seen):
                return
        finally:
            room.coming -= 1
        gauge = self._metrics.sockets.labels("table")
        gauge.inc()
        try:
            if not await self._people.is_current(connection.author):  # signed out before this socket could be found
                self._close(connection.outbox, Closing.NOBODY, "signed out")
                return
            await self._serve(room, connection, receive)
        finally:
            gauge.dec()
            await room.leave(connection)
            self._hub.left(room)

    async def _serve(self, room: Room, connection: Connection, receive: Receive) -> None:
        """Carry out message after message, until the socket is closed."""
        rate = self._settings.messages_each
        messages, streams, excess = Bucket(rate, AT_ONCE * rate), dict[type, Bucket](), 0
        while (text := _text(await receive())) is not None:
            if connection.outbox.closed:  # nothing more is done for it, whatever it sent before it heard
                continue
            command = self._read(text)
            bucket = messages
            if most := self._streams.get(type(command)):
                bucket = streams.get(type(command)) or streams.setdefault(type(command), Bucket(most, most))
            if not bucket.take():
                excess += 1
                if excess > MOST_EXCESS:
                    self._close(connection.outbox, Closing.LIMIT, "too many messages")
                else:
                    self._metrics.limited.labels("messages").inc()
                    connection.refuse(Refusal("service.too-fast"), getattr(command, "number", None))
                continue
            excess = 0
            if isinstance(command, Refusal):
                connection.refuse(command, None)
            elif self._hub.stopping:
                connection.refuse(Refusal("service.stopping"), getattr(command, "number", None))
            else:
                await self._carry_out(room, connection, command)
                del text, command  # or they would stay until the next comes, which may be days

    def _read(self, text: str | bytes) -> Any:
        """The command of a client, or a Refusal that says why it cannot be read."""
        try:
            command = self._decoder.decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            return Refusal("service.message", why=str(error))
        return Refusal("service.nul") if _has_nul(text) else command

    async def _carry_out(self, room: Room, connection: Connection, command: Any) -> None:
        handler = self._handlers.get(type(command), Room.carry_out)
        try:
            await handler(room, connection, command)
        except LidoError as error:
            self._metrics.refused.inc()
            if isinstance(error, NotKept) and error.code in IN_DOUBT:  # not refused: the client sends it again
                log_error("it is not known whether a command was written", error)
                self._close(connection.outbox, Closing.LATER, "the service cannot go on")
            elif isinstance(error, SignedOut):
                self._close(connection.outbox, Closing.NOBODY, "signed out")
            else:
                connection.refuse(error, getattr(command, "number", None))
        except Exception as error:  # one message must not end a table
            log_error("a command failed", error, do=type(command).__name__)
            room.mark_stale()
            connection.refuse(Refusal("service.failed"), getattr(command, "number", None))


def _is_known(path: str) -> bool:
    """Whether there is a socket at an address."""
    return path in (LOBBY, POOL) or bool(TABLE.fullmatch(path) or CUP.fullmatch(path))


def _text(event: Mapping[str, Any]) -> str | bytes | None:
    """A message, or None when the socket is closed."""
    return event.get("text") or event.get("bytes") or b"" if event["type"] == "websocket.receive" else None


def _has_nul(text: str | bytes) -> bool:
    """Whether JSON holds the character NUL, which not every database can store."""
    return bool(NUL_BYTES.search(text) if isinstance(text, bytes) else NUL in text and NUL_TEXT.search(text))


def _query(scope: Scope) -> Query:
    fields = scope["query_string"].decode("latin-1").split("&", MOST_FIELDS)[:MOST_FIELDS]
    asked = parse_qs("&".join(fields))
    client = asked.get("client", [""])[0][:64]
    if not client or not client.isprintable():
        client = secrets.token_hex(8)
    seen = asked.get("seen", [""])[0]
    return Query(
        client, int(seen) if seen.isdecimal() and len(seen) < 16 else None, asked.get("pictures", [""])[0] == "1"
    )

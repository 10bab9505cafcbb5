"""A node, from its start to its end."""

import asyncio
import gc
import os
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

from lido.errors import BadSetup
from lido.game import RecordGame
from lido.games import games
from lido.match import new
from lido.precompile import play_on
from lido.server.logging import log_event
from lido.server.metrics import Metrics
from lido.server.rooms.context import NodeContext
from lido.server.rooms.hub import Hub
from lido.server.rooms.identity import Signer
from lido.server.rooms.live import live_parts
from lido.server.rooms.node_time import NodeTime
from lido.server.rooms.people import People
from lido.server.settings import Settings
from lido.server.stopping import REQUESTS, WRITES, Stopping
from lido.server.store import open_store
from lido.server.transport.app import App
from lido.server.transport.connections import Connections, most_connections
from lido.server.transport.door import Door, Patience
from lido.server.transport.keepalive import Keepalive
from lido.server.transport.websocket import Wire
from lido.server.workers.bots import BotPool
from lido.server.workers.records import RecordPool

KEEPALIVE = 20.0
"""Seconds between two pings of WebSocket, and within which one must be answered."""

NEW_OBJECTS = 20_000
"""How many new objects make Python look for garbage: a table has thousands, and hardly any in cycles."""


class Server(uvicorn.Server):
    """Serves until a signal comes; then closes the sockets with a reason before it stops."""

    def __init__(self, config: uvicorn.Config, hub: Hub, stopping: Stopping) -> None:
        super().__init__(config)
        self._hub = hub
        self._stopping = stopping

    def stop_with(self, supervisor: Connection) -> None:
        """Stop when the other end of this pipe is closed; nothing else comes through it."""
        loop = asyncio.get_running_loop()

        def closed() -> None:
            loop.remove_reader(supervisor.fileno())
            self.should_exit = True

        loop.add_reader(supervisor.fileno(), closed)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log_event("stopping")
        self._stopping.begin()
        await self._hub.stop(self._stopping.left(WRITES))
        self.config.timeout_graceful_shutdown = max(1, round(self._stopping.left(REQUESTS)))
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.force_exit = self.should_exit
        self.should_exit = True


def get_ready() -> None:
    """Load and compile every game, so that the first table of a game does not wait for it."""
    for game in games():
        match = new(game.id, seed="ready")
        for seat in range(match.players + 1):
            match.view(seat)
        match.player_view(1)
        if isinstance(game, RecordGame):
            play_on(match)
        else:
            match.play(match.legal_moves()[0])


@asynccontextmanager
async def opened(settings: Settings, stopping: Stopping) -> AsyncIterator[Hub]:
    """A node that is ready to serve."""
    if not settings.database:
        Path(settings.address).parent.mkdir(parents=True, exist_ok=True)
    store = await open_store(settings.address)
    try:
        people = People(store, Signer(await store.key()))
        async with BotPool(settings.bot_processes) as bots, RecordPool() as records, AsyncExitStack() as stack:
            live = {
                game: await stack.enter_async_context(part.service(settings.live_processes))
                for game, part in live_parts().items()
            }
            now = NodeTime(store)
            await now.look()
            hub = Hub(NodeContext(settings, store, people, bots, records, live, Metrics(), now))
            hub.start()
            hub.context.spawn(now.run())
            try:
                yield hub
            finally:
                await stopping.within(hub.close(), "tables")
    finally:
        await stopping.within(store.close(), "the database")


async def serve(
    settings: Settings, listening: socket.socket, ready: Callable[[str], None], supervisor: Connection | None = None
) -> None:
    """Serve until told to stop, also by a `supervisor`. `ready` is called with the address once it is served."""
    get_ready()
    gc.collect()
    gc.freeze()  # what is loaded by now stays, and need not be searched again
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])
    stopping = Stopping(settings.grace_seconds)
    async with opened(settings, stopping) as hub:
        server = Server(_config(hub, settings), hub, stopping)
        if supervisor:
            server.stop_with(supervisor)
        host, port = listening.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        ready(f"http://{shown}:{port}{settings.base_path}/")
        log_event("started", node=hub.context.node, port=port, pid=os.getpid())
        await server.serve([listening])
        log_event("stopped", node=hub.context.node)


def _config(hub: Hub, settings: Settings) -> uvicorn.Config:
    connections = Connections(most_connections(settings.connections), settings)
    http: Any = partial(Door, connections, hub.context.metrics, Patience())
    sockets: Any = partial(Wire, keepalive=Keepalive(KEEPALIVE), messages_each=settings.messages_each)
    return uvicorn.Config(
        App(hub, settings),
        interface="asgi3",
        http=http,
        log_config=None,
        access_log=False,
        lifespan="off",
        proxy_headers=False,
        server_header=False,
        ws=sockets,
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=KEEPALIVE,
        ws_ping_timeout=KEEPALIVE,
    )


def listen(settings: Settings) -> socket.socket:
    """The socket that is listened on, or BadSetup."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((settings.host, settings.port))
        listening.listen(1024)
        listening.setblocking(False)
    except OSError as error:
        listening.close()
        why = error.strerror or str(error)
        raise BadSetup("service.listen", host=settings.host, port=settings.port, why=why) from error
    return listening


def run(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve by one node, in this process."""
    with listen(settings) as listening:
        run_node(settings, listening, ready)


def run_node(
    settings: Settings, listening: socket.socket, ready: Callable[[str], None], supervisor: Connection | None = None
) -> None:
    """Run `serve` in a new event loop: that of uvloop, where there is one."""
    serving = serve(settings, listening, ready, supervisor)
    if sys.platform == "win32":
        asyncio.run(serving)
        return
    import uvloop  # noqa: PLC0415 - there is none for Windows

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serving)

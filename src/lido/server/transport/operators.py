"""What operators and their programs ask: whether a node lives, whether it is ready, and its metrics."""

import asyncio
import time

from lido.errors import LidoError, Refusal
from lido.server.logging import log_error
from lido.server.rate_limits import Buckets
from lido.server.rooms.hub import Hub
from lido.server.rooms.outbox import Send
from lido.server.settings import Settings, networks
from lido.server.transport.answers import answer, refusal
from lido.server.transport.limits import Scope, address_of, preferred, within

PATHS = ("/health", "/ready", "/metrics")
EACH, AT_ONCE = 20.0, 200.0
"""Such requests of one address a second, in the long run and in one go."""
READY_FOR = 1.0
"""Seconds for which the database is not asked again: whether it can be written to is found out by writing."""


class Operators:
    """Answers them, within a limit of their own: visitors cannot use up the requests of a supervisor elsewhere."""

    def __init__(self, hub: Hub, settings: Settings) -> None:
        self._hub = hub
        self._metrics = hub.context.metrics
        self._scrapers = networks("metrics_to", settings.metrics_to)
        self._requests = Buckets(EACH, AT_ONCE)
        self._asking = asyncio.Lock()
        self._ready, self._asked = False, float("-inf")

    def allowed(self, scope: Scope) -> bool:
        """Whether one more may be answered to that address now."""
        return self._requests.take(address_of(scope))

    async def __call__(self, scope: Scope, send: Send) -> None:
        """Answer one of them."""
        if scope["path"] == "/health":
            await answer(send, 200, b'{"alive":true}')
        elif scope["path"] == "/ready":
            ready = not self._hub.stopping and await self._is_ready()
            await answer(send, 200 if ready else 503, b'{"ready":true}' if ready else b'{"ready":false}')
        elif within((scope.get("client") or ("",))[0], self._scrapers):
            body, kind = self._metrics.text()
            await answer(send, 200, body, kind=kind.encode())
        else:
            await answer(send, 404, refusal(Refusal("service.no-address"), preferred(scope)))

    async def _is_ready(self) -> bool:
        async with self._asking:
            if time.monotonic() - self._asked > READY_FOR:
                try:
                    await self._hub.context.store.ready()
                    self._ready = True
                except (LidoError, OSError) as error:
                    log_error("the store is not ready", error)
                    self._ready = False
                self._asked = time.monotonic()
            return self._ready

"""What is known of the places that messages go to, so that slow ones do not hold up what goes to others.

Their names are given by visitors, who may choose some that lead nowhere, or to a place that never answers.
"""

import asyncio
import ipaddress
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from lido.server.rate_limits import Allowances

SOON = 1.0
"""Seconds within which a place should answer."""
SECONDS_EACH, MOST_SECONDS_EACH = 0.5, 60.0
"""Seconds beyond that for which one place is waited for: a second in the long run, and in one go."""
FRESH, KEPT = 600.0, 24 * 3600.0
"""Seconds for which a name is not looked up again, and for which its address is still used if that takes too long."""
LOOKED_UP_WITHIN = 5.0
MOST_NAMES = 10_000


class Reach:
    """What one node knows of them."""

    def __init__(self) -> None:
        self._waits = Allowances(SECONDS_EACH, MOST_SECONDS_EACH)
        self._names: OrderedDict[str, tuple[str, float]] = OrderedDict()
        """The address of a name, and when it was looked up."""

    async def address(self, name: str, look_up: Callable[[], Awaitable[str]]) -> str:
        """Where a name leads. Raises what `look_up` raises, or TimeoutError."""
        known, since = self._names.get(name, ("", -KEPT))
        age = time.monotonic() - since
        if age >= FRESH:
            try:
                async with asyncio.timeout(LOOKED_UP_WITHIN):
                    known = await look_up()
            except (OSError, TimeoutError):  # slow names of others may hold this one up
                if age >= KEPT or not known:
                    raise
            else:
                since = time.monotonic()
        self._names[name] = known, since
        self._names.move_to_end(name)
        if len(self._names) > MOST_NAMES:
            self._names.popitem(last=False)
        return known

    @asynccontextmanager
    async def asking(self, address: str, port: int) -> AsyncIterator[None]:
        """Ask what is at an address; TimeoutError at once for a place that was waited for too long already."""
        place = f"{network(address)} {port}"
        if self._waits.left(place) <= 0:
            raise TimeoutError
        began = time.monotonic()
        try:
            yield
        finally:
            self._waits.spend(place, max(0.0, time.monotonic() - began - SOON))


def network(address: str) -> str:
    """The place of an address: an IPv6 network of 64 bits is one, since whoever has it can choose any address in it."""
    found = ipaddress.ip_address(address)
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else address

"""SVG as PNG, drawn in processes of their own: the library holds Python's lock while it draws."""

import asyncio
import sys
from contextlib import suppress
from pathlib import Path

from lido.server.logging import log_error

PROGRAM = Path(__file__).with_name("raster.py")
MOST_BYTES = 2_000_000
"""The longest SVG that is drawn."""
SECONDS = 10.0
"""How long a drawing may take."""
MOST_WAITING = 8
"""How many drawings may wait for the one that is being made."""


class Rasteriser:
    """Draws one picture at a time; what would have to wait for too many others is not drawn."""

    def __init__(self, fonts: list[str]) -> None:
        self._fonts = fonts
        self._one = asyncio.Lock()
        self._waiting = 0

    async def png(self, svg: str) -> bytes | None:
        """The picture, or None where it is too large, takes too long, cannot be drawn, or there is no time for it."""
        body = svg.encode()
        if len(body) > MOST_BYTES or self._waiting >= MOST_WAITING:
            return None
        self._waiting += 1
        try:
            async with self._one:
                return await self._drawn(body)
        finally:
            self._waiting -= 1

    async def _drawn(self, body: bytes) -> bytes | None:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", str(PROGRAM), *self._fonts, stdin=pipe, stdout=pipe, stderr=pipe
        )
        try:
            drawn, errors = await asyncio.wait_for(process.communicate(body), SECONDS)
        except TimeoutError as error:
            log_error("a picture of a link took too long", error)
            return None
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        if process.returncode:
            log_error("a picture of a link could not be drawn", RuntimeError(errors.decode(errors="replace")[-500:]))
            return None
        return drawn

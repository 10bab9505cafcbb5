"""Who may use a table now: one after the other, in the order in which they came."""

import asyncio
from types import TracebackType


class Turns:
    """A lock as asyncio has it. That one keeps half a kilobyte from the first time that somebody has to wait."""

    __slots__ = ("_taken", "_waiting")

    def __init__(self) -> None:
        self._taken = False
        self._waiting: list[asyncio.Future[None]] | None = None
        """Those who wait, if anybody does."""

    def locked(self) -> bool:
        """Whether it is somebody's turn."""
        return self._taken

    async def __aenter__(self) -> None:
        if not self._taken:
            self._taken = True
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting = [*(self._waiting or ()), turn]
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._waiting = [other for other in self._waiting or () if other is not turn] or None
            else:  # it had come, just before
                self._pass_on()
            raise

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pass_on()

    def _pass_on(self) -> None:
        """It is the turn of the next who still waits, or nobody's."""
        while self._waiting:
            turn = self._waiting[0]
            self._waiting = self._waiting[1:] or None
            if not turn.done():
                turn.set_result(None)
                return
        self._taken = False

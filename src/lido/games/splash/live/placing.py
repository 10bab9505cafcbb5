"""Placements in real time, simulated in worker processes (`worker`).

A person steers the hand: what it aims at is passed on as it comes, at most `1 / PAUSE` poses a second, and frames
with the pieces that moved come back 30 times a second, until all is at rest. What a bot aims at, or a pose that
a person chose, is carried out by the same hand. The result is the details that `Match.play("place", …)` takes:
the path as it was and the scenes that settled, so that nothing is simulated again.

The times of poses are those of the person who steers, in seconds since they took the piece. The hand is 30 ms
behind the clock (`worker.DELAY`), so a pose that arrives within 30 ms is followed exactly on time. If one arrives
later, the hand has waited at the pose before and goes on from there, as fast as it may; one that claims to be
ahead of the clock counts as being from now (`worker.AHEAD`).
"""

import asyncio
import math
from collections.abc import AsyncIterator, Sequence
from itertools import count

from lido.errors import IllegalMove, LidoError
from lido.game import Json
from lido.games.splash.live.messages import Frame
from lido.games.splash.live.worker import Begin, Begun, Carry, Ended, Knocking, LetGo, PutBack, Seen, Steer
from lido.games.splash.physics.path import Target, check_target, check_time, numbers, read_target
from lido.match import PlayerView
from lido.server.workers.process import Gone, Process, WorkerPool

PAUSE = 1 / 90
"""Seconds between two poses that are passed on; of poses that come faster, the newest is."""
SILENCE = 15.0
"""Seconds that a worker with a placement may say nothing; after that it counts as stuck."""


class Placing:
    """A placement that goes on. Iterate over it for frames; `details` is its result."""

    def __init__(self, id: int, process: Process, *, steered: bool) -> None:
        self._id = id
        self._process = process
        self._loop = asyncio.get_running_loop()
        self._begun: asyncio.Future[None] = self._loop.create_future()
        self.ended: asyncio.Future[dict[str, Json]] = self._loop.create_future()
        """The details, as a future."""
        self._news = asyncio.Event()
        self._fresh: Frame | None = None
        self._wanted: Target | None = None
        self._rested_until = 0.0
        self._open = not steered
        self.opens_at = math.inf
        """When a steered hand opens because a clock ends, by the time of the event loop."""
        self.seen = Frame(t=0.0, held=None, pieces={})
        """All that has moved so far, for people who come later."""
        self.lag = 0.0
        """The most seconds that the simulation was behind the clock."""

    # From the placer

    def steer(self, t: float, pose: Sequence[float]) -> None:
        """The hand should be at `pose` (`[x, y, z, qw, qx, qy, qz]`) `t` seconds after it took the piece.

        A pose that no hand can reach is refused (IllegalMove), and the placement goes on.
        """
        target = read_target([t, *pose])
        check_target(target)
        self._check_held()
        waits, self._wanted = self._wanted is not None, target
        if not waits:
            self._loop.call_at(max(self._rested_until, self._loop.time()), self._pass_on)

    def _pass_on(self) -> None:
        if self._wanted:
            self._process.send(Steer(self._id, self._wanted))
            self._wanted = None
            self._rested_until = self._loop.time() + PAUSE

    def let_go(self, t: float | None = None) -> None:
        """Open the hand `t` seconds after it took the piece, or at once if that has passed or is not given."""
        moment = 0.0 if t is None else numbers([t], 1)[0]
        check_time(moment)
        self._check_held()
        self._pass_on()
        self._open = True
        self._process.send(LetGo(self._id, moment))

    def _check_held(self) -> None:
        if self._open or self.ended.done():
            raise IllegalMove("splash.released")

    def put_back(self) -> None:
        """Cancel it: nothing has changed, and `details` raises LidoError `splash.put-back`."""
        self._process.send(PutBack(self._id))
        self._end(LidoError("splash.put-back"))

    # For everybody

    async def __aiter__(self) -> AsyncIterator[Frame]:
        """Frames until all is at rest. If they are not read in time, several become one."""
        while self._fresh or not self.ended.done():
            if self._fresh:
                frame, self._fresh = self._fresh, None
                yield frame
            else:
                self._news.clear()
                await self._news.wait()

    async def details(self) -> dict[str, Json]:
        """What `Match.play("place", **details)` takes; LidoError if the placement failed."""
        return await asyncio.shield(self.ended)

    # From the worker

    async def begun(self) -> None:
        """Wait until the piece is in the hand; IllegalMove if it cannot be there."""
        await asyncio.wait((self._begun, self.ended), return_when=asyncio.FIRST_COMPLETED)
        if self.ended.done():
            await self.ended

    def heard(self, message: Begun | Seen | Ended) -> None:
        """Take a message of the worker."""
        if isinstance(message, Begun):
            self._begun.set_result(None)
        elif isinstance(message, Ended):
            self._end(message.details)
        else:
            self.lag = max(self.lag, message.lag)
            earlier = self._fresh or Frame(t=0.0, held=None, pieces={})
            t, held, left = message.time, message.held, self._left(message)
            touch = max(earlier.touch, message.touch)
            self._fresh = Frame(t=t, held=held, pieces={**earlier.pieces, **message.pieces}, touch=touch, left=left)
            self.seen = Frame(t=t, held=held, pieces={**self.seen.pieces, **message.pieces}, left=left)
            self._news.set()

    def _left(self, message: Seen) -> float | None:
        """Seconds until the hand opens by itself, after a minute or when the clock ends."""
        if message.left is None:
            return None
        return round(max(0.0, min(message.left, self.opens_at - self._loop.time())), 2)

    def lost(self) -> None:
        """The worker is gone."""
        self._end(LidoError("splash.placement-lost"))

    def _end(self, details: dict[str, Json] | LidoError) -> None:
        if self.ended.done():
            return
        if isinstance(details, LidoError):
            self.ended.set_exception(details)
            self.ended.exception()  # nobody has to ask for it
        else:
            self.ended.set_result(details)
        self._news.set()


class _Worker:
    """A process and the placements that go on in it."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.placings: dict[int, Placing] = {}
        self._heard = 0.0

    async def begun(self, message: Begin | Carry | Knocking) -> Placing:
        """A new placement."""
        placing = self.placings[message.id] = Placing(message.id, self.process, steered=isinstance(message, Begin))
        placing.ended.add_done_callback(lambda _: self.placings.pop(message.id))
        self._heard = asyncio.get_running_loop().time()
        self.process.send(message)
        try:
            await placing.begun()
        except asyncio.CancelledError:
            placing.put_back()
            raise
        return placing

    async def listen(self) -> None:
        """Pass on what the process says, until it has ended or is stuck."""
        clock = asyncio.get_running_loop().time
        while True:
            try:
                message = await asyncio.wait_for(self.process.receive(), SILENCE)
            except TimeoutError as error:
                if self.placings and clock() - self._heard >= SILENCE:
                    raise Gone from error
                continue
            self._heard = clock()
            if placing := self.placings.get(message.id):
                placing.heard(message)


class PhysicsPool(WorkerPool):
    """A number of processes, each with several placements at a time. `close` ends all placements."""

    worker = "lido.games.splash.live.worker"

    def __init__(self, processes: int = 1) -> None:
        super().__init__(processes)
        self._numbers = count()
        self._workers: list[_Worker] = []

    @property
    def pids(self) -> set[int]:
        """The processes that are ready."""
        return {worker.process.pid for worker in self._workers}

    @property
    def running(self) -> int:
        """How many placements go on."""
        return sum(len(worker.placings) for worker in self._workers)

    async def begin(self, player_view: PlayerView, seed: str | int | None = None) -> Placing:
        """Take the piece that the seat must place into the hand, at its start, to be steered; or IllegalMove."""
        worker = await self._least_busy()
        return await worker.begun(Begin(next(self._numbers), player_view.observation, seed))

    async def carry_out(
        self, player_view: PlayerView, details: dict[str, Json], seed: str | int | None = None
    ) -> Placing:
        """Let a hand aim at a `path`, or go to a `pose`; or IllegalMove."""
        worker = await self._least_busy()
        return await worker.begun(Carry(next(self._numbers), player_view.observation, details, seed))

    async def knock(self, player_view: PlayerView, fault: int | None, seed: str | int | None = None) -> Placing:
        """Knock the tower, by an accident; the result is what `Match.play("accident", …)` takes.

        The result is an IllegalMove where the tower still stands.
        """
        worker = await self._least_busy()
        return await worker.begun(Knocking(next(self._numbers), player_view.observation, fault, seed))

    async def _least_busy(self) -> _Worker:
        if not self._tasks:
            raise LidoError("workers.closed")
        await self._ready.wait()
        return min(self._workers, key=lambda worker: len(worker.placings))

    async def _serve(self, process: Process) -> None:
        """Pass on what a process says, until it has ended."""
        worker = _Worker(process)
        self._workers.append(worker)
        self._ready.set()
        try:
            await worker.listen()
        finally:
            self._workers.remove(worker)
            if not self._workers:
                self._ready.clear()
            for placing in list(worker.placings.values()):
                placing.lost()

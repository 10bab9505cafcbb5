"""A worker process of `PhysicsPool`: it carries out several placements at once, in real time.

The placements take turns, each going on for a short while; one that is behind the clock catches up in its turns. Who
has had the least of the worker's time goes first (`turns`), so that nobody's pieces slow down those of others.
"""

import queue
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple

from lido.errors import IllegalMove, LidoError
from lido.game import Json
from lido.games.splash.accidents import details_of_knock
from lido.games.splash.live.turns import Owner, Turns, Wanting
from lido.games.splash.moves import details_of
from lido.games.splash.physics.assist import performed
from lido.games.splash.physics.hand import Placement
from lido.games.splash.physics.knock import Knock
from lido.games.splash.physics.path import LONGEST_PATH, Target
from lido.games.splash.physics.steer import BEAT, DEGREES, Steered
from lido.games.splash.space import Pose
from lido.games.splash.state import State
from lido.server.workers.process import WorkerPipe

DELAY = 0.03
"""Seconds that a steered hand is behind the clock, so that poses of about the same age come in time."""
AHEAD = 0.02
"""Seconds that a pose may be ahead of the clock; one from farther ahead counts as being from there."""
FRAME = 1 / 30
"""Seconds between two frames."""
TICK = 0.005
"""Seconds between two looks at the clock."""
SLICE = 1.5 * BEAT
"""Seconds that a placement goes on at a turn: more than a beat, in which a steered hand goes on."""
METRES, PARTS = 5, 4
"""Digits in frames: a hundredth of a millimetre, and a ten-thousandth of a quaternion."""


class Begin(NamedTuple):
    """Take the piece into a hand that is steered."""

    id: int
    state: State
    seed: str | int | None
    owner: Owner = Owner()


class Carry(NamedTuple):
    """Carry out a move whose details are known: what a hand aims at, or a pose to which the program leads it."""

    id: int
    state: State
    details: dict[str, Json]
    seed: str | int | None
    owner: Owner = Owner()


class Knocking(NamedTuple):
    """Knock the tower: an accident, the fault of a seat or of nobody."""

    id: int
    state: State
    fault: int | None
    seed: str | int | None
    owner: Owner = Owner()


class Steer(NamedTuple):
    """Where the hand should be, and when."""

    id: int
    target: Target


class LetGo(NamedTuple):
    """Open the hand then, or at once if that has passed."""

    id: int
    time: float


class PutBack(NamedTuple):
    """Cancel the placement."""

    id: int


class Begun(NamedTuple):
    """The piece is in the hand."""

    id: int


class Seen(NamedTuple):
    """Where pieces are that have moved since the last time, and how hard something was touched."""

    id: int
    time: float
    held: str | None
    pieces: dict[str, list[float]]
    touch: float
    left: float | None
    """Seconds until a steered hand opens by itself."""
    lag: float
    """Seconds that the placement is behind the clock."""


class Ended(NamedTuple):
    """The result of a placement: the details of the move, or an error."""

    id: int
    details: dict[str, Json] | LidoError


class Running:
    """A placement and the clock that it keeps to."""

    def __init__(self, begun: Begin | Carry | Knocking, clock: Callable[[], float]) -> None:
        self.id = begun.id
        self.owner = begun.owner
        self.state = state = begun.state
        self._hand: Steered | None = None
        self._fault = begun.fault if isinstance(begun, Knocking) else None
        self.placement: Placement | Knock
        if isinstance(begun, Knocking):
            self.placement = Knock(state.pieces, begun.seed)
        elif state.held is None:
            raise IllegalMove(f"splash.must-{state.step}", seat=state.seat, held=state.held)
        elif isinstance(begun, Begin):
            assert state.start
            self._hand = Steered(state.pieces, state.held, state.start, DEGREES[state.hand], begun.seed)
            self.placement = self._hand.placement
        else:
            path = performed(state, begun.details, begun.seed)
            self.placement = Placement.along(state.pieces, state.held, path)
        self._clock = clock
        self._began = clock()
        self._shown = {piece: _shown(pose) for piece, pose in state.pieces.items()}
        self._shown_held: str | None = None
        self._next_frame = 0.0

    @property
    def now(self) -> float:
        """Seconds since the piece was taken into the hand, by the clock."""
        return self._clock() - self._began

    @property
    def due(self) -> float:
        """Up to when the placement should be carried out by now."""
        return self.now - (DELAY if self._hand else 0.0)

    @property
    def behind(self) -> float:
        """Seconds that the placement is behind the clock."""
        return self.due - self.placement.time

    @property
    def wanting(self) -> Wanting:
        """What its turn depends on."""
        return Wanting(self.id, self.owner, bool(self.placement.held), self.behind)

    def steer(self, target: Target) -> None:
        """The hand should be there then."""
        if self._hand:
            self._hand.want(Target(min(target.time, self.now + AHEAD), target.pose))

    def let_go(self, moment: float) -> None:
        """Open the hand."""
        if self._hand:
            self._hand.let_go(min(moment, self.now + AHEAD))

    def advance(self) -> bool:
        """Go on for a short while, if it is time; whether all is at rest."""
        until = min(self.due, self.placement.time + SLICE)
        return (self._hand or self.placement).advance(until)

    def frame(self, *, last: bool = False) -> Seen | None:
        """What has moved since the last frame, if it is time for another and anything has."""
        moment = self.placement.time
        if moment < self._next_frame and not last:
            return None
        self._next_frame = max(self._next_frame + FRAME, moment - FRAME)
        pieces = {piece: _shown(pose) for piece, pose in self.placement.scene().items()}
        moved = {piece: pose for piece, pose in pieces.items() if self._shown.get(piece) != pose}
        held, touch = self.placement.held, self.placement.touch()
        if not moved and not touch and held == self._shown_held:
            return None
        self._shown, self._shown_held = pieces, held
        left = max(0.0, LONGEST_PATH - moment) if self._hand and held else None
        return Seen(self.id, moment, held, moved, round(touch, 3), left, max(0.0, self.behind))

    def details(self) -> dict[str, Json]:
        """What `Match.play` takes, when all is at rest."""
        if isinstance(self.placement, Knock):
            return details_of_knock(self.state, self._fault, self.placement.at_rest())
        return details_of(self.state, self.placement.path, self.placement.at_rest())


def _shown(pose: Pose) -> list[float]:
    return [round(part, METRES) for part in pose.pos] + [round(part, PARTS) for part in pose.quat]


class Hands:
    """All placements of one process. `send` gets their frames and results."""

    def __init__(self, send: Callable[[Any], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._send = send
        self._clock = clock
        self._running: dict[int, Running] = {}
        self._waiting: dict[int, tuple[Begin | Carry | Knocking, float]] = {}
        """Those that have not begun, and since when they wait: to begin one takes time of its owner."""
        self._turns = Turns()
        self._judge = ThreadPoolExecutor(1)  # what is left of a tower after a fall settles, which takes a while

    @property
    def idle(self) -> bool:
        """Whether no placement goes on or is to begin."""
        return not self._running and not self._waiting

    def told(self, message: Any) -> None:
        """Take a message of the service."""
        if isinstance(message, Begin | Carry | Knocking):
            self._waiting[message.id] = message, self._clock()
            if all(running.owner == message.owner for running in self._running.values()):  # it is in nobody's way
                self._guarded(message.id, partial(self._begin, message.id))
        elif isinstance(message, PutBack) and message.id in self._waiting:
            del self._waiting[message.id]
        elif running := self._running.get(message.id):
            self._guarded(message.id, lambda: self._act(running, message))

    def _act(self, running: Running, message: Steer | LetGo | PutBack) -> None:
        if isinstance(message, Steer):
            running.steer(message.target)
        elif isinstance(message, LetGo):
            running.let_go(message.time)
        else:
            del self._running[running.id]

    def _begin(self, id: int) -> None:
        message, _ = self._waiting.pop(id)
        self._running[id] = Running(message, self._clock)
        self._send(Begun(id))

    def turn(self) -> None:
        """Let placements that are behind the clock go on for a short while each, until the next turn."""
        now = self._clock()
        again = now + TICK
        wanting = [running.wanting for running in self._running.values() if running.behind > 0]
        wanting += [Wanting(id, message.owner, False, now - since) for id, (message, since) in self._waiting.items()]
        self._turns.take_part([running.owner for running in self._running.values()] + [each.owner for each in wanting])
        while wanting and self._clock() < again:
            chosen = self._turns.next(wanting)
            wanting.remove(chosen)
            began = self._clock()
            begins = chosen.id in self._waiting
            self._guarded(chosen.id, partial(self._begin if begins else self._go_on, chosen.id))
            self._turns.charge(chosen.owner, self._clock() - began)

    def _go_on(self, id: int) -> None:
        running = self._running[id]
        rested = running.advance()
        if seen := running.frame(last=rested):
            self._send(seen)
        if rested:
            del self._running[running.id]
            self._judge.submit(self._guarded, running.id, lambda: self._send(Ended(running.id, running.details())))

    def _guarded(self, id: int, act: Callable[[], None]) -> None:
        """An error in one placement ends that one alone."""
        try:
            act()
        except LidoError as error:
            self._fail(id, error)
        except Exception:
            traceback.print_exc()
            self._fail(id, LidoError("splash.placement-lost"))

    def _fail(self, id: int, error: LidoError) -> None:
        self._running.pop(id, None)
        self._send(Ended(id, error))


def _listen(pipe: WorkerPipe, heard: "queue.SimpleQueue[Any]") -> None:
    """Pass on what the service says; None when the pipe is closed."""
    try:
        while True:
            heard.put(pipe.receive())
    except EOFError:
        heard.put(None)


def main() -> None:
    """Carry out placements until the pipe is closed."""
    pipe, lock = WorkerPipe(), threading.Lock()
    heard: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def send(message: Any) -> None:
        with lock:
            pipe.send(message)

    threading.Thread(target=_listen, args=(pipe, heard), daemon=True).start()
    hands = Hands(send)
    send("ready")
    next_turn = 0.0
    while True:
        for message in _heard(heard, None if hands.idle else max(0.0, next_turn - time.monotonic())):
            if message is None:
                return
            hands.told(message)
        if (now := time.monotonic()) >= next_turn:
            next_turn = now + TICK
            hands.turn()


def _heard(heard: "queue.SimpleQueue[Any]", wait: float | None) -> Iterator[Any]:
    """All messages that have come, or come within so many seconds: none may wait for the turns after the others."""
    try:
        yield heard.get(timeout=wait)
        while True:
            yield heard.get_nowait()
    except queue.Empty:
        pass

"""What a physics worker does, by a clock of the test's own."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import lido
from lido.games.splash.live import worker as hands
from lido.games.splash.live.turns import Owner
from lido.games.splash.live.worker import (
    DELAY,
    SLICE,
    Begin,
    Begun,
    Carry,
    Ended,
    Hands,
    LetGo,
    PutBack,
    Running,
    Seen,
    Steer,
)
from lido.games.splash.physics.hand import Placement
from lido.games.splash.physics.path import Target, read_path
from lido.games.splash.physics.steer import DEGREES, Degree
from lido.games.splash.space import Pose
from lido.games.splash.state import State
from tests.games.splash.scenes import holding, stack

START = Pose((0.0, 0.0, 0.06))
TURN = 0.01
"""Seconds from one turn to the next."""


class Clock:
    """Time passes when the test says so."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def state(start: Pose = START) -> State:
    """Seat 2 holds a small cube over a tower of three."""
    game = holding("red-mini", ["red-plate"], ["blue-plate"], pieces=stack("red-cube", "green-cube", "blue-mini"))
    held: State = replace(game.player_view(2).observation, start=start)
    return held


class Worker:
    """The hands of a worker, and all that they said."""

    def __init__(self, clock: Clock) -> None:
        self.said: list[Any] = []
        self.hands = Hands(self.said.append, clock)
        self._clock = clock

    def run(self, seconds: float, at_turn: Callable[[float], None] = lambda now: None) -> None:
        """Let time pass evenly."""
        start = self._clock.now
        for _ in range(round(seconds / TURN)):
            self._clock.now += TURN
            at_turn(self._clock.now - start)
            self.hands.turn()

    def finish(self) -> None:
        """Let time pass until something has come of every placement."""
        while sum(isinstance(said, Begun) for said in self.said) > sum(isinstance(said, Ended) for said in self.said):
            self.run(TURN)

    def frames(self, id: int = 1) -> list[Seen]:
        return [said for said in self.said if isinstance(said, Seen) and said.id == id]

    def ended(self, id: int = 1) -> Any:
        (details,) = [said.details for said in self.said if isinstance(said, Ended) and said.id == id]
        return details


@pytest.fixture
def worker(clock: Clock) -> Worker:
    return Worker(clock)


@pytest.fixture
def exact(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands go where they are wanted."""
    monkeypatch.setitem(DEGREES, "natural", Degree(lag=0.001, sway=0.0, tremble=0.0, tilt=0.0, haste=0.0))


def test_a_steered_piece_is_shown_thirty_times_a_second(worker: Worker) -> None:
    worker.hands.told(Begin(1, state(), 7))
    worker.run(2.0)
    frames = worker.frames()
    assert worker.said[0] == Begun(1)
    assert 57 <= len(frames) <= 61
    assert all(frame.held == "red-mini" and frame.pieces.keys() == {"red-mini"} for frame in frames)
    assert [frame.time for frame in frames] == sorted({frame.time for frame in frames})


def test_what_is_shown_is_rounded_and_only_what_moved(worker: Worker) -> None:
    worker.hands.told(Begin(1, state(Pose((0.0, 0.0, 0.0406))), 7))
    worker.hands.told(LetGo(1, 0.0))
    worker.finish()
    first, *later = worker.frames()
    assert first.pieces["red-mini"][:3] == pytest.approx((0.0, 0.0, 0.0406), abs=0.001)
    for frame in (first, *later):
        for numbers in frame.pieces.values():
            assert numbers == [round(part, 5) for part in numbers[:3]] + [round(part, 4) for part in numbers[3:]]
    for before, after in zip([first, *later], later, strict=False):
        assert all(before.pieces.get(piece) != pose for piece, pose in after.pieces.items())
    assert later[-1].held is None


@pytest.mark.usefixtures("exact")
def test_the_fall_that_is_shown_is_the_one_that_is_recorded(worker: Worker) -> None:
    """What the frames add up to at any time is where the recorded path brings the pieces."""
    begun = state(Pose((0.05, 0.0, 0.02)))
    worker.hands.told(Begin(1, begun, 7))
    swing = Steer(1, Target(0.1, Pose((-0.05, 0.0, 0.02))))
    worker.run(0.6, lambda now: worker.hands.told(swing) if now < 0.2 else None)
    worker.hands.told(LetGo(1, 0.6))
    worker.finish()
    details = worker.ended()
    again = Placement.along(begun.pieces, "red-mini", read_path(details["path"], details["release"]))
    shown: dict[str, list[float]] = {}
    for frame in worker.frames():
        shown |= frame.pieces
        again.advance(frame.time)
        poses = {piece: again.scene()[piece] for piece in shown}
        assert shown == {piece: pytest.approx([*pose.pos, *pose.quat], abs=1e-4) for piece, pose in poses.items()}
    assert {"green-cube", "blue-mini"} <= shown.keys(), "the tower fell"


def test_hands_go_on_while_what_falls_must_wait(worker: Worker, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(running: Running) -> bool:
        """What falls takes more processor time than a turn has."""
        clock.now += 0.0 if running.placement.held else 0.3 * SLICE
        return advance(running)

    advance = Running.advance
    monkeypatch.setattr(Running, "advance", slow)
    for id in (1, 2, 3):
        worker.hands.told(Begin(id, state(), 7))
    for id in (1, 2):
        worker.hands.told(LetGo(id, 0.0))
    worker.run(0.3)
    held, first, second = (worker.frames(id)[-1] for id in (3, 1, 2))
    assert held.held
    assert held.lag <= 2 * SLICE
    assert first.held is second.held is None


@pytest.mark.usefixtures("exact")
def test_the_hand_follows_the_poses_by_their_own_times(worker: Worker, clock: Clock) -> None:
    worker.hands.told(Begin(1, state(), 7))

    def steer(now: float) -> None:
        worker.hands.told(Steer(1, Target(now, Pose((0.05 * now, 0.0, 0.06)))))

    worker.run(1.0, steer)
    worker.hands.told(LetGo(1, 1.0))
    worker.finish()
    path = worker.ended()["path"]
    for target in path[5:]:
        assert target[1] == pytest.approx(0.05 * target[0], abs=0.001)
    assert worker.ended()["release"] == 1.0


@pytest.mark.usefixtures("exact")
def test_a_hand_that_hears_nothing_waits_and_then_goes_on_from_there(worker: Worker) -> None:
    worker.hands.told(Begin(1, state(), 7))
    worker.run(1.0)
    worker.hands.told(Steer(1, Target(0.5, Pose((0.01, 0.0, 0.06)))))
    worker.run(0.2)
    worker.hands.told(LetGo(1, 0.0))
    worker.finish()
    path = worker.ended()["path"]
    waiting = [target[1] for target in path if target[0] <= 1.0 - DELAY]
    assert max(map(abs, waiting)) < 0.001
    assert path[-1][1] == pytest.approx(0.01, abs=0.001)


@pytest.mark.usefixtures("exact")
def test_poses_from_the_future_count_as_from_now(worker: Worker) -> None:
    worker.hands.told(Begin(1, state(), 7))
    worker.hands.told(Steer(1, Target(30.0, Pose((0.01, 0.0, 0.06)))))
    worker.run(0.3)
    worker.hands.told(LetGo(1, 50.0))
    worker.finish()
    assert worker.ended()["path"][-1][1] == pytest.approx(0.01, abs=0.001)
    assert worker.ended()["release"] <= 0.3 + hands.AHEAD


def test_after_a_standstill_a_placement_catches_up_in_slices(worker: Worker, clock: Clock) -> None:
    worker.hands.told(Carry(1, state(), {"pose": [0.0, 0.0, 0.0, 0]}, 7))
    clock.now += 0.3
    worker.hands.turn()
    assert worker.frames()[-1].time <= hands.SLICE
    assert worker.frames()[-1].lag > 0.2
    for _ in range(10):
        worker.hands.turn()
    assert worker.frames()[-1].time > 0.25


def test_a_path_and_a_pose_are_carried_out_to_the_details_of_a_move(worker: Worker) -> None:
    path = {"path": [[0.0, 0.0, 0.0, 0.06, 1.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0406, 1, 0, 0, 0]], "release": 1.2}
    for details in (path, {"pose": [0.0, 0.0, 0.0, 0]}):
        worker.said.clear()
        worker.hands.told(Carry(1, state(), details, 7))
        worker.finish()
        match = holding("red-mini", ["red-plate"], ["blue-plate"], pieces=stack("red-cube", "green-cube", "blue-mini"))
        carried = match.game.perform(state(), "place", details, 7)
        match.play("place", **carried)
        assert match.record()["moves"] == [{"move": "place", **worker.ended(1)}]


def test_a_touch_is_told_once_and_the_harder_the_faster(worker: Worker) -> None:
    def touched(height: float) -> list[float]:
        worker.said.clear()
        worker.hands.told(Begin(1, state(Pose((0.0, 0.0, 0.0406 + height))), 7))
        worker.hands.told(LetGo(1, 0.0))
        worker.finish()
        return [frame.touch for frame in worker.frames() if frame.touch]

    soft, hard = touched(0.0005), touched(0.02)
    assert max(soft) < max(hard) == 1.0
    assert len(soft) <= 3


def test_a_hand_that_holds_still_touches_nothing_and_says_how_long_it_stays_closed(worker: Worker) -> None:
    worker.hands.told(Begin(1, state(), 7))
    worker.run(1.0)
    assert not any(frame.touch for frame in worker.frames())
    assert worker.frames()[-1].left == pytest.approx(60 - worker.frames()[-1].time)
    worker.hands.told(LetGo(1, 0.0))
    worker.finish()
    assert worker.frames()[-1].left is None


def test_two_hands_that_aim_alike_tremble_each_in_its_own_way(worker: Worker) -> None:
    for id in (1, 2):
        worker.hands.told(Begin(id, state(), None))
    worker.run(1.0)
    one, other = (worker.frames(id)[-1].pieces["red-mini"] for id in (1, 2))
    assert one != other


def test_a_helped_hand_trembles(worker: Worker) -> None:
    worker.hands.told(Carry(1, state(), {"pose": [0.0, 0.0, 0.0, 0]}, 7))
    worker.hands.told(Carry(2, state(), {"pose": [0.0, 0.0, 0.0, 0]}, 8))
    worker.finish()
    assert worker.ended(1)["path"] != worker.ended(2)["path"]


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (Begin(1, state(Pose((0.0, 0.0, 0.03))), 7), "splash.path-start"),
        (Carry(1, state(), {"pose": [0.0, 0.0, 0.0, 9]}, 7), "splash.face"),
        (Carry(1, state(), {"path": []}, 7), "splash.place-how"),
        (Carry(1, state(), {"path": [], "release": 0}, 7), "splash.path-empty"),
        (Begin(1, lido.new("splash").player_view(1).observation, 7), "splash.must-draft"),
    ],
)
def test_what_cannot_be_begun_is_refused(worker: Worker, message: Begin | Carry, code: str) -> None:
    worker.hands.told(message)
    assert worker.ended().code == code
    assert worker.hands.idle


def test_a_mistake_in_one_placement_is_the_end_of_that_one_alone(
    worker: Worker, capsys: pytest.CaptureFixture[str]
) -> None:
    worker.hands.told(Begin(1, state(), 7))
    worker.hands.told(Begin(2, state(), 7))
    worker.hands.told(Steer(1, None))  # type: ignore[arg-type]
    worker.run(0.1)
    assert worker.ended(1).code == "splash.placement-lost"
    assert "Traceback" in capsys.readouterr().err
    assert worker.frames(2)


def test_what_one_begins_waits_for_its_turn_where_another_holds_a_piece(worker: Worker) -> None:
    worker.hands.told(Begin(1, state(), 7, Owner("here", "ann")))
    for id in (2, 3):
        worker.hands.told(Carry(id, state(), {"pose": [0.31, 0.0, 0.0, 0]}, 7, Owner("there", "bob")))
    worker.hands.told(Begin(4, state(), 7, Owner("there", "bob")))
    worker.hands.told(PutBack(4))
    assert worker.said == [Begun(1)]
    worker.run(0.2)
    assert {worker.ended(id).code for id in (2, 3)} == {"splash.path-reach"}
    assert Begun(4) not in worker.said
    assert not worker.hands.idle


def test_a_piece_that_is_put_back_is_not_heard_of_again(worker: Worker) -> None:
    worker.hands.told(Begin(1, state(), 7))
    worker.hands.told(PutBack(1))
    worker.hands.told(LetGo(1, 0.0))
    worker.run(0.2)
    assert worker.said == [Begun(1)]

"""The bot that builds towers: it gives what is hard to set, and sets what it is given where it is steadiest.

It measures how steady a spot is by trials: the piece is put there many times, each time a little off,
as by an unsteady hand, and the physics says what happens. What it then aims at is carried out by the same
hand as that of a person (`Game.perform`).
"""

import math
import os
import random
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, product

from lido.bots.own import OwnBots
from lido.game import Json
from lido.games.splash.gifts import hardness, hardness_after
from lido.games.splash.judge import lowest, targets
from lido.games.splash.physics.assist import Landing, Miss, Spot, aims_to, missed
from lido.games.splash.physics.path import within_reach
from lido.games.splash.physics.steer import DEGREES, WATCHED, raised
from lido.games.splash.physics.world import Trials
from lido.games.splash.pieces import PIECES, matches, shape
from lido.games.splash.rules import give_text, gives
from lido.games.splash.space import Pose, yaw_of
from lido.games.splash.state import BASE, DRAFT, GIVE, KEEP, MOST_TAKEN, State
from lido.match import PlayerView

DEFAULT_MS = 600
LOOKED_AT = 0.25
"""Seconds that a trial is looked at."""
FAR = 0.002
"""Metres: a piece that has moved this far has fallen or soon will."""
ENOUGH, STEADY = 3, 0.001
"""Metres that pieces may move as if they did not; a spot needs no more trials after `ENOUGH` in which they did not."""
PATIENCE = 8
"""The share of all trials, one in so many, that the plainest spot gets first."""
LATER = 0.5
"""How much the next placement counts: what stands after all was steadier than it looked."""
MOST_THREADS = 4
BATCH = 4
"""Trials between two checks of the clock."""

OFFSETS = (0.0, -0.0015, 0.0015)
"""Metres from the centre of the target at which a piece is tried."""
FACES = {"cube": (0,), "mini": (0,), "plate": (0,), "stick": (0, 2), "prism": (0, 2)}
"""The faces that are worth trying, the steadiest first: the others are the same by symmetry, or never steadier."""
YAWS = {"cube": (0.0,), "mini": (0.0,), "plate": (0.0,), "stick": (0.0, math.pi / 2), "prism": (0.0,)}
"""Turns against the target's own that are worth trying."""


@dataclass(frozen=True)
class Level:
    """What makes one bot better than another."""

    miss: Miss
    """How far off it aims; what the hand does to that is the same for all."""
    trials: int
    """How many trials a placement is worth; 0 is to set it anywhere."""
    doubt: float | None = None
    """How far off, at most, it judges how hard a gift is, where 1 is impossible; None is to give anything."""
    gifts: int = 0
    """How many trials a gift is worth beside the look."""


CAREFUL = Miss(aim=0.001, tilt=math.radians(3))
"""How a careful person aims: no bot aims better."""
LEVELS = {
    "random": Level(Miss(aim=0.0035, tilt=math.radians(8)), trials=0),
    "gentle": Level(Miss(aim=0.0021, tilt=math.radians(5.5)), trials=4),
    "club": Level(Miss(aim=0.0014, tilt=math.radians(4)), trials=24, doubt=0.8),
    "expert": Level(CAREFUL, trials=48, doubt=0.0, gifts=8),
}


class Builder:
    """A player of Splash! at one seat."""

    def __init__(self, level: str, seed: str | int | None = None, threads: int | None = None) -> None:
        self._level = LEVELS[level]
        self._threads = threads or min(MOST_THREADS, os.cpu_count() or 1)
        self._random = random.Random(secrets.token_hex() if seed is None else str(seed))

    def choose(self, player_view: PlayerView, *, ms: int | None = None, iterations: int | None = None) -> str:
        """A legal move; `details` says where the hand goes."""
        state: State = player_view.observation
        legal = player_view.game.legal_moves(state)
        if not self._level.trials or len(legal) == 1:
            return self._random.choice(legal)
        if state.step == DRAFT:
            own = state.reserve(state.seat)
            return f"take {max(self._shuffled(state.pile), key=lambda piece: reach({*own, piece}))}"
        if state.step == GIVE:
            return self._gift(state, _deadline(ms, iterations))
        if state.step == BASE:
            pile = max(state.judgement.tallest, key=lambda pile: (len(pile), sorted(pile)))
            return f"base {lowest(pile, state.pieces)}"
        assert state.step == KEEP
        own = state.reserve(state.seat)
        kept = max(combinations(sorted(state.fallen), MOST_TAKEN), key=lambda three: reach({*own, *three}))
        return f"keep {' '.join(kept)}"

    def details(
        self, player_view: PlayerView, move: str, *, ms: int | None = None, iterations: int | None = None
    ) -> dict[str, Json]:
        """How a move is carried out: for `place` what the hand aims at, as well as this level can, else nothing."""
        state: State = player_view.observation
        if move != "place" or state.held is None:
            return {}
        trials = self._level.trials if iterations is None else iterations
        pose = self._spot(state, state.held, trials, _deadline(ms, iterations))
        aimed = missed(pose, self._level.miss, self._random)
        x, y, z = Landing(state.pieces, state.held).clear(aimed).pos
        return aims_to(state.pieces, state.start, Pose((*within_reach(x, y), z), aimed.quat)).document()

    def _shuffled(self, pieces: Iterable[str]) -> list[str]:
        order = sorted(pieces)
        self._random.shuffle(order)
        return order

    # Giving

    def _gift(self, state: State, deadline: float) -> str:
        """The piece that is hardest for the next player and costs this one least."""
        gifts = gives(state)
        self._random.shuffle(gifts)
        known: dict[tuple[str, tuple[str, ...]], float] = {}

        def nasty(piece: str) -> float:
            goals = targets(piece, state.pieces, state.judgement)
            kind = (shape(piece), goals)
            if kind not in known:
                known[kind] = self._nasty(state, piece, goals, deadline)
            return known[kind]

        def worth(gift: tuple[str, int]) -> float:
            piece, source = gift
            if source != state.seat:
                # Who is left with nothing wins if the tower stands.
                last = len(state.reserve(source)) == 1 and source not in state.team(state.seat)
                return nasty(piece) - last
            own = state.reserve(source)
            return nasty(piece) - (reach(own) - reach(own - {piece})) / len(PIECES)

        piece, source = max(gifts, key=worth)
        return give_text(piece, source, state.seat)

    def _nasty(self, state: State, piece: str, goals: tuple[str, ...], deadline: float) -> float:
        """How often the piece, set on its target by a careful hand, is likely to bring the tower down, from 0 to 1.

        A player who thinks about it subtracts how often the next placement will, if it is their own: down to -1.
        """
        if self._level.doubt is None or not goals:
            return 0.0
        seen = min(hardness(state.pieces, state.judgement, piece, goal) for goal in goals)
        seen += self._random.uniform(0, self._level.doubt)
        trials = self._level.gifts
        if not trials or time.monotonic() > deadline:
            return seen
        landing = Landing(state.pieces, piece)
        pose = landing.near(goals[0], Spot(0.0, 0.0, yaw_of(state.pieces[goals[0]]), 0))
        starts = [landing.clear(missed(pose, _shaken(CAREFUL, state, pose), self._random)) for _ in range(trials)]
        moved = Trials(state.pieces, piece, self._threads).moved(starts, LOOKED_AT)
        fell = float((moved.max(axis=1) > FAR).sum())
        falls = (fell + seen) / (trials + 1)
        if state.left_of(state.left_of(state.seat)) not in state.team(state.seat):
            return falls
        # If it stands, this player or a partner must build on it.
        return falls - LATER * (1 - falls) * hardness_after(state.pieces, state.judgement, piece, pose, goals[0])

    # Placing

    def _spot(self, state: State, piece: str, trials: int, deadline: float) -> Pose:
        """Where this player wants the piece to be.

        So few spots are tried that each can be tried often enough: of many, the best would be the luckiest.
        """
        landing = Landing(state.pieces, piece)
        spots = self._spots(state, piece)
        if not state.pieces or not trials:
            target, spot = spots[0] if trials else self._random.choice(spots)
            return landing.near(target, spot)
        few = [landing.near(target, spot) for target, spot in spots[: max(1, trials // ENOUGH)]]
        return self._steadiest(state, piece, list(dict.fromkeys(few)), trials, deadline)

    def _steadiest(self, state: State, piece: str, poses: list[Pose], trials: int, deadline: float) -> Pose:
        """The first pose where it is steady, as it often is; else all are tried, then the better half, and so on."""
        landing, world = Landing(state.pieces, piece), Trials(state.pieces, piece, self._threads)
        moved: dict[Pose, list[float]] = {pose: [] for pose in poses}
        turn = poses[:1] * max(ENOUGH, trials // PATIENCE)
        while trials > 0 and time.monotonic() < deadline:
            for batch in _batches(turn[:trials]):
                off = [missed(pose, _shaken(self._level.miss, state, pose), self._random) for pose in batch]
                farthest = world.moved([landing.clear(pose) for pose in off], LOOKED_AT).max(axis=1).tolist()
                for pose, far in zip(batch, farthest, strict=True):
                    moved[pose].append(min(far, FAR) if far > STEADY else 0.0)
                trials -= len(batch)
                if time.monotonic() > deadline:
                    break
            best = sorted(filter(moved.get, poses), key=lambda pose: sum(moved[pose]) / len(moved[pose]))
            if len(moved[best[0]]) >= ENOUGH and not any(moved[best[0]]):
                return best[0]
            if len(best) == len(poses):
                poses = best[: max(2, len(best) // 2)]
            turn = poses
        return poses[0]

    def _spots(self, state: State, piece: str) -> list[tuple[str | None, Spot]]:
        """Spots worth trying on the targets, the plainest first."""
        kind = shape(piece)
        turns = product(FACES[kind], YAWS[kind], OFFSETS, OFFSETS)
        plainest = sorted(turns, key=lambda turn: (abs(turn[2]) + abs(turn[3]), turn[0]))
        return [
            (target, Spot(x, y, yaw + (yaw_of(state.pieces[target]) if target else 0.0), face))
            for face, yaw, x, y in plainest
            for target in state.targets or (None,)
        ]


def _shaken(miss: Miss, state: State, pose: Pose) -> Miss:
    """How far off a player brings a piece there who misses by so much with the hand of this table."""
    degree = DEGREES[state.hand]
    sway = WATCHED * degree.sway * raised(pose.pos[2])
    return Miss(math.hypot(miss.aim, sway), math.hypot(miss.tilt, degree.tilt))


def _deadline(ms: int | None, iterations: int | None) -> float:
    """When to stop thinking: never where the number of trials is given."""
    return math.inf if iterations is not None else time.monotonic() + (DEFAULT_MS if ms is None else ms) / 1000


def _batches(poses: list[Pose]) -> list[list[Pose]]:
    """Batches small enough to check the clock often."""
    return [poses[at : at + BATCH] for at in range(0, len(poses), BATCH)]


def reach(reserve: Iterable[str]) -> int:
    """How many pieces would be a target for one of these."""
    own = list(reserve)
    return sum(any(matches(piece, other) for piece in own) for other in PIECES)


BOTS = OwnBots(make=Builder)

"""Scripted hands that see what they do, late, like a person who steers with a mouse."""

import math
import random
from collections.abc import Mapping
from typing import Protocol

import lido
from lido.game import Json
from lido.games.splash.bots import CAREFUL
from lido.games.splash.moves import details_of
from lido.games.splash.physics.assist import Landing, Spot, missed
from lido.games.splash.physics.path import Target, within_pace
from lido.games.splash.physics.steer import CORRECTING, DEGREES, LATE, LEADING, Steered
from lido.games.splash.space import Pose, angle_between, yaw_of
from lido.games.splash.state import State

LOOK = 1 / 30
"""Seconds between two looks at the tower."""
PATIENCE = 20.0
"""Seconds after which a player lets go, whatever they see."""


class Player(Protocol):
    """Somebody who guides a hand."""

    def aim(self, now: float, seen: Pose, touched: bool) -> Pose | None:
        """What to aim at now, given what is seen (late); None is to let go."""
        ...


class Still:
    """Takes the piece up and lets go."""

    def __init__(self, state: State, rng: random.Random) -> None:
        pass

    def aim(self, now: float, seen: Pose, touched: bool) -> Pose | None:
        return None


class Hurried:
    """Goes straight over the target as fast as it can, and drops the piece."""

    drop = 0.008
    """Metres above the target from which it lets go."""
    pace = 0.8
    """Of the greatest speed of a hand."""

    def __init__(self, state: State, rng: random.Random) -> None:
        assert state.start
        x, y, z = _meant(state, rng).pos
        self._goal = Pose((x, y, z + self.drop), _meant(state, rng).quat)
        self._aim = state.start

    def aim(self, now: float, seen: Pose, touched: bool) -> Pose | None:
        if self._aim == self._goal:
            return None
        self._aim = within_pace(self._aim, self._goal, self.pace * LOOK)
        return self._aim


class Careful:
    """Brings the piece over the target, corrects what it sees, lets it down slowly, and lets go at a touch."""

    pace = 0.2
    """Of the greatest speed of a hand, on the way over the target."""
    high, above, near = 0.03, 0.008, 0.003
    """Metres above the target: until the piece is turned; until it is right; where a touch is that of the target."""
    level = math.radians(8)
    """Radians: turned nearly as it should be."""
    right, patience = 0.001, 0.0002
    """Metres: near enough to let it down, and how much farther for every second that it takes."""
    calm = 0.4
    """Seconds that the piece must have been right before it is let down."""
    down = 0.012
    """Metres per second."""
    deepest = 0.002
    """Metres below the target that it aims at before it lets go in any case."""

    def __init__(self, state: State, rng: random.Random) -> None:
        assert state.start
        self._goal = _meant(state, rng)
        self._aim = state.start
        self._height = self.high
        self._off = [0.0, 0.0]
        self._right = 0.0

    def aim(self, now: float, seen: Pose, touched: bool) -> Pose | None:
        if (touched and self._height < self.near) or now > PATIENCE or self._height < -self.deepest:
            return None
        x, y, z = self._goal.pos
        off = (x - seen.pos[0], y - seen.pos[1])
        far, turned = math.hypot(*off), angle_between(seen.quat, self._goal.quat)
        near = self.right + self.patience * now
        lead = (0.0, 0.0)
        if far < 5 * near:  # it is over the target
            self._off = [part + CORRECTING * LOOK * more for part, more in zip(self._off, off, strict=True)]
            lead = (self._off[0] + LEADING * off[0], self._off[1] + LEADING * off[1])
            self._lower(far, turned, near)
        goal = Pose((x + lead[0], y + lead[1], z + self._height), self._goal.quat)
        self._aim = within_pace(self._aim, goal, self.pace * LOOK)
        return self._aim

    def _lower(self, far: float, turned: float, near: float) -> None:
        """Let the piece down if it is right."""
        self._right = self._right + LOOK if far < near and turned < self.level else 0.0
        if self._height > self.above:
            self._height -= 3 * self.down * LOOK * (turned < self.level)
        elif self._right >= self.calm or (self._height < self.above and far < 1.5 * near):
            self._height -= self.down * LOOK


PLAYERS: Mapping[str, type[Still] | type[Hurried] | type[Careful]] = {
    "still": Still,
    "hurried": Hurried,
    "careful": Careful,
}


def _meant(state: State, rng: random.Random) -> Pose:
    """The pose that a player takes for the middle of the target, 1 mm and 3 degrees of noise included."""
    assert state.held
    target = next(iter(state.targets), None)
    yaw = yaw_of(state.pieces[target]) if target else 0.0
    pose = Landing(state.pieces, state.held).near(target, Spot(0.0, 0.0, yaw, 0))
    return missed(pose, CAREFUL, rng)


def placed(match: lido.Match, name: str, seed: str) -> bool:
    """Let a scripted player place the piece that is to be placed; whether the tower stands."""
    assert match.turn
    state: State = match.player_view(match.turn).observation
    assert state.held
    assert state.start
    player = PLAYERS[name](state, random.Random(seed))
    hand = Steered(state.pieces, state.held, state.start, DEGREES[state.hand], f"tremor {seed}")
    seen, touches, now = [state.start], [False], 0.0
    late = round(LATE / LOOK)
    while aim := player.aim(now, seen[max(0, len(seen) - 1 - late)], any(touches[: max(0, len(touches) - late)])):
        hand.want(Target(now, aim))
        now += LOOK
        hand.advance(now)
        seen.append(hand.placement.scene()[state.held])
        touches.append(hand.placement.touch() > 0)
    hand.let_go(now)
    while not hand.advance(now):
        now += 1.0
    details: dict[str, Json] = details_of(state, hand.placement.path, hand.placement.at_rest())
    return bool(match.play("place", **details)[0]["stands"])

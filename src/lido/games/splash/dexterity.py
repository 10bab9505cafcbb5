"""Splash! as a test of dexterity: environments of Gymnasium in which one hand builds a tower as high as it can.

The pieces come as in the game, dealt and given at random, and lie where the physics puts them; the hand lags, sways
and trembles as a player's does. In `PoseEnv` an action says where a piece is to lie, and a hand that corrects what it
sees brings it there. In `HandEnv` the actions lead the hand itself, twenty times a second, and let go. A piece that
stands pays 1; the first fall ends the episode.

`gymnasium.make_vec("lido.adapters.gymnasium:lido/SplashPose-v0", num_envs=8, vectorization_mode="async")` has them in
processes. The environment with finitely many helped moves is `lido/Splash-v0`.
"""

import math
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict
from numpy.typing import NDArray

from lido import match as matches
from lido.errors import BadSetup
from lido.game import Json
from lido.games.splash import GAME
from lido.games.splash.moves import details_of
from lido.games.splash.physics.assist import Landing, Spot, aims_to
from lido.games.splash.physics.path import FASTEST, FASTEST_TURN, Target, within_bounds
from lido.games.splash.physics.steer import DEGREES, Steered
from lido.games.splash.pieces import FACES, PIECES, SIZES, shape, top
from lido.games.splash.pixels import SIDE, pictures
from lido.games.splash.space import IDENTITY, Pose, Vector, about, product, unit, yaw_of
from lido.games.splash.state import PLACE, State
from lido.match import PlayerView

SHAPES = tuple(SIZES)
FARTHEST = 0.012
"""Metres beside the centre of its target at which `PoseEnv` sets a piece at most, in each direction."""
TICK = 0.05
"""Seconds between two actions of `HandEnv`."""
PATIENCE = 12.0
"""Seconds after which the hand of `HandEnv` opens by itself."""
HAND = len(SHAPES) + 3 + 7 + 6 + 7 + 2
TARGET = 1 + len(SHAPES) + 3 + 7

Observation = dict[str, Any]
Info = dict[str, Any]


class TowerEnv(gymnasium.Env[Any, NDArray[np.float32]]):
    """What both have in common. Lengths are in metres, poses positions and unit quaternions.

    `hand` [30]: the shape of the piece in the hand (one of five), its three sizes, its pose, its velocity and spin, the
    pose that the hand aims at, how hard it touched something, and the seconds that are left. `target` [16]: whether
    there is one, its shape, its sizes, its pose. `tower` [30, 8]: for each piece whether it is on the table, and its
    pose. `touching` [31]: which pieces the one in the hand touches, and the table last. With `pixels` also `pixels`,
    two views of the tower beside each other.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 20}  # noqa: RUF012 - as Gymnasium has it

    def __init__(self, hand: str = "natural", *, pixels: bool = False, render_mode: str | None = None) -> None:
        if hand not in DEGREES:
            raise BadSetup("match.option-value", option="hand", value=hand, allowed=", ".join(DEGREES))
        self._hand, self._pixels, self.render_mode = hand, pixels, render_mode
        spaces: dict[str, gymnasium.Space[Any]] = {
            "hand": Box(-60.0, 60.0, (HAND,), np.float32),
            "target": Box(-1.0, 1.0, (TARGET,), np.float32),
            "tower": Box(-1.0, 1.0, (len(PIECES), 8), np.float32),
            "touching": Box(0, 1, (len(PIECES) + 1,), np.int8),
        }
        if pixels:
            spaces["pixels"] = Box(0, 255, (SIDE, 2 * SIDE, 3), np.uint8)
        self.observation_space = Dict(spaces)
        self._state: State
        self._match: matches.Match

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """A new game with its first piece in the hand; `options` may have another `hand`."""
        super().reset(seed=seed)
        self._hand = (options or {}).get("hand", self._hand)
        dealt = int(self.np_random.integers(1 << 62))
        self._match = matches.new(GAME.id, players=2, seed=dealt, options={"draft": "deal", "hand": self._hand})
        self._set = 0
        self._highest = 0.0
        self._go_on()
        return self._seen(), self._info()

    def _go_on(self) -> None:
        """Let a random piece be given, and take it up."""
        while (turn := self._match.turn) and self._look(turn).step != PLACE:
            self._match.play(str(self.np_random.choice(self._match.legal_moves())))
        if self._match.turn:
            self._state = self._look(self._match.turn)
            self._take_up()

    def _look(self, seat: int) -> State:
        state: State = self._match.player_view(seat).observation
        return state

    def _take_up(self) -> None:
        """The piece is in the hand."""

    def _judged(self, details: dict[str, Json]) -> tuple[Observation, float, bool, bool, Info]:
        """Play a placement that has been carried out: what `step` returns."""
        events = self._match.play("place", **details)
        stands = bool(events[0]["stands"])
        if stands:
            self._set += 1
            lying = self._look(1).pieces
            self._highest = max(self._highest, *(top(piece, pose) for piece, pose in lying.items()))
            self._go_on()
        over = not stands or self._match.result is not None
        return self._seen(), float(stands), over, False, self._info()

    def _info(self) -> Info:
        return {"pieces": self._set, "height": self._highest}

    def _pose(self) -> tuple[Pose, Vector, Vector]:
        """Where the piece in the hand is, how fast it moves and how it spins."""
        return self._state.start or Pose((0.0, 0.0, 0.2), IDENTITY), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)

    def _aimed(self) -> tuple[Pose, float, float, frozenset[str | None]]:
        """Where the hand should be, how hard it touched, the seconds that are left, and what it touches."""
        return self._pose()[0], 0.0, PATIENCE, frozenset()

    def _seen(self) -> Observation:
        state, (pose, speed, spin), (aim, touch, left, touched) = self._state, self._pose(), self._aimed()
        held = state.held or PIECES[0]
        parts = (*_kind(held), *pose.pos, *pose.quat, *speed, *spin, *aim.pos, *aim.quat, touch, left)
        target = next(iter(state.targets), None)
        under = (
            (1.0, *_kind(target), *state.pieces[target].pos, *state.pieces[target].quat) if target else (0.0,) * TARGET
        )
        tower = np.zeros((len(PIECES), 8), dtype=np.float32)
        for number, piece in enumerate(PIECES):
            if piece in state.pieces:
                tower[number] = (1.0, *state.pieces[piece].pos, *state.pieces[piece].quat)
        flags = np.array([*(piece in touched for piece in PIECES), None in touched], dtype=np.int8)
        seen: Observation = {
            "hand": np.clip(np.array(parts, dtype=np.float32), -60.0, 60.0),
            "target": np.clip(np.array(under, dtype=np.float32), -1.0, 1.0),
            "tower": np.clip(tower, -1.0, 1.0),
            "touching": flags,
        }
        return seen | {"pixels": self.render()} if self._pixels else seen

    def render(self) -> NDArray[np.uint8]:
        """Two views of the tower and of the piece in the hand, as pixels."""
        scene = dict(self._state.pieces)
        if self._state.held:
            scene[self._state.held] = self._pose()[0]
        return pictures(scene, self._highest)


class PoseEnv(TowerEnv):
    """An action [4] from -1 to 1 sets a piece: how far beside the centre of its target in x and y (a whole is 12 mm),
    how far it is turned against it (a whole is a quarter turn), and which of its six faces is down.
    """

    action_space = Box(-1.0, 1.0, (4,), np.float32)

    def step(self, action: NDArray[np.float32]) -> tuple[Observation, float, bool, bool, Info]:
        x, y, turn, down = np.clip(np.asarray(action, dtype=np.float64), -1.0, 1.0).tolist()
        state = self._state
        assert state.held
        target = next(iter(state.targets), None)
        yaw = turn * math.pi / 2 + (yaw_of(state.pieces[target]) if target else 0.0)
        face = min(int((down + 1) / 2 * len(FACES)), len(FACES) - 1)
        pose = Landing(state.pieces, state.held).near(target, Spot(FARTHEST * x, FARTHEST * y, yaw, face))
        return self.step_aims(aims_to(state.pieces, state.start, pose).document())

    def step_aims(self, aims: dict[str, Json]) -> tuple[Observation, float, bool, bool, Info]:
        """The same with what the hand aims at, a `path` and a `release`, as a bot of the game has them."""
        tremor = int(self.np_random.integers(1 << 62))
        return self._judged(dict(GAME.perform(self._state, "place", aims, tremor)))

    def player_view(self) -> PlayerView:
        """What a bot that must set this piece is given."""
        assert self._match.turn
        return self._match.player_view(self._match.turn)


class HandEnv(TowerEnv):
    """An action [7] from -1 to 1 leads the hand for a twentieth of a second: how fast its aim moves along x, y and z (a
    whole is 0.25 m/s) and turns about them (π rad/s), and a number above 0 to let go. After twelve seconds it opens.
    """

    action_space = Box(-1.0, 1.0, (7,), np.float32)

    def _take_up(self) -> None:
        state = self._state
        assert state.held
        start = state.start or Pose((0.0, 0.0, 0.2), IDENTITY)
        tremor = int(self.np_random.integers(1 << 62))
        self._steered = Steered(state.pieces, state.held, start, DEGREES[state.hand], tremor)
        self._aim, self._time = start, 0.0

    def step(self, action: NDArray[np.float32]) -> tuple[Observation, float, bool, bool, Info]:
        *lead, let_go = np.clip(np.asarray(action, dtype=np.float64), -1.0, 1.0).tolist()
        if let_go > 0 or self._time >= PATIENCE:
            self._steered.let_go(self._time)
            self._steered.advance(math.inf)
            placement = self._steered.placement
            return self._judged(details_of(self._state, placement.path, placement.at_rest()))
        way, turn = (
            [part * FASTEST / 2 * TICK for part in lead[:3]],
            [part * FASTEST_TURN / 2 * TICK for part in lead[3:]],
        )
        x, y, z = (a + b for a, b in zip(self._aim.pos, way, strict=True))
        angle = math.hypot(*turn)
        turned = product(about(_along(turn, angle), angle), self._aim.quat) if angle else self._aim.quat
        self._aim = Pose(within_bounds((x, y, z)), unit(turned))
        self._time = round(self._time + TICK, 3)
        self._steered.want(Target(self._time, self._aim))
        self._steered.advance(self._time)
        return self._seen(), 0.0, False, False, self._info()

    def _pose(self) -> tuple[Pose, Vector, Vector]:
        assert self._state.held
        placement = self._steered.placement
        return placement.scene()[self._state.held], *placement.velocity()

    def _aimed(self) -> tuple[Pose, float, float, frozenset[str | None]]:
        placement = self._steered.placement
        return self._aim, placement.touch(), PATIENCE - self._time, placement.touched()


def _kind(piece: str) -> tuple[float, ...]:
    """A shape, one of five, and its sizes."""
    return (*(float(shape(piece) == name) for name in SHAPES), *SIZES[shape(piece)])


def _along(turn: list[float], angle: float) -> Vector:
    return turn[0] / angle, turn[1] / angle, turn[2] / angle


ENVIRONMENTS = {"SplashPose": "PoseEnv", "SplashHand": "HandEnv"}
"""What this game adds to Gymnasium's names: the classes here."""

"""Lido's games as PettingZoo environments; install `lido-games[pettingzoo]`.

>>> import lido
>>> from lido.adapters import pettingzoo
>>> env = pettingzoo.env(lido.games()[0].id, players=3)
>>> env.reset(seed=7)
>>> env.agent_selection, sorted(env.observe("seat_1"))
('seat_1', ['action_mask', 'observation'])

Importing this module also registers every game, `a-game` as `lido/a_game-v0`: `pettingzoo.make("aec",
"lido/a_game-v0")` is `env`, and `pettingzoo.make("parallel", …)` is `parallel_env`.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray

from lido import match as matches
from lido import pictures
from lido.adapters.actions import actions
from lido.errors import BadSetup, IllegalMove
from lido.game import SPECTATOR, Option, RecordGame, Result
from lido.games import games
from lido.planes import encoding
from lido.steps import Walk

try:
    from pettingzoo import AECEnv, ParallelEnv, aec_registry, register
    from pettingzoo.utils.env_logger import EnvLogger
except ModuleNotFoundError:
    raise ImportError(str(BadSetup("research.not-installed", package="PettingZoo", extra="pettingzoo"))) from None

Observation = dict[str, NDArray[Any]]
ILLEGAL_REWARD = -1.0


class AgentMatch:
    """A match with its agents, what they see and what they may do: the part that both kinds of environment share."""

    def __init__(self, game: str, players: int | None, options: Mapping[str, Option] | None) -> None:
        self.setup: dict[str, Any] = {"players": players, "options": options}
        self.game = game
        self.begin(0)
        self._seats = {f"seat_{seat}": seat for seat in range(1, self._match.players + 1)}
        self.agents = list(self._seats)
        self._nothing = dict.fromkeys(self.agents, 0.0)
        self.actions = actions(game)
        self.encoding = encoding(game, self._match.players)
        low, high = self.encoding.bounds()
        self.action_spaces = {agent: Discrete(self.actions.count) for agent in self.agents}
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(low, high, dtype=self.encoding.dtype.type),
                    "action_mask": Box(0, 1, (self.actions.count,), np.int8),
                }
            )
            for agent in self.agents
        }

    def begin(self, seed: int | None) -> None:
        """A new match."""
        self._match = matches.new(self.game, seed=seed, **self.setup)
        self._walk = Walk(self._match) if isinstance(self._match.game, RecordGame) else None
        self._walked: list[int] = []

    @property
    def match(self) -> matches.Match:
        """The match. A game of records is played by numbers, and the match follows when it is asked for."""
        for action in self._walked:
            self._match.play(self._match.game.move_text(self._match._state, action))  # type: ignore[attr-defined]
        self._walked = []
        return self._match

    @property
    def _now(self) -> matches.Match | Walk:
        return self._walk or self._match

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        return self._now.result

    @property
    def count(self) -> int:
        """How many moves have been played."""
        return self._walk.played if self._walk else len(self._match.moves)

    @property
    def acting(self) -> str | None:
        """The agent that must act; None when the game is over."""
        turn = self._now.turn
        return self.agents[turn - 1] if turn else None

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and the mask of its legal actions: all zeros while it is not its turn."""
        seat, mask = self._seats[agent], np.zeros(self.actions.count, dtype=np.int8)
        if seat == self._now.turn:
            mask[self.legal] = 1
        if self._walk:
            return {"observation": self._walk.planes(seat), "action_mask": mask}
        return {"observation": self.encoding.seen(self._match.player_view(seat)), "action_mask": mask}

    @property
    def legal(self) -> list[int]:
        """The legal actions of the agent that must act."""
        return self._walk.legal if self._walk else self.actions.legal(self._match.player_view().observation)

    def play(self, action: int) -> None:
        """Carry out a move of the agent that must act, or raise IllegalMove."""
        if action not in self.legal:
            raise IllegalMove("research.not-legal", move=action, agent=self.acting)
        if self._walk:
            self._walk.play(action)
            self._walked.append(action)
        else:
            text, details = self.actions.move(self._match.player_view().observation, action)
            self._match.play(text, **details)

    def payoffs(self) -> dict[str, float]:
        """The payoff of each agent: 0 until the game is over."""
        result = self.result
        return dict(zip(self.agents, result.payoffs, strict=True)) if result else self._nothing.copy()

    def picture(self) -> str:
        """What a spectator sees, as SVG."""
        return pictures.svg(self.match.view(SPECTATOR))


def _words(game: str) -> str:
    """A game in PettingZoo's names: a model that somebody saves under the name of its environment is that game's."""
    return game.replace("-", "_")


def _known(render_mode: str | None) -> str:
    if render_mode not in (None, "svg"):
        raise BadSetup("research.render", mode=render_mode)
    return "svg"


class raw_env(AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """A game whose agents act in turn. The agent of seat 1 is `seat_1`; rewards are the payoffs, at the end.

    An illegal action raises IllegalMove and changes nothing. A game is truncated after `max_cycles` moves.
    """

    metadata: dict[str, Any] = {"render_modes": ["svg"], "is_parallelizable": False}  # noqa: RUF012 - as PettingZoo has it

    def __init__(
        self,
        game: str,
        *,
        players: int | None = None,
        options: Mapping[str, Option] | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.metadata = self.metadata | {"name": f"{_words(game)}_v0"}
        self._played = AgentMatch(game, players, options)
        self._max_cycles = max_cycles
        self.render_mode = _known(render_mode)
        self.possible_agents = list(self._played.agents)
        self.action_spaces = self._played.action_spaces
        self.observation_spaces = self._played.observation_spaces

    def observation_space(self, agent: str) -> Dict:
        return self._played.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self._played.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._played.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        acting = self._played.acting
        self.agent_selection = acting if acting else self.agents[0]

    def observe(self, agent: str) -> Observation:
        return self._played.observe(agent)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._played.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._played.payoffs()
        over = self._played.result is not None
        cut = not over and self._played.count == self._max_cycles
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        self._accumulate_rewards()
        self._select()

    def render(self) -> str:
        """What a spectator sees, as SVG."""
        return self._played.picture()

    def close(self) -> None:
        """Nothing is held open."""


class checked_env(raw_env):
    """`raw_env` with the checks of PettingZoo's usual wrappers, which take three times as long as the game itself.

    An agent that chooses an illegal action gets -1, and the game ends.
    """

    def __getattr__(self, name: str) -> Any:
        if name in ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "num_agents"):
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(name)

    def _has_begun(self) -> bool:
        return "agents" in self.__dict__

    def observe(self, agent: str) -> Observation:
        if not self._has_begun():
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def render(self) -> str:
        if not self._has_begun():
            EnvLogger.error_render_before_reset()
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        if not self._has_begun():
            EnvLogger.error_agent_iter_before_reset()
        return super().agent_iter(max_iter)

    def step(self, action: int | None) -> None:
        if not self._has_begun():
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        over = self.terminations[agent] or self.truncations[agent]
        assert over or self.action_space(agent).contains(action), "action is not in action space"
        if over or action in self._played.legal:
            super().step(action)
            return
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0) | {agent: ILLEGAL_REWARD}
        self._accumulate_rewards()
        self._deads_step_first()


def env(
    game: str,
    *,
    players: int | None = None,
    options: Mapping[str, Option] | None = None,
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, Observation, int | None]:
    """A `checked_env`: what PettingZoo's users expect under this name."""
    return checked_env(game, players=players, options=options, max_cycles=max_cycles, render_mode=render_mode)


class parallel_env(ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """A game in which all agents give an action at every step, and only the one whose turn it is plays it.

    The others pass: the last action, one more than the game has, does nothing, and is all that their mask allows. If an
    action is illegal nothing changes, `infos` says why, and the agent must act again. Every step counts for
    `max_cycles`.
    """

    metadata: dict[str, Any] = {"render_modes": ["svg"]}  # noqa: RUF012 - as PettingZoo has it

    def __init__(
        self,
        game: str,
        *,
        players: int | None = None,
        options: Mapping[str, Option] | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.metadata = self.metadata | {"name": f"{_words(game)}_v0"}
        self._played = AgentMatch(game, players, options)
        self._max_cycles = max_cycles
        self._cycles = 0
        self.render_mode = _known(render_mode)
        self.agents: list[str] = []
        self.possible_agents = list(self._played.agents)
        self.no_op = self._played.actions.count
        mask = Box(0, 1, (self.no_op + 1,), np.int8)
        self.action_spaces = {agent: Discrete(self.no_op + 1) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: Dict({"observation": space["observation"], "action_mask": mask})
            for agent, space in self._played.observation_spaces.items()
        }

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def _observed(self) -> dict[str, Observation]:
        return {agent: self._with_no_op(self._played.observe(agent)) for agent in self.possible_agents}

    def _with_no_op(self, seen: Observation) -> Observation:
        is_idle = not seen["action_mask"].any()
        return seen | {"action_mask": np.append(seen["action_mask"], np.int8(is_idle))}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self._played.begin(seed)
        self._cycles = 0
        self.agents = list(self.possible_agents)
        return self._observed(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        agents, acting = self.agents, self._played.acting
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        assert acting
        for agent in agents:
            if agent != acting and int(actions[agent]) != self.no_op:
                infos[agent]["refused"] = str(IllegalMove("research.not-legal", move=int(actions[agent]), agent=agent))
        try:
            self._played.play(int(actions[acting]))
        except IllegalMove as refusal:
            infos[acting]["refused"] = str(refusal)
        self._cycles += 1
        over = self._played.result is not None
        cut = not over and self._cycles == self._max_cycles
        if over or cut:
            self.agents = []
        return self._observed(), self._played.payoffs(), dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def render(self) -> str:
        """What a spectator sees, as SVG."""
        return self._played.picture()

    def close(self) -> None:
        """Nothing is held open."""


def _register() -> None:
    for game in games():
        name = f"lido/{_words(game.id)}-v0"
        if name not in aec_registry:
            register("aec", name, "lido.adapters.pettingzoo:env", kwargs={"game": game.id})
            register("parallel", name, "lido.adapters.pettingzoo:parallel_env", kwargs={"game": game.id})


_register()

"""Lido's games as OpenSpiel Python games; install `lido-games[openspiel]`.

Importing this module registers every game as `lido_<id>`, with underscores for hyphens:

>>> import lido
>>> from lido.adapters import openspiel
>>> first = lido.games()[0]
>>> game = openspiel.load(first.id, players=3)
>>> game.num_players()
3

Players count from 0. Returns are the payoffs, which add up to 1, or with `zero_sum` what a player has more than an even
share, in such shares: -1 and 1 for two players. Chance nodes have their odds: see `lido.chance`.

Importing this module also lets those of OpenSpiel's bots that cannot play a game written in Python say so, instead of
ending the process (`lido.adapters.native_bots`).
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np

from lido.adapters.actions import actions
from lido.chance import chance
from lido.errors import BadSetup
from lido.game import SPECTATOR, Game, Json, Option, RecordGame
from lido.games import find, games
from lido.planes import encoding
from lido.rng import seeded

try:
    import pyspiel

    from lido.adapters import native_bots
    from lido.adapters.point import CHANCE, Point, packed, table
except ModuleNotFoundError:
    raise ImportError(str(BadSetup("research.not-installed", package="OpenSpiel", extra="openspiel"))) from None

UNBOUNDED = 2**31 - 1
"""The length of a game without a known bound."""


def short_name(game: str) -> str:
    """What OpenSpiel calls a game."""
    return f"lido_{game.replace('-', '_')}"


def load(
    game: str,
    *,
    players: int | None = None,
    options: Mapping[str, Option] | None = None,
    position: Json = None,
    zero_sum: bool = False,
) -> pyspiel.Game:
    """A game from its start, or from a `position` of the laws: what a spectator does not know of it is drawn again.

    With `zero_sum` the returns add up to 0, as alpha-beta and the like want them.

    Raises BadSetup for a game that lacks its planes, its chance, or numbers for its moves.
    """
    rules = find(game)
    for needed in (actions, chance):
        needed(game)
    encoding(game, players or rules.players[0])
    given: dict[str, Any] = {**(options or {}), "zero_sum": zero_sum}
    if players is not None:
        given["players"] = players
    if position is not None:
        given["position"] = packed(position)
    return pyspiel.load_game(short_name(game), given)


def _remembers(game: Game[Any]) -> bool:
    """Whether the information state of a game has a tensor: it then holds the history of moves."""
    try:
        return game.secrets and all(encoding(game.id, players).history for players in game.players)
    except BadSetup:  # the game has no planes: it is registered, and `load` says why it cannot be played
        return False


def _game_type(game: Game[Any], chances: bool, zero_sum: bool = False) -> pyspiel.GameType:
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name(game.id),
        long_name=f"Lido {game.id}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if chances else kinds.ChanceMode.DETERMINISTIC,
        information=(
            kinds.Information.IMPERFECT_INFORMATION if game.secrets else kinds.Information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.ZERO_SUM if zero_sum else kinds.Utility.CONSTANT_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=_remembers(game),
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.players[0],
            "position": "",
            "zero_sum": False,
            **game.complete({}),
        },
    )


class LidoGame(pyspiel.Game):  # type: ignore[misc]
    """One game with its number of players and its options. A subclass names the game."""

    id: ClassVar[str]

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        rules, players = find(self.id), int(parameters["players"])
        options: tuple[tuple[str, Option], ...] = tuple((name, parameters[name]) for name in rules.options)
        zero_sum = bool(parameters["zero_sum"])
        self.table = table(self.id, players, options, parameters["position"], zero_sum)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.actions.count,
            max_chance_outcomes=self.table.chance.most_outcomes,
            num_players=players,
            min_utility=-1.0 if zero_sum else 0.0,
            max_utility=players - 1.0 if zero_sum else 1.0,
            utility_sum=0.0 if zero_sum else 1.0,
            max_game_length=rules.longest(players) or UNBOUNDED,
        )
        super().__init__(_game_type(rules, self.table.is_chancy, zero_sum), info, parameters)

    def new_initial_state(self) -> "LidoState":
        return LidoState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> "LidoObserver":
        return LidoObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class LidoState(pyspiel.State):  # type: ignore[misc]
    """A position in a game."""

    def __init__(self, game: LidoGame) -> None:
        super().__init__(game)
        self.point = Point(game.table)

    def current_player(self) -> int:
        return self.point.player

    def is_chance_node(self) -> bool:  # as the others below: asked from Python, C++ need not ask back
        return self.point.player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        point = self.point
        acting, place = point.player, point.place
        if acting >= 0:
            if player is not None and player != acting:
                return []
            return place.legal if place else point.table.actions.legal(point.state)
        if acting == CHANCE and player in (None, CHANCE):
            return [outcome for outcome, _ in point.outcomes()]
        return []

    def _legal_actions(self, player: int) -> list[int]:
        return self.legal_actions(player)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        point = self.point
        table, place = point.table, point.place
        seat = point.player if player is None else player
        if place is None or table.looks is None or not 0 <= seat < table.players:
            return super().observation_tensor(seat)  # type: ignore[no-any-return]
        return table.looks.numbers(place, seat, point.times)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.point.outcomes()

    def _apply_action(self, action: int) -> None:
        self.point.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        draw = self.point.draw()
        if player == pyspiel.PlayerId.CHANCE and draw:
            return f"{draw.kind} {draw.of}: {action}"
        return self.point.table.actions.label(self.point.state, action)

    def is_terminal(self) -> bool:
        return self.point.result is not None

    def returns(self) -> list[float]:
        result, table = self.point.result, self.point.table
        if result is None:
            return [0.0] * table.players
        return [table.players * paid - 1 for paid in result.payoffs] if table.zero_sum else list(result.payoffs)

    def seen_by(self, player: int) -> Any:
        """Everything that a player may know of this state, and nothing else; -1 is a spectator."""
        return self.point.table.rules.observation(self.point.state, player + 1)

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> "LidoState":
        """A state that this player cannot tell from this one, each that is possible as likely.

        It is drawn from what the player sees, never from the truth: the deal anew, then the same moves.
        """
        table = self.point.table
        if not table.secrets:
            return self.clone()  # type: ignore[no-any-return]
        if not isinstance(table.rules, RecordGame):
            raise BadSetup("research.no-resampling", game=table.rules.id)
        again: LidoState = self.get_game().new_initial_state()
        world = self.seen_by(player_id)
        table.rules.rules.redeal(world, seeded("resample", probability_sampler()))
        history = self.history()
        for done, draw in zip(history, table.draws, strict=False):  # fewer are done while the cards are dealt
            drawn = table.chance.drawn(table.first, world, draw)
            again.apply_action(done if drawn is None else drawn)
        for done in history[len(table.draws) :]:
            again.apply_action(done)
        return again

    def __str__(self) -> str:
        return _text(self, SPECTATOR - 1)


class LidoObserver:
    """Writes what a player sees: the `planes` of `lido.planes`, and with perfect recall the `history` of moves."""

    def __init__(self, game: LidoGame, kind: pyspiel.IIGObservationType) -> None:
        self._encoding = game.table.encoding
        self._recalls = kind.perfect_recall
        self._alone = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        size = self._encoding.size
        history = self._encoding.history if self._recalls else None
        self.tensor = np.zeros(size + (history.longest * history.bits if history else 0), dtype=np.float32)
        self.dict = {"planes": self.tensor[:size].reshape(self._encoding.shape)}
        if history:
            self.dict["history"] = self.tensor[size:].reshape(history.longest, history.bits)

    def set_from(self, state: LidoState, player: int) -> None:
        """Fill the tensor with what the player sees."""
        seat = player if self._alone else SPECTATOR - 1
        self.dict["planes"][:] = self._encoding.written(state.seen_by(seat), seat, state.point.times)
        if self._encoding.history and self._recalls:
            self.dict["history"][:] = self._encoding.history.written(state.point.told)

    def string_from(self, state: LidoState, player: int) -> str:
        """What the player sees as text; with perfect recall, everything that it has seen."""
        seat = player if self._alone else SPECTATOR - 1
        if not self._recalls:
            return _text(state, seat)
        if not self._encoding.game.secrets:
            return f"{player} {state.history_str()}"
        seen = state.seen_by(seat)
        told = seen.tobytes().hex() if isinstance(seen, np.void) else _text(state, seat)
        return f"{player} {state.point.told} {told}"


def _text(state: LidoState, player: int) -> str:
    """The view of a player, as JSON."""
    return json.dumps(state.point.table.rules.view(state.seen_by(player), player + 1))


def register(game: Game[Any]) -> None:
    """Make a game known to OpenSpiel; this module has done so for every game that was there when it was loaded."""
    # A class and not a function: OpenSpiel releases it after Python has ended, which only a class survives.
    pyspiel.register_game(_game_type(game, True), type(short_name(game.id), (LidoGame,), {"id": game.id}))


for _game in games():
    register(_game)
native_bots.guard(LidoState)

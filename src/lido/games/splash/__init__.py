"""Splash!: build a tower that the next player brings down.

2 to 6 players. Chance deals the pieces and says how each is taken up, which nobody knows before it is given; the
tower stands or falls by physics. A game
of bots lasts some forty moves after the draft, a third of them placements.
"""

import platform
from collections.abc import Mapping, Sequence
from dataclasses import replace

import msgspec
import mujoco

from lido.deal import Draws
from lido.errors import BadPosition, BadSetup
from lido.game import Game, Json, Options, Played, Result, Start
from lido.games.splash import judge, rules, scene
from lido.games.splash.accidents import knocked
from lido.games.splash.first_laws import FirstRulings
from lido.games.splash.gifts import gifts
from lido.games.splash.moves import ACCIDENT, SETTLED, carried_out
from lido.games.splash.physics.assist import performed
from lido.games.splash.physics.world import touching
from lido.games.splash.pieces import PIECES
from lido.games.splash.space import Pose
from lido.games.splash.state import BOXED, GIVE, MOST_DROPS, MOST_TAKEN, NATURAL, PLACE, State, begun

TABLE = "table"
"""What a piece is set on when it is the first."""
CHANCE_WORDS = 4
"""How many words of 32 bits the chance of a game has."""


class Splash(Game[State]):
    """The game as a match asks for it. `place` takes a `path` and a `release`, or a `pose`.

    `perform` makes of them the path of a hand that lags, sways and trembles (SP-R15); for an `accident` it needs only
    the `fault`, and knocks the tower.

    The outcome of a move is kept with it under `settled`; a move that is given its `settled` scenes is
    judged from them and not simulated, so they must come from a record and never from a player.
    """

    id = "splash"
    laws = 2
    list_order = 4
    players = (2, 3, 4, 5, 6)
    detailed = True
    irreversible = frozenset({"drop", "accident"})
    interruptions = frozenset({"accident"})
    options = {  # noqa: RUF012 - as every game has it
        "draft": ("pick", "deal"),
        "teams": (0, 2, 3),
        "hand": (NATURAL, "steady", "windy"),
    }
    rulings = judge.NEWEST

    def under(self, laws: int) -> "Splash":
        super().under(laws)
        return FIRST_LAWS if laws == 1 else self

    def check(self, players: int, options: Options) -> None:
        super().check(players, options)
        teams = options.get("teams", 0)
        if teams and (players not in (4, 6) or players % int(teams)):
            raise BadSetup("splash.teams", teams=teams, players=players)

    def longest(self, players: int) -> int:
        # A draft; a gift and a placement a piece, those taken up after a fall counted again; bases, and what is kept.
        falls = (MOST_DROPS - 1) * players + 1
        return len(PIECES) + 2 * (len(PIECES) + MOST_TAKEN * falls) + (len(PIECES) + 1) * falls

    def teams(self, players: int, options: Options) -> Sequence[Sequence[int]]:
        count = int(options["teams"]) or players
        return [range(seat, players + 1, count) for seat in range(1, count + 1)]

    def is_recorded_whole(self, move: str, details: Mapping[str, Json]) -> bool:
        return not details or SETTLED in details

    def physics(self) -> str:
        return f"MuJoCo {mujoco.__version__} {platform.machine()}"

    def begins_as_dealt(self, state: State, move: str, details: Mapping[str, Json]) -> bool:
        if move != PLACE or state.start is None:
            return True
        path = details.get("path")
        return isinstance(path, list) and path[:1] == [[0.0, *state.start.pos, *state.start.quat]]

    def worked_out_anew(self, state: State, move: str, details: Mapping[str, Json]) -> Mapping[str, Json]:
        given = {name: value for name, value in details.items() if name != SETTLED}
        return carried_out(state, move, given).details

    def deal(self, players: int, options: Options, draws: Draws) -> Json:
        if options["draft"] == "pick":
            return {}
        each = (len(PIECES) - BOXED.get(players, 0)) // players
        order = draws.shuffled(PIECES)
        return {"reserves": [sorted(order[seat * each : (seat + 1) * each]) for seat in range(players)]}

    def start(self, start: Start, draws: Draws) -> State:
        state = self._begun(start)
        chance = "".join(f"{draws.below(2**32):08x}" for _ in range(CHANCE_WORDS))
        state = replace(state, chance=chance, hand=str(start.options.get("hand", NATURAL)))
        return state.taken_up() if state.held else state

    def _begun(self, start: Start) -> State:
        teams = int(start.options["teams"])
        if start.position is not None:
            return scene.read_position(start.position, start.players, teams, self.rulings)
        if start.options["draft"] == "pick":
            if start.deal != {}:
                raise BadSetup("splash.deal-pick")
            return begun(start.players, teams, None, self.rulings)
        return begun(start.players, teams, _dealt(start.deal, start.players), self.rulings)

    def turn(self, state: State) -> int:
        return state.seat

    def legal_moves(self, state: State) -> list[str]:
        return rules.moves(state)

    def play(self, state: State, move: str, details: Mapping[str, Json]) -> Played[State]:
        return carried_out(state, move, details)

    def perform(
        self, state: State, move: str, details: Mapping[str, Json], seed: str | int | None = None
    ) -> Mapping[str, Json]:
        if move == ACCIDENT and details.keys() == {"fault"}:
            return knocked(state, details["fault"], seed)
        if move != PLACE or state.step != PLACE:
            return details
        return performed(state, details, seed).document()

    def observation(self, state: State, seat: int) -> State:
        return state.seen()

    def view(self, observation: State, seat: int) -> dict[str, Json]:
        view = scene.document(observation)
        view |= {
            "pile": sorted(observation.pile),
            "fallen": sorted(observation.fallen),
            "uncovered": list(observation.judgement.uncovered),
            "targets": list(observation.targets),
            "start": _numbers(observation.start) if observation.step == PLACE else None,
            "gifts": gifts(observation) if observation.step == GIVE else [],
            "levels": observation.judgement.levels,
            "sides": observation.sides,
        }
        return view

    def position(self, state: State, start: Start, moves: Sequence[str]) -> Json:
        return scene.document(state)

    def result(self, state: State) -> Result | None:
        return rules.result(state)

    def judged(self, document: Json, new: str | None, target: str | None) -> dict[str, Json]:
        """The judgement on a scene alone, as JSON (see docs/protocol.md); nothing moves."""
        pieces = scene.read_pieces(document)
        for piece, allowed in ((new, (None, *pieces)), (target, (None, TABLE, *pieces))):
            if piece not in allowed:
                raise BadPosition("splash.scene-base", base=piece)
        if new is not None and new == target:
            raise BadPosition("splash.judge-itself", piece=new)
        touched = touching(pieces)
        base = scene.read_base(document, pieces)
        judgement = judge.judged(pieces, touched, base)
        before = judge.supposed(new, base, touched, judgement)
        aims = () if target in (None, TABLE) else (target,)
        return {
            "contacts": sorted(sorted((one, other)) for one, other, _ in touched.contacts),
            "table": sorted(touched.table),
            "uncovered": list(judgement.uncovered),
            "levels": judgement.levels,
            "stands": not judge.fallen(new, aims, before, touched),
            "piles": [sorted(pile) for pile in judgement.piles],
        }


class FirstLaws(Splash):
    """The game under its first laws, when hands had no degrees."""

    options = {name: values for name, values in Splash.options.items() if name != "hand"}  # noqa: RUF012
    rulings = FirstRulings()


def _numbers(pose: Pose | None) -> Json:
    """A pose as JSON."""
    return [*pose.pos, *pose.quat] if pose else None


class Deal(msgspec.Struct, forbid_unknown_fields=True):
    """What chance decides where the pieces are dealt."""

    reserves: list[list[str]]


# Threads must not be the first to read it (see lido.record).
msgspec.convert({"reserves": []}, Deal)


def _dealt(deal: Json, players: int) -> tuple[frozenset[str], ...]:
    """The reserves of a deal, or BadSetup."""
    each = (len(PIECES) - BOXED.get(players, 0)) // players
    try:
        reserves = msgspec.convert(deal, Deal).reserves
    except msgspec.ValidationError as error:
        raise BadSetup("splash.deal", players=players, each=each) from error
    named = [piece for reserve in reserves for piece in reserve]
    shared = [len(reserve) for reserve in reserves] == [each] * players
    if not shared or sorted(named) != sorted(set(PIECES).intersection(named)):
        raise BadSetup("splash.deal", players=players, each=each)
    return tuple(frozenset(reserve) for reserve in reserves)


GAME = Splash()
FIRST_LAWS = FirstLaws()

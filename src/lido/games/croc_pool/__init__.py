"""Crocodile Pool Party: swim your tiles to the far bar, or turn them over and eat the others.

2 players. Chance is in the deal only, and hidden from both alike: nobody knows which crocodile is
under which swimmer until it is turned over. 7225 different moves; a random game lasts about 280
moves with 37 to choose from. More facts are in docs/games/croc-pool.md.
"""

from collections.abc import Sequence

import numpy as np

from lido.deal import Draws
from lido.errors import BadSetup, IllegalMove
from lido.game import Event, Json, Options, RecordGame, Rules, Start
from lido.games.croc_pool import first_laws, rules, text
from lido.games.croc_pool.board import IS_WATER, OUT, RED, SIZE, SQUARES, YELLOW
from lido.games.croc_pool.position import Stack, parse_position, position_text, stacks, with_stacks
from lido.games.croc_pool.rules import PILES, TILES, crocodiles
from lido.games.croc_pool.tiles import Tile, tiles

NUMBERS = list(range(1, TILES + 1))
DEALT = ("red", "yellow")


class CrocPool(RecordGame):
    """The game as a match asks for it."""

    id = "croc-pool"
    laws = 2
    list_order = 3
    reveals = frozenset({"flip"})
    players = (2,)
    options = {"layout": ("first", "free")}  # noqa: RUF012
    rules = Rules.of("croc-pool", rules, hidden=True)
    crocodiles = staticmethod(crocodiles)

    def longest(self, players: int) -> int:
        # Quiet turns before each tile is turned over and before it is eaten or home; placing; moving after turning.
        return (2 * rules.PILES + 1) * rules.QUIET_TURNS + 2 * rules.PILES

    def rematch_options(self, options: Options) -> Sequence[Options]:
        # The first layout is for a first game.
        return [options] if options["layout"] == "free" else [{**options, "layout": "free"}, options]

    def under(self, laws: int) -> RecordGame:
        super().under(laws)
        return FIRST_LAWS if laws == 1 else self

    def deal(self, players: int, options: Options, draws: Draws) -> Json:
        return {side: draws.shuffled(NUMBERS) for side in DEALT}

    def start(self, start: Start, draws: Draws) -> np.record:
        if start.position is not None:
            return parse_position(start.position, draws)
        if not _is_deal(start.deal):
            raise BadSetup("croc-pool.deal")
        return rules.start([start.deal[side] for side in DEALT], start.options["layout"] == "first")

    def parse_move(self, state: np.record, move: str) -> int:
        return text.parse_move(state, move)

    def move_text(self, state: np.record, move: int) -> str:
        return text.move_text(move)

    def refusal(self, state: np.record, move: int) -> IllegalMove:
        return text.refusal(state, move)

    def events(self, before: np.record, move: int, after: np.record) -> list[Event]:
        seat = int(before["turn"]) + 1
        if move == rules.PASS:
            return [{"event": "pass", "seat": seat}]
        if move >= rules.PLACE:
            return [{"event": "place", "seat": seat, "square": SQUARES[move - rules.PLACE]}]
        if move >= rules.FLIP:
            return _turned_over(after, move - rules.FLIP, seat)
        happened = _travelled(before, *divmod(move, SIZE), seat)
        return happened if before["open"] == after["open"] else [*happened, {"event": "open"}]

    def view(self, observation: np.record, seat: int) -> dict[str, Json]:
        *_, must, opened, quiet, to_place = observation.item()
        bars = [tiles(observation, PILES + side) for side in (RED, YELLOW)]
        standing = stacks(observation)
        return {
            "step": "place" if to_place else "move" if must == OUT else "must",
            "squares": {square: _shown_stack(stack) for square, stack in standing.items()},
            "bars": [[_shown(tile) for tile in bar] for bar in bars],
            "scores": [len(bar) for bar in bars],
            "crocodiles": [self.crocodiles(int(observation["piles"][PILES + side])) for side in (RED, YELLOW)],
            "open": bool(opened),
            "must": None if must == OUT else SQUARES[must],
            "quiet": quiet,
            "to_place": [to_place // 2, (to_place + 1) // 2],
            "position": with_stacks(standing, observation),
        }

    def position(self, state: np.record, start: Start, moves: Sequence[str]) -> Json:
        return position_text(state)

    def reason(self, state: np.record) -> str:
        return "cleared" if rules.cleared(state) else "stall"


class FirstLaws(CrocPool):
    """The game under its first laws."""

    rules = Rules.of("croc-pool-laws-1", rules, first_laws, hidden=True)
    crocodiles = staticmethod(first_laws.crocodiles)

    def shown_at_end(self, state: np.record, seat: int) -> np.record:
        return self.observation(state, seat)


def _is_deal(deal: Json) -> bool:
    """Whether a deal gives both sides six numbers, each once."""
    if not isinstance(deal, dict) or set(deal) != set(DEALT):
        return False
    return all(
        isinstance(dealt, list) and all(type(number) is int for number in dealt) and sorted(dealt) == NUMBERS
        for dealt in deal.values()
    )


def _turned_over(after: np.record, square: int, seat: int) -> list[Event]:
    """A swimmer turned over, and whether the crocodile must stay where it is (CP-R5)."""
    pile = rules.pile_on(after, seat - 1, square)
    facts = {"seat": seat, "square": SQUARES[square], "number": int(rules.kind_of(after, pile))}
    happened: list[Event] = [{"event": "flip", **facts}]
    return [*happened, {"event": "stuck", **facts}] if after.must == OUT else happened


def _travelled(before: np.record, start: int, to: int, seat: int) -> list[Event]:
    """A move from a square, with what was eaten or brought to the bar."""
    pile = rules.pile_on(before, seat - 1, start)
    if not IS_WATER[to]:
        return [{"event": "bar", "seat": seat, "from": SQUARES[start], "tiles": int(before["heights"][pile])}]
    facts = {"seat": seat, "from": SQUARES[start], "to": SQUARES[to]}
    eaten = rules.pile_on(before, 2 - seat, to)
    if eaten < 0:
        return [{"event": "move", **facts}]
    return [{"event": "eat", **facts, "tiles": int(before["heights"][eaten])}]


def _shown(tile: Tile) -> dict[str, Json]:
    """A tile as JSON; the number of a swimmer is null, for nobody knows it."""
    return {"side": tile.side + 1, "crocodile": tile.up, "number": tile.number or None}


def _shown_stack(stack: Stack) -> dict[str, Json]:
    """A stack as JSON, from bottom to top."""
    return {"owner": stack[-1].side + 1, "height": len(stack), "tiles": [_shown(tile) for tile in stack]}


GAME = CrocPool()
FIRST_LAWS = FirstLaws()

"""The set-up of a series of games between bots: what is played, by which bots, and who sits where in each game."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations, permutations
from typing import Literal, TypeAlias

import msgspec

from lido.bots.brought import COMMAND, check_player, fingerprint, is_brought
from lido.deal import Draws
from lido.errors import BadSetup
from lido.game import Option
from lido.games import find
from lido.given import check_limits, check_seed
from lido.version import VERSION

Seating: TypeAlias = tuple[str, ...]
"""The level of the bot at each seat, or the name of one that was brought (`lido.bots.brought`)."""
MOST_LETTERS = 20
"""Of a bot's name in that of a file."""


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything that determines the games of a series, except their number. Make one with `set_up`."""

    arena: Literal[1] = 1
    engine: str = f"lido {VERSION}"
    game: str
    seats: int
    options: dict[str, Option]
    players: tuple[str, ...]
    """The levels of the bots, or the names of some that were brought."""
    ms: int | None
    iterations: int | None
    seed: str
    playouts: int = 0
    """How many playouts estimate each position of a finished game; 0 records no trajectory."""
    fingerprints: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    """Of the files of the bots that were brought, by name. Files of earlier versions have none."""


def set_up(
    game: str,
    players: Sequence[str],
    *,
    seats: int | None = None,
    options: Mapping[str, Option] | None = None,
    ms: int | None = None,
    iterations: int | None = None,
    seed: str | int = "1",
    playouts: int = 0,
) -> Setup:
    """A series of games between the bots in `players`, by default with one seat for each.

    They are levels, or bots that somebody brings: `module:Class`, or `cmd:` and a command line.

    The files of these are part of the set-up: once one is changed, this is another set-up.

    `ms` or `iterations` limits every move of every bot; by default each level has its own limit.
    Raises BadSetup for anything the game or its bots do not offer.
    """
    if isinstance(players, str) or not all(isinstance(name, str) for name in players):
        raise BadSetup("arena.bot-names", given=repr(players))
    for name in players:
        if "," in name and not name.startswith(COMMAND):
            raise BadSetup("arena.bot-comma", name=name)
    count = len(players) if seats is None else seats
    rules = find(game)
    rules.check(count, options or {})
    if not players:
        raise BadSetup("arena.nobody")
    check_limits(ms, iterations)
    check_seed(seed)
    for name in players:
        check_player(name, game, count)
    return Setup(
        game=game,
        seats=count,
        options=rules.complete(options or {}),
        players=tuple(players),
        ms=ms,
        iterations=iterations,
        seed=str(seed),
        playouts=playouts,
        fingerprints={name: fingerprint(name) for name in players if is_brought(name)} or msgspec.UNSET,
    )


def file_name(setup: Setup) -> str:
    """A file name that no other set-up has."""
    mark = hashlib.sha256(msgspec.json.encode(setup)).hexdigest()[:8]
    names = "-".join(re.sub(r"[^\w.]+", "_", name).strip("_")[-MOST_LETTERS:] for name in setup.players)
    return f"{setup.game}-{names}-{mark}.jsonl"


def marks(setup: Setup) -> list[tuple[str, str]]:
    """The fingerprints of a set-up's bots, each with its name; none where the file of an earlier version has none."""
    return [] if setup.fingerprints is msgspec.UNSET else list(setup.fingerprints.items())


def seatings(setup: Setup) -> list[Seating]:
    """Every seating of the bots. The games cycle through this list.

    With more seats than bots, the seats are divided evenly, and every choice of the bots that get one
    more is included; with fewer seats, every choice of bots is. The rotations of a seating are next to
    each other, so that the bots share the seats evenly even in fewer games than there are seatings.
    """
    return _seatings(setup.players, setup.seats, setup.seed)


@cache
def _seatings(players: Seating, seats: int, seed: str) -> list[Seating]:
    rounds, rest = divmod(seats, len(players))
    choices = set(combinations(sorted(players), rest))
    orders = {order for more in choices for order in permutations(players * rounds + more)}
    circles = sorted({tuple(_rotations(order)) for order in orders})
    return [order for circle in Draws(seed).shuffled(circles) for order in circle]


def _rotations(order: Seating) -> list[Seating]:
    """The distinct rotations of a seating, sorted: the same list for each of them."""
    return sorted({order[at:] + order[:at] for at in range(len(order))})


def seating(setup: Setup, number: int) -> Seating:
    """Who sits where in game `number`, from 1."""
    ways = seatings(setup)
    return ways[(number - 1) % len(ways)]

"""Bots against each other: who sits where, and one game from its seeds.

Game `number` (from 1) of a set-up depends on the set-up and the number alone, so that games can be
played in any order, by any process, or again.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations
from typing import Literal, TypeAlias

import msgspec

import lido
from lido import bots
from lido.deal import Draws
from lido.errors import BadSetup
from lido.game import Event, Option
from lido.games import find
from lido.lab.trajectory import Trajectory, trajectory
from lido.version import VERSION

Seating: TypeAlias = tuple[str, ...]
"""The level of the bot at each seat."""


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All that decides how the games of an arena go, but their number. Make one with `set_up`."""

    arena: Literal[1] = 1
    engine: str = f"lido {VERSION}"
    game: str
    seats: int
    options: dict[str, Option]
    players: tuple[str, ...]
    ms: int | None
    iterations: int | None
    seed: str
    playouts: int = 0
    """How many playouts judge each position when a finished game is gone through; 0 does not go through it."""


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One finished game."""

    number: int
    seed: str
    """What the deal was drawn from."""
    seating: Seating
    payoffs: tuple[float, ...]
    reason: str
    moves: int
    events: tuple[dict[str, int], ...]
    """By seat: how many public events of each kind name it as their `seat`."""
    right: tuple[dict[str, int], ...]
    """By seat: of the kinds of events that say whether the seat was right, how often it was."""
    trajectory: Trajectory | None = None
    """How it went, where the set-up asks for that."""


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
    """An arena of the bots named in `players`, with a seat for each of them where `seats` does not say otherwise.

    `ms` or `iterations` is what every bot has for a move; else each has what its level gives it.
    """
    count = len(players) if seats is None else seats
    rules = find(game)
    rules.check(count, options or {})
    if not players:
        raise BadSetup("arena.nobody")
    for level in players:
        bots.check_level(level, game, count)
    if ms is not None and iterations is not None:
        raise BadSetup("engine.ms-and-iterations")
    return Setup(
        game=game,
        seats=count,
        options={name: values[0] for name, values in rules.options.items()} | dict(options or {}),
        players=tuple(players),
        ms=ms,
        iterations=iterations,
        seed=str(seed),
        playouts=playouts,
    )


def seatings(setup: Setup) -> list[Seating]:
    """Every way to seat the bots; game after game takes the next of them, round and round.

    Where there are more seats than bots, each bot has as many as the others or one more; where there are
    fewer, all choices of bots take part. The rotations of a seating follow each other, so that the bots
    share the seats evenly even where there are fewer games than seatings.
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
    """The different rotations of a seating, in an order that does not depend on which of them it is."""
    return sorted({order[at:] + order[:at] for at in range(len(order))})


def seating(setup: Setup, number: int) -> Seating:
    """Who sits where in a game."""
    ways = seatings(setup)
    return ways[(number - 1) % len(ways)]


def play(setup: Setup, number: int) -> Outcome:
    """Play a game to its end."""
    seed = f"{setup.seed}/{number}"
    seated = seating(setup, number)
    match = lido.new(setup.game, players=setup.seats, seed=seed, options=setup.options)
    players = [bots.bot(level, f"{seed}/{seat}", threads=1) for seat, level in enumerate(seated, start=1)]
    happened: list[Event] = []
    while seat := match.turn:
        player_view = match.player_view(seat)
        move = players[seat - 1].choose(player_view, ms=setup.ms, iterations=setup.iterations)
        details = players[seat - 1].details(player_view, move, ms=setup.ms, iterations=setup.iterations)
        happened += match.play(move, **details)
    assert match.result
    return Outcome(
        number=number,
        seed=seed,
        seating=seated,
        payoffs=match.result.payoffs,
        reason=match.result.reason,
        moves=len(match.moves),
        events=_counted(((event, 1) for event in happened), setup.seats),
        right=_counted(((event, int(event["right"])) for event in happened if "right" in event), setup.seats),
        trajectory=trajectory(match, setup.playouts, seed) if setup.playouts else None,
    )


def _counted(events: Iterable[tuple[Event, int]], seats: int) -> tuple[dict[str, int], ...]:
    """By seat, what the events of each kind that name it count for."""
    counts: list[Counter[str]] = [Counter() for _ in range(seats)]
    for event, count in events:
        if "seat" in event:
            counts[event["seat"] - 1][event["event"]] += count
    return tuple(dict(sorted(count.items())) for count in counts)

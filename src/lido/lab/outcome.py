"""One game of a series, played from its seeds.

A game depends only on its set-up and its number, from 1, so games can be played in any order, by any
process, and repeated.
"""

from collections import Counter
from collections.abc import Iterable

import msgspec

import lido
from lido import bots
from lido.game import Event
from lido.lab.setup import Seating, Setup, seating
from lido.lab.trajectory import Trajectory, trajectory


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One finished game."""

    number: int
    seed: str
    """The seed of the deal."""
    seating: Seating
    payoffs: tuple[float, ...]
    reason: str
    moves: int
    events: tuple[dict[str, int], ...]
    """By seat: how many public events of each kind have it as their `seat`."""
    right: tuple[dict[str, int], ...]
    """By seat, for the kinds of events with a field `right`: in how many the seat was right."""
    trajectory: Trajectory | None = msgspec.field(default=None, name="course")  # as stored files call it
    """What the game was like at every position, if the set-up asks for it."""


def play(setup: Setup, number: int) -> Outcome:
    """Play game `number` of a set-up to its end."""
    seed = f"{setup.seed}/{number}"
    seated = seating(setup, number)
    match = lido.new(setup.game, players=setup.seats, seed=seed, options=setup.options)
    players = [bots.bot(level, f"{seed}/{seat}", threads=1) for seat, level in enumerate(seated, start=1)]
    events: list[Event] = []
    while seat := match.turn:
        player_view = match.player_view(seat)
        move = players[seat - 1].choose(player_view, ms=setup.ms, iterations=setup.iterations)
        details = players[seat - 1].details(player_view, move, ms=setup.ms, iterations=setup.iterations)
        events += match.perform(move, seed=f"{seed}/{len(match.moves)}", **details)
    assert match.result
    return Outcome(
        number=number,
        seed=seed,
        seating=seated,
        payoffs=match.result.payoffs,
        reason=match.result.reason,
        moves=len(match.moves),
        events=_counted(((event, 1) for event in events), setup.seats),
        right=_counted(((event, int(event["right"])) for event in events if "right" in event), setup.seats),
        trajectory=trajectory(match, setup.playouts, seed) if setup.playouts else None,
    )


def _counted(events: Iterable[tuple[Event, int]], seats: int) -> tuple[dict[str, int], ...]:
    """By seat, the sum of the counts of each kind of event."""
    counts: list[Counter[str]] = [Counter() for _ in range(seats)]
    for event, count in events:
        if "seat" in event:
            counts[event["seat"] - 1][event["event"]] += count
    return tuple(dict(sorted(count.items())) for count in counts)

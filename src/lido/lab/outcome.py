"""One game of a series, played from its seeds.

A game depends only on its set-up and its number, from 1, so games can be played in any order, by any
process, and repeated.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec

import lido
from lido.bots.brought import Seated, asked, blamed, close, player
from lido.errors import BotFailed
from lido.forfeits import shared_by
from lido.game import Event, Json, Result
from lido.lab.setup import Seating, Setup, seating
from lido.lab.trajectory import Trajectory, trajectory
from lido.match import Match
from lido.words import say

PLAYOUTS = 400
"""How many playouts estimate a position. The standard error is then about 0.025 for two players."""
FORFEIT = "forfeit"
"""The reason of a game that a bot lost by its own fault."""


class Failure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a bot that somebody brought lost a game by its own fault."""

    seat: int
    code: str
    facts: dict[str, Any] = {}

    def said(self, language: str) -> str:
        """The reason as a sentence."""
        return say(self.code, language, **self.facts)


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
    line: tuple[str | dict[str, Any], ...] = ()
    """The moves, as a record has them. Games of earlier versions have none."""
    failure: Failure | None = None
    """Why a bot lost by its own fault, if one did."""


def play(setup: Setup, number: int) -> Outcome:
    """Play game `number` of a set-up to its end. A bot that somebody brought and that fails loses it."""
    seed = f"{setup.seed}/{number}"
    seated = seating(setup, number)
    match = lido.new(setup.game, players=setup.seats, seed=seed, options=setup.options)
    events: list[Event] = []
    failure = _played(match, setup, seated, seed, events)
    result = match.result or Result(_paid_without(match, failure), FORFEIT)
    return Outcome(
        number=number,
        seed=seed,
        seating=seated,
        payoffs=result.payoffs,
        reason=result.reason,
        moves=len(match.moves),
        line=tuple(match.record()["moves"]),
        failure=failure,
        events=_counted(((event, 1) for event in events), setup.seats),
        right=_counted(((event, int(event["right"])) for event in events if "right" in event), setup.seats),
        trajectory=trajectory(match, setup.playouts, seed) if setup.playouts else None,
    )


def _played(match: Match, setup: Setup, seated: Seating, seed: str, events: list[Event]) -> Failure | None:
    """Play a match to its end, or until a bot fails; what happened is added to `events`."""
    players: dict[int, Seated] = {}
    try:
        while seat := match.turn:
            if seat not in players:
                players[seat] = player(seated[seat - 1], f"{seed}/{seat}", threads=1)
            view = match.player_view(seat)
            move, details = asked(players[seat], view, ms=setup.ms, iterations=setup.iterations)
            with blamed(players[seat]):
                events += match.perform(move, seed=f"{seed}/{len(match.moves)}", **details)
    except BotFailed as error:
        assert match.turn
        return Failure(seat=match.turn, code=error.code, facts=error.facts)
    finally:
        for each in players.values():
            close(each, match.result)
    return None


def _paid_without(match: Match, failure: Failure | None) -> tuple[float, ...]:
    """The payoffs of a game that a bot has lost by its own fault: the seats that do not win with it share it."""
    assert failure
    teams = match.game.teams(match.players, match.options)
    others = [seat for team in teams for seat in team if failure.seat not in team]
    return tuple(shared_by(others, match.players))


def record(setup: Setup, outcome: Outcome) -> dict[str, Json]:
    """The record of a finished game, as `lido.replay` takes it."""
    return _begun(setup, outcome).record(outcome.seating)


def _begun(setup: Setup, outcome: Outcome) -> Match:
    """The match of a finished game, played again."""
    match = lido.new(setup.game, players=setup.seats, seed=outcome.seed, options=setup.options)
    for entry in outcome.line:
        step = dict(entry) if isinstance(entry, dict) else {"move": entry}
        match.play(step.pop("move"), **step)
    return match


def trajectory_of(setup: Setup, outcome: Outcome) -> Trajectory:
    """The trajectory of a finished game: as it was kept, or worked out from its moves."""
    return outcome.trajectory or trajectory(_begun(setup, outcome), setup.playouts or PLAYOUTS, outcome.seed)


def _counted(events: Iterable[tuple[Event, int]], seats: int) -> tuple[dict[str, int], ...]:
    """By seat, the sum of the counts of each kind of event."""
    counts: list[Counter[str]] = [Counter() for _ in range(seats)]
    for event, count in events:
        if "seat" in event:
            counts[event["seat"] - 1][event["event"]] += count
    return tuple(dict(sorted(count.items())) for count in counts)

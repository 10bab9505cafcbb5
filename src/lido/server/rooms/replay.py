"""A recorded game step by step, as every seat saw it: for replays, and for trying a move in a lesson."""

from typing import Any

import msgspec

from lido.errors import BadRecord
from lido.match import Match, begin
from lido.record import Step, read
from lido.server.table.views import picture


class ReplayStep(msgspec.Struct):
    """A game after some of its moves."""

    number: int
    move: str | None
    """The last move, and whose it was."""
    seat: int | None
    events: list[dict[str, Any]]
    """What everybody saw happen in it."""
    turn: int | None
    legal: list[str]
    views: list[dict[str, Any]]
    """What each seat knows, a spectator first."""
    pictures: list[str | None] | None = None
    """The views as SVG, where pictures were asked for; null for a game without pictures."""


def replay_steps(record: dict[str, Any], since: int = 0, *, with_pictures: bool = False) -> list[ReplayStep]:
    """A game from after `since` moves to the end of its record. A move that is refused raises its own error."""
    kept = read(record)
    match = begin(kept)
    stopped = len(kept.moves) if kept.stopped else None
    found = [] if since else [_step(match, None, None, [], with_pictures, stopped)]
    for step in kept.steps():
        _check_whole(step, match)
        seat = match.turn
        events = match.play(step.move, **step.details)
        if step.number >= since:
            found.append(_step(match, step.move, seat, events, with_pictures, stopped))
    return found


def _check_whole(step: Step, match: Match) -> None:
    """Refuse a move whose outcome is not recorded: nothing is simulated here."""
    if not match.game.is_recorded_whole(step.move, step.details):
        raise BadRecord("match.record-details", number=step.number, move=step.move)


def _step(
    match: Match,
    move: str | None,
    seat: int | None,
    events: list[dict[str, Any]],
    with_pictures: bool,
    stopped: int | None,
) -> ReplayStep:
    """The game as it is; it was `stopped` after so many moves, and then hides nothing."""
    ended = len(match.moves) == stopped
    views = [match.view(each, ended=ended) for each in range(match.players + 1)]
    pictures = [picture(view) for view in views] if with_pictures else None
    return ReplayStep(len(match.moves), move, seat, events, match.turn, match.legal_moves(), views, pictures)

"""A recorded game step by step, as every seat saw it: for replays, and for trying a move in a lesson."""

from typing import Any

import msgspec

from lido.errors import BadRecord
from lido.match import Match, replay
from lido.server.table.views import picture

PROOF = ("result", "stopped", "log")
"""Parts of a record that say how the game ended: a replay may end anywhere."""


class ReplayStep(msgspec.Struct):
    """A game after so many moves."""

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
    moves = record.get("moves")
    if not isinstance(moves, list):
        raise BadRecord("match.record-form", why="moves")
    match = replay({name: value for name, value in record.items() if name not in PROOF} | {"moves": []})
    found = [] if since else [_step(match, None, None, [], with_pictures)]
    for number, entry in enumerate(moves, start=1):
        seat = match.turn
        move, details = _read(entry, number, match)
        events = match.play(move, **details)
        if number >= since:
            found.append(_step(match, move, seat, events, with_pictures))
    return found


def _read(entry: Any, number: int, match: Match) -> tuple[str, dict[str, Any]]:
    """A move of a record. Its outcome must be recorded: nothing is simulated here."""
    details = dict(entry) if isinstance(entry, dict) else {"move": entry}
    move = details.pop("move", None)
    if not isinstance(move, str):
        raise BadRecord("match.record-move-text", number=number)
    if not match.game.is_recorded_whole(move, details):
        raise BadRecord("match.record-details", number=number, move=move)
    return move, details


def _step(
    match: Match, move: str | None, seat: int | None, events: list[dict[str, Any]], with_pictures: bool
) -> ReplayStep:
    views = [match.view(each) for each in range(match.players + 1)]
    pictures = [picture(view) for view in views] if with_pictures else None
    return ReplayStep(len(match.moves), move, seat, events, match.turn, match.legal_moves(), views, pictures)

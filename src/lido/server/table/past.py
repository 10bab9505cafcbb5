"""The moves of a table as far as taking them back goes."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from lido.game import Event, Game


class Made(NamedTuple):
    """A move that was made."""

    seat: int
    person: str | None
    """Who made it; None for a bot."""
    reveals: bool
    """Whether it showed what was hidden."""
    irreversible: bool


_made = lru_cache(4096)(Made)  # a service keeps many long games: equal ones share one


def made(game: Game[Any], seat: int, person: str | None, game_events: Sequence[Event]) -> Made:
    """A move in which everybody saw these things happen."""
    kinds = {one["event"] for one in game_events}
    irreversible = game.reveals if game.irreversible is None else game.irreversible
    return _made(seat, person, not kinds.isdisjoint(game.reveals), not kinds.isdisjoint(irreversible))

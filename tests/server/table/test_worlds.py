"""What a seat must not know changes nothing that it is sent, not even a hash."""

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from lido.deal import Draws
from lido.game import SPECTATOR
from lido.games import find
from lido.server.messages import Move, Reveal
from lido.server.table import views
from lido.server.table.changes import Changes, applied
from lido.server.table.decide import decide
from lido.server.table.decision import Decision, Request
from lido.server.table.seating import open_table
from lido.server.table.state import TableState
from tests.server.table.desk import sitting, string_of

PARTY = find("plouf-party")
PLAYERS = 3
SEAT = 1


def two_deals(seed: str) -> dict[str, dict[str, Any]]:
    """Two deals that seat 1 cannot tell apart: the others' colours are exchanged, and two pawns of one colour."""
    deal = PARTY.deal(PLAYERS, {}, Draws(seed))
    one, two, three = deal["tokens"]
    exchanged = {two + "1": two + "2", two + "2": two + "1"}
    other = {part: [exchanged.get(name, name) for name in deal[part]] for part in ("ring", "faceup")}
    return {"one world": deal, "another": {"tokens": [one, three, two], **other}}


def sent(table: TableState, changes: Changes, seat: int) -> bytes:
    """All that a seat is sent because of a change, with pictures."""
    entries = [(entry.raw.decode(), entry.hash) for entry in changes.entries]
    info, seen = views.info(table, {}, {}, 5), views.seat_views(table, [seat])
    drawn = [views.picture(view) for view in views.raw_views(table, [seat]).values()]
    return msgspec.json.encode([entries, changes.game_events, seen, drawn, info, views.head(table)])


@pytest.mark.parametrize("seed", ["k", "o", "p", "r", "w", "x"])
@pytest.mark.parametrize("seat", [SEAT, SPECTATOR])
def test_two_worlds_that_a_seat_cannot_tell_apart_send_it_the_same_bytes(
    seed: str, seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    deals = iter(two_deals(seed).values())
    monkeypatch.setattr(PARTY, "deal", lambda players, options, draws: next(deals))
    worlds = [TableState("table", "the same secret") for _ in range(2)]

    def both(decide_in: Callable[[TableState], Decision]) -> bool:
        """Do the same in both worlds; whether what everybody saw is the same too."""
        changes = [applied(world, decide_in(world), 9) for world in worlds]
        if changes[0].game_events != changes[1].game_events:
            return False
        assert sent(worlds[0], changes[0], seat) == sent(worlds[1], changes[1], seat)
        return True

    setup: dict[str, Any] = {"game": "plouf-party", "players": PLAYERS, "options": {}, "public": True}
    assert both(lambda world: open_table(world.seed, "p1", **setup))
    reveals = [Reveal(number=2, seat=seat, string=string_of(seat)) for seat in (1, 2, 3)]
    for each in (sitting(1), sitting(2), sitting(3), *reveals):
        assert both(lambda world, each=each: decide(world, each, Request(f"p{each.seat}", 1)))  # type: ignore[misc]
    assert worlds[0].running().position() != worlds[1].running().position()
    assert played_alike(worlds, both, random.Random(seed)) >= 10


def played_alike(worlds: list[TableState], both: Any, draws: random.Random) -> int:
    """How many moves it takes until something shows in which world one is."""
    same = 0
    while worlds[0].turn is not None:
        legal = set(worlds[0].running().legal_moves()) & set(worlds[1].running().legal_moves())
        move = Move(number=1, seat=worlds[0].turn, move=draws.choice(sorted(legal)))
        if not both(lambda world, move=move: decide(world, move, Request(f"p{move.seat}", 9))):
            break
        same += 1
    return same

"""Taking back against bots: to one's last decision at any time, and what came out stays shown."""

import json
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lido
from lido.game import SPECTATOR
from lido.games import find
from lido.server.messages import AskUndo, Leave, Move, Reveal
from lido.server.table import views
from lido.server.table.changes import applied
from lido.server.table.decide import decide
from lido.server.table.decision import Request
from lido.server.table.seating import open_table
from lido.server.table.state import TableState
from lido.verify import findings
from tests.server.table.desk import Desk, sitting, string_of
from tests.server.table.test_leaving import played_out
from tests.server.table.test_undo import offered
from tests.server.table.test_worlds import two_deals

ASK = AskUndo(number=1, seat=1)


def against_bots(game: str, players: int = 3, **setup: Any) -> Desk:
    """One person on seat 1, and bots."""
    return Desk(game, players, bots=dict.fromkeys(range(2, players + 1), "club"), **setup).sit(1)


def play(desk: Desk, move: str) -> None:
    seat = desk.table.turn
    assert seat is not None
    desk.do("p1" if seat == 1 else None, Move(number=1, seat=seat, move=move))


def play_at_random(desk: Desk, draws: random.Random, most: int) -> None:
    """So many moves, or to the end of the game."""
    for _ in range(most):
        if desk.table.status == "running":
            play(desk, draws.choice(desk.table.running().legal_moves()))


def shown_numbers(desk: Desk, seat: int = SPECTATOR) -> set[tuple[str, int]]:
    """The numbers of pawns that a seat is shown."""
    view = json.loads(bytes(views.seat_views(desk.table, [seat])[seat].view))
    pawns = [pawn for pawn in [*view["ring"], *view["water"]] if pawn and pawn["number"]]
    return {(pawn["colour"], pawn["number"]) for pawn in pawns}


def test_back_to_ones_last_decision_past_the_moves_of_bots() -> None:
    desk = against_bots("le-plouf")
    assert offered(desk, 1) == (0, "server.undo-nothing")
    for move in ("a1", "a2", "a3"):
        play(desk, move)
    assert offered(desk, 1) == (3, None)
    desk.do("p1", ASK)
    assert (desk.table.turn, desk.table.running().moves) == (1, ())
    assert desk.table.counts
    play(desk, "b1")
    assert offered(desk, 1) == (1, None)  # a bot is to act
    assert desk.replayed().seen() == desk.seen()


def test_a_number_that_came_out_stays_shown_and_the_game_counts_for_no_list() -> None:
    desk = against_bots("plouf-party")
    play(desk, "pick 4")
    (known,) = shown_numbers(desk)
    desk.do("p1", ASK)
    assert desk.table.running().moves == ()
    assert all(shown_numbers(desk, seat) == {known} for seat in range(4))
    assert not views.info(desk.table, {}, {}, desk.at).counts
    for move in ("pick 9", "cw"):
        play(desk, move)
    assert known in shown_numbers(desk)
    assert desk.replayed().seen() == desk.seen()


def test_not_past_a_colour_that_was_shown() -> None:
    desk = against_bots("plouf-party", 3)
    draws = random.Random(3)
    while all(desk.table.running().view(SPECTATOR)["in"]):
        play_at_random(desk, draws, 1)
    assert desk.table.status == "running"
    assert offered(desk, 1) == (0, "server.undo-irreversible")
    desk.refuses("server.undo-irreversible", "p1", ASK)


def test_not_in_a_rated_game_and_not_alone_where_others_have_seats() -> None:
    rated = against_bots("le-plouf", rated=True)
    play(rated, "a1")
    rated.refuses("server.undo-rated", "p1", ASK)
    two = Desk("plouf-party", 3, bots={3: "club"}).sit(1, 2)
    two.do("p2", Leave(number=1))
    play(two, "pick 4")
    two.refuses("server.undo-revealed", "p1", ASK)
    shared = Desk("plouf-party", 2).sit(1)
    shared.do("p1", sitting(2, here=True))
    play(shared, "pick 4")
    shared.refuses("server.undo-revealed", "p1", ASK)


@given(st.integers(0, 10_000), st.sampled_from(["le-plouf", "plouf-party", "croc-pool"]))
def test_the_same_moves_again_lead_to_the_same_state(seed: int, game: str) -> None:
    draws = random.Random(seed)
    desk = against_bots(game, 2 if game == "croc-pool" else 3)
    play_at_random(desk, draws, draws.randrange(2, 40))
    if desk.table.status != "running" or not offered(desk, 1)[0]:
        return
    before, position = desk.table.running().moves, desk.table.running().position()
    numbers = [desk.table.running().view(seat) for seat in range(desk.table.opened.players + 1)]
    desk.do("p1", ASK)
    left = len(desk.table.running().moves)
    assert left < len(before)
    assert desk.table.turn == 1
    for move in before[left:]:
        play(desk, move)
    assert desk.table.running().position() == position
    assert [desk.table.running().view(seat) for seat in range(desk.table.opened.players + 1)] == numbers
    assert desk.replayed().seen() == desk.seen()


@given(st.integers(0, 10_000), st.sampled_from(["le-plouf", "plouf-party"]))
def test_records_of_games_with_moves_taken_back_replay_and_prove_themselves(seed: int, game: str) -> None:
    draws = random.Random(seed)
    desk = against_bots(game)
    for _ in range(4):
        play_at_random(desk, draws, draws.randrange(8))
        if desk.table.status == "running" and offered(desk, 1)[0]:
            desk.do("p1", ASK)
    play_at_random(desk, draws, 300)
    played_out(desk)
    record = views.record(desk.table, desk.log, {})
    assert lido.replay(record).result == desk.table.running().result
    assert [finding.code for finding in findings(record)][-1] == "verify.ended"
    assert desk.replayed().seen() == desk.seen()


def sent(table: TableState, seat: int) -> bytes:
    """All that a seat is sent of a table."""
    seen, info = views.seat_views(table, [seat]), views.info(table, {}, {}, 5)
    drawn = [views.picture(view) for view in views.raw_views(table, [seat]).values()]
    return msgspec.json.encode([seen, drawn, info, table.hash])


@pytest.mark.parametrize("seed", ["k", "o", "p", "r", "w", "x"])
def test_two_worlds_stay_alike_when_moves_are_taken_back(seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    deals = iter(two_deals(seed).values())
    monkeypatch.setattr(find("plouf-party"), "deal", lambda players, options, draws: next(deals))
    worlds = [TableState("table", "the same secret") for _ in range(2)]
    for world in worlds:
        opened = open_table(
            world.seed, "p1", game="plouf-party", players=3, options={}, public=True,
            bots={2: "club", 3: "club"},
        )  # fmt: skip
        applied(world, opened, 1)
        for opening in (sitting(1), Reveal(number=1, seat=1, string=string_of(1))):
            applied(world, decide(world, opening, Request("p1", 1)), 1)
    draws, taken = random.Random(seed), 0
    while worlds[0].turn is not None:
        first, second = (world.running() for world in worlds)
        assert worlds[0].turn == worlds[1].turn
        command: Any = Move(
            number=1, seat=worlds[0].turn, move=draws.choice(sorted({*first.legal_moves()} & {*second.legal_moves()}))
        )
        if draws.random() < 0.5 and views.seat_views(worlds[0], [1])[1].undo:
            command, taken = ASK, taken + 1
        who = "p1" if command.seat == 1 else None
        changes = [applied(world, decide(world, command, Request(who, 9)), 9) for world in worlds]
        if changes[0].game_events != changes[1].game_events:
            break  # now it shows in which world one is
        assert sent(worlds[0], 1) == sent(worlds[1], 1)
    assert taken

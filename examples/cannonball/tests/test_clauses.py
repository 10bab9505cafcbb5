"""The clauses of the README, each shown by a position, a move and what must be so."""

from typing import Any

import pytest

import lido
from lido.match import Match

TWO = {"hands": [[1, 4, 6, 9, 11], [2, 5, 7, 10, 12]]}
THREE = {"hands": [[1, 5, 8, 10], [2, 6, 7, 12], [3, 4, 9, 11]]}
FOUR = {"hands": [[1, 5, 9], [2, 6, 10], [3, 7, 11], [4, 8, 12]]}


def played(deal: Any, *moves: str) -> Match:
    match = lido.new("cannonball", players=len(deal["hands"]), deal=deal)
    for move in moves:
        match.play(move)
    return match


@pytest.mark.parametrize(("players", "size"), [(2, 5), (3, 4), (4, 3)])
def test_everybody_is_dealt_as_many_cards(players: int, size: int) -> None:  # CB-1
    hands = [lido.new("cannonball", players=players, seed=1).view(seat)["hand"] for seat in range(1, players + 1)]
    cards = [card for hand in hands for card in hand]
    assert [len(hand) for hand in hands] == [size] * players
    assert len(set(cards)) == len(cards)
    assert set(cards) <= set(range(1, 13))


def test_the_players_jump_in_turn_from_seat_1(  # CB-2
) -> None:
    match = played(THREE)
    turns = []
    for move in ("5", "2", "3"):
        turns.append(match.turn)
        match.play(move)
    assert turns == [1, 2, 3]


def test_only_a_card_of_the_hand_can_be_played() -> None:  # CB-2
    match = played(TWO, "4", "2")
    for card in ("4", "7", "12"):  # played before, held by the other seat
        with pytest.raises(lido.IllegalMove) as refusal:
            match.play(card)
        assert refusal.value.clause == "CB-2"
    assert match.moves == ("4", "2")


@pytest.mark.parametrize(
    ("deal", "moves", "taker"),
    [
        (TWO, ["4", "2"], 1),
        (TWO, ["4", "5"], 2),
        (TWO, ["9", "12"], 2),
        (TWO, ["1", "12"], 1),
        (TWO, ["1", "2"], 2),
        (THREE, ["1", "12", "11"], 1),
        (THREE, ["10", "12", "11"], 2),
        (FOUR, ["1", "10", "11", "12"], 1),
        (FOUR, ["1", "10", "11", "8"], 3),
    ],
)
def test_the_highest_takes_the_round_but_the_1_beats_the_12(deal: Any, moves: list[str], taker: int) -> None:  # CB-3
    match = played(deal, *moves[:-1])
    *_, last = match.play(moves[-1])
    assert last == {"event": "take", "seat": taker}
    assert match.view(0)["taken"] == [int(seat == taker) for seat in range(1, match.players + 1)]


def test_the_taker_of_a_round_leads_the_next() -> None:  # CB-4
    assert played(THREE, "5", "2", "11").turn == 3


def test_the_most_rounds_win() -> None:  # CB-5
    match = played(TWO, "1", "12", "4", "2", "6", "5", "9", "7", "11")
    assert match.result is None
    match.play("10")
    assert match.result == lido.Result((1.0, 0.0), "cards")


def test_players_who_are_tied_share() -> None:  # CB-5
    tied = played(FOUR, "9", "2", "3", "4", "1", "10", "7", "8", "6", "11", "12", "5")
    assert tied.view(0)["taken"] == [1, 1, 0, 1]
    assert tied.result == lido.Result((1 / 3, 1 / 3, 0.0, 1 / 3), "cards")


@pytest.mark.parametrize(
    "deal",
    [
        {},
        {"hands": [[1, 4, 6, 9, 11]]},
        {"hands": [[1, 4, 6, 9, 11], [2, 5, 7, 10]]},
        {"hands": [[1, 4, 6, 9, 11], [2, 5, 7, 10, 11]]},
        {"hands": [[4, 1, 6, 9, 11], [2, 5, 7, 10, 12]]},
        {"hands": [[0, 4, 6, 9, 11], [2, 5, 7, 10, 12]]},
        {"hands": [["1", 4, 6, 9, 11], [2, 5, 7, 10, 12]]},
        {"hands": [5, [2, 5, 7, 10, 12]]},
        {**TWO, "more": 1},
    ],
)
def test_a_deal_that_cannot_be_is_refused(deal: Any) -> None:
    with pytest.raises(lido.BadSetup, match=r"\(CB-1\)"):
        lido.new("cannonball", deal=deal)


@pytest.mark.parametrize("position", [0, [], {"deal": TWO}, {"deal": TWO, "moves": "4"}, {"deal": TWO, "moves": [4]}])
def test_a_position_is_a_deal_and_moves(position: Any) -> None:
    with pytest.raises(lido.BadPosition, match="a deal and the moves"):
        lido.new("cannonball", position=position)


def test_a_position_says_which_of_its_moves_cannot_be_played() -> None:
    with pytest.raises(lido.BadPosition, match="Move 2 of the position, '3'"):
        lido.new("cannonball", position={"deal": TWO, "moves": ["4", "3"]})
    assert lido.new("cannonball", position={"deal": TWO, "moves": ["4"]}).turn == 2


@pytest.mark.parametrize("text", ["", "0", "13", "07", "seven", " 7"])
def test_a_move_has_one_spelling(text: str) -> None:
    with pytest.raises(lido.IllegalMove, match="is not a move"):
        played(TWO).play(text)

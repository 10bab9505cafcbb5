"""How a game is dealt and set up: CP-1 to CP-5, CP-R1."""

import pytest

import lido
from tests.games.croc_pool.reference import WATER
from tests.games.croc_pool.scenes import refused

clause = pytest.mark.clause

RED_PLACES = ["b2", "a3", "f3", "c4", "d4", "e5"]
YELLOW_PLACES = ["e13", "f12", "a12", "d11", "c11", "b10"]


def free(moves: list[str]) -> lido.Match:
    """A match of the free layout after those moves."""
    match = lido.new("croc-pool", seed=1, options={"layout": "free"})
    for move in moves:
        match.play(move)
    return match


def alternately() -> list[str]:
    return [square for pair in zip(RED_PLACES, YELLOW_PLACES, strict=True) for square in pair]


@clause("CP-1")
def test_each_side_is_dealt_every_number_once() -> None:
    deals = [lido.new("croc-pool", seed=seed).record()["deal"] for seed in range(50)]
    for deal in deals:
        assert sorted(deal["red"]) == sorted(deal["yellow"]) == [1, 2, 3, 4, 5, 6]
    assert len({str(deal["red"]) for deal in deals}) > 40
    assert all(deal["red"] != deal["yellow"] for deal in deals[:3])


@clause("CP-1")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_nobody_knows_what_is_under_a_swimmer(seat: int) -> None:
    squares = lido.new("croc-pool", seed=1).view(seat)["squares"]
    tiles = [tile for stack in squares.values() for tile in stack["tiles"]]
    assert len(tiles) == 12
    assert {(tile["crocodile"], tile["number"]) for tile in tiles} == {(False, None)}


@clause("CP-1")
@pytest.mark.parametrize(
    "deal",
    [
        {},
        {"red": [1, 2, 3, 4, 5, 6]},
        {"red": [1, 2, 3, 4, 5, 6], "yellow": [1, 2, 3, 4, 5, 5]},
        {"red": [1, 2, 3, 4, 5, 6], "yellow": [1, 2, 3, 4, 5]},
        {"red": [1, 2, 3, 4, 5, 6], "yellow": [True, 2, 3, 4, 5, 6]},
        {"red": [1, 2, 3, 4, 5, 6], "yellow": [1.0, 2, 3, 4, 5, 6]},
        {"red": [1, 2, 3, 4, 5, 6], "yellow": "123456"},
        {"red": [1, 2, 3, 4, 5, 6], "yellow": [1, 2, 3, 4, 5, 6], "blue": []},
        [],
        "red",
    ],
)
def test_what_is_no_deal_is_refused(deal: object) -> None:
    with pytest.raises(lido.BadSetup) as refusal:
        lido.new("croc-pool", deal=deal)
    assert refusal.value.clause == "CP-1"


@clause("CP-2", "CP-R1")
def test_the_first_layout_is_the_default() -> None:
    match = lido.new("croc-pool", deal={"red": [3, 1, 4, 6, 2, 5], "yellow": [6, 1, 2, 4, 3, 5]})
    assert match.options == {"layout": "first"}
    assert match.position() == (
        "d2:r(3) b3:r(1) e3:r(4) b4:r(6) e4:r(2) c5:r(5) "
        "d10:y(5) b11:y(3) e11:y(4) b12:y(2) e12:y(1) c13:y(6) | R:- Y:- | R shut 0"
    )


@clause("CP-2")
def test_the_first_layout_is_the_same_turned_by_half_a_turn() -> None:
    squares = lido.new("croc-pool", seed=1).view(0)["squares"]
    for square, stack in squares.items():
        opposite = f"{'fedcba'['abcdef'.index(square[0])]}{15 - int(square[1:])}"
        assert squares[opposite]["owner"] == 3 - stack["owner"]


@clause("CP-3", "CP-R1")
def test_in_the_free_layout_each_places_in_turn_in_their_own_ranks() -> None:
    match = free([])
    assert match.position() == "| R:- Y:- | R shut 0 place"
    assert match.legal_moves() == sorted(square for square in WATER if 2 <= int(square[1:]) <= 5)
    match.play("c3")
    assert match.turn == 2
    assert match.legal_moves() == sorted(square for square in WATER if 10 <= int(square[1:]) <= 13)
    match.play("c12")
    assert match.turn == 1
    assert match.view(0)["to_place"] == [5, 5]


@clause("CP-3")
def test_numbers_are_dealt_in_the_order_of_placing() -> None:
    deal = {"red": [3, 1, 4, 6, 2, 5], "yellow": [6, 1, 2, 4, 3, 5]}
    match = lido.new("croc-pool", deal=deal, options={"layout": "free"})
    for move in alternately():
        assert match.view(0)["step"] == "place"
        match.play(move)
    assert match.position() == (
        "b2:r(3) a3:r(1) f3:r(4) c4:r(6) d4:r(2) e5:r(5) "
        "b10:y(5) c11:y(3) d11:y(4) a12:y(2) f12:y(1) e13:y(6) | R:- Y:- | R shut 0"
    )
    assert (match.turn, match.view(0)["step"]) == (1, "move")


@clause("CP-3")
@pytest.mark.parametrize("move", ["c1", "c6", "c10", "c3", "c3-c4", "flip c3", "pass"])
def test_only_a_free_square_of_the_own_ranks_will_do(move: str) -> None:
    assert refused(free(["c3", "c12"]), move) == "CP-3"


@clause("CP-4", "CP-R1")
@pytest.mark.parametrize(
    ("placed", "move"),
    [
        (["a2", "a10"], "f2"),
        (["a5", "a10"], "f5"),
        (["a3", "a10", "b3", "a11"], "f3"),
        (["a4", "a10", "b4", "a11"], "f4"),
        (["a4", "a10", "b4"], "f10"),
        (["a4", "a13", "b4"], "f13"),
        (["a4", "a11", "b4", "b11", "c3"], "f11"),
        (["a4", "a12", "b4", "b12", "c3"], "f12"),
    ],
)
def test_a_rank_takes_as_many_swimmers_as_it_has_slabs(placed: list[str], move: str) -> None:
    match = free(placed)
    assert not [other for other in match.legal_moves() if other[1:] == move[1:]]
    assert refused(match, move) == "CP-4"


@clause("CP-4")
def test_placing_never_runs_out_of_room() -> None:
    match = free([])
    while match.view(0)["step"] == "place":
        match.play(match.legal_moves()[-1])
    assert len(match.moves) == 12


@clause("CP-R1")
def test_there_is_no_third_layout() -> None:
    with pytest.raises(lido.BadSetup):
        lido.new("croc-pool", options={"layout": "second"})


@clause("CP-5")
def test_red_begins_and_turns_alternate() -> None:
    match = lido.new("croc-pool", seed=1)
    turns = []
    for move in ("c5-c6", "d10-d9", "c6-c7", "d9-d8"):
        turns.append(match.turn)
        match.play(move)
    assert turns == [1, 2, 1, 2]


@clause("CP-5")
@pytest.mark.parametrize("move", ["d10-d9", "flip d10", "c6-c7", "flip c6", "c3"])
def test_a_turn_is_a_move_of_an_own_tile(move: str) -> None:
    assert refused(lido.new("croc-pool", seed=1), move) == "CP-5"


@pytest.mark.clause("CP-1")
def test_swimmers_still_to_be_placed_are_drawn_from_the_seed() -> None:
    """The text cannot tell their numbers, so nobody can work them out from it; the record keeps the seed."""
    ends = set()
    for seed in range(4):
        match = lido.new("croc-pool", options={"layout": "free"}, position="a2:r | R:- Y:- | Y shut 0 place", seed=seed)
        for square in ("a13", "a3", "a12", "b3", "b12", "a4", "a11", "b4", "b11", "a5", "a10"):
            match.play(square)
        assert lido.replay(match.record()).position() == match.position()
        ends.add(match.position())
    assert len(ends) == 4

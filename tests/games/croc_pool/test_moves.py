"""How swimmers and crocodiles move: CP-6 to CP-14, CP-R5, CP-R6. `f1:y(1)` is there so that the game goes on."""

import pytest

import lido
from tests.games.croc_pool.scenes import pool, reached, refused, squares, standing

clause = pytest.mark.clause


@clause("CP-6")
def test_a_swimmer_goes_one_or_two_squares_and_may_turn_once() -> None:
    match = pool("c7:r(1) f1:y(1)")
    assert reached(match, "c7") == squares("b7 a7 d7 e7 c8 c9 c6 c5 b6 b8 d6 d8")
    assert match.legal_moves() == sorted([*(f"c7-{to}" for to in reached(match, "c7")), "flip c7"])


@clause("CP-6")
def test_a_swimmer_stays_in_the_pool() -> None:
    assert reached(pool("a14:r(1) f1:y(1)"), "a14") == squares("b14 c14 a13 a12 b13")


@clause("CP-6")
@pytest.mark.parametrize("to", ["c10", "e8", "f7", "a9"])
def test_a_swimmer_goes_no_further(to: str) -> None:
    assert refused(pool("c7:r(1) f1:y(1)"), f"c7-{to}") == "CP-6"


@clause("CP-7")
def test_a_swimmer_needs_free_water_all_the_way() -> None:
    match = pool("c7:r(1) c8:r(2) d7:Y3 f1:y(1)")
    assert reached(match, "c7") == squares("b7 a7 b8 b6 c6 c5 d6")


@clause("CP-7")
@pytest.mark.parametrize("to", ["c8", "d7", "c9", "e7", "d8"])
def test_a_swimmer_neither_crosses_nor_takes_a_tile(to: str) -> None:
    assert refused(pool("c7:r(1) c8:r(2) d7:y(3) f1:y(1)"), f"c7-{to}") == "CP-7"


@clause("CP-7")
def test_a_swimmer_turns_around_a_tile_if_one_of_the_two_ways_is_free() -> None:
    assert "d8" in reached(pool("c7:r(1) c8:y(2) f1:y(1)"), "c7")


@clause("CP-8")
def test_a_swimmer_turned_over_moves_at_once_by_its_number() -> None:
    match = pool("c7:r(2) e3:R1 f1:y(1)")
    assert match.play("flip c7") == [{"event": "flip", "seat": 1, "square": "c7", "number": 2}]
    assert match.position() == "f1:y(1) e3:R1 c7:R2 | R:- Y:- | R shut 0 must=c7"
    assert (match.turn, match.view(2)["step"], match.view(2)["must"]) == (1, "must", "c7")
    assert match.legal_moves() == sorted(f"c7-{to}" for to in squares("a7 e7 c9 c5 b6 b8 d6 d8"))
    match.play("c7-e7")
    assert match.position() == "f1:y(1) e3:R1 e7:R2 | R:- Y:- | Y shut 0"


@clause("CP-8")
@pytest.mark.parametrize("move", ["e3-e4", "flip e2", "flip c7", "pass", "c3"])
def test_nothing_else_moves_before_the_crocodile_just_turned_over(move: str) -> None:
    match = pool("c7:r(2) e3:R1 e2:r(3) f1:y(1)")
    match.play("flip c7")
    assert refused(match, move) == "CP-8"


@clause("CP-9")
def test_a_crocodile_turned_over_before_moves_again() -> None:
    match = pool("c7:R2 f1:y(1)")
    assert reached(match, "c7") == squares("a7 e7 c9 c5 b6 b8 d6 d8")
    assert match.play("c7-c9") == [{"event": "move", "seat": 1, "from": "c7", "to": "c9"}]


@clause("CP-9")
def test_a_crocodile_is_never_turned_over_again() -> None:
    assert refused(pool("c7:R2 f1:y(1)"), "flip c7") == "CP-9"


@clause("CP-10", "CP-11")
@pytest.mark.parametrize(
    ("number", "goals"),
    [
        (2, "a7 e7 c9 c5 b6 b8 d6 d8"),
        (3, "c10 c4 f7 d9 d5 e8 e6 b9 b5 a8 a6"),
        (4, "c11 c3 d10 d4 e9 e5 f8 f6 b10 b4 a9 a5"),
        (5, "c12 c2 d11 d3 e10 e4 f9 f5 b11 b3 a10 a4"),
    ],
)
def test_2_to_5_go_exactly_their_number_and_turn_once(number: int, goals: str) -> None:
    assert reached(pool(f"c7:R{number} f1:y(1)"), "c7") == squares(goals)


@clause("CP-10")
@pytest.mark.parametrize(("number", "to"), [(3, "c9"), (3, "c11"), (2, "c8"), (4, "c8"), (5, "f11"), (6, "c10")])
def test_a_crocodile_goes_no_fewer_and_no_more(number: int, to: str) -> None:
    assert refused(pool(f"c7:R{number} f1:y(1)"), f"c7-{to}") == "CP-10"


@clause("CP-10")
def test_a_crocodile_crosses_nobody() -> None:
    match = pool("c7:R3 c8:r(1) d7:Y1 f1:y(2)")
    assert reached(match, "c7") == squares("c4 a8 a6 b9 b5 d5 e6")
    for to in squares("c10 f7 d9 e8"):
        assert refused(match, f"c7-{to}") == "CP-10"


@clause("CP-10")
def test_one_free_way_of_two_is_enough_and_both_are_one_move() -> None:
    assert "e8" in reached(pool("c7:R3 c8:r(1) f1:y(2)"), "c7")
    assert pool("c7:R3 f1:y(2)").legal_moves().count("c7-e8") == 1


@clause("CP-11")
@pytest.mark.parametrize(("number", "to"), [(3, "c8"), (4, "c9"), (4, "d8"), (5, "c10"), (5, "e8"), (5, "d7")])
def test_2_to_5_do_not_turn_twice(number: int, to: str) -> None:
    assert refused(pool(f"c7:R{number} f1:y(1)"), f"c7-{to}") == "CP-11"


@clause("CP-12")
def test_a_1_goes_to_any_square_around_it() -> None:
    assert reached(pool("c7:R1 f1:y(1)"), "c7") == squares("b6 b7 b8 c6 c8 d6 d7 d8")


@clause("CP-12")
def test_a_1_slips_diagonally_between_two_tiles() -> None:
    match = pool("c7:R1 c8:r(2) d7:r(3) f1:y(1)")
    assert reached(match, "c7") == squares("b6 b7 b8 c6 d6 d8")


@clause("CP-12")
@pytest.mark.parametrize("to", ["c9", "e7", "d9"])
def test_a_1_goes_no_further(to: str) -> None:
    assert refused(pool("c7:R1 f1:y(1)"), f"c7-{to}") == "CP-12"


@clause("CP-12")
def test_no_other_crocodile_goes_diagonally() -> None:
    match = pool("c7:R2 c8:r(4) d7:r(3) f1:y(1)")
    assert "d8" not in reached(match, "c7")


@clause("CP-13")
def test_a_6_reaches_every_square_an_even_way_off() -> None:
    goals = {
        f"{file}{rank}"
        for x, file in enumerate("abcdef")
        for rank in range(1, 14)
        if (x - 2 + rank - 7) % 2 == 0 and 0 < abs(x - 2) + abs(rank - 7) <= 6
    }
    assert reached(pool("c7:R6 e1:y(1)"), "c7") == goals


@clause("CP-13")
@pytest.mark.parametrize(
    ("blocks", "goes"),
    [("", True), ("c8", True), ("c8 e7", True), ("c8 d9", True), ("c8 e7 d9", False)],
)
def test_a_6_turns_twice_and_not_three_times(blocks: str, goes: bool) -> None:
    # With c8, e7 and d9 taken, d7 d8 e8 f8 f9 f10 is free but turns three times.
    tiles = [f"{square}:r({number})" for number, square in enumerate(blocks.split(), start=1)]
    match = pool(" ".join(["c7:R6", "f1:y(1)", *tiles]))
    assert ("f10" in reached(match, "c7")) == goes
    if not goes:
        assert refused(match, "c7-f10") == "CP-13"


@clause("CP-13")
def test_a_6_comes_back_beside_its_own_way() -> None:
    match = pool("c7:R6 c6:r(1) b7:r(2) d7:r(3) f1:y(1)")
    assert "d8" in reached(match, "c7")  # c8 c9 c10 d10 d9 d8
    assert "d9" not in reached(match, "c7")


@clause("CP-14")
@pytest.mark.parametrize("tile", ["r(1)", "R1", "R2", "R4", "R6"])
def test_nobody_ends_where_they_began(tile: str) -> None:
    match = pool(f"c7:{tile} f1:y(1)")
    assert "c7" not in reached(match, "c7")
    assert refused(match, "c7-c7") == "CP-14"


@clause("CP-14")
@pytest.mark.parametrize("number", [2, 4, 6])
def test_a_blind_alley_is_no_way_out_and_back(number: int) -> None:
    match = pool(f"a14:R{number} a13:r(1) b13:r(3) c14:r(5) f1:y(1)")
    assert reached(match, "a14") == set()


@clause("CP-R5")
def test_a_crocodile_that_cannot_move_stays_and_the_turn_ends() -> None:
    match = pool("a14:r(4) a13:r(1) b14:y(2) f1:y(1)", "R shut 7")
    assert match.play("flip a14") == [
        {"event": "flip", "seat": 1, "square": "a14", "number": 4},
        {"event": "stuck", "seat": 1, "square": "a14", "number": 4},
    ]
    assert match.position() == "f1:y(1) a13:r(1) a14:R4 b14:y(2) | R:- Y:- | Y shut 0"
    assert match.turn == 2


@clause("CP-R5")
def test_a_1_with_somebody_to_eat_is_not_stuck() -> None:
    match = pool("a14:r(1) a13:r(2) b14:y(2) b13:r(3) f1:y(1)")
    match.play("flip a14")
    assert match.legal_moves() == ["a14-b14"]


@clause("CP-R6")
def test_who_can_do_nothing_passes() -> None:
    match = pool("a14:R4 a13:Y1 b14:Y2")
    assert match.legal_moves() == ["pass"]
    assert match.play("pass") == [{"event": "pass", "seat": 1}]
    assert match.position() == "a13:Y1 a14:R4 b14:Y2 | R:- Y:- | Y shut 1"


@clause("CP-R6")
def test_who_can_turn_a_swimmer_over_does_not_pass() -> None:
    match = pool("a14:r(4) a13:Y1 b14:Y2")
    assert match.legal_moves() == ["flip a14"]
    assert refused(match, "pass") == "CP-R6"


@clause("CP-R6")
def test_who_can_move_does_not_pass() -> None:
    assert refused(lido.new("croc-pool", seed=1), "pass") == "CP-R6"


@clause("CP-8", "CP-15")
def test_the_crocodile_just_turned_over_may_eat() -> None:
    match = pool("c7:r(2) c9:y(2) f1:y(1)")
    match.play("flip c7")
    match.play("c7-c9")
    assert standing(match, "c9") == "y(2)+R2"


def test_a_square_that_is_too_far_is_not_called_too_near() -> None:
    with pytest.raises(lido.IllegalMove, match="c9 is not at that distance from c3"):
        pool("c3:R2 f1:y(1)").play("c3-c9")

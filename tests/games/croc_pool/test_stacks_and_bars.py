"""Eating, stacks and the way into the bars: CP-15 to CP-18, CP-R2 to CP-R4."""

import pytest

import lido
from tests.games.croc_pool.scenes import pool, reached, refused, standing

clause = pytest.mark.clause

OPEN = "R open 0"
YELLOW_OPEN = "Y open 0"


# Stacks


@clause("CP-15")
@pytest.mark.parametrize("eaten", ["y(2)", "Y2", "r(1)+Y2", "y(6)+R5+r(1)+Y2"])
def test_a_crocodile_eats_whatever_the_opponent_has_there(eaten: str) -> None:
    match = pool(f"c7:R3 d9:{eaten} f1:y(1)")
    events = match.play("c7-d9")
    assert events == [{"event": "eat", "seat": 1, "from": "c7", "to": "d9", "tiles": 1 + eaten.count("+")}]
    assert standing(match, "d9") == f"{eaten}+R3"
    assert standing(match, "c7") == ""
    assert match.view(0)["squares"]["d9"]["owner"] == 1


@clause("CP-15", "CP-7")
def test_a_swimmer_eats_nobody() -> None:
    assert refused(pool("c7:r(3) c8:y(2) f1:y(1)"), "c7-c8") == "CP-7"


@clause("CP-15")
def test_a_crocodile_does_not_eat_on_the_way() -> None:
    assert refused(pool("c7:R3 c8:y(2) f1:y(1)"), "c7-c10") == "CP-10"


@clause("CP-16")
def test_a_stack_moves_whole_and_like_its_top() -> None:
    match = pool("c7:y(6)+R5+Y4+R2 f1:y(1)")
    assert reached(match, "c7") == reached(pool("c7:R2 f1:y(1)"), "c7")
    match.play("c7-d8")
    assert (standing(match, "d8"), standing(match, "c7")) == ("y(6)+R5+Y4+R2", "")


@clause("CP-16")
def test_a_stack_belongs_to_its_top_only() -> None:
    match = pool("c7:r(1)+Y4 e7:R5 f1:y(1)")
    assert refused(match, "c7-c11") == "CP-5"
    match.play("e7-e12")
    assert "c7-c11" in match.legal_moves()


@clause("CP-16")
def test_a_stack_eats_a_stack_however_high() -> None:
    match = pool("c7:y(6)+R2 c9:r(1)+Y3+R4+Y2 f1:y(1)")
    match.play("c7-c9")
    assert standing(match, "c9") == "r(1)+Y3+R4+Y2+y(6)+R2"
    assert match.view(0)["squares"]["c9"]["height"] == 6


@clause("CP-16")
def test_a_stack_is_eaten_by_a_single_crocodile() -> None:
    match = pool("c7:y(6)+R2 c9:Y2 f1:r(1)", "Y shut 0")
    match.play("c9-c7")
    assert standing(match, "c7") == "y(6)+R2+Y2"


@clause("CP-R2")
@pytest.mark.parametrize("own", ["r(5)", "R5", "y(2)+R5"])
def test_nobody_eats_their_own(own: str) -> None:
    match = pool(f"c7:R3 d9:{own} f1:y(1)")
    assert "d9" not in reached(match, "c7")
    assert refused(match, "c7-d9") == "CP-R2"


# The way into the bars

RED_ENTRIES = [
    (1, "d14"), (1, "e13"), (1, "f13"),
    (2, "c14"), (2, "d13"), (2, "e12"), (2, "f12"), (2, "e13"), (2, "f13"),
    (3, "b14"), (3, "e11"), (3, "f11"), (3, "d12"), (3, "c13"), (3, "e12"), (3, "f12"), (3, "d13"),
    (4, "a14"), (4, "e10"), (4, "f10"), (4, "d11"), (4, "b13"),
    (5, "e9"), (5, "f9"), (5, "a13"), (5, "d10"),
    (6, "e8"), (6, "f8"), (6, "a12"), (6, "d13"), (6, "c14"),
]  # fmt: skip


def opposite(square: str) -> str:
    """The square that is the same for the other side."""
    return f"{'fedcba'['abcdef'.index(square[0])]}{15 - int(square[1:])}"


@clause("CP-17")
def test_the_bar_is_one_square_beyond_its_ladders_for_red() -> None:
    for number, square in RED_ENTRIES:
        assert "bar" in reached(pool(f"{square}:R{number} f1:y(1)", OPEN), square), f"{number} on {square}"


@clause("CP-17")
def test_the_bar_is_one_square_beyond_its_ladders_for_yellow() -> None:
    for number, square in RED_ENTRIES:
        start = opposite(square)
        assert "bar" in reached(pool(f"{start}:Y{number} a14:r(1)", YELLOW_OPEN), start), f"{number} on {start}"


@clause("CP-17")
@pytest.mark.parametrize(
    ("number", "square"),
    [(3, "e13"), (4, "e12"), (2, "d14"), (5, "e13"), (4, "f13"), (2, "e11"), (3, "a14")],
)
def test_the_bar_is_the_exact_end_of_the_move(number: int, square: str) -> None:
    match = pool(f"{square}:R{number} f1:y(1)", OPEN)
    assert "bar" not in reached(match, square)
    assert refused(match, f"{square}-bar") == "CP-17"


@clause("CP-17")
@pytest.mark.parametrize("square", ["d14", "e13", "f13", "e12", "f12", "d13", "c14"])
def test_a_swimmer_reaches_the_bar_with_one_or_two_squares(square: str) -> None:
    assert "bar" in reached(pool(f"{square}:r(1) f1:y(1)", OPEN), square)


@clause("CP-17")
@pytest.mark.parametrize("square", ["e11", "c13", "b14", "d12"])
def test_a_swimmer_does_not_reach_it_from_further_off(square: str) -> None:
    assert refused(pool(f"{square}:r(1) f1:y(1)", OPEN), f"{square}-bar") == "CP-17"


@clause("CP-17")
@pytest.mark.parametrize("move", ["e13-e14", "e13-f14", "flip e14", "f14-f13"])
def test_a_square_of_a_bar_is_no_square_of_the_pool(move: str) -> None:
    assert refused(pool("e13:R1 f1:y(1)", OPEN), move) == "CP-17"


@clause("CP-17")
def test_nobody_crosses_a_bar() -> None:
    match = pool("d14:R3 f12:y(2) f1:y(1)", OPEN)
    assert reached(match, "d14") == {"a14", "b13", "c12", "d11", "e12", "f13"}
    assert "f13" not in reached(pool("d14:R3 d13:r(1) f1:y(1)", OPEN), "d14")


@clause("CP-17", "CP-10")
def test_the_way_into_the_bar_must_be_free() -> None:
    match = pool("e11:R3 e12:r(1) f1:y(1)", OPEN)
    assert "bar" not in reached(match, "e11")
    assert refused(match, "e11-bar") == "CP-10"


@clause("CP-17", "CP-7")
def test_a_swimmer_crosses_free_squares_only_on_its_way_into_the_bar() -> None:
    match = pool("e12:r(3) e13:r(1) f1:y(1)", OPEN)
    assert "bar" not in reached(match, "e12")
    assert refused(match, "e12-bar") == "CP-7"


@pytest.mark.parametrize(("turn", "ladder"), [("R open 0", "e13"), ("Y open 0", "c1")])
def test_who_names_a_square_of_a_bar_is_shown_a_way_into_their_own(turn: str, ladder: str) -> None:
    match = pool("e13:R1 c1:Y1", turn)
    assert f"{ladder}-bar" in match.legal_moves()
    with pytest.raises(lido.IllegalMove, match=f"{ladder}-bar"):
        match.play("e13-e14")


@clause("CP-18")
@pytest.mark.parametrize("tile", ["r(1)", "R1"])
def test_a_shut_bar_lets_no_single_tile_in(tile: str) -> None:
    match = pool(f"e13:{tile} f1:y(1)")
    assert "bar" not in reached(match, "e13")
    assert refused(match, "e13-bar") == "CP-18"


@clause("CP-18")
def test_the_first_stack_opens_both_bars() -> None:
    match = pool("e13:y(2)+R1 d14:r(2) c1:y(1) f7:y(3)")
    assert match.play("e13-bar") == [
        {"event": "bar", "seat": 1, "from": "e13", "tiles": 2},
        {"event": "open"},
    ]
    assert match.position() == "c1:y(1) f7:y(3) d14:r(2) | R:y(2),R1 Y:- | Y open 0"
    assert match.play("c1-bar") == [{"event": "bar", "seat": 2, "from": "c1", "tiles": 1}]
    assert match.play("d14-bar")[0] == {"event": "bar", "seat": 1, "from": "d14", "tiles": 1}
    assert match.view(0)["scores"] == [3, 1]


@clause("CP-18")
def test_yellow_may_open_the_bars_too() -> None:
    match = pool("c1:r(2)+Y1 e13:r(1) f7:y(3)", "Y shut 0")
    match.play("c1-bar")
    assert "e13-bar" in match.legal_moves()


@clause("CP-R3")
def test_only_the_own_bar_can_be_entered() -> None:
    for square in ("c1", "a2", "b2"):
        match = pool(f"{square}:R1 f1:y(1)", OPEN)
        assert "bar" not in reached(match, square)
        assert refused(match, f"{square}-bar") == "CP-R3"


@clause("CP-R3")
def test_tiles_in_a_bar_are_out_of_play() -> None:
    match = pool("e13:Y1 e12:R2 f1:r(6)", "Y open 0", "R:y(2),R1 Y:-")
    assert reached(match, "e13") == {"d12", "d13", "d14", "e12", "f12", "f13"}
    assert refused(match, "e13-e14") == "CP-17"
    match.play("e13-e12")
    assert {move.split("-")[0] for move in match.legal_moves()} == {"f1", "flip f1"}


@clause("CP-R4")
def test_a_1_enters_from_a_ladder_square_only() -> None:
    for square in ("d14", "e13", "f13"):
        assert "bar" in reached(pool(f"{square}:R1 f1:y(1)", OPEN), square)
    for match, move in (
        (pool("d13:R1 f1:y(1)", OPEN), "d13-bar"),
        (pool("c2:Y1 a14:r(1)", YELLOW_OPEN), "c2-bar"),
    ):
        assert move not in match.legal_moves()
        assert refused(match, move) == "CP-R4"


@clause("CP-R4")
@pytest.mark.parametrize(
    ("blocks", "enters"),
    [("e12:r(1)", True), ("d14:r(1)", True), ("e12:r(1) d14:r(2)", False)],
)
def test_the_step_into_the_bar_counts_as_a_direction(blocks: str, enters: bool) -> None:
    # What is left to a 3 on d12 when e12 and d14 are taken is up, right, up: two changes.
    match = pool(f"d12:R3 {blocks} f1:y(1)", OPEN)
    assert ("bar" in reached(match, "d12")) == enters
    if not enters:
        assert refused(match, "d12-bar") == "CP-10"


@clause("CP-R4")
def test_a_swimmer_may_turn_into_the_bar() -> None:
    assert "bar" in reached(pool("d13:r(1) d14:r(2) f1:y(1)", OPEN), "d13")
    assert "bar" not in reached(pool("d13:r(1) d14:r(2) e13:r(3) f1:y(1)", OPEN), "d13")

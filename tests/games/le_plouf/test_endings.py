"""The clauses of docs/laws/le-plouf.md about how a game ends: a full pool, ties, and repetition."""

import pytest

from tests.games.le_plouf.scenes import at, placed, refused

clause = pytest.mark.clause
THIRD = 1 / 3


# A full pool


@clause("LP-13")
def test_the_game_stops_as_soon_as_the_pool_is_full() -> None:
    match = at("5/1ABA1/1BAB1/1B1A1/1AB2 1 A 2")
    events = match.play("b1-c1")
    assert match.position() == "5/1ABA1/1BAB1/1BBA1/2A2 1 B 2", "B has not had their turn"
    assert match.result == ((1.0, 0.0), "pool-full")
    assert events[-1] == {"event": "over", "payoffs": [1.0, 0.0], "reason": "pool-full"}
    assert (match.turn, match.legal_moves()) == (None, [])
    assert refused(match, "pass") is None


@clause("LP-13")
def test_a_dive_can_fill_the_pool() -> None:
    match = at("4A/1ABC1/BBACC/A1BC1/5 1 A 3")
    assert match.result is None
    match.play("a2-a3=b2")
    assert match.result == ((0, 0.5, 0.5), "pool-full")


@clause("LP-13")
def test_eight_pawns_in_the_pool_do_not_end_the_game() -> None:
    match = at("5/1AAB1/BABA1/A1BB1/5 1 A 2")
    match.play("a2-a3")
    assert match.result is None, "one fell in, one climbed out"
    assert match.turn == 2


@clause("LP-14")
@pytest.mark.parametrize(
    ("position", "payoffs"),
    [
        ("A4/1ABA1/1BAB1/1BAB1/5 1 B 2", (1, 0)),
        ("B4/1ABA1/1BAA1/1BAB1/5 1 B 2", (0, 1)),
        ("A3A/1AAB1/1BCB1/1CBC1/4C 1 B 3", (1, 0, 0)),
        ("C3C/1AAB1/1BAB1/1CBC1/4A 1 B 3", (0, 0, 1)),
        ("D3D/1AAB1/1BCB1/1CDC1/4A 1 B 4", (0, 0, 0, 1)),
        ("B3B/1AAA1/1CCC1/1DDD1/4B 1 B 4", (0, 1, 0, 0)),
    ],
)
def test_most_pawns_on_the_rim_win(position: str, payoffs: tuple[float, ...]) -> None:
    assert at(position).result == (payoffs, "pool-full")


@clause("LP-14", "LP-15")
def test_a_sole_leader_wins_with_the_pawn_on_c3_too() -> None:
    assert at("A3A/1ABB1/1BAC1/1CBC1/4C 1 B 3").result == ((1, 0, 0), "pool-full")


@clause("LP-15", "LP-R7")
@pytest.mark.parametrize(
    ("position", "payoffs"),
    [
        ("A3B/1AAB1/1BAC1/1CBC1/4C 1 B 3", (0, 0.5, 0.5)),
        ("A3B/1AAB1/1CBC1/1ABC1/4C 1 B 3", (0.5, 0, 0.5)),
        ("A3B/1AAB1/1BCB1/1ACC1/4C 1 B 3", (0.5, 0.5, 0)),
        ("A3B/1AAB1/1DBD1/1DCC1/4C 1 B 4", (0.5, 0, 0.5, 0)),
        ("A3B/1AAB1/1BDC1/1CDC1/4D 1 B 4", (0.5, 0.5, 0, 0)),
    ],
)
def test_the_owner_of_c3_drops_out_of_a_tie(position: str, payoffs: tuple[float, ...]) -> None:
    assert at(position).result == (payoffs, "pool-full")


@clause("LP-R7")
@pytest.mark.parametrize(
    ("position", "payoffs"),
    [
        ("A3B/1AAB1/1BDC1/1CDD1/4C 1 B 4", (THIRD, THIRD, THIRD, 0)),
        ("D3B/1DDB1/1BAC1/1CAA1/4C 1 B 4", (0, THIRD, THIRD, THIRD)),
    ],
)
def test_a_pawn_on_c3_from_outside_the_tie_changes_nothing(position: str, payoffs: tuple[float, ...]) -> None:
    assert at(position).result == (payoffs, "pool-full")


# Repetition


def cycle(*pawns: tuple[str, str, str]) -> list[str]:
    """Three rounds after which everything is as before: each pawn walks 1 and 2 on, then 3 back."""
    return [f"{pawn[step]}-{pawn[(step + 1) % 3]}" for step in range(3) for pawn in pawns]


@clause("LP-R6")
def test_the_third_time_counts_from_the_position_in_which_the_second_phase_begins() -> None:
    match = placed(2, ["a1", "e5", "a3", "a5", "b5", "c5", "d5", "e3", "e1", "d1"])
    again = cycle(("a1", "a2", "a4"), ("e5", "e4", "e2"))
    for move in again + again[:-1]:
        match.play(move)
    assert match.result is None
    assert match.play(again[-1])[-1] == {"event": "over", "payoffs": [0.5, 0.5], "reason": "repetition"}
    assert match.result == ((0.5, 0.5), "repetition")
    assert (match.turn, match.legal_moves()) == (None, [])


@clause("LP-R6")
@pytest.mark.parametrize(
    ("position", "pawns"),
    [
        ("3AB/5/1AAB1/1ABB1/A3B 1 A 2", [("a1", "a2", "a4"), ("e5", "e4", "e2")]),
        ("C3C/1AAA1/1BBB1/1CC2/A3B 1 A 3", [("a1", "a2", "a4"), ("e1", "d1", "b1"), ("a5", "b5", "d5")]),
        (
            "C3D/1AAB1/1BDC1/1CD2/A3B 1 A 4",
            [("a1", "a2", "a4"), ("e1", "d1", "b1"), ("a5", "b5", "d5"), ("e5", "e4", "e2")],
        ),
    ],
)
def test_a_loaded_position_has_occurred_once(position: str, pawns: list[tuple[str, str, str]]) -> None:
    match = at(position)
    again = cycle(*pawns)
    for move in again + again[:-1]:
        match.play(move)
    assert match.result is None
    match.play(again[-1])
    assert match.position() == position
    assert match.result == ((1 / match.players,) * match.players, "repetition")


@clause("LP-R6")
def test_the_same_cells_with_another_player_to_move_are_another_position() -> None:
    match = at("5/1AAA1/1AAB1/1BB2/B3B 1 A 2")
    round_trip = ["pass", "e1-d1", "pass", "d1-b1", "pass", "b1-e1"]
    for move in round_trip + round_trip[:-1]:
        match.play(move)
        assert match.result is None, "the cells of the start have stood six times, but for A only twice"
    match.play("b1-e1")
    assert match.result == ((0.5, 0.5), "repetition")


@clause("LP-R6")
def test_the_same_cells_under_another_cursor_are_another_position() -> None:
    match = at("5/1AAA1/1AAB1/1BB2/B3B 2 A 2")
    for move in ["e1-c1", "c1-e2", "e2-e3", "e3-e1", "e1-e4", "e4-e3", "e3-e1"]:
        match.play("pass")
        match.play(move)
    assert match.position() == "5/1AAA1/1AAB1/1BB2/B3B 3 A 2"
    assert match.result is None, "the cells have stood three times for A, under cursor 2 only once"


@clause("LP-R6")
def test_undo_also_uncounts_the_repetition_of_the_position() -> None:
    match = at("3AB/5/1AAB1/1ABB1/A3B 1 A 2")
    again = cycle(("a1", "a2", "a4"), ("e5", "e4", "e2"))
    for move in again * 2:
        match.play(move)
    for _ in range(6):
        match.undo()
    assert match.result is None
    assert match.view(0)["stood"] == 2

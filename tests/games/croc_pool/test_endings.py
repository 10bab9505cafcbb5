"""How a game ends and who wins: CP-19 to CP-21, CP-R3, CP-R7 to CP-R9."""

import pytest

import lido
from tests.games.croc_pool.scenes import pool

clause = pytest.mark.clause


@clause("CP-19")
def test_eating_the_last_of_the_others_ends_the_game_at_once() -> None:
    match = pool("c7:R2 c9:y(1) a3:r(1)", bars="R:Y2,R3 Y:R4,Y5,R5")
    events = match.play("c7-c9")
    assert events[-1] == {"event": "over", "payoffs": [0.0, 1.0], "reason": "cleared"}
    assert (match.turn, match.legal_moves()) == (None, [])


@clause("CP-19")
def test_bringing_ones_own_last_tile_home_ends_the_game() -> None:
    match = pool("e13:r(1) c9:y(1)", "R open 0", "R:Y2,R3 Y:R4,Y5")
    match.play("e13-bar")
    assert match.result == ((1.0, 0.0), "cleared")


@clause("CP-19")
def test_the_game_goes_on_while_both_have_something_in_the_pool() -> None:
    match = pool("c7:R2 c9:y(1) a3:y(2)")
    match.play("c7-c9")
    assert match.result is None


@clause("CP-19")
def test_tiles_under_a_crocodile_are_not_their_owners_any_more() -> None:
    assert pool("c9:y(1)+R2 c3:y(2)+R3").result == ((0.5, 0.5), "cleared")


@clause("CP-19")
def test_nothing_ends_before_all_swimmers_are_placed() -> None:
    match = lido.new("croc-pool", seed=1, options={"layout": "free"})
    assert match.result is None
    match.play("c3")
    assert match.result is None


@clause("CP-R7")
def test_an_empty_pool_ends_the_game_too() -> None:
    match = pool("", "R open 0", "R:y(2),R1 Y:r(3)")
    assert match.result == ((1.0, 0.0), "cleared")


@clause("CP-20")
@pytest.mark.parametrize(
    ("bars", "payoffs"),
    [
        ("R:Y2,R3,r(4) Y:R5,Y6", (1.0, 0.0)),
        ("R:Y2,R3 Y:R5,Y6,y(1)", (0.0, 1.0)),
        ("R:y(1),y(2),R1 Y:Y6,R6", (1.0, 0.0)),
        ("R:- Y:Y1", (0.0, 1.0)),
    ],
)
def test_the_most_tiles_win_whatever_their_colour_and_number(bars: str, payoffs: tuple[float, float]) -> None:
    assert pool("c9:y(4)+R2", bars=bars).result == (payoffs, "cleared")


@clause("CP-R3", "CP-20")
def test_what_is_left_in_the_pool_scores_nothing() -> None:
    match = pool("c9:y(1)+R6 a4:y(2)+R5 b4:r(1)", bars="R:- Y:R2,Y3")
    assert match.result == ((0.0, 1.0), "cleared")
    assert match.view(1)["scores"] == [0, 2]


@clause("CP-21")
@pytest.mark.parametrize(
    ("bars", "payoffs"),
    [
        ("R:Y2,R3 Y:R5,Y6", (0.0, 1.0)),
        ("R:Y6,R3 Y:R1,Y5", (1.0, 0.0)),
        ("R:Y6,R3 Y:R4,Y5", (0.5, 0.5)),
        ("R:- Y:-", (0.5, 0.5)),
    ],
)
def test_a_tie_is_broken_by_the_numbers_of_the_crocodiles(bars: str, payoffs: tuple[float, float]) -> None:
    assert pool("c9:y(1)+R2", bars=bars).result == (payoffs, "cleared")


@clause("CP-R8")
@pytest.mark.parametrize(
    ("bars", "payoffs", "sums"),
    [
        ("R:y(6),R1 Y:r(5),Y1", (1.0, 0.0), [7, 6]),
        ("R:r(6) Y:y(1)", (1.0, 0.0), [6, 1]),
        ("R:r(1),R4 Y:Y4,y(1)", (0.5, 0.5), [5, 5]),
    ],
)
def test_every_tile_in_a_bar_is_turned_over_for_the_tie_break(
    bars: str, payoffs: tuple[float, float], sums: list[int]
) -> None:
    match = pool("c9:y(3)+R2", "R open 0", bars)
    assert match.result == (payoffs, "cleared")
    assert match.view(0)["crocodiles"] == sums


@clause("CP-R8")
@pytest.mark.parametrize(
    ("bars", "payoffs", "sums"),
    [
        ("R:y(6),R1 Y:r(5),Y2", (0.0, 1.0), [1, 2]),
        ("R:r(6) Y:y(1)", (0.5, 0.5), [0, 0]),
        ("R:r(6),R4 Y:Y4,y(1)", (0.5, 0.5), [4, 4]),
    ],
)
def test_under_the_first_laws_swimmers_added_nothing_to_the_tie_break(
    bars: str, payoffs: tuple[float, float], sums: list[int]
) -> None:
    newest = pool("c9:y(3)+R2", "R open 0", bars)
    match = lido.new("croc-pool", position=newest.position(), laws=1)
    assert match.result == (payoffs, "cleared")
    assert match.view(0)["crocodiles"] == sums
    assert "(" not in match.view(0)["position"]
    assert lido.replay(match.record()).result == match.result


@clause("CP-1", "CP-R8")
def test_a_finished_game_shows_every_number_and_a_running_one_none() -> None:
    match = pool("c7:r(3) c9:y(2) d1:R2 a8:y(5)", "R open 0", "R:r(6) Y:y(1)")
    hidden = [tile["number"] for seat in (0, 1, 2) for bar in match.view(seat)["bars"] for tile in bar]
    assert set(hidden) == {None}
    over = pool("c9:y(3)+R2", "R open 0", "R:r(6) Y:y(1)")
    for seat in (0, 1, 2):
        view = over.view(seat)
        assert [[tile["number"] for tile in bar] for bar in view["bars"]] == [[6], [1]]
        assert view["squares"]["c9"]["tiles"][0]["number"] == 3


@clause("CP-R9")
def test_sixty_quiet_turns_end_the_game_and_it_is_scored() -> None:
    match = pool("c7:R2 c3:r(1) f10:y(1)", "R open 58", "R:R6 Y:Y5")
    match.play("c7-c5")
    assert match.result is None
    assert match.play("f10-f9")[-1] == {"event": "over", "payoffs": [1.0, 0.0], "reason": "stall"}
    assert match.legal_moves() == []


@clause("CP-R9")
def test_a_pass_is_a_quiet_turn() -> None:
    match = pool("a14:R4 a13:Y1 b14:Y2", "R shut 59")
    match.play("pass")
    assert match.result == ((0.5, 0.5), "stall")


@clause("CP-R9")
@pytest.mark.parametrize(
    "moves",
    [["flip c3", "c3-c6"], ["c7-c9"], ["e13-bar"], ["flip a14"]],
)
def test_turning_over_eating_and_arriving_start_the_count_again(moves: list[str]) -> None:
    match = pool("c3:r(3) c7:R2 c9:y(2) f10:y(1) a13:r(6) e13:y(3)+R1 a14:r(4) b14:r(5)", "R shut 59")
    for move in moves:
        match.play(move)
    assert match.result is None
    assert match.turn == 2
    assert match.view(0)["quiet"] == 0


@clause("CP-R9")
def test_turns_are_counted_one_by_one() -> None:
    match = lido.new("croc-pool", seed=1)
    for number, move in enumerate(["c5-c6", "d10-d9", "c6-c5", "d9-d10"], start=1):
        match.play(move)
        assert match.view(0)["quiet"] == number

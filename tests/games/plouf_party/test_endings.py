"""How a game stops and who wins: PP-14 to PP-18, PP-R8, PP-R9, PP-R11."""

import pytest

import lido
from tests.games.plouf_party.scenes import begun, deal, played, to_board

clause = pytest.mark.clause

ACCUSATIONS = [
    "pick 17, cw, accuse 2 orange",
    "pick 1, ccw, accuse 4 green",
    "pick 16, cw, accuse 1 red",
    "pick 15, cw, accuse 3 yellow",
]


def showdown(blue: tuple[int, int, int], purple: tuple[int, int, int]) -> lido.Match:
    """Six players, of whom blue and purple remain, with their 1, 2 and 3 on those spaces (2 to 14)."""
    ring = dict(zip(blue + purple, ["B1", "B2", "B3", "P1", "P2", "P3"], strict=True))
    ring |= {0: "R1", 1: "G1", 15: "Y3", 16: "Y2", 17: "Y1"}
    others = iter(["R2", "R3", "O1", "O2", "O3", "G2", "G3"])
    pawns = [ring.get(space) or next(others) for space in range(18)]
    match = begun(" ".join(pawns), tokens="ROYGBP")
    played(match, *ACCUSATIONS)
    return match


def swept(tokens: str, turns: int, tail: str) -> lido.Match:
    """R1 walks from the diving board and drowns all yellow, green and blue pawns, one a turn."""
    match = begun("R1 Y1 Y2 Y3 G1 G2 G3 B1 B2 B3 " + tail, tokens=tokens)
    played(match, *(f"pick {space}, cw" for space in range(turns)))
    return match


# Closest to the diving board


@clause("PP-14", "PP-R9")
@pytest.mark.parametrize(
    ("blue", "purple", "winner"),
    [
        ((2, 8, 9), (3, 4, 5), 5),
        ((5, 8, 9), (3, 4, 10), 6),
        ((5, 6, 7), (14, 9, 10), 6),  # 14 is four away, the other way round
        ((3, 6, 7), (14, 9, 10), 5),
        ((7, 8, 9), (6, 10, 11), 6),
    ],
)
def test_the_closest_to_the_diving_board_wins(
    blue: tuple[int, int, int], purple: tuple[int, int, int], winner: int
) -> None:
    match = showdown(blue, purple)
    assert match.result is not None
    assert match.result.reason == "colours"
    assert match.result.payoffs == tuple(float(seat == winner) for seat in range(1, 7))


@clause("PP-14")
def test_three_colours_are_not_the_end() -> None:
    match = showdown((2, 3, 4), (5, 6, 7))
    match.undo()
    assert match.result is None
    match.play("decline")
    assert match.turn == 3


@clause("PP-15", "PP-R9")
@pytest.mark.parametrize(
    ("blue", "purple", "winner"),
    [
        ((8, 9, 4), (7, 14, 10), 5),  # B3 and P2
        ((14, 9, 8), (7, 4, 10), 6),  # B1 and P2
        ((4, 9, 14), (7, 6, 5), 5),  # both pawns four away are blue
    ],
)
def test_at_equal_distance_the_higher_number_wins(
    blue: tuple[int, int, int], purple: tuple[int, int, int], winner: int
) -> None:
    result = showdown(blue, purple).result
    assert result is not None
    assert result.payoffs == tuple(float(seat == winner) for seat in range(1, 7))


@clause("PP-16")
@pytest.mark.parametrize(
    ("blue", "purple"), [((4, 7, 8), (14, 9, 10)), ((7, 4, 8), (9, 14, 10)), ((7, 8, 14), (9, 10, 4))]
)
def test_equal_numbers_at_equal_distance_share_the_win(
    blue: tuple[int, int, int], purple: tuple[int, int, int]
) -> None:
    assert showdown(blue, purple).result == ((0.0, 0.0, 0.0, 0.0, 0.5, 0.5), "colours")


# The last player, and unassigned colours


@clause("PP-17", "PP-R5")
def test_the_last_player_wins_though_other_colours_remain() -> None:
    match = begun(tokens="ROY")
    played(match, "pick 17, cw, accuse 2 orange")
    to_board(match)
    match.play("accuse 1 red")
    assert match.result == ((0.0, 0.0, 1.0), "last-player")
    assert {pawn["colour"] for pawn in match.view(0)["ring"] if pawn} == set("YGBP")


@clause("PP-17", "PP-R5")
def test_the_last_player_is_looked_at_before_the_colours() -> None:
    match = begun("R1 G1 B1 B2 B3 P1 P2 P3 R2 R3 O1 O2 O3 G2 G3 Y3 Y2 Y1", tokens="ROYGB")
    played(match, *ACCUSATIONS[:3], "pick 15, cw, accuse 5 blue")
    assert {pawn["colour"] for pawn in match.view(0)["ring"] if pawn} == set("YP")
    assert match.result == ((0.0, 0.0, 1.0, 0.0, 0.0), "last-player")


@clause("PP-18", "PP-R8")
def test_two_players_stop_at_three_colours_and_an_unassigned_one_does_not_win() -> None:
    tail = "R2 R3 O1 O2 P1 P2 O3 P3"  # P3 is one away from the diving board, O3 two, R3 seven
    match = swept("RO", 8, tail)
    assert match.result is None
    played(match, "pick 8, cw")
    assert match.result == ((0.0, 1.0), "colours")


@clause("PP-14", "PP-18", "PP-R8")
def test_three_players_go_on_at_three_colours_and_stop_at_two() -> None:
    match = swept("ROY", 9, "P1 P2 P3 R2 R3 O1 O2 O3")
    assert match.result is None
    played(match, "pick 9, cw", "pick 10, cw")
    assert match.result is None
    played(match, "pick 11, cw")
    assert match.result == ((0.0, 1.0, 0.0), "colours")


# Forty quiet turns


GAPS = ["pick 0, cw", "pick 6, cw", "pick 13, cw"]
BACK_AND_FORTH = ["pick 5, cw", "pick 12, cw", "pick 6, ccw", "pick 13, ccw"]


def quiet(turns: int, tokens: str = "ROY") -> lido.Match:
    """Gaps at 0, 6 and 13, and that many turns in which O1 and B1 have gone to and fro and drowned nobody.

    Nearest to the diving board are G1 and P3, one away, then R1.
    """
    match = begun("R3 G1 R1 R2 G2 O1 O3 G3 O2 Y1 Y2 Y3 B1 B3 B2 P1 P2 P3", tokens=tokens)
    played(match, *GAPS, *(BACK_AND_FORTH[turn % 4] for turn in range(turns)))
    assert match.view(0)["quiet"] == turns
    return match


@clause("PP-R11", "PP-R8")
@pytest.mark.parametrize(("tokens", "payoffs"), [("ROY", (1.0, 0.0, 0.0)), ("YGO", (0.0, 1.0, 0.0))])
def test_after_forty_quiet_turns_the_closest_player_wins(tokens: str, payoffs: tuple[float, ...]) -> None:
    assert quiet(39, tokens).result is None
    assert quiet(40, tokens).result == (payoffs, "stall")


@clause("PP-R11")
def test_a_drowned_pawn_starts_the_count_again() -> None:
    match = quiet(39)
    played(match, "pick 2, cw")
    assert (match.result, match.view(0)["quiet"]) == (None, 0)


@clause("PP-R11", "PP-R5")
@pytest.mark.parametrize(("move", "reason"), [("decline", "stall"), ("accuse 2 orange", None)])
def test_the_fortieth_turn_lasts_until_its_accusation(move: str, reason: str | None) -> None:
    match = quiet(39)
    played(match, "pick 1, ccw")
    assert match.view(0)["step"] == "accuse"
    match.play(move)
    assert (match.result and match.result.reason) == reason


# Positions and records of such a game


def test_a_position_is_the_deal_and_the_moves_from_it() -> None:
    match = begun(tokens="ROY")
    played(match, "pick 5, cw")
    position = match.position()
    assert position == {"deal": deal(tokens="ROY"), "moves": ["pick 5", "cw"]}
    again = lido.new("plouf-party", players=3, position=position)
    again.play("pick 7")
    match.play("pick 7")
    assert again.position() == match.position()
    assert [again.view(seat) for seat in range(4)] == [match.view(seat) for seat in range(4)]
    assert lido.replay(again.record()).position() == match.position()


@pytest.mark.parametrize(
    "position",
    [
        "R1", {}, {"deal": deal()}, {"deal": deal(), "moves": "cw"}, {"deal": deal(), "moves": [5]},
        {"deal": deal(), "moves": ["cw"]}, {"deal": deal(), "moves": [], "more": 1},
    ],
)  # fmt: skip
def test_what_is_no_position_is_refused(position: object) -> None:
    with pytest.raises(lido.BadPosition) as refusal:
        lido.new("plouf-party", players=2, position=position)
    assert refusal.value.said("fr") != str(refusal.value)


def test_a_position_cannot_go_on_after_the_end() -> None:
    match = lido.new("plouf-party", players=2, seed=3)
    while match.turn:
        match.play(match.legal_moves()[0])
    position = match.position()
    position["moves"].append("pick 0")
    with pytest.raises(lido.BadPosition) as refused:
        lido.new("plouf-party", players=2, position=position)
    assert refused.value.facts["why"].code == "match.over"

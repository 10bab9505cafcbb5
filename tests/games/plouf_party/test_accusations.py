"""Who goes out and how (PP-9 to PP-13), and who is shown what: deal, moves, what must be so."""

import pytest

from tests.games.plouf_party.reference import COLOURS
from tests.games.plouf_party.scenes import begun, played, refused, ring, to_board, water

clause = pytest.mark.clause

SWEEP_RED = ["pick 3, ccw", "pick 2, ccw", "pick 1, ccw"]
"""From the orderly ring: O1 pushes R3, R2 and R1, and ends on the diving board in the third turn."""


# Three pawns in the water


@clause("PP-9")
def test_a_player_is_out_with_the_third_pawn_and_shows_their_token() -> None:
    match = begun(tokens="ROY")
    played(match, *SWEEP_RED[:2])
    assert match.view(0)["in"] == [True, True, True]
    assert match.view(0)["tokens"] == [None, None, None]
    events = played(match, SWEEP_RED[2])
    assert events[-1] == {"event": "eliminate", "seat": 1, "token": "R"}
    assert match.view(0)["in"] == [False, True, True]
    assert match.view(0)["tokens"] == ["R", None, None]


@clause("PP-9", "PP-2")
def test_nobody_is_out_when_a_colour_without_a_player_is_gone() -> None:
    match = begun(tokens="GBP")
    events = played(match, *SWEEP_RED)
    assert [event["event"] for event in events] == ["move", "fall"]
    assert match.view(0)["in"] == [True, True, True]


# When one may accuse


@clause("PP-10")
@pytest.mark.parametrize(
    ("ring_", "turn", "reached"),
    [
        ("", "pick 17, cw", True),  # P3 passes over
        ("", "pick 16, cw", True),  # P2 ends there
        ("", "pick 1, ccw", True),  # R2 passes over
        ("O3 R1", "pick 1, ccw", True),  # R1 ends there
        ("", "pick 15, cw", False),  # P1 stays short
        ("", "pick 5, ccw", False),
        ("O3 B1 R1", "pick 2, ccw", False),
    ],
)
def test_one_may_accuse_when_the_pawn_reaches_the_diving_board(ring_: str, turn: str, reached: bool) -> None:
    match = begun(ring_, tokens="ROY")
    played(match, turn)
    assert match.view(0)["step"] == ("accuse" if reached else "pick")
    assert match.turn == (1 if reached else 2)


@clause("PP-R4")
@pytest.mark.parametrize("pawn", ["R1", "R2", "R3"])
@pytest.mark.parametrize("direction", ["cw", "ccw"])
def test_a_pawn_leaving_the_diving_board_does_not_pass_over_it(pawn: str, direction: str) -> None:
    match = begun(pawn, tokens="ROY")
    played(match, f"pick 0, {direction}")
    assert (match.view(0)["step"], match.turn) == ("pick", 2)


@clause("PP-R5")
def test_a_player_put_out_by_their_own_move_does_not_accuse() -> None:
    match = begun(tokens="OYR")
    played(match, *SWEEP_RED)
    assert match.view(0)["in"] == [True, True, False]
    assert (match.view(0)["step"], match.turn) == ("pick", 1)


@clause("PP-R5")
def test_nobody_accuses_when_the_move_ended_the_game() -> None:
    match = begun(tokens="OR")
    events = played(match, *SWEEP_RED)
    assert [event["event"] for event in events] == ["move", "fall", "eliminate", "over"]
    assert match.result == ((1.0, 0.0), "last-player")


@clause("PP-R5", "PP-9")
def test_who_is_out_by_the_move_can_no_longer_be_accused() -> None:
    match = begun(tokens="ROY")
    played(match, *SWEEP_RED)
    assert match.turn == 3
    assert refused(match, "accuse 1 blue") == "PP-R6"
    assert refused(match, "accuse 2 red") == "PP-R6"


# Whom one may accuse of what


@clause("PP-R6")
def test_an_accusation_names_an_opponent_and_another_colour_than_ones_own() -> None:
    match = begun(tokens="ROY")
    played(match, "pick 17, cw")
    named = {f"accuse {seat} {colour}" for seat in (2, 3) for colour in COLOURS.values() if colour != "red"}
    assert set(match.legal_moves()) == named | {"decline"}
    assert refused(match, "accuse 1 blue") == "PP-R6"
    assert refused(match, "accuse 2 red") == "PP-R6"
    assert refused(match, "accuse 4 blue") is None


@clause("PP-R6", "PP-10")
def test_an_accusation_can_be_declined() -> None:
    match = begun(tokens="ROY")
    played(match, "pick 17, cw")
    assert match.play("decline") == [{"event": "decline", "seat": 1}]
    assert (match.view(0)["in"], match.turn) == ([True, True, True], 2)


@clause("PP-R6")
def test_players_who_are_out_and_colours_that_are_gone_are_not_named() -> None:
    match = begun(tokens="ROYG")
    played(match, "pick 17, cw, accuse 2 orange")
    to_board(match)
    assert refused(match, "accuse 2 blue") == "PP-R6"
    assert refused(match, "accuse 1 orange") == "PP-R6"
    assert "accuse 1 blue" in match.legal_moves()


# What comes of it


@clause("PP-11")
def test_a_right_accusation_puts_the_accused_out_with_all_their_pawns() -> None:
    match = begun(tokens="ROY", faceup="O2")
    events = played(match, "pick 17, cw, accuse 2 orange")
    assert events == [
        {"event": "accuse", "seat": 1, "accused": 2, "colour": "O"},
        {"event": "verdict", "seat": 1, "accused": 2, "colour": "O", "right": True},
        {"event": "fall", "space": 3, "colour": "O", "number": None},
        {"event": "fall", "space": 4, "colour": "O", "number": 2},
        {"event": "fall", "space": 5, "colour": "O", "number": None},
        {"event": "eliminate", "seat": 2, "token": "O"},
    ]
    assert match.view(0)["in"] == [True, False, True]
    assert match.view(0)["tokens"] == [None, "O", None]
    assert ring(match)[3:6] == ["-", "-", "-"]


@clause("PP-12")
def test_a_wrong_accusation_puts_the_accuser_out_with_all_their_pawns() -> None:
    match = begun(tokens="ROY", faceup="R2")
    events = played(match, "pick 17, cw, accuse 2 yellow")
    assert events == [
        {"event": "accuse", "seat": 1, "accused": 2, "colour": "Y"},
        {"event": "verdict", "seat": 1, "accused": 2, "colour": "Y", "right": False},
        {"event": "fall", "space": 0, "colour": "R", "number": None},
        {"event": "fall", "space": 1, "colour": "R", "number": 2},
        {"event": "eliminate", "seat": 1, "token": "R"},
    ]
    assert match.view(0)["in"] == [False, True, True]
    assert match.view(0)["tokens"] == ["R", None, None]
    assert match.view(3)["cleared"] == [[], ["Y"], []]


@clause("PP-13", "PP-R10")
def test_a_drowned_pawn_shows_its_number_as_it_was_dealt_to() -> None:
    match = begun(tokens="ROY", faceup="Y3")
    played(match, "pick 5, cw", "pick 12, cw")
    assert [water(match, seat) for seat in range(4)] == [["Y3", "B?"]] * 4


@clause("PP-13")
def test_a_drowned_pawn_stays_in_the_water_as_it_fell() -> None:
    match = begun(tokens="ROY", faceup="Y3")
    played(match, "pick 5, cw, pick 6, cw, pick 12, cw, pick 8, cw")
    assert water(match)[:3] == ["Y3", "Y?", "B?"]


# Who is shown what


@clause("PP-R7")
def test_a_player_who_is_out_sees_what_a_spectator_does() -> None:
    match = begun(tokens="ROYG", faceup="O2")
    played(match, "pick 17, cw, accuse 2 orange, pick 8, cw")
    assert match.view(2) | {"seat": 0} == match.view(0)
    assert match.player_view(2).observation.tobytes() == match.player_view(0).observation.tobytes()
    assert match.view(3) | {"seat": 0} != match.view(0)


@clause("PP-R12")
def test_the_table_keeps_showing_numbers_that_were_shown() -> None:
    match = begun(tokens="ROY")
    played(match, "pick 5, cw, pick 8")
    assert ring(match)[8] == "O3"
    played(match, "cw, pick 12, ccw")
    assert (ring(match)[11], water(match)) == ("B1", ["Y?", "G?", "O3"])
    played(match, "pick 9, cw, pick 10, cw")
    assert water(match)[-1] == "B1"


@clause("PP-R12")
def test_numbers_that_follow_are_left_to_the_player() -> None:
    match = begun(tokens="ROY")
    played(match, "pick 5, cw, pick 4, cw")
    assert ring(match)[3] == "O?"


@clause("PP-R12")
def test_without_aid_a_number_is_shown_only_in_hand_and_in_the_water() -> None:
    match = begun(tokens="ROY", faceup="Y3", memory="none")
    played(match, "pick 5")
    assert ring(match)[5] == "O3"
    played(match, "cw")
    assert (ring(match)[8], water(match)) == ("O?", ["Y3"])
    played(match, "pick 17")
    assert [pawn for pawn in ring(match) if not pawn.endswith("?") and pawn != "-"] == ["P3"]
    played(match, "cw")
    assert match.view(0)["step"] == "accuse"
    assert all(pawn == "-" or pawn.endswith("?") for pawn in ring(match))


@clause("PP-R12")
def test_bots_remember_whatever_the_table_shows() -> None:
    sights = []
    for memory in ("aid", "none"):
        match = begun(tokens="ROY", memory=memory)
        played(match, "pick 5, cw, pick 12, cw")
        sights.append(match.player_view(2).observation.numbers.tolist())
    assert sights[0] == sights[1] != [0] * 18

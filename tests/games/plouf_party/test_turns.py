"""PP-1 to PP-8 and what belongs to a turn, through the public interface: deal, moves, what must be so."""

import pytest

import lido
from tests.games.plouf_party.reference import COLOURS, PAWNS
from tests.games.plouf_party.scenes import begun, deal, played, refused, ring, water

clause = pytest.mark.clause

SEEDS = range(300)


def drawn(players: int, seed: int) -> dict[str, list[str]]:
    dealt: dict[str, list[str]] = lido.new("plouf-party", players=players, seed=seed).record()["deal"]
    return dealt


# The deal


@clause("PP-1")
def test_all_pawns_are_set_around_the_pool_at_random() -> None:
    rings = [drawn(3, seed)["ring"] for seed in SEEDS]
    assert all(sorted(dealt) == sorted(PAWNS) for dealt in rings)
    assert {dealt[0] for dealt in rings} == set(PAWNS)


@clause("PP-1")
@pytest.mark.parametrize("seat", range(4))
def test_nobody_sees_a_number_at_first(seat: int) -> None:
    match = begun(tokens="ROY")
    assert ring(match, seat) == [f"{pawn[0]}?" for pawn in deal()["ring"]]


@clause("PP-1")
@pytest.mark.parametrize("pawns", [PAWNS[:17], [*PAWNS[:17], "R1"], [*PAWNS[:17], "R4"], [*PAWNS, "R1"]])
def test_a_deal_has_every_pawn_once(pawns: list[str]) -> None:
    with pytest.raises(lido.BadSetup) as refusal:
        lido.new("plouf-party", deal=deal() | {"ring": pawns})
    assert refusal.value.clause == "PP-1"


@clause("PP-2")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_player_gets_a_colour_of_their_own_by_chance(players: int) -> None:
    tokens = [drawn(players, seed)["tokens"] for seed in SEEDS]
    assert all(len(dealt) == len(set(dealt)) == players for dealt in tokens)
    assert all({dealt[seat] for dealt in tokens} == set(COLOURS) for seat in range(players))


@clause("PP-2")
def test_a_player_knows_their_own_colour_and_no_other() -> None:
    match = begun(tokens="ROY")
    assert match.view(2)["tokens"] == [None, "O", None]
    assert match.view(0)["tokens"] == [None, None, None]


@clause("PP-2")
@pytest.mark.parametrize("tokens", ["R", "RR", "RX", "ROY"])
def test_a_deal_has_a_colour_for_every_player(tokens: str) -> None:
    with pytest.raises(lido.BadSetup) as refusal:
        lido.new("plouf-party", players=2, deal=deal(tokens=tokens))
    assert refusal.value.clause == "PP-2"


@clause("PP-R10")
def test_each_pawn_falls_face_up_in_half_of_the_deals() -> None:
    fallen = [drawn(2, seed)["faceup"] for seed in SEEDS]
    for pawn in PAWNS:
        assert 0.4 < sum(pawn in dealt for dealt in fallen) / len(SEEDS) < 0.6


@clause("PP-R10")
@pytest.mark.parametrize("faceup", ["R1 R1", "R4", "X1"])
def test_a_deal_names_pawns_that_fall_face_up(faceup: str) -> None:
    with pytest.raises(lido.BadSetup) as refusal:
        begun(faceup=faceup)
    assert refusal.value.clause == "PP-R10"


@pytest.mark.parametrize("dealt", [{}, [], None, "R1", {"ring": []}, deal() | {"more": 1}, deal() | {"ring": "R1"}])
def test_what_is_no_deal_is_refused(dealt: object) -> None:
    with pytest.raises(lido.LidoError):
        lido.new("plouf-party", position={"deal": dealt, "moves": []})


# Taking and moving a pawn


@clause("PP-3")
def test_any_pawn_may_be_taken_and_its_number_is_shown_to_all() -> None:
    match = begun(tokens="ROY")
    assert sorted(match.legal_moves()) == sorted(f"pick {space}" for space in range(18))
    assert match.play("pick 16") == [{"event": "take", "seat": 1, "space": 16, "colour": "P", "number": 2}]
    for seat in range(4):
        assert ring(match, seat)[16] == "P2"
        assert match.view(seat)["taken"] == 16


@clause("PP-3")
def test_no_pawn_is_taken_from_an_empty_space() -> None:
    match = begun()
    played(match, "pick 3, cw")
    assert refused(match, "pick 3") == "PP-3"


@clause("PP-3", "PP-4", "PP-10")
@pytest.mark.parametrize(
    ("moves", "wrong", "broken"),
    [
        ([], ["cw", "decline", "accuse 2 blue"], "PP-3"),
        (["pick 5"], ["pick 6", "decline", "accuse 2 blue"], "PP-4"),
        (["pick 17", "cw"], ["pick 6", "ccw"], "PP-10"),
    ],
)
def test_the_parts_of_a_turn_come_in_order(moves: list[str], wrong: list[str], broken: str) -> None:
    match = begun()
    played(match, *moves)
    for move in wrong:
        assert refused(match, move) == broken


@clause("PP-4")
@pytest.mark.parametrize(
    ("space", "direction", "to"),
    [
        (3, "cw", 4),
        (3, "ccw", 2),
        (4, "cw", 6),
        (4, "ccw", 2),
        (5, "cw", 8),
        (5, "ccw", 2),
        (17, "cw", 2),
        (1, "ccw", 17),
    ],
)
def test_a_pawn_moves_by_its_number_either_way(space: int, direction: str, to: int) -> None:
    match = begun()
    match.play(f"pick {space}")
    assert match.legal_moves() == ["ccw", "cw"]
    pawn = ring(match)[space]
    moved = match.play(direction)[0]
    assert moved == {
        "event": "move", "seat": 1, "from": space, "to": to, "direction": direction,
        "colour": pawn[0], "number": int(pawn[1]),
    }  # fmt: skip
    assert (ring(match)[space], ring(match)[to]) == ("-", pawn)


@clause("PP-5")
def test_a_pawn_pushes_the_one_in_its_place_and_stays() -> None:
    match = begun(faceup="Y3")
    events = played(match, "pick 5, cw")
    assert events[1:] == [{"event": "fall", "space": 8, "colour": "Y", "number": 3}]
    assert ring(match)[8] == "O3"
    assert water(match) == ["Y3"]


@clause("PP-5")
def test_pawns_on_the_way_are_passed() -> None:
    match = begun()
    played(match, "pick 5, cw")
    assert ring(match)[6:8] == ["Y?", "Y?"]
    assert len(water(match)) == 1


@clause("PP-5")
def test_a_player_may_push_a_pawn_of_their_own_colour() -> None:
    match = begun()
    played(match, "pick 0, cw")
    assert water(match) == ["R?"]
    assert match.view(0)["in"] == [True, True]


# What may not be undone


@clause("PP-6", "PP-R1", "PP-R2")
@pytest.mark.parametrize(("there", "back"), [("cw", "ccw"), ("ccw", "cw")])
def test_the_move_just_made_is_not_undone(there: str, back: str) -> None:
    match = begun(tokens="ROY")
    played(match, f"pick 6, {there}")
    moved = match.view(0)["last"]
    played(match, f"pick {moved}")
    assert match.legal_moves() == [there]
    assert refused(match, back) == "PP-R2"


@clause("PP-6", "PP-R2")
def test_the_pawn_moved_last_may_go_on() -> None:
    match = begun(tokens="ROY")
    events = played(match, "pick 6, cw, pick 7, cw")
    assert (events[0]["from"], events[0]["to"]) == (7, 8)


@clause("PP-6", "PP-R2")
def test_a_pawn_may_go_back_after_another_has_moved() -> None:
    match = begun(tokens="ROY")
    played(match, "pick 6, cw, pick 12, cw, pick 7")
    assert match.legal_moves() == ["ccw", "cw"]


@clause("PP-7", "PP-R1")
def test_in_the_english_edition_the_pawn_moved_last_is_not_taken() -> None:
    match = begun(tokens="ROY", edition="en")
    played(match, "pick 6, cw")
    assert "pick 7" not in match.legal_moves()
    assert len(match.legal_moves()) == 16
    assert refused(match, "pick 7") == "PP-7"
    played(match, "pick 12, cw")
    assert "pick 7" in match.legal_moves()


@clause("PP-R1")
def test_the_french_edition_is_the_default() -> None:
    match = lido.new("plouf-party")
    assert match.options == {"edition": "fr", "memory": "aid"}
    played(match, "pick 6")
    match.play("cw")
    assert f"pick {match.view(0)['last']}" in match.legal_moves()


@clause("PP-6", "PP-7")
@pytest.mark.parametrize("edition", ["fr", "en"])
def test_a_pawn_moved_last_and_drowned_by_an_accusation_bars_nothing(edition: str) -> None:
    match = begun("R1 O1 Y1 G1", tokens="ROY", edition=edition)
    played(match, "pick 1, ccw, accuse 2 orange")
    assert match.view(0)["last"] is None
    assert len(match.legal_moves()) == 14


# Whose turn it is


@clause("PP-8", "PP-R3")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_seat_1_begins_and_turns_go_round(players: int) -> None:
    match = begun(tokens="ROYGBP"[:players])
    seats = []
    for space in (3, 9, 6, 12, 15, 10, 7):
        seats.append(match.turn)
        played(match, f"pick {space}, cw" if space != 15 else f"pick {space}, ccw")
    assert seats == [number % players + 1 for number in range(7)]


@clause("PP-8", "PP-R7")
def test_players_who_are_out_are_skipped() -> None:
    match = begun("R1 O1 Y1 G1 B1 P1", tokens="ROYG")
    played(match, "pick 1, ccw, accuse 2 orange")
    assert match.turn == 3


# Text


NO_MOVES = "|pick|pick 18|pick 05|pick -1|pick ٣|pick  5|PICK 5|cw |accuse 2|accuse 0 red|accuse 02 red|accuse 2 Red"


@pytest.mark.parametrize("text", [*NO_MOVES.split("|"), "accuse 2 pink", "accuse 2 R", "accuse red 2", "pass"])
def test_what_is_no_move_is_refused(text: str) -> None:
    assert refused(begun(), text) is None

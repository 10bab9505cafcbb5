"""Sharing out the pieces."""

import pytest

import lido
from lido.games.splash.pieces import COLOURS, PIECES, SIZES
from tests.games.splash.scenes import refused

clause = pytest.mark.clause

EACH = {2: 15, 3: 10, 4: 7, 5: 6, 6: 5}


def drafted(players: int) -> lido.Match:
    match = lido.new("splash", players=players)
    while match.view(0)["step"] == "draft":
        match.play(match.legal_moves()[0])
    return match


def test_there_are_thirty_pieces_five_shapes_in_six_colours() -> None:
    assert len(set(PIECES)) == 30
    assert {tuple(piece.split("-")) for piece in PIECES} == {(colour, shape) for colour in COLOURS for shape in SIZES}


@clause("SP-1")
@pytest.mark.parametrize("players", EACH)
def test_all_take_in_turn_until_all_have_the_same_number(players: int) -> None:
    match = lido.new("splash", players=players)
    turns = []
    while match.view(0)["step"] == "draft":
        turns.append(match.turn)
        match.play(match.legal_moves()[-1])
    assert turns == [number % players + 1 for number in range(players * EACH[players])]
    assert [len(reserve) for reserve in match.view(0)["reserves"]] == [EACH[players]] * players


@clause("SP-1")
def test_what_was_taken_is_gone_from_the_pile() -> None:
    match = lido.new("splash")
    assert match.legal_moves() == sorted(f"take {piece}" for piece in PIECES)
    assert match.play("take blue-stick") == [{"event": "take", "seat": 1, "piece": "blue-stick"}]
    assert match.view(0)["reserves"] == [["blue-stick"], []]
    assert refused(match, "take blue-stick") == "splash.taken"
    assert refused(match, "take pink-stick") == "splash.no-piece"
    assert refused(match, "give blue-stick") == "splash.must-draft"


@clause("SP-2")
def test_four_players_leave_two_pieces_to_the_box() -> None:
    match = drafted(4)
    assert len(match.view(0)["box"]) == 2
    assert [len(drafted(players).view(0)["box"]) for players in (2, 3, 5, 6)] == [0, 0, 0, 0]


@clause("SP-R1", "SP-3")
def test_seat_1_gives_first() -> None:
    match = drafted(3)
    assert (match.turn, match.view(0)["step"]) == (1, "give")
    match.play(match.legal_moves()[0])
    assert (match.turn, match.view(0)["step"]) == (2, "place")


@clause("SP-R2")
@pytest.mark.parametrize("players", EACH)
def test_the_reserves_may_be_dealt_from_the_seed_instead(players: int) -> None:
    match = lido.new("splash", players=players, seed="s", options={"draft": "deal"})
    view = match.view(0)
    assert (view["step"], match.turn) == ("give", 1)
    assert [len(reserve) for reserve in view["reserves"]] == [EACH[players]] * players
    assert sorted([*view["box"], *(piece for reserve in view["reserves"] for piece in reserve)]) == list(PIECES)
    again, other = (lido.new("splash", players=players, seed=seed, options={"draft": "deal"}) for seed in ("s", "t"))
    assert again.position() == match.position() != other.position()


@clause("SP-R2")
def test_picking_is_the_default_and_deals_nothing() -> None:
    assert lido.new("splash").options["draft"] == "pick"
    with pytest.raises(lido.BadSetup) as refusal:
        lido.new("splash", deal={"reserves": []})
    assert refusal.value.code == "splash.deal-pick"


@pytest.mark.parametrize(
    "reserves", [[], [["red-cube"], ["blue-cube"]], [list(PIECES[:15]), list(PIECES[:15])], "no", [3, 4]]
)
def test_a_deal_that_shares_out_otherwise_is_refused(reserves: object) -> None:
    with pytest.raises(lido.BadSetup) as refusal:
        lido.new("splash", options={"draft": "deal"}, deal={"reserves": reserves})
    assert refusal.value.code == "splash.deal"

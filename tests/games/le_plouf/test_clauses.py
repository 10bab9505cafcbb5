"""Every clause of docs/laws/le-plouf.md, through the public interface: position, move, what must be so.

Clauses about the line in front of a side (LP-8 to LP-11) are in `test_lines.py`, those about how a
game ends (LP-13 to LP-15, LP-R6, LP-R7) in `test_endings.py`.
"""

import pytest

import lido
from tests.games.le_plouf.reference import POOL, RIM
from tests.games.le_plouf.scenes import at, filled, placed, refused

clause = pytest.mark.clause


# The first phase


@clause("LP-1")
@pytest.mark.parametrize(("players", "pawns"), [(2, 5), (3, 4), (4, 3)])
def test_each_player_places_as_many_pawns_as_their_number_gives(players: int, pawns: int) -> None:
    match = placed(players, RIM[: players * pawns - 1])
    assert match.view(0)["step"] == "place"
    assert match.view(0)["to_place"] == [0] * (players - 1) + [1]
    match.play(RIM[15])
    assert match.view(0)["step"] == "move"
    owners = list(match.view(0)["cells"].values())
    assert [owners.count(seat) for seat in range(1, players + 1)] == [pawns] * players


@clause("LP-1")
def test_no_position_has_more_pawns_than_a_player_owns() -> None:
    with pytest.raises(lido.BadPosition) as refusal:
        at("AAAAA/A4/5/BBBB1/5 1 A 2")
    assert refusal.value.clause == "LP-1"


@clause("LP-2")
def test_a_pawn_is_placed_on_any_free_cell_of_the_rim() -> None:
    match = lido.new("le-plouf", players=2)
    assert match.legal_moves() == sorted(RIM)
    match.play("a1")
    assert match.legal_moves() == sorted(set(RIM) - {"a1"})
    assert match.position() == "5/5/5/5/A4 1 B 2"


@clause("LP-2")
def test_no_pawn_is_placed_in_the_pool() -> None:
    match = lido.new("le-plouf", players=2)
    assert {cell: refused(match, cell) for cell in POOL} == dict.fromkeys(POOL, "LP-2")


@clause("LP-2")
def test_no_pawn_is_placed_on_another() -> None:
    match = placed(2, ["a1", "c1"])
    assert refused(match, "a1") == "LP-2"
    assert refused(match, "c1") == "LP-2"


@clause("LP-2")
def test_no_pawn_moves_before_all_are_placed() -> None:
    assert refused(placed(2, RIM[:9]), "a1-b1") == "LP-2"


@clause("LP-2")
def test_a_loaded_first_phase_has_an_empty_pool() -> None:
    with pytest.raises(lido.BadPosition) as refusal:
        at("5/5/2A2/5/5 1 B 2")
    assert refusal.value.clause == "LP-2"


@clause("LP-3")
@pytest.mark.parametrize(("players", "pawns"), [(2, 10), (3, 12), (4, 12)])
def test_the_second_phase_begins_with_the_cursor_on_1(players: int, pawns: int) -> None:
    match = placed(players, RIM[: pawns - 1])
    assert match.play(RIM[15])[1:] == [{"event": "phase", "phase": 2}]
    assert match.view(0)["cursor"] == 1


@clause("LP-3")
def test_the_cursor_stays_on_1_while_pawns_are_placed() -> None:
    assert {placed(2, RIM[:count]).view(0)["cursor"] for count in range(10)} == {1}
    with pytest.raises(lido.BadPosition) as refusal:
        at("5/5/5/5/A4 2 B 2")
    assert refusal.value.clause == "LP-3"


@clause("LP-R1")
@pytest.mark.parametrize(("players", "pawns"), [(2, 10), (3, 12), (4, 12)])
def test_seat_1_begins_both_phases_and_turns_follow_the_seats(players: int, pawns: int) -> None:
    match = lido.new("le-plouf", players=players)
    in_order = [1 + turn % players for turn in range(pawns + 2 * players)]
    turns = []
    for _ in in_order:
        turns.append(match.turn)
        match.play(match.legal_moves()[0])
    assert turns == in_order


@clause("LP-R1")
@pytest.mark.parametrize("position", ["5/5/5/5/A4 1 A 2", "5/5/5/5/B4 1 B 2", "5/5/5/5/AA3 1 A 2", "5/5/5/5/AC3 1 C 3"])
def test_a_loaded_first_phase_was_placed_in_turn(position: str) -> None:
    with pytest.raises(lido.BadPosition) as refusal:
        at(position)
    assert refusal.value.clause == "LP-R1"


# The second phase: walking


@clause("LP-4")
def test_a_player_moves_their_own_pawns_of_the_rim_and_no_others() -> None:
    match = at("A4/2AA1/1ABA1/BBB2/B4 1 A 2")
    assert match.legal_moves() == ["a5-a4", "a5-b5"]
    assert refused(match, "a1-b1") == "LP-4", "the pawn on a1 is B's"
    assert refused(match, "e1-e2") == "LP-4", "nobody is on e1"
    assert refused(match, "b3-b4") == "LP-4", "the pawn on b3 is in the water"
    assert refused(match, "c4-c5") == "LP-4", "even next to the rim"


@clause("LP-4")
def test_no_pawn_is_placed_in_the_second_phase() -> None:
    assert refused(placed(2, RIM[:10]), "c1") == "LP-4"


@clause("LP-5")
@pytest.mark.parametrize("cursor", [1, 2, 3])
def test_a_pawn_walks_as_far_as_the_cursor_says_either_way(cursor: int) -> None:
    for place in range(16):
        match = filled({RIM[place]: 1, RIM[(place + 8) % 16]: 2}, POOL, cursor)
        start, clockwise, anticlockwise = (RIM[(place + steps) % 16] for steps in (0, cursor, -cursor))
        assert match.legal_moves() == sorted([f"{start}-{clockwise}", f"{start}-{anticlockwise}"])


@clause("LP-5")
@pytest.mark.parametrize(("cursor", "move"), [(1, "c1-e1"), (2, "c1-d1"), (2, "c1-c1"), (3, "c1-e1"), (1, "c1-c2")])
def test_a_pawn_walks_no_other_distance(cursor: int, move: str) -> None:
    assert refused(at(f"5/5/1AAA1/1BBBA/BBA2 {cursor} A 2"), move) == "LP-5"


@clause("LP-5")
def test_pawns_on_the_way_do_not_matter() -> None:
    match = at("BB3/A4/1A3/1AABB/1BA2 3 A 2")
    match.play("a4-c5")
    assert match.position() == "BBA2/5/1A3/1AABB/1BA2 3 B 2", "a5 and b5 were passed over, and are as before"


@clause("LP-6")
@pytest.mark.parametrize(
    ("move", "after"),
    [("a4-a5", "A4/5/1AA1B/1AABB/1B2B 1 B 2"), ("a4-a3", "5/5/AAA1B/1AABB/1B2B 1 B 2")],
)
def test_a_pawn_stays_on_the_free_corner_or_side_it_reaches(move: str, after: str) -> None:
    match = at("5/A4/1AA1B/1AABB/1B2B 1 A 2")
    match.play(move)
    assert match.position() == after


@clause("LP-6")
def test_a_full_line_in_front_of_a_free_side_is_no_obstacle() -> None:
    match = at("5/5/1ABAB/A1A2/1BBBA 1 A 2")
    match.play("a2-a3")
    assert match.position() == "5/5/AABAB/2A2/1BBBA 1 B 2"


@clause("LP-7")
@pytest.mark.parametrize("owner", [1, 2])
@pytest.mark.parametrize(
    ("cursor", "move"),
    [(1, "a4-a5"), (1, "b1-a1"), (2, "c5-e5"), (2, "c5-a5"), (2, "e3-e1"), (3, "e2-e5"), (3, "d1-a1"), (3, "a4-a1")],
)
def test_an_occupied_corner_may_not_be_reached(cursor: int, move: str, owner: int) -> None:
    start, corner = move.split("-")
    match = filled({start: 1, corner: owner}, POOL, cursor)
    assert move not in match.legal_moves()
    assert refused(match, move) == "LP-7"


# The cursor, and passing


@clause("LP-12")
@pytest.mark.parametrize(
    ("position", "cursors"),
    [
        ("ABABA/B4/5/5/ABA1B 1 A 2", "1122331122331"),
        ("ABCAB/4C/5/A4/BCABC 1 A 3", "1112223331112"),
        ("ABCDA/B3C/5/5/DABCD 1 A 4", "1111222233331"),
    ],
)
def test_the_cursor_advances_when_every_player_has_had_a_turn(position: str, cursors: str) -> None:
    match = at(position)
    seen = []
    for _ in cursors:
        seen.append(str(match.view(0)["cursor"]))
        match.play(match.legal_moves()[0])
    assert "".join(seen) == cursors


@clause("LP-12")
@pytest.mark.parametrize(("cursor", "next_cursor"), [(1, 2), (2, 3), (3, 1)])
def test_the_cursor_follows_the_last_seat_of_a_round(cursor: int, next_cursor: int) -> None:
    match = at(f"AB1BA/5/1ABA1/1ABB1/5 {cursor} B 2")
    assert match.play(match.legal_moves()[0])[-1] == {"event": "cursor", "cursor": next_cursor}
    assert match.position().endswith(f" {next_cursor} A 2")


@clause("LP-R5")
@pytest.mark.parametrize(
    "position",
    [
        "5/4B/1AAA1/1AAB1/2BBB 1 A 2",  # A has no pawn on the rim
        "B4/5/AAA2/1AAB1/B2BB 2 A 2",  # A's only pawn there aims at two occupied corners
    ],
)
def test_a_player_who_cannot_move_passes(position: str) -> None:
    match = at(position)
    assert match.legal_moves() == ["pass"]
    assert match.play("pass") == [{"event": "pass", "seat": 1}]
    assert match.position() == position.replace(" A 2", " B 2")


@clause("LP-R5")
def test_nobody_passes_who_can_move() -> None:
    assert refused(placed(2, RIM[:10]), "pass") == "LP-R5"
    assert refused(lido.new("le-plouf", players=2), "pass") == "LP-R5"


@clause("LP-R5", "LP-12")
@pytest.mark.parametrize(
    ("position", "after"),
    [
        ("B3C/5/1AAA1/1ABB1/CBC1C 1 A 3", "B3C/5/1AAA1/1ABB1/CBC1C 1 B 3"),
        ("A3C/5/1BBB1/1BAA1/CAC1C 1 B 3", "A3C/5/1BBB1/1BAA1/CAC1C 1 C 3"),
        ("A3B/5/1CCC1/1CAA1/BAB1B 1 C 3", "A3B/5/1CCC1/1CAA1/BAB1B 2 A 3"),
    ],
)
def test_a_pass_counts_as_a_turn_for_the_cursor(position: str, after: str) -> None:
    match = at(position)
    match.play("pass")
    assert match.position() == after

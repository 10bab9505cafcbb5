"""The clauses of docs/laws/le-plouf.md about the line in front of a side: falling, pushing, climbing, diving.

A line is written as its five cells in order: the side aimed at, its three pool cells, and the side on
the far bank. Seat 1 (A) arrives on the side, and every case is shown on all twelve sides.
"""

import pytest

import lido
from tests.games.le_plouf.reference import POOL, RIM, SIDES
from tests.games.le_plouf.scenes import at, filled, refused

clause = pytest.mark.clause
every_side = pytest.mark.parametrize("side", SIDES)

LINES = {
    **{f"a{rank}": [f"{file}{rank}" for file in "abcde"] for rank in "234"},
    **{f"e{rank}": [f"{file}{rank}" for file in "edcba"] for rank in "234"},
    **{f"{file}1": [f"{file}{rank}" for rank in "12345"] for file in "bcd"},
    **{f"{file}5": [f"{file}{rank}" for rank in "54321"] for file in "bcd"},
}


def facing(side: str, line: str, cursor: int = 1) -> tuple[lido.Match, str]:
    """A match in which A may walk clockwise to `side`, whose line holds the pawns given; and that walk."""
    start = RIM[RIM.index(side) - cursor]
    pawns = {cell: "AB".index(owner) + 1 for cell, owner in zip(LINES[side], line, strict=True) if owner != "."}
    return filled({start: 1} | pawns, set_aside(side, start), cursor), f"{start}-{side}"


def set_aside(side: str, start: str) -> list[str]:
    """Cells of the rim that the walk from `start` and the line of `side` leave alone."""
    return [cell for cell in RIM if cell not in (start, *LINES[side])]


def line_after(match: lido.Match, side: str) -> str:
    owners = match.view(0)["cells"]
    return "".join("AB"[owners[cell] - 1] if cell in owners else "." for cell in LINES[side])


def elsewhere(match: lido.Match, side: str, start: str) -> dict[str, int]:
    """The pawns that neither walk nor stand on the line."""
    cells: dict[str, int] = match.view(0)["cells"]
    return {cell: seat for cell, seat in cells.items() if cell not in (start, *LINES[side])}


@every_side
@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("B....", "AB...", marks=clause("LP-8")),
        pytest.param("B.A..", "ABA..", marks=clause("LP-8")),
        pytest.param("B...B", "AB..B", marks=clause("LP-8")),
        pytest.param("B.ABB", "ABABB", marks=clause("LP-8")),
        pytest.param("BA...", "ABA..", marks=clause("LP-9")),
        pytest.param("BA.A.", "ABAA.", marks=clause("LP-9")),
        pytest.param("BA..B", "ABA.B", marks=clause("LP-9")),
        pytest.param("BBA..", "ABBA.", marks=clause("LP-9")),
        pytest.param("BAB.B", "ABABB", marks=clause("LP-9")),
        pytest.param("BABA.", "ABABA", marks=clause("LP-10")),
        pytest.param("BAAB.", "ABAAB", marks=clause("LP-10")),
        pytest.param("A....", "AA...", marks=clause("LP-R3")),
        pytest.param("AAB..", "AAAB.", marks=clause("LP-R3")),
        pytest.param("ABBA.", "AABBA", marks=clause("LP-R3")),
    ],
)
def test_the_pawn_on_the_side_falls_and_pushes_on_to_the_first_free_cell(side: str, before: str, after: str) -> None:
    match, walk = facing(side, before)
    start = walk[:2]
    untouched = elsewhere(match, side, start)
    match.play(walk)
    assert line_after(match, side) == after
    assert start not in match.view(0)["cells"]
    assert elsewhere(match, side, start) == untouched


@clause("LP-8", "LP-5")
@pytest.mark.parametrize("cursor", [2, 3])
def test_a_pawn_falls_however_far_the_walker_came(cursor: int) -> None:
    match, walk = facing("c5", "B....", cursor)
    match.play(walk)
    assert line_after(match, "c5") == "AB..."


@clause("LP-8", "LP-9", "LP-10")
def test_everybody_sees_each_pawn_move_the_furthest_first() -> None:
    match = at("4A/5/BABA1/A4/1BBAB 1 A 2")
    assert match.play("a2-a3") == [
        {"event": "climb", "seat": 1, "from": "d3", "to": "e3"},
        {"event": "slide", "seat": 2, "from": "c3", "to": "d3"},
        {"event": "slide", "seat": 1, "from": "b3", "to": "c3"},
        {"event": "fall", "seat": 2, "from": "a3", "to": "b3"},
        {"event": "walk", "seat": 1, "from": "a2", "to": "a3"},
    ]


@every_side
@clause("LP-11")
def test_a_line_that_cannot_move_sends_the_walker_into_the_pool(side: str) -> None:
    match, walk = facing(side, "BABAB")
    assert refused(match, walk) == "LP-11"
    free = next(cell for cell in POOL if cell not in LINES[side])
    untouched = elsewhere(match, side, walk[:2])
    match.play(f"{walk}={free}")
    assert line_after(match, side) == "BABAB"
    assert walk[:2] not in match.view(0)["cells"]
    assert elsewhere(match, side, walk[:2]) == untouched | {free: 1}


@clause("LP-11")
@pytest.mark.parametrize("line", [".BABA", ".....", "B....", "BAB.B", "B.ABB", "BABA."])
def test_nobody_dives_while_the_line_can_move(line: str) -> None:
    match, walk = facing("e3", line)
    assert walk in match.legal_moves()
    assert refused(match, f"{walk}=c2") == "LP-11"


@clause("LP-11")
def test_everybody_sees_where_the_walker_aimed_and_dived() -> None:
    match, walk = facing("a3", "BABAB")
    assert match.play(f"{walk}=c4") == [{"event": "dive", "seat": 1, "from": "a2", "aim": "a3", "to": "c4"}]


@every_side
@clause("LP-R2")
def test_the_walker_chooses_among_all_free_cells_of_the_pool(side: str) -> None:
    match, walk = facing(side, "BABAB")
    free = [cell for cell in POOL if cell not in LINES[side]]
    assert [move for move in match.legal_moves() if move.startswith(walk)] == sorted(f"{walk}={cell}" for cell in free)


@clause("LP-R2")
def test_the_walker_dives_into_nothing_but_a_free_cell_of_the_pool() -> None:
    match, walk = facing("a3", "BABAB")
    assert refused(match, f"{walk}=c3") == "LP-R2", "there is a pawn on c3"
    assert refused(match, f"{walk}=e1") == "LP-R2", "e1 is not in the pool"


@clause("LP-R3", "LP-11")
def test_a_player_s_own_pawn_keeps_its_side_as_well() -> None:
    match, walk = facing("d5", "AABBB")
    match.play(f"{walk}=b2")
    assert line_after(match, "d5") == "AABBB"


@clause("LP-R4")
def test_a_pawn_that_climbed_out_moves_on_its_owner_s_next_turn() -> None:
    match = at("4A/5/BAAB1/A4/1BBAB 1 A 2")
    match.play("a2-a3")
    assert match.view(0)["cells"]["e3"] == 2
    assert {"e3-e2", "e3-e4"} <= set(match.legal_moves())
    match.play("e3-e4")
    assert match.view(0)["cells"]["e4"] == 2


@clause("LP-R4")
def test_a_player_s_own_pawn_that_climbed_out_moves_too() -> None:
    match = at("B1A2/5/BABA1/A4/1BBA1 1 A 2")
    match.play("a2-a3")
    match.play("b1-a1")
    assert match.view(0)["cells"]["e3"] == 1
    assert {"e3-e1", "e3-e5"} <= set(match.legal_moves()), "the cursor is on 2"

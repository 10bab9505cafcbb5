"""How many sequences of moves there are from named positions, which catches what examples miss.

The numbers are those of the compiled rules. All of them were confirmed once, to the full depth, by
the slow reference, which takes half a minute:

    python -c "from tests.games.le_plouf.test_perft import confirm; confirm()"

The test repeats that for the first moves only.
"""

import pytest

from tests.games.le_plouf import reference
from tests.games.le_plouf.scenes import at

COUNTS = {
    "empty board, two players": ("5/5/5/5/5 1 A 2", 5, 524160),
    "empty board, three players": ("5/5/5/5/5 1 A 3", 5, 524160),
    "empty board, four players": ("5/5/5/5/5 1 A 4", 5, 524160),
    "one pawn to place for each": ("ABAB1/B4/A4/B4/A4 1 A 2", 7, 1382777),
    "all on the rim, two players": ("ABABA/B4/5/5/ABA1B 1 A 2", 7, 1180220),
    "all on the rim, three players": ("ABCAB/4C/5/A4/BCABC 1 A 3", 8, 1081341),
    "all on the rim, four players": ("ABCDA/B3C/5/5/DABCD 1 A 4", 10, 1240476),
    "occupied corners": ("A3B/5/BAB1A/1A3/A2BB 2 A 2", 8, 949918),
    "chains to push": ("2B2/1AAB1/B3B/1B3/A1A1A 1 A 2", 8, 695448),
    "climbing out": ("1BA2/5/BABA1/A4/1BBA1 1 A 2", 8, 1341741),
    "diving on both sides": ("1ABA1/2B2/BABAB/2A2/5 3 A 2", 10, 1234866),
    "diving, three players": ("2A2/3CC/BACAB/AB3/2B1C 1 A 3", 10, 1265741),
    "passing, nobody on the rim": ("5/1AAA1/1AAB1/1BB2/B3B 1 A 2", 14, 14341),
    "passing, between two corners": ("B4/5/AAA2/1AAB1/B2BB 2 A 2", 12, 1388247),
    "pool nearly full, three players": ("4A/1ABC1/BBACC/A1BC1/5 1 A 3", 14, 78437),
    "pool nearly full, four players": ("C3D/1AAB1/1BDC1/1CD2/A3B 1 A 4", 14, 3811),
}
"""By name: the position, how many moves deep, and how many sequences."""


@pytest.mark.parametrize("name", COUNTS)
def test_the_number_of_sequences_is_as_recorded(name: str) -> None:
    position, depth, sequences = COUNTS[name]
    assert at(position).perft(depth) == sequences


@pytest.mark.parametrize("name", COUNTS)
def test_the_reference_counts_the_same_sequences(name: str) -> None:
    position, _, _ = COUNTS[name]
    counted = [at(position).perft(depth) for depth in range(4)]
    assert counted == [reference.perft(reference.parsed(position), depth) for depth in range(4)]


def test_a_game_that_ends_sooner_counts_once() -> None:
    match = at("5/1ABA1/1BAB1/1B1A1/1AB2 1 A 2")
    assert match.legal_moves() == ["b1-a1", "b1-c1"], "the second one fills the pool"
    match.play("b1-a1")
    after_the_first = match.perft(2)
    match.undo()
    assert match.perft(3) == after_the_first + 1
    match.play("b1-c1")
    assert match.perft(5) == 1


def confirm() -> None:
    """Count every position to its full depth with the reference."""
    for name, (position, depth, sequences) in COUNTS.items():
        assert reference.perft(reference.parsed(position), depth) == sequences, name

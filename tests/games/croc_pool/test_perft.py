"""How many sequences of moves there are from named positions, which catches what examples miss.

The numbers are those of the compiled rules. All of them were confirmed once, to the full depth, by
the slow reference, which takes ten seconds:

    python -c "from tests.games.croc_pool.test_perft import confirm; confirm()"

The test repeats that for the first moves only.
"""

import pytest

from tests.games.croc_pool import reference
from tests.games.croc_pool.scenes import at

COUNTS = {
    "first layout": (
        "d2:r(3) b3:r(1) e3:r(4) b4:r(6) e4:r(2) c5:r(5) d10:y(5) b11:y(3) e11:y(4) b12:y(2) e12:y(1) c13:y(6) "
        "| R:- Y:- | R shut 0",
        3,
        173655,
    ),
    "swimmers face to face": ("c7:r(1) d7:r(2) c8:y(1) d8:y(2) | R:- Y:- | Y shut 0", 4, 99117),
    "a 6 among blocks": ("b6:y(1) d6:y(2) c7:R6 b8:y(3) d8:y(4) | R:- Y:- | R shut 0", 3, 25620),
    "both 6": ("c5:R6 d10:Y6 | R:- Y:- | R open 0", 3, 17943),
    "one of each crocodile": ("a4:R1 c4:R3 e4:R5 b9:Y2 d9:Y4 f9:Y6 | R:- Y:- | R shut 0", 3, 19442),
    "stacks at the shut bar": ("c1:r(4)+Y2 e12:y(3)+R2 e13:R1 | R:- Y:- | R shut 0", 5, 34829),
    "swimmers at the open bar": ("c1:y(1) a2:y(2) e13:r(1) d14:r(2) | R:R5,Y5 Y:- | R open 3", 4, 48075),
    "a crocodile that must move": ("c3:r(1) c7:R4 c9:y(2) e9:Y3 | R:- Y:- | R shut 0 must=c7", 4, 77473),
    "stuck when turned over": ("f1:y(1) a13:R3 a14:r(4) b14:Y5 | R:- Y:- | R shut 0", 5, 119425),
    "passing": ("a13:Y1 a14:R4 b14:Y2 | R:- Y:- | R shut 0", 6, 10370),
    "the last quiet turns": ("c5:R2 d10:Y3 | R:- Y:R1 | R open 57", 5, 635),
    "one bite from the end": ("c5:R2 c7:y(2) e7:Y3 | R:Y1,R1 Y:- | R open 0", 5, 128921),
    "a crowd in the corner": (
        "a12:Y1 b12:R3 c12:y(4) a13:r(5) b13:Y2 c13:R6 a14:Y6 b14:r(2) | R:- Y:- | Y shut 0",
        4,
        101127,
    ),
}
"""By name: the position, how many moves deep, and how many sequences."""


@pytest.mark.parametrize("name", COUNTS)
def test_the_number_of_sequences_is_as_recorded(name: str) -> None:
    position, depth, sequences = COUNTS[name]
    assert at(position).perft(depth) == sequences


@pytest.mark.parametrize("name", COUNTS)
def test_the_reference_counts_the_same_sequences(name: str) -> None:
    position, _, _ = COUNTS[name]
    counted = [at(position).perft(depth) for depth in range(3)]
    assert counted == [reference.perft(reference.parsed(position), depth) for depth in range(3)]


def test_placing_is_counted_too() -> None:
    assert at("| R:- Y:- | R shut 0 place").perft(3) == 24 * (12 * 18 + 12 * 23)


def confirm() -> None:
    """Count every sequence with the slow reference, to the full depth."""
    for name, (position, depth, sequences) in COUNTS.items():
        counted = reference.perft(reference.parsed(position), depth)
        print(f"{name}: {counted}")
        assert counted == sequences, name

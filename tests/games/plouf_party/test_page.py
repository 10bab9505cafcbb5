"""What the page's board is told of the game is what happens in it."""

import pytest

from lido.games.plouf_party.page import data
from tests.games.plouf_party.scenes import begun, played


@pytest.mark.parametrize("direction", ["cw", "ccw"])
def test_a_pawn_goes_where_the_board_of_the_page_says(direction: str) -> None:
    told = data()
    for first in range(3):
        numbers = [(first + space) % 3 for space in range(18)]
        ring = " ".join(f"{'ROYGBP'[space // 3]}{number + 1}" for space, number in enumerate(numbers))
        for space, number in enumerate(numbers):
            match = begun(ring)
            [moved, *_] = played(match, f"pick {space}, {direction}")
            assert told["walks"][direction][space][number] == moved["to"]
            assert told["dives"][direction][space][number] == (match.view(0)["step"] == "accuse")

"""Numbers of positions: each has one, mirror images share it, and none is missing."""

from math import comb

from lido.games.le_plouf.rules import play, start
from lido.games.le_plouf.solution.index import COLOURS, OPENING, SECTIONS, TURNS, locate, position, turned
from lido.games.le_plouf.solution.neighbours import number_of
from tests.solution.positions import INDEX, some_numbers


def test_the_placements_of_phase_2_are_all_there() -> None:
    places = INDEX.sizes[: INDEX.first[OPENING]].astype(int)
    assert places.sum() * COLOURS == comb(25, 5) * comb(20, 5)


def test_the_placements_of_phase_1_are_all_there() -> None:
    for pawns in range(SECTIONS - OPENING):
        section = OPENING + pawns
        places = INDEX.sizes[INDEX.first[section] : INDEX.first[section + 1]].astype(int)
        assert places.sum() == comb(16, pawns)


def test_a_number_leads_to_its_position_and_back() -> None:
    for number in some_numbers(20_000):
        again = locate(INDEX, *position(INDEX, number))
        assert again == number or (again < number and locate(INDEX, *position(INDEX, again)) == again)


def test_mirror_images_share_a_number() -> None:
    for number in some_numbers(500):
        own, other, beat = position(INDEX, number)
        images = [(turned(INDEX, own, turn), turned(INDEX, other, turn)) for turn in range(TURNS)]
        assert len({locate(INDEX, *image, beat) for image in images}) == 1


def test_swapping_colours_or_moving_the_cursor_on_makes_another_position() -> None:
    own, other, _ = position(INDEX, 123_456_789)
    seen = {locate(INDEX, *pawns, later) for pawns in ((own, other), (other, own)) for later in range(6)}
    assert len(seen) == 12


def test_a_game_has_a_number_at_every_move() -> None:
    state = start(2)
    assert number_of(INDEX, state) == INDEX.base[OPENING]
    for cell in range(10):
        play(state, cell)
    assert number_of(INDEX, state) < INDEX.base[1], "phase 2 begins with an empty pool"

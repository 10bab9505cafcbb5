"""The compiled rules against the slow reference: same legal moves, same positions, same ends."""

from random import Random

import pytest
from hypothesis import given, settings

import lido
from tests.games.croc_pool import reference
from tests.games.croc_pool.reference import Table
from tests.games.croc_pool.scenes import at
from tests.games.croc_pool.strategies import placings, strewn, tables

PARTS = 4
"""The ten thousand positions are drawn in parts, so that they can be tested side by side."""


@pytest.mark.parametrize("part", range(PARTS))
def test_ten_thousand_positions_have_the_moves_that_the_reference_finds(part: int) -> None:
    chance = Random(f"part {part}")
    for _ in range(10_000 // PARTS):
        table = strewn(chance)
        match = at(reference.written(table))
        assert match.legal_moves() == reference.legal(table), reference.written(table)


@settings(max_examples=60)
@given(tables())
def test_every_move_leads_where_the_reference_says(table: Table) -> None:
    match = at(reference.written(table))
    assert match.turn == (None if reference.over(table) else "RY".index(table.turn) + 1)
    for move in match.legal_moves():
        after = reference.play(table, move)
        match.play(move)
        assert match.position() == reference.written(after)
        if reference.over(after):
            reason = "cleared" if reference.cleared(after) else "stall"
            assert match.result == (reference.payoffs(after), reason)
        else:
            assert match.result is None
        match.undo()


@settings(max_examples=20)
@given(tables())
def test_two_moves_are_counted_as_the_reference_counts_them(table: Table) -> None:
    assert at(reference.written(table)).perft(2) == reference.perft(table, 2)


@given(placings())
def test_swimmers_are_placed_where_the_reference_says(table: Table) -> None:
    match = at(reference.written(table))
    assert match.legal_moves() == reference.legal(table)
    square = match.legal_moves()[-1]
    match.play(square)
    placed = [word.split("(")[0] for word in match.position().split() if word.startswith(f"{square}:")]
    assert placed == [f"{square}:{table.turn.lower()}"]


@pytest.mark.parametrize("layout", ["first", "free"])
@pytest.mark.parametrize("seed", range(3))
def test_whole_games_agree_with_the_reference(seed: int, layout: str) -> None:
    chance = Random(f"{seed} {layout}")
    match = lido.new("croc-pool", seed=seed, options={"layout": layout})
    deal = match.record()["deal"]
    table = being_dealt(deal) if layout == "free" else reference.parsed(match.position())
    while match.result is None:
        assert match.legal_moves() == reference.legal(table)
        move = chance.choice(match.legal_moves())
        match.play(move)
        table = reference.play(table, move)
        assert match.position() == reference.written(table)
        assert (match.result is None) == (not reference.over(table))
    assert match.result.payoffs == reference.payoffs(table)


def being_dealt(deal: dict[str, list[int]]) -> Table:
    """The free layout before the first swimmer is placed."""
    red, yellow = (tuple(f"{side[0]}({number})" for number in deal[side]) for side in ("red", "yellow"))
    return Table({}, to_place={"R": red, "Y": yellow})

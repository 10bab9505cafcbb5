"""The compiled rules against the slow reference: same legal moves, same positions, same ends."""

import random
from collections import Counter

import pytest
from hypothesis import given

import lido
from tests.games.le_plouf import reference
from tests.games.le_plouf.reference import Table
from tests.games.le_plouf.strategies import tables


def loaded(table: Table) -> lido.Match:
    return lido.new("le-plouf", players=table.players, position=reference.written(table))


@given(tables())
def test_every_move_leads_where_the_reference_says(table: Table) -> None:
    match = loaded(table)
    assert match.legal_moves() == reference.legal(table)
    assert match.turn == (None if reference.over(table) else table.turn)
    for move in match.legal_moves():
        after = reference.play(table, move)
        match.play(move)
        assert match.position() == reference.written(after)
        if reference.over(after):
            assert match.result == (reference.payoffs(after), "pool-full")
        match.undo()


@given(tables())
def test_two_moves_are_counted_as_the_reference_counts_them(table: Table) -> None:
    assert loaded(table).perft(2) == reference.perft(table, 2)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_whole_games_agree_with_the_reference(players: int, seed: int) -> None:
    chance = random.Random(f"{players} {seed}")
    match = lido.new("le-plouf", players=players)
    table = Table({}, 1, 1, players)
    repetitions: Counter[str] = Counter()
    while match.result is None:
        assert match.legal_moves() == reference.legal(table)
        move = chance.choice(match.legal_moves())
        match.play(move)
        table = reference.play(table, move)
        assert match.position() == reference.written(table)
        repetitions[reference.written(table)] += 1
        assert (match.result is None) == (repetitions[reference.written(table)] < 3 and not reference.over(table))
    if reference.over(table):
        assert match.result == (reference.payoffs(table), "pool-full")
    else:
        assert match.result == ((1 / players,) * players, "repetition")

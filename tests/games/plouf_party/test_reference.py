"""The compiled rules against the slow reference: same legal moves, same views, same ends."""

import random

import pytest

import lido
from tests.games.plouf_party import reference
from tests.games.plouf_party.games import EDITIONS, chosen

FIELDS = ("ring", "water", "in", "tokens", "step", "turn", "taken")


def perft(table: reference.Table, moves: list[str], depth: int) -> int:
    """Move sequences from the deal of `table` that begin with `moves`, counted by playing each anew."""
    here = reference.Table(list(table.ring), table.tokens, table.faceup, table.edition, table.memory)
    for move in moves:
        reference.play(here, move)
    if depth == 0 or here.step == "over":
        return 1
    return sum(perft(table, [*moves, move], depth - 1) for move in reference.legal(here))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("memory", ["aid", "none"])
def test_whole_games_agree_with_the_reference(players: int, edition: str, memory: str) -> None:
    for seed in range(12):
        chance = random.Random(f"{players} {edition} {memory} {seed}")
        match = lido.new("plouf-party", players=players, seed=seed, options={"edition": edition, "memory": memory})
        table = reference.dealt(match.record()["deal"], edition, memory)
        while True:
            assert match.legal_moves() == reference.legal(table)
            for seat in range(players + 1):
                view = match.view(seat)
                assert {name: view[name] for name in FIELDS} == reference.view(table, seat)
            if match.result:
                break
            move = chosen(chance, match.legal_moves())
            match.play(move)
            reference.play(table, move)
        assert match.result == (reference.payoffs(table), table.reason)


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("edition", EDITIONS)
def test_moves_are_counted_as_the_reference_counts_them(players: int, edition: str) -> None:
    match = lido.new("plouf-party", players=players, seed=1, options={"edition": edition})
    table = reference.dealt(match.record()["deal"], edition)
    assert [match.perft(depth) for depth in range(4)] == [perft(table, [], depth) for depth in range(4)]

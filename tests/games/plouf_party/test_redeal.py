"""Worlds drawn from a player_view: only possible ones, every possible one, each as often as the others."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from math import prod, sqrt
from typing import Any, TypeAlias

import pytest

import lido
from lido.games.plouf_party.knowledge import shuffle
from lido.rng import seeded
from tests.games.plouf_party import reference
from tests.games.plouf_party.games import LETTERS, alike, deal_of, game, random_match, redealt, replayed, story
from tests.games.plouf_party.scenes import begun, played

World: TypeAlias = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""A deal as something to count: ring, tokens, and the pawns that fall face up, sorted."""


def world_of(deal: dict[str, Any]) -> World:
    return tuple(deal["ring"]), tuple(deal["tokens"]), tuple(sorted(deal["faceup"]))


def on_show(table: reference.Table) -> set[str]:
    """The pawns whose number everybody has seen."""
    return table.shown | set(table.water) & table.faceup


def unlike(numbers: tuple[str, ...], known: tuple[str | None, ...]) -> bool:
    return any(fixed and fixed != number for number, fixed in zip(numbers, known, strict=True))


def candidates(match: lido.Match) -> Iterator[dict[str, Any]]:
    """Deals with the colours of the true one, less those that a number or a fall on show rules out by itself."""
    deal = match.record()["deal"]
    table = replayed(deal, match.moves)
    seen = on_show(table)
    places = {colour: [space for space in range(18) if deal["ring"][space][0] == colour] for colour in LETTERS}
    orders = []
    for spaces in places.values():
        known = tuple(deal["ring"][space][1] if deal["ring"][space] in seen else None for space in spaces)
        orders.append([order for order in permutations("123") if not unlike(order, known)])
    dry = [space for space in range(18) if deal["ring"][space] not in table.water]
    fallen_up = [space for space in range(18) if deal["ring"][space] in set(table.water) & table.faceup]
    for numbers in product(*orders):
        ring = list(deal["ring"])
        for (colour, spaces), order in zip(places.items(), numbers, strict=True):
            for space, number in zip(spaces, order, strict=True):
                ring[space] = colour + number
        for falls in product([False, True], repeat=len(dry)):
            up = [*fallen_up, *(space for space, showing in zip(dry, falls, strict=True) if showing)]
            for tokens in permutations(LETTERS, match.players):
                yield {"ring": ring, "tokens": list(tokens), "faceup": [ring[space] for space in up]}


def assert_uniform(counts: Counter[Any], possible: set[Any]) -> None:
    """Pearson's chi-square test, six standard deviations wide: the draws are seeded, so it cannot fail by chance."""
    assert set(counts) <= possible
    expected = counts.total() / len(possible)
    assert expected >= 5
    freedom = len(possible) - 1
    surprise = sum((counts[world] - expected) ** 2 / expected for world in possible)
    assert abs(surprise - freedom) <= 6 * sqrt(2 * max(freedom, 1))


def late_match(seed: int, players: int, most: int) -> lido.Match:
    """A random game so far on that it has at most so many candidates."""
    chance = random.Random(seed)
    while True:
        match = lido.new("plouf-party", players=players, seed=chance.random().hex())
        table = reference.dealt(match.record()["deal"])
        while match.result is None:
            hidden = Counter(pawn[0] for pawn in reference.PAWNS if pawn not in on_show(table))
            numbers = prod((1, 1, 2, 6)[count] for count in hidden.values())
            if numbers * 2 ** len(reference.standing(table)) * prod(range(7 - players, 7)) <= most:
                return match
            moves = match.legal_moves()
            move = "decline" if "decline" in moves and chance.random() < 0.6 else chance.choice(moves)
            match.play(move)
            reference.play(table, move)


@pytest.mark.parametrize(("players", "seed", "most"), [(2, 1, 1_000), (3, 2, 2_000), (4, 5, 3_000)])
def test_worlds_are_drawn_evenly_among_all_that_are_possible(players: int, seed: int, most: int) -> None:
    match = late_match(seed, players, most)
    deal, moves, rng = match.record()["deal"], match.moves, seeded(seed)
    for seat in (0, match.turn or 0):
        truth = list(story(deal, moves, seat))
        possible = {world_of(other) for other in candidates(match) if alike(other, truth, moves, seat)}
        counts = Counter(world_of(deal_of(deal, redealt(match, seat, rng))) for _ in range(10 * len(possible)))
        assert_uniform(counts, possible)


REACHING = ["pick 17, cw", "pick 16, cw", "pick 2, ccw"]
"""Three turns from the orderly ring that reach the diving board, once the accusers before are out."""


@pytest.mark.parametrize(
    ("tokens", "accusations", "worlds"),
    [
        ("ROYGBP", ["accuse 4 purple"], 5 * 24 - 24),
        ("ROYGBP", ["accuse 4 purple", "accuse 4 blue"], 2 * 6),
        ("ROYGBP", ["accuse 4 purple", "accuse 5 purple"], 2 * 3 * 2),
        ("ROYGBP", ["accuse 4 purple", "accuse 5 green"], 24 - 6 - 6 + 2),
        ("ROYGBP", ["accuse 4 purple", "accuse 5 green", "accuse 6 blue"], 2),
        ("ROYGBP", ["accuse 4 purple", "accuse 5 green", "accuse 4 blue"], 2),
        ("ROYGB", ["accuse 4 purple"], 5 * 24 - 24),
        ("ROYGB", ["accuse 4 purple", "accuse 5 green"], 24 - 6 - 6 + 2),
        ("ROYG", ["accuse 4 purple", "accuse 3 green"], 4 * 3 - 3 - 3 + 1),
        ("ROY", ["accuse 3 purple"], 5 * 4 - 4),
    ],
)
def test_colours_fit_what_wrong_accusations_have_proved(tokens: str, accusations: list[str], worlds: int) -> None:
    match = begun(tokens=tokens)
    for turn, accusation in zip(REACHING, accusations, strict=False):
        played(match, turn, accusation)
    rng = seeded(*accusations)
    deal = match.record()["deal"]
    for seat in (0, 1, 3):
        truth = list(story(deal, match.moves, seat))
        possible = {
            colours
            for colours in permutations(LETTERS, match.players)
            if alike(deal | {"tokens": list(colours)}, truth, match.moves, seat)
        }
        if seat == 0 or not match.view(0)["in"][seat - 1]:  # a seat still in the game knows its own colour too
            assert len(possible) == worlds
        counts = Counter(tuple(redealt(match, seat, rng).tokens[: match.players]) for _ in range(30 * len(possible)))
        assert_uniform(counts, {tuple(LETTERS.index(colour) for colour in colours) for colours in possible})


@pytest.mark.parametrize("seed", range(40))
def test_a_seat_sees_the_same_in_every_world_drawn_for_it(seed: int) -> None:
    chance, rng = random.Random(seed), seeded(seed)
    match = random_match(chance, 60)
    for seat in range(match.players + 1):
        player_view = match.player_view(seat).observation.tobytes()
        for _ in range(10):
            world = redealt(match, seat, rng)
            assert game().observation(world, seat).tobytes() == player_view


def test_a_world_drawn_has_every_pawn_once_and_a_colour_for_every_seat() -> None:
    chance, rng = random.Random("whole"), seeded("whole")
    for _ in range(40):
        match = random_match(chance, 60)
        for seat in range(match.players + 1):
            world = redealt(match, seat, rng)
            assert [sorted(world.numbers[first : first + 3]) for first in range(0, 18, 3)] == [[1, 2, 3]] * 6
            tokens = world.tokens[: match.players].tolist()
            assert len(set(tokens) & set(range(6))) == match.players


def test_a_pawn_that_never_fell_falls_either_way_in_the_worlds_drawn() -> None:
    match, rng = begun(tokens="ROYG"), seeded("falls")
    faces = [int(redealt(match, 1, rng).faceup) for _ in range(60)]
    for pawn in range(18):
        up = sum(face >> pawn & 1 for face in faces)
        assert 10 < up < 50


@pytest.mark.clause("PP-1")
def test_a_ring_drawn_anew_has_every_colour_on_every_space_as_often() -> None:
    state, rng, draws = begun(tokens="ROYG").player_view(0).observation, seeded("ring"), 3_000
    first = state.ring.copy()
    counts: Counter[tuple[int, int]] = Counter()
    for _ in range(draws):
        state.ring[:] = first
        shuffle(state, rng)
        ring = state.ring.tolist()
        assert sorted(ring) == list(range(18))
        assert all(
            [pawn for pawn in ring if pawn // 3 == colour] == [3 * colour + n for n in range(3)] for colour in range(6)
        )
        counts.update((space, pawn // 3) for space, pawn in enumerate(ring))
    six_deviations = 6 * sqrt(draws * 1 / 6 * 5 / 6)
    assert all(abs(counts[space, colour] - draws / 6) < six_deviations for space in range(18) for colour in range(6))

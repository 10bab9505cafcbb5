"""What a seat sees as planes: named, within their bounds, and without a secret."""

import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import lido
from lido.game import RecordGame, copied
from lido.games import find
from lido.kernel import uncompiled
from lido.planes import encoding
from lido.rng import seeded
from tests.adapters.setups import SETUPS, Setup, every, every_record, named


def somewhere(setup: Setup, seed: int, moves: int) -> lido.Match:
    """A match after so many random moves, or before its end."""
    match = lido.new(setup.game, players=setup.players, options=setup.options, seed=seed)
    chance = random.Random(seed)
    for _ in range(moves):
        move = chance.choice(match.legal_moves())
        match.play(move, **({"pose": [0.0, 0.0, 0.0, 0]} if move == "place" else {}))
        if match.result:
            match.undo()
    return match


def seen(match: lido.Match, seat: int) -> dict[str, NDArray[Any]]:
    """What a seat sees, by the names of the planes."""
    shown = encoding(match.game.id, match.players)
    return {plane.name: values for plane, values in zip(shown.planes, shown.seen(match.player_view(seat)), strict=True)}


@every
def test_planes_have_names_of_their_own_and_keep_within_their_bounds(setup: Setup) -> None:
    shown = encoding(setup.game, setup.players)
    assert len({plane.name for plane in shown.planes}) == len(shown.planes)
    low, high = shown.bounds()
    for moves in (0, 7, 34):
        match = somewhere(setup, moves, moves)
        for seat in range(setup.players + 1):
            planes = shown.seen(match.player_view(seat))
            assert planes.shape == shown.shape
            assert planes.dtype == shown.dtype
            assert (planes >= low).all()
            assert (planes <= high).all()


@every_record
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same(setup: Setup) -> None:
    rules = find(setup.game)
    assert isinstance(rules, RecordGame)
    shown, rng = encoding(setup.game, setup.players), seeded("worlds", named(setup))
    different = 0
    for moves in (0, 5, 20, 40):
        match = somewhere(setup, 100 + moves, moves)
        for seat in range(setup.players + 1):
            view = match.player_view(seat).observation
            worlds = [copied(view), copied(view)]
            for world in worlds:
                rules.rules.redeal(world, rng)
            planes = [shown.written(rules.observation(world, seat), seat - 1, 1) for world in worlds]
            assert np.array_equal(planes[0], planes[1])
            assert np.array_equal(planes[0], shown.written(view, seat - 1, 1))
            different += bytes(worlds[0]) != bytes(worlds[1])
    assert bool(different) == rules.rules.hidden


@every_record
def test_planes_are_the_same_compiled_and_not(setup: Setup) -> None:
    shown = encoding(setup.game, setup.players)
    plain = uncompiled(shown.write)
    for moves in (0, 13, 26):
        match = somewhere(setup, moves, moves)
        for seat in range(setup.players + 1):
            out = np.zeros(shown.size, dtype=shown.dtype)
            plain(match.player_view(seat).observation, seat - 1, 2, out)
            assert np.array_equal(
                out.reshape(shown.shape), shown.written(match.player_view(seat).observation, seat - 1, 2)
            )


def cells(plane: NDArray[Any]) -> set[str]:
    """The cells or squares that a plane marks."""
    return {f"{'abcdef'[file]}{rank + 1}" for rank, file in zip(*np.nonzero(plane), strict=True)}


def test_le_plouf_shows_whose_pawns_stand_where_from_the_seat_that_looks() -> None:
    match = lido.new("le-plouf", position="A1B1A/B1A1B/1BA2/4B/A4 3 B 2")
    first, second = seen(match, 1), seen(match, 2)
    assert cells(first["pawns 0"]) == {"a5", "e5", "c4", "c3", "a1"} == cells(second["pawns 1"])
    assert cells(first["pawns 1"]) == {"c5", "a4", "e4", "b3", "e2"} == cells(second["pawns 0"])
    assert [name for name, plane in first.items() if plane.all()] == ["turn 1", "seat 0", "cursor 3", "stood"]
    assert [name for name, plane in second.items() if plane.all()] == ["turn 0", "seat 1", "cursor 3", "stood"]


@pytest.mark.clause("LP-R6")
def test_le_plouf_shows_how_often_the_position_has_occurred() -> None:
    match = lido.new("le-plouf", position="A1B1A/B3B/A3A/B3B/A4 1 A 2")
    assert (seen(match, 1)["stood"] == 1).all()
    assert (seen(somewhere(SETUPS[0], 1, 3), 1)["placing"] == 1).all()


def test_plouf_party_shows_the_number_of_a_pawn_in_the_hand() -> None:
    match = lido.new("plouf-party", players=3, seed=1)
    match.play("pick 4")
    pawn = match.view(2)["ring"][4]
    planes = seen(match, 2)
    assert np.flatnonzero(planes["taken"]).tolist() == [4]
    assert np.flatnonzero(planes[f"number {pawn['number']}"]).tolist() == [4]
    assert planes[{"R": "red", "O": "orange", "Y": "yellow", "G": "green", "B": "blue", "P": "purple"}[pawn["colour"]]][
        4
    ]


@pytest.mark.clause("PP-R12")
@pytest.mark.parametrize(("memory", "remembered"), [("aid", 1), ("none", 0)])
def test_plouf_party_remembers_a_number_for_a_seat_only_where_the_table_does(memory: str, remembered: int) -> None:
    match = lido.new("plouf-party", players=3, seed=1, options={"memory": memory})
    match.play("pick 4")
    match.play(match.legal_moves()[0])
    planes = seen(match, 2)
    on_the_ring = sum(int(planes[f"number {number}"].sum()) for number in (1, 2, 3))
    assert on_the_ring == remembered


@pytest.mark.clause("PP-2")
def test_plouf_party_shows_a_seat_its_own_colour_alone() -> None:
    planes = seen(lido.new("plouf-party", players=4, seed=1), 3)
    assert planes["colour 0"].sum() == 3
    assert not any(planes[f"colour {other}"].any() for other in (1, 2, 3))


def test_croc_pool_shows_what_lies_in_a_stack_and_in_a_bar() -> None:
    match = lido.new("croc-pool", position="b3:r(3) e4:y(2)+R4 | R:Y1,r(5) Y:- | Y open 12")
    red, yellow = seen(match, 1), seen(match, 2)
    assert cells(red["top 0 swimmer"]) == {"b3"} == cells(yellow["top 1 swimmer"])
    assert cells(red["top 0 4"]) == {"e4"} == cells(yellow["top 1 4"])
    assert cells(red["lying 1 swimmers"]) == {"e4"} == cells(yellow["lying 0 swimmers"])
    assert cells(red["lying 1 1"]) == {"f14"}
    assert cells(red["lying 0 swimmers"]) == {"b3", "f14"}
    assert (red["quiet"] == 12).all()
    assert red["bars open"].all()
    assert red["turn 1"].all()
    assert yellow["turn 0"].all()


def test_splash_shows_where_every_piece_is() -> None:
    match = lido.new("splash", players=2, seed=7, options={"draft": "deal"})
    given = match.legal_moves()[0]
    match.play(given)
    piece = given.removeprefix("give ")
    planes = seen(match, 2)
    number = sorted(match.view(0)["reserves"][0] + match.view(0)["reserves"][1] + [piece]).index(piece)
    assert np.flatnonzero(planes["held"]).tolist() == [number]
    assert planes["reserve 0"].sum() == 15
    assert planes["reserve 1"].sum() == 14
    match.play("place", pose=[0.001, 0.0, 0.5, 0])
    (placed,) = match.view(0)["pieces"]
    planes = seen(match, 2)
    assert np.flatnonzero(planes["base"]).tolist() == [number]
    assert planes["x"][number] == pytest.approx(placed["pos"][0])
    assert planes["quaternion w"][number] == pytest.approx(placed["quat"][0])

"""Games by the numbers of their moves: the same as a match, to the last move."""

import copy
import pickle
import random

import numpy as np
import pytest

import lido
from lido.game import RecordGame
from lido.games import find
from lido.planes import encoding
from lido.steps import ADDRESS, KEY, ROOMS, TURN, Place, Walk, looks_of, steps_of

TABLES = [("le-plouf", 2), ("le-plouf", 4), ("plouf-party", 3), ("croc-pool", 2)]


@pytest.mark.parametrize(("game", "players"), TABLES)
@pytest.mark.parametrize("begun", [0, 25])
def test_a_walk_goes_as_a_match_does(game: str, players: int, begun: int) -> None:
    match, chance = lido.new(game, players=players, seed=5), random.Random(5)
    for _ in range(begun):
        match.play(chance.choice(match.legal_moves()))
    rules, walk = match.game, Walk(match)
    assert isinstance(rules, RecordGame)
    shown = encoding(game, players)
    while match.turn:
        seat = match.turn
        assert (walk.turn, walk.result) == (seat, None)
        assert walk.legal == sorted(rules.legal(walk.state))
        assert np.array_equal(walk.planes(seat), shown.seen(match.player_view(seat)))
        assert np.array_equal(walk.planes(0), shown.seen(match.player_view(0)))
        move = chance.choice(walk.legal)
        match.play(rules.move_text(walk.state, move))
        walk.play(move)
    assert (walk.turn, walk.legal, walk.result) == (None, [], match.result)
    assert walk.played == len(match.moves) - begun


def test_the_fields_that_are_asked_by_number_are_those() -> None:
    assert [Place._fields[at] for at in (ADDRESS, TURN, KEY)] == ["address", "turn", "key"]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_place_can_be_kept_and_read_back(game: str, players: int) -> None:
    rules, chance = find(game), random.Random(2)
    assert isinstance(rules, RecordGame)
    steps, looks = steps_of(rules), looks_of(rules, players)
    place = steps.at(lido.new(game, players=players, seed=2)._state)
    while place.turn >= 0:
        again = pickle.loads(pickle.dumps(place))
        assert (again.turn, again.legal, again.key) == (place.turn, place.legal, place.key)
        assert again.address != place.address
        move = chance.choice(place.legal)
        assert np.array_equal(looks.planes(again, 0, 1), looks.planes(place, 0, 1))
        other, place = steps.after(again, move), steps.after(place, move)
        assert bytes(other.state) == bytes(place.state)
    assert pickle.loads(pickle.dumps(place)).legal == copy.copy(place).legal == []


def test_a_walk_leaves_the_match_and_its_copies_alone() -> None:
    match = lido.new("le-plouf", seed=1)
    walk = Walk(match)
    other = walk.copy()
    walk.play(walk.legal[0])
    assert (match.moves, other.played, other.turn, walk.turn) == ((), 0, 1, 2)
    other.play(other.legal[1])
    assert bytes(other.state) != bytes(walk.state)


@pytest.mark.clause("LP-R6")
def test_a_walk_counts_repetitions_with_those_of_its_match() -> None:
    chance, drawn = random.Random(3), 0
    for seed in range(30):
        match = lido.new("le-plouf", players=2, seed=seed)
        for _ in range(60):
            if match.turn:
                match.play(chance.choice(match.legal_moves()))
        walk = Walk(match)
        while walk.turn:
            walk.play(walk.legal[0])
        assert walk.result
        drawn += walk.result.reason == "repetition"
    assert drawn


def test_a_number_that_is_not_legal_is_refused_and_changes_nothing() -> None:
    walk = Walk(lido.new("le-plouf"))
    with pytest.raises(lido.IllegalMove, match="336 is not legal"):
        walk.play(336)
    assert (walk.turn, walk.played) == (1, 0)
    while walk.turn:
        walk.play(walk.legal[0])
    with pytest.raises(lido.IllegalMove):
        walk.play(0)


def test_a_game_that_is_no_record_has_no_walks() -> None:
    with pytest.raises(lido.BadSetup, match="splash have no numbers"):
        Walk(lido.new("splash"))


def test_room_that_is_kept_does_not_grow() -> None:
    rules = find("plouf-party")
    assert isinstance(rules, RecordGame)
    steps, looks = steps_of(rules), looks_of(rules, 2)
    for seed in range(20):
        walk, chance = Walk(lido.new("plouf-party", players=2, seed=seed)), random.Random(seed)
        while walk.turn:
            looks.numbers(walk._place, walk.turn - 1, 1)
            walk.play(chance.choice(walk.legal))
    assert len(list(steps._rooms)) < ROOMS
    assert [len(last) for last in looks._last.values()] == [1, 1]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_numbers_are_the_planes_in_whatever_order_they_are_asked_for(game: str, players: int) -> None:
    rules, chance = find(game), random.Random(1)
    assert isinstance(rules, RecordGame)
    looks, steps = looks_of(rules, players), steps_of(rules)
    places: list[Place] = []
    place = steps.at(lido.new(game, players=players, seed=1)._state)
    while place.turn >= 0 and len(places) < 150:
        places.append(place)
        place = steps.after(place, chance.choice(place.legal))
    for place in [*places, *chance.sample(places, len(places))]:
        seat, times = chance.randrange(players), chance.randrange(3)
        numbers = looks.numbers(place, seat, times)
        assert numbers == looks.planes(place, seat, times).tolist()
        assert {type(number) for number in numbers} == {float}
        numbers[0] = 9.0  # it belongs to whoever asked

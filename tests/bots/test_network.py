"""The networks: what they are told, what they say, and that whole numbers say the same as the floats they came from."""

import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import lido
from lido.game import RecordGame, blank
from lido.games import needed_part
from lido.games.plouf_party import reading
from lido.games.plouf_party.opponents import OpponentModel
from lido.match import Match
from lido.network import LOGIT, ONE, SCALE, Network, game_with_memory, hidden, logit, promise, quantised, shipped

LEARNED = ["le-plouf", "plouf-party", "croc-pool"]
MOST_BYTES = 1_000_000


def played(game: str, players: int, moves: int, seed: int = 1) -> Match:
    match = lido.new(game, players=players, seed=seed)
    chance = random.Random(seed)
    for _ in range(moves):
        if match.turn:
            match.play(chance.choice(match.legal_moves()))
    return match


def seen(match: Match) -> Any:
    """What the seat to act sees, with the memory of its network."""
    assert match.turn
    player_view = match.player_view(match.turn)
    features = needed_part(match.game.id, "features")
    found: np.record = player_view.observation
    return features.remembered(player_view, OpponentModel()) if hasattr(features, "remembered") else found


def told(match: Match) -> NDArray[np.int16]:
    features = needed_part(match.game.id, "features")
    out = np.full(features.MOST_ACTIVE, -1, dtype=np.int16)
    assert match.turn
    return out[: features.active(seen(match), match.turn - 1, out)]


def units(network: Network, features: NDArray[np.int16]) -> NDArray[np.int16]:
    sums = np.zeros(network.first.shape[1], dtype=np.int16)
    out = np.zeros(network.second.shape[0], dtype=np.int16)
    hidden(network, features, len(features), sums, out)
    return out


@pytest.mark.parametrize("game", LEARNED)
def test_features_and_actions_are_within_the_network(game: str) -> None:
    features, network = needed_part(game, "features"), shipped(game)
    assert network.first.shape[0] == features.FEATURES
    assert network.policy.shape[0] == features.ACTIONS
    rules = lido.new(game).game
    assert isinstance(rules, RecordGame)
    for seed in range(30):
        match = played(game, rules.players[seed % len(rules.players)], 3 * seed, seed)
        if not match.turn:
            continue
        found = told(match).tolist()
        assert len(set(found)) == len(found) <= features.MOST_ACTIVE
        assert all(0 <= feature < features.FEATURES for feature in found)
        view = seen(match)
        for move in rules.legal(match.player_view(match.turn).observation):
            assert 0 <= features.action(view, move, match.turn - 1) < features.ACTIONS


@pytest.mark.parametrize("game", LEARNED)
def test_a_network_is_small_enough_to_ship(game: str) -> None:
    network = shipped(game)
    assert sum(np.count_nonzero(array) for array in network) > 10_000
    assert sum(array.size for array in network) < MOST_BYTES


@pytest.mark.parametrize("game", LEARNED)
def test_no_position_is_too_much_for_sixteen_bits(game: str) -> None:
    features, network = needed_part(game, "features"), shipped(game)
    largest = np.sort(np.abs(network.first.astype(np.int64)), axis=0)[-features.MOST_ACTIVE :].sum(axis=0)
    assert (largest + np.abs(network.first_bias)).max() <= np.iinfo(np.int16).max


def test_promises_add_up_to_one_and_follow_the_seats() -> None:
    match = played("le-plouf", 3, 20)
    assert match.turn
    network = shipped("le-plouf")
    pay = np.zeros(3)
    promise(network, units(network, told(match)), match.turn - 1, 3, pay)
    assert pay.sum() == pytest.approx(1.0)
    turned = np.zeros(3)
    promise(network, units(network, told(match)), match.turn % 3, 3, turned)
    assert np.roll(pay, 1) == pytest.approx(turned)


def test_whole_numbers_say_what_the_floats_said() -> None:
    chance = np.random.default_rng(1)

    def drawn(*shape: int, spread: float) -> NDArray[np.float32]:
        return chance.normal(0.0, spread, shape).astype(np.float32)

    weights: dict[str, Any] = {
        "first": drawn(50, 32, spread=0.2), "first_bias": drawn(32, spread=0.2),
        "second": drawn(8, 32, spread=0.2), "second_bias": drawn(8, spread=0.2),
        "value": drawn(6, 8, spread=1.0), "value_bias": drawn(6, spread=1.0),
        "policy": drawn(9, 8, spread=1.0), "policy_bias": drawn(9, spread=1.0),
    }  # fmt: skip
    network = quantised(weights)
    assert network.first.dtype == np.int16
    assert pytest.approx(1 / (ONE * SCALE)) == LOGIT
    features = np.array([1, 7, 30, 49], dtype=np.int16)
    below = np.clip(weights["first"][features].sum(axis=0) + weights["first_bias"], 0, 1)
    above = np.clip(weights["second"] @ below + weights["second_bias"], 0, 1)
    exact = weights["policy"] @ above + weights["policy_bias"]
    out = units(network, features)
    whole = [logit(network.policy[at], network.policy_bias[at], out) for at in range(9)]
    assert whole == pytest.approx(exact, abs=0.01)


def test_yellow_is_told_what_red_would_be_told_from_the_other_side() -> None:
    """Half a turn of the pool and the other colour to move are the same for the network of Crocodile Pool Party."""
    red = lido.new("croc-pool", position="c3:r e5:R4 d9:Y2 b12:y | R:- Y:- | R shut 3")
    yellow = lido.new("croc-pool", position="e3:r c6:R2 b10:Y4 d12:y | R:- Y:- | Y shut 3")
    assert sorted(told(red).tolist()) == sorted(told(yellow).tolist())
    features = needed_part("croc-pool", "features")
    actions = [
        {features.action(None, match.game.parse_move(seen(match), move), seat): move for move in match.legal_moves()}
        for seat, match in enumerate((red, yellow))
        if isinstance(match.game, RecordGame)
    ]
    assert actions[0].keys() == actions[1].keys()


def test_the_memory_of_plouf_party_is_what_the_story_tells() -> None:
    match = lido.new("plouf-party", players=4, seed=5)
    assert isinstance(match.game, RecordGame)
    rules = game_with_memory(match.game).rules
    state = blank(reading.DTYPE)
    for name in match.player_view(1).observation.dtype.names or ():
        state[name] = match.player_view(1).observation[name]
    chance = random.Random(2)
    for _ in range(40):
        if not match.turn:
            break
        move = chance.choice([move for move in match.legal_moves() if not move.startswith("accuse")])
        before = match.player_view(match.turn).observation
        events = match.play(move)
        for event in events:  # a number comes out
            if event["event"] == "take":
                state.numbers[state.ring[event["space"]]] = event["number"]
        rules.play(state, match.game.parse_move(before, move))
    told_by_story = reading.remembered(match.player_view(1), OpponentModel())["evidence"]
    assert np.abs(told_by_story).max() > reading.UNIT
    assert np.abs(told_by_story - state["evidence"]).max() <= 20  # each move is rounded


def test_two_worlds_that_a_seat_cannot_tell_apart_tell_its_network_the_same() -> None:
    match = played("plouf-party", 4, 30, seed=3)
    assert match.turn
    assert isinstance(match.game, RecordGame)
    view = seen(match)
    found = set()
    for number in range(5):
        world = view.copy()
        match.game.rules.redeal(world, np.array([number + 1 << 32 | 7], dtype=np.int64))
        back = blank(reading.DTYPE)
        reading.observe(world, match.turn - 1, back)
        out = np.zeros(needed_part("plouf-party", "features").MOST_ACTIVE, dtype=np.int16)
        count = needed_part("plouf-party", "features").active(back, match.turn - 1, out)
        found.add(tuple(out[:count].tolist()))
    assert found == {tuple(told(match).tolist())}

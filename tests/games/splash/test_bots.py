"""Bots that build towers."""

import math
from functools import cache

import pytest

import lido
from lido import bots
from lido.games.splash.bots import LEVELS, Builder, reach
from lido.games.splash.physics.hand import Placement
from lido.games.splash.pieces import PIECES
from lido.match import begin
from lido.record import read
from tests.games.splash.scenes import FAR, at, holding, match, scattered, settle, stack

clause = pytest.mark.clause


WHOLE: dict[tuple[str, ...], dict[str, str | int]] = {
    ("random", "gentle"): {},
    ("club", "random", "gentle"): {"draft": "deal"},
    ("gentle", "random", "gentle", "random"): {"teams": 2, "draft": "deal"},
    ("random", "gentle", "random", "gentle", "random"): {"draft": "deal"},
    ("random", "random", "gentle", "random", "random", "gentle"): {"teams": 3, "draft": "deal"},
}
"""Who plays the whole games of these tests, and with which options."""


@cache
def played(levels: tuple[str, ...]) -> lido.Match:
    """A whole game with a few trials a move."""
    game = lido.new("splash", players=len(levels), seed="whole", options=WHOLE[levels])
    players = [bots.bot(level, f"whole {seat}") for seat, level in enumerate(levels)]
    while game.turn:
        player_view, bot = game.player_view(game.turn), players[game.turn - 1]
        move = bot.choose(player_view, iterations=2)
        game.perform(move, seed=f"whole {len(game.moves)}", **bot.details(player_view, move, iterations=2))
    return game


@pytest.mark.parametrize("levels", WHOLE)
def test_bots_play_whole_games_that_replay(levels: tuple[str, ...]) -> None:
    game = played(levels)
    assert game.result
    assert game.result.reason in ("reserve", "drops")
    assert sum(game.result.payoffs) == pytest.approx(1)
    assert lido.replay(game.record()).record() == game.record()


@clause("SP-R8", "SP-R14")
@pytest.mark.parametrize("levels", WHOLE)
def test_after_every_move_one_piece_alone_touches_the_table_or_a_base_is_to_be_chosen(levels: tuple[str, ...]) -> None:
    record = played(levels).record()
    game, falls = begin(record), 0
    for _, move, details in read(record).steps():
        falls += any(event["event"] == "drop" for event in game.play(move, **details))
        state = game.player_view(0).observation
        if state.step == "base":
            assert len(game.legal_moves()) > 1
        elif state.pieces and not game.result:
            assert state.touching.table == {state.base}
    assert falls


def test_with_a_seed_and_iterations_a_bot_always_plays_the_same() -> None:
    def chosen(seed: int) -> tuple[str, object]:
        game = holding("red-mini", ["red-plate"], ["blue-plate"], pieces=stack("red-cube"))
        bot = bots.bot("club", seed)
        player_view = game.player_view(2)
        return bot.choose(player_view, iterations=4), bot.details(player_view, "place", iterations=4)

    assert chosen(1) == chosen(1) != chosen(2)


@clause("SP-R12")
def test_for_one_who_leaves_with_a_piece_in_the_hand_a_bot_places_that_same_piece() -> None:
    game = holding("red-mini", ["red-plate"], ["blue-plate"], pieces=stack("red-cube"))
    before = game.position()
    state = game.player_view(2).observation
    Placement(state.pieces, state.held, state.pieces["red-cube"]._replace(pos=(FAR, 0.0, 0.1)))
    assert game.position() == before
    bot = bots.bot("expert", 1)
    details = bot.details(game.player_view(2), "place", iterations=4)
    events = game.play("place", **details)
    assert (events[0]["seat"], events[0]["piece"], events[0]["stands"]) == (2, "red-mini", True)


def test_a_bot_sets_a_piece_where_it_stays_when_the_middle_is_no_good() -> None:
    """The red plate hangs over so far that another, set in its middle, tips it; a little back it does not."""
    overhang = [*stack("red-mini"), at("red-plate", 0.0029, 0.0, 0.0095)]
    game = holding("red-cube", ["red-stick"], ["blue-stick"], pieces=overhang)
    middle = lido.replay(game.record())
    assert not middle.play("place", pose=[0.0012, 0.0, 0.0, 0])[0]["stands"]
    bot = bots.bot("expert", 3)
    assert game.play("place", **bot.details(game.player_view(2), "place", iterations=40))[0]["stands"]


OVERHANG = [*stack("red-mini"), at("red-plate", 0.0033, 0.0, 0.0095)]
"""A red cube tips the red plate, more often than not."""


def test_an_expert_finds_the_nasty_gift_and_its_real_target() -> None:
    """A blue cube would stand on a broad plate of its own."""
    piles = [*OVERHANG, *stack("blue-prism", "blue-plate", x=FAR)]
    reserves = ["red-cube", "blue-cube", "blue-mini"], ["red-stick", "yellow-mini"], ["green-mini"]
    for seed in range(4):
        game = match(*reserves, pieces=piles, base="red-mini")
        assert bots.bot("expert", seed).choose(game.player_view(1), iterations=4) == "give red-cube"


def test_an_expert_thinks_of_what_it_must_build_on_itself() -> None:
    """Of two, whoever gives builds next on what was given: there a nasty gift is worth less than among three."""
    pair = match(["red-cube"], ["red-stick"], pieces=OVERHANG).player_view(1).observation
    three = match(["red-cube"], ["red-stick"], ["red-prism"], pieces=OVERHANG).player_view(1).observation
    for seed in range(4):
        alone, among = (
            Builder("expert", seed)._nasty(state, "red-cube", ("red-plate",), math.inf) for state in (pair, three)
        )
        assert alone < among


def test_a_heavy_piece_is_nastier_on_an_overhang_than_a_light_one() -> None:
    overhang = [*stack("red-mini"), at("red-plate", 0.0029, 0.0, 0.0095)]
    state = match(["red-stick"], ["blue-stick"], pieces=overhang).player_view(1).observation
    builders = [Builder("expert", seed) for seed in range(4)]
    cube, mini = (
        sum(one._nasty(state, piece, ("red-plate",), math.inf) for one in builders)
        for piece in ("red-cube", "blue-mini")
    )
    assert cube > mini


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("x", [0.299, 0.3, 0.32])
def test_a_bot_plays_on_at_the_rim_of_its_reach_and_beyond(level: str, x: float) -> None:
    reserves = ["red-plate", "red-prism", "red-stick"], ["green-mini", "yellow-cube"]
    for seed in range(2):
        game = match(*reserves, pieces=stack("red-cube", x=x))
        for seat in (1, 2):
            player_view, bot = game.player_view(seat), bots.bot(level, seed)
            move = bot.choose(player_view, iterations=4)
            game.play(move, **bot.details(player_view, move, iterations=4))
        assert len(game.moves) == 2


def test_a_bot_does_not_empty_the_reserve_of_another_if_it_can_help_it() -> None:
    game = match(["green-stick"], ["red-mini"], ["red-plate", "blue-plate"], pieces=stack("red-cube"))
    assert bots.bot("club", 1).choose(game.player_view(1)) == "give red-plate from 3"


def test_a_bot_drafts_and_keeps_pieces_that_fit_many_others() -> None:
    assert reach(["red-cube", "blue-mini"]) > reach(["red-cube", "red-mini"]) > reach(["red-cube"])
    assert reach(PIECES) == 30
    draft = lido.new("splash")
    draft.play("take red-cube")
    draft.play("take blue-mini")
    second = bots.bot("club", 1).choose(draft.player_view(1)).removeprefix("take ")
    assert second.split("-")[0] != "red"
    assert second.split("-")[1] != "cube"


def test_a_bot_builds_on_from_the_pile_that_leaves_it_least_to_pick_up() -> None:
    two, three = ("red-cube", "blue-cube"), ("green-cube", "green-prism", "green-plate")
    game = holding("red-mini", ["red-plate"], ["blue-plate"], pieces=stack(*two, *three))
    settle(game, [*stack(*two), *stack(*three, x=FAR), *stack("red-mini", x=-FAR)])
    assert game.legal_moves() == ["base green-cube", "base red-cube"]
    assert bots.bot("club", 1).choose(game.player_view(2)) == "base green-cube"


def test_a_bot_keeps_what_fits_most() -> None:
    pieces = ("red-cube", "blue-cube", "green-cube", "orange-cube")
    game = holding("red-mini", ["red-plate"], ["blue-plate"], pieces=stack(*pieces))
    settle(game, scattered(*pieces, "red-mini"))
    game.play("base red-cube", settled=[stack("red-cube")])
    assert "red-mini" in bots.bot("club", 1).choose(game.player_view(2)), "no other has its shape"


def test_levels_differ_in_aim_and_in_thought_and_none_aims_better_than_a_careful_person() -> None:
    ordered = [LEVELS[level] for level in ("random", "gentle", "club", "expert")]
    assert [level.trials for level in ordered] == sorted({level.trials for level in ordered})
    for misses in ([level.miss.aim for level in ordered], [level.miss.tilt for level in ordered]):
        assert misses == sorted(set(misses), reverse=True)
    assert ordered[-1].miss.aim >= 0.001
    assert ordered[-1].miss.tilt >= math.radians(3)
    club, expert = ordered[-2:]
    assert club.doubt
    assert expert.doubt == 0.0
    assert expert.gifts > club.gifts


@clause("SP-R15")
def test_what_a_bot_aims_at_begins_at_the_start_of_the_piece() -> None:
    game = holding("red-mini", ["red-plate"], ["blue-plate"], pieces=stack("red-cube"))
    for level in LEVELS:
        path = bots.bot(level, 1).details(game.player_view(2), "place", iterations=2)["path"]
        assert path[0] == [0.0, *game.view(2)["start"]]

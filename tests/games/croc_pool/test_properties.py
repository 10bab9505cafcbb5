"""What must hold at every table of Crocodile Pool Party, whatever the tiles, whatever the moves."""

import random
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import lido
from lido import words
from lido.deal import Draws
from lido.game import Start, copied
from lido.games.croc_pool import GAME, rules
from lido.kernel import uncompiled
from lido.rng import seeded
from tests.games.croc_pool.reference import Table, written
from tests.games.croc_pool.scenes import at
from tests.games.croc_pool.strategies import choices, placings, tables

layouts = st.sampled_from(["first", "free"])


def state_of(table: Table) -> np.record:
    return GAME.start(Start(2, {}, None, written(table)), Draws(""))


def everything(state: np.record) -> bytes:
    return state.tobytes()


def choose(match: lido.Match, choice: int) -> str:
    moves = match.legal_moves()
    return moves[choice % len(moves)]


def tiles_of(position: str) -> list[str]:
    """The tiles of a position, a crocodile written as the swimmer it was."""
    pool, bars, _ = position.split("|")
    stacks = [word.split(":")[1] for word in (pool + bars).split()]
    tiles = [tile for stack in stacks for tile in stack.replace(",", "+").split("+") if tile != "-"]
    return sorted(f"{tile[0].lower()}{tile.strip('ryRY()')}" for tile in tiles)


ALL_TILES = sorted(f"{side}{number}" for side in "ry" for number in range(1, 7))


@settings(max_examples=40)
@given(st.integers(), layouts, choices(300))
def test_in_a_game_twelve_tiles_always_exist_and_stacks_only_grow(seed: int, layout: str, plan: list[int]) -> None:
    match = lido.new("croc-pool", seed=seed, options={"layout": layout})
    together: set[frozenset[str]] = set()
    for choice in plan:
        if match.result:
            break
        match.play(choose(match, choice))
        view, position = match.view(0), match.position()
        if view["to_place"] == [0, 0]:
            assert tiles_of(position) == ALL_TILES
        pool, bars, _ = position.split("|")
        groups = [tiles_of(f"{word}||") for word in pool.split()] + [tiles_of(f"|{word}|") for word in bars.split()]
        assert all(any(group <= set(now) for now in groups) for group in together)
        together = {frozenset(group) for group in groups}
        in_pool = sum(stack["height"] for stack in view["squares"].values())
        assert sum(view["scores"]) + in_pool + sum(view["to_place"]) == 12
        assert view["scores"] == [len(bar) for bar in view["bars"]]


def test_a_pile_that_was_eaten_or_brought_home_leaves_nothing_behind() -> None:
    """Random plans seldom eat, so these are whole games."""
    happened = set()
    for seed in range(3):
        match, chance = lido.new("croc-pool", seed=seed), random.Random(seed)
        while not match.result:
            happened |= {event["event"] for event in match.play(chance.choice(match.legal_moves()))}
            state = match.player_view(0).observation
            assert state.heights.sum() == 12
            assert not state.piles[state.heights == 0].any()
    assert {"eat", "bar"} <= happened


@settings(max_examples=25)
@given(st.integers(), layouts, choices(120))
def test_every_position_met_reads_back_and_leads_on_as_before(seed: int, layout: str, plan: list[int]) -> None:
    match = lido.new("croc-pool", seed=seed, options={"layout": layout})
    for choice in plan:
        again = at(match.position())
        assert again.position() == match.position()
        assert again.legal_moves() == match.legal_moves()
        assert again.result == match.result
        if match.result:
            break
        match.play(choose(match, choice))


@given(tables())
def test_positions_read_back_as_they_are_written(table: Table) -> None:
    assert at(written(table)).position() == written(table)


@given(placings())
def test_positions_of_the_set_up_read_back_as_they_are_written(table: Table) -> None:
    assert at(written(table)).position() == written(table)


@settings(max_examples=10)
@given(tables() | placings())
def test_play_accepts_the_moves_listed_and_no_others(table: Table) -> None:
    state = state_of(table)
    before = everything(state)
    listed = GAME.legal_moves(state)
    assert sorted(GAME.parse_move(state, move) for move in listed) == sorted(GAME.legal(state))
    for move in listed:
        GAME.play(state, move, {})
    for move in {GAME.move_text(state, number) for number in range(rules.MOVES)} - set(listed):
        with pytest.raises(lido.IllegalMove) as refusal:
            GAME.play(state, move, {})
        english, french = refusal.value.said("en"), refusal.value.said("fr")
        assert english != french
        assert refusal.value.clause
        assert english.endswith(f". ({refusal.value.clause})")
        assert french.endswith(f". ({refusal.value.clause})")
    assert everything(state) == before


@given(tables(), st.text("abcdef0123456789-= pasflibr", max_size=9) | st.text(max_size=9))
@example(Table({"c3": ("r(1)",), "c9": ("y(1)",)}), "c3-c4\n")
@example(Table({"c3": ("r(1)",), "c9": ("y(1)",)}), "c03-c4")
@example(Table({"c3": ("r(1)",), "c9": ("y(1)",)}), "flip  c3")
@example(Table({"c3": ("r(1)",), "c9": ("y(1)",)}), "c3-c١")
@example(Table({"c3": ("r(1)",), "c9": ("y(1)",)}), "g3-c4")
@example(Table({"c3": ("r(1)",), "c9": ("y(1)",)}), "c15")
def test_what_is_no_move_is_refused(table: Table, text: str) -> None:
    match = at(written(table))
    if text in match.legal_moves():
        match.play(text)
        assert match.moves == (text,)
    else:
        with pytest.raises(lido.IllegalMove):
            match.play(text)
        assert (match.moves, match.position()) == ((), written(table))


@settings(max_examples=40)
@given(st.integers(), choices(25), st.integers(1, 25))
def test_undo_goes_back_to_the_same_position(seed: int, plan: list[int], back: int) -> None:
    match = lido.new("croc-pool", seed=seed)
    history = [(match.position(), match.view(0), match.result)]
    for choice in plan:
        if match.result:
            break
        match.play(choose(match, choice))
        history.append((match.position(), match.view(0), match.result))
    for then in reversed(history[:-1][-back:]):
        match.undo()
        assert (match.position(), match.view(0), match.result) == then


@settings(max_examples=15)
@given(st.integers(), layouts, choices(150))
def test_a_record_replays_to_the_same_position(seed: int, layout: str, plan: list[int]) -> None:
    match = lido.new("croc-pool", seed=seed, options={"layout": layout})
    for choice in plan:
        if match.result:
            break
        match.play(choose(match, choice))
    again = lido.replay(match.record())
    assert (again.position(), again.result, again.moves) == (match.position(), match.result, match.moves)


@settings(max_examples=30)
@given(tables() | placings(), st.integers(), choices(20))
def test_a_record_that_begins_from_a_position_replays(table: Table, seed: int, plan: list[int]) -> None:
    hidden = re.sub(r"\(.\)", "", written(table))
    match = at(hidden, seed)
    for choice in plan:
        if match.result:
            break
        match.play(choose(match, choice))
    again = lido.replay(match.record())
    assert (again.position(), again.result, again.moves) == (match.position(), match.result, match.moves)


@settings(max_examples=25)
@given(tables() | placings())
def test_the_rules_are_the_same_uncompiled(table: Table) -> None:
    state = state_of(table)
    moves, plain_moves = np.zeros((2, rules.MOST_MOVES), dtype=np.int16)
    count = rules.legal(state, moves)
    assert uncompiled(rules.legal)(state, plain_moves) == count
    assert moves.tolist() == plain_moves.tolist()
    for move in moves[:count]:
        after, plain_after = copied(state), copied(state)
        rules.play(after, move)
        uncompiled(rules.play)(plain_after, move)
        assert everything(after) == everything(plain_after)
        assert rules.over(after) == uncompiled(rules.over)(plain_after)
    payoffs, plain_payoffs = np.zeros((2, 6))
    rules.payoffs(state, payoffs)
    uncompiled(rules.payoffs)(state, plain_payoffs)
    assert payoffs.tolist() == plain_payoffs.tolist()
    assert payoffs.sum() == 1
    view, plain_view = GAME.observation(state, 1), copied(state)
    uncompiled(rules.observe)(state, 0, plain_view)
    assert everything(view) == everything(plain_view)
    rules.redeal(view, seeded(1))
    uncompiled(rules.redeal)(plain_view, seeded(1))
    assert everything(view) == everything(plain_view)


def shown(view: dict[str, Any], events: list[dict[str, Any]]) -> tuple[dict[str, int], list[int]]:
    """Who owns how many tiles on which square, and the scores, after events told to somebody who knows no rules."""
    heights = {square: (stack["owner"], stack["height"]) for square, stack in view["squares"].items()}
    scores = list(view["scores"])
    for event in events:
        seat = event.get("seat", 0)
        if event["event"] == "place":
            heights[event["square"]] = (seat, 1)
        elif event["event"] == "bar":
            scores[seat - 1] += event["tiles"]
            assert heights.pop(event["from"]) == (seat, event["tiles"])
        elif event["event"] in ("move", "eat"):
            owner, height = heights.pop(event["from"])
            under = heights.pop(event["to"], (3 - seat, 0))
            assert (owner, under) == (seat, (3 - seat, event.get("tiles", 0)))
            heights[event["to"]] = (seat, height + under[1])
    return {square: seat * 100 + height for square, (seat, height) in heights.items()}, scores


@settings(max_examples=40)
@given(tables() | placings())
def test_the_events_lead_from_the_pool_before_to_the_pool_after(table: Table) -> None:
    match = at(written(table))
    before = match.view(0)
    for move in match.legal_moves():
        events = match.play(move)
        after = match.view(0)
        assert shown(before, events) == shown(after, [])
        kinds = [event["event"] for event in events]
        assert kinds.count("open") == (after["open"] and not before["open"])
        assert kinds.count("stuck") == (move.startswith("flip") and after["must"] is None)
        assert kinds.count("over") == (match.result is not None)
        for event in events:
            if event["event"] != "over":
                for language in words.LANGUAGES:
                    assert "{" not in words.say(f"croc-pool.event-{event['event']}", language, who="A", **event)
        match.undo()

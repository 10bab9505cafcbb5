"""What is behind a move: the line that is expected, and what a seat may believe of what is hidden from it."""

import random
import re

import pytest

import lido
from lido import bots
from lido.games.plouf_party.opponents import OpponentModel
from lido.words import LANGUAGES, text
from tests.bots.test_fair import WITH_SECRETS, in_the_middle, two_worlds


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_line_can_be_played(players: int) -> None:
    for seed in range(4):
        match = in_the_middle("le-plouf", players, seed)
        found = bots.searched(match.player_view(match.turn or 0), iterations=600, seed=1)
        assert len(found.line) > 1
        assert found.line[0] == bots.advised(found).move
        for move in found.line:
            match.play(move)


def test_the_line_of_a_game_with_secrets_begins_with_the_advice() -> None:
    match = in_the_middle("croc-pool", 2, 3)
    found = bots.searched(match.player_view(match.turn or 0), iterations=600, seed=1)
    assert found.line[0] in match.legal_moves()
    assert found.line[0] == bots.advised(found).move


@pytest.mark.parametrize(("game", "players"), WITH_SECRETS)
def test_worlds_that_look_the_same_are_explained_the_same(game: str, players: int) -> None:
    for seed in range(8):
        here, there = (
            bots.searched(match.player_view(match.turn or 0), iterations=80, seed=2)
            for match in two_worlds(game, players, seed)
        )
        assert here == there


def test_what_is_believed_is_the_likeliest_of_what_is_possible() -> None:
    for seed in range(20):
        match = in_the_middle("plouf-party", 5, seed)
        assert match.turn
        view = match.player_view(match.turn)
        shown = view.view()
        believed = {one["seat"]: one for one in OpponentModel().believed(view)}
        unknown = {seat for seat in range(1, 6) if shown["in"][seat - 1] and shown["tokens"][seat - 1] is None}
        assert set(believed) == unknown
        for seat, one in believed.items():
            assert one["colour"] not in {*shown["tokens"], *shown["cleared"][seat - 1]}
            assert 100 / 6 - 1 <= one["percent"] <= 100
            assert one["percents"][one["colour"]] == one["percent"] == max(one["percents"].values())
            assert 97 <= sum(one["percents"].values()) <= 103, "six roundings"


def test_beliefs_are_right_more_often_than_by_chance() -> None:
    right = told = 0
    for seed in range(24):
        match = lido.new("plouf-party", players=4, seed=seed)
        players = [bots.bot("club", f"{seed} {seat}") for seat in range(4)]
        while match.turn and len(match.moves) < 40:
            match.play(players[match.turn - 1].choose(match.player_view(match.turn)))
        tokens = match.record()["deal"]["tokens"]
        for belief in OpponentModel().believed(match.player_view(1)) if match.turn else []:
            told += 1
            right += tokens[belief["seat"] - 1] == belief["colour"]
    assert told >= 30
    assert right / told > 0.25


def test_a_poor_memory_is_less_sure() -> None:
    surer = 0
    for seed in range(10):
        match = lido.new("plouf-party", players=4, seed=seed)
        chance = random.Random(seed)
        for _ in range(40):
            moves = [move for move in match.legal_moves() if not move.startswith("accuse")]
            match.play(chance.choice(moves))
            if match.result:
                break
        if match.turn:
            view = match.player_view(1)
            sure, unsure = (OpponentModel(memory).believed(view) for memory in (1.0, 0.5))
            surer += sum(one["percent"] for one in sure) > sum(one["percent"] for one in unsure)
    assert surer >= 6


def test_exact_values_need_no_line() -> None:
    match = lido.new("le-plouf", seed=1)
    found = bots.judged(match.player_view(1), iterations=50)
    assert (found.exact, found.line, found.beliefs) == (True, [], [])
    assert bots.hint(match.player_view(1), ms=20).move in match.legal_moves()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_says_what_it_is_in_a_sentence(language: str) -> None:
    for level in (*bots.all_levels(), "match"):
        said = text(f"pages.temper-{level}", language)
        assert said
        assert said.endswith(".")
        assert text(f"site.level-{level}", language)
        assert text(f"site.bot-{level}", language)
    belief = text("plouf-party.event-believe", language)
    assert belief
    assert {"{who}", "{colour}", "{percent}"} <= set(re.findall(r"{\w+}", belief))

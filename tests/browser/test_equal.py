"""The browser's engine tells the same as Python: every legal move, event, view, refusal, record and search."""

from pathlib import Path
from typing import Any

import pytest

from lido import record
from lido.games import find
from lido.registry import own
from tests.browser.node import Node
from tests.browser.tasks import analysed_game, random_game, record_games, searched_game, solved_game
from tests.browser.transcript import Transcript

RECORDS = Path(__file__).parents[1] / "records"
GAMES = sorted({game for game, _ in record_games()})
GAMES_EACH = 12
"""Random games of each kind; `make everywhere` compares ten thousand."""
BAD_SETUPS: list[dict[str, Any]] = [
    {"players": 99},
    {"players": 1.5},
    {"options": {"none": "x"}},
    {"laws": 0},
    {"laws": 99},
    {"deal": {"none": []}},
    {"deal": []},
    {"position": "x"},
    {"position": {"deal": 1}},
    {"position": ["x"] * 200},
    {"deal": {}, "position": "x"},
    {"seed": "\ud800"},
]


@pytest.mark.parametrize(("game", "players"), record_games())
def test_random_games_tell_the_same(node: Node, game: str, players: int) -> None:
    games = (random_game(game, players, number, shown=0.1) for number in range(GAMES_EACH))
    assert len(list(node.compare(games))) == GAMES_EACH


@pytest.mark.parametrize(("game", "players"), record_games())
def test_bots_of_every_level_search_and_choose_the_same(node: Node, game: str, players: int) -> None:
    games = (searched_game(game, players, number, iterations=200) for number in range(2))
    assert len(list(node.compare(games))) == 2


@pytest.mark.parametrize("game", GAMES)
def test_analyses_without_tables_find_the_same_as_without_a_network(node: Node, game: str) -> None:
    games = list(node.compare(analysed_game(game, find(game).players[0], number, 200) for number in range(4)))
    assert any(step[0] == "analyse" for each in games for step in each.steps)


@pytest.mark.parametrize("game", GAMES)
def test_a_level_that_needs_the_network_is_refused_without_it(node: Node, game: str) -> None:
    steps: list[list[Any]] = [["levels"], ["choose", "expert at 1", "expert", {"iterations": 10}]]
    levels, chosen = node.told({"game": game, "setup": {}, "steps": steps, "tables": False})[2:]
    assert levels[0] == ["random", "gentle", "club"]
    assert (chosen[0]["code"], chosen[0]["facts"]["allowed"]) == ("match.level", "random, gentle, club")


@pytest.mark.parametrize("game", GAMES)
def test_longer_searches_have_the_same_visits(node: Node, game: str) -> None:
    players = find(game).players[0]
    assert list(node.compare([searched_game(game, players, 100, iterations=2_000)]))


def test_bots_that_know_the_solution_choose_and_judge_the_same(node: Node) -> None:
    played = list(node.compare(solved_game("le-plouf", 2, number) for number in range(4)))
    came = [(step, told[0]) for each in played for step, told in zip(each.steps, each.told[2:], strict=True)]
    judged = [told["exact"] for step, told in came if step[0] == "analyse"]
    assert {*judged} == {True, False}
    assert sum(step[0] == "choose" for step, _ in came) > 60
    assert all("master" in told for step, told in came if step[0] == "levels")


@pytest.mark.parametrize("game", GAMES)
def test_the_same_is_offered_after_a_game(node: Node, game: str) -> None:
    options = find(game).options
    setups = [{"options": {name: value}} for name, values in options.items() for value in values] or [{}]
    assert len(list(node.compare(Transcript(game, setup, [["rematches"]]) for setup in setups))) == len(setups)


@pytest.mark.parametrize("game", GAMES)
def test_what_cannot_begin_is_refused_the_same(node: Node, game: str) -> None:
    refused = list(node.compare(Transcript(game, setup) for setup in BAD_SETUPS))
    assert all(len(each.told) == 1 for each in refused)


@pytest.mark.parametrize("game", GAMES)
def test_kept_records_replay(node: Node, game: str) -> None:
    files = sorted(file for file in (RECORDS / game).glob("*.json") if file.name != "index.json")
    steps = [["replay", record.written(record.read(file.read_bytes()))] for file in files]
    (replayed,) = node.compare([Transcript(game, {}, steps)])
    assert all("refused" not in came for came, _ in replayed.told[2:])
    assert len(replayed.told) > 2


def test_every_record_game_of_lido_is_compared() -> None:
    assert set(GAMES) == {game for game in own() if hasattr(find(game), "rules") and not find(game).detailed}

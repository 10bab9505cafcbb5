"""Data sets: a row is a whole game that can be played again, and the card says what it is."""

import builtins
import json
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

import lido
from lido.benchmark import games
from lido.benchmark.games import Plan


@pytest.mark.parametrize(
    ("game", "players", "level"), [("le-plouf", 2, "random"), ("plouf-party", 3, "random"), ("croc-pool", 2, "random")]
)
def test_a_row_plays_again(game: str, players: int, level: str) -> None:
    plan = Plan(game, players, {}, (level,) * players, "1")
    ((row, other), _), again = games._batch(plan, range(2)), games.played(plan, 0)
    assert row == again
    assert row["moves"] != other["moves"]
    deal = json.loads(row["deal"])
    match = lido.new(game, players=players, deal=deal) if deal else lido.new(game, players=players)
    for move in row["moves"]:
        match.play(move)
    assert match.result
    assert list(match.result.payoffs) == row["payoffs"]
    assert match.result.reason == row["reason"]


def test_levels_move_on_by_a_seat_with_every_game() -> None:
    plan = Plan("plouf-party", 3, {}, ("random", "random", "gentle"), "1")
    assert [games.played(plan, number)["seats"].index("gentle") for number in range(3)] == [2, 1, 0]


def test_the_card_has_the_command_that_makes_the_games() -> None:
    text = games.card(Plan("le-plouf", 2, {}, ("gentle", "club"), "7"), 1_000, 12.3, 4567)
    assert (
        "python -m lido.benchmark games le-plouf --games 1000 --seats 2 --players gentle --players club --seed 7"
        in text
    )
    assert "played by bots of Lido" in text


def test_without_pyarrow_a_sentence_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load = builtins.__import__

    def missing(name: str, *given: Any, **named: Any) -> Any:
        if name.startswith("pyarrow"):
            raise ImportError(name)
        return load(name, *given, **named)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(lido.BadSetup, match=r"install lido-games\[data\]"):
        games.write(tmp_path, Plan("le-plouf", 2, {}, ("random", "random"), "1"), 2, 1)


def test_of_other_numbers_of_levels_every_way_to_seat_them_comes_as_often() -> None:
    plan = Plan("le-plouf", 2, {}, ("random", "gentle", "club"), "1")
    assert len({tuple(plan.seating(number)) for number in range(9)}) == 9
    assert plan.seating(9) == plan.seating(0)
    assert Plan("le-plouf", 3, {}, ("club",), "1").seating(5) == ["club"] * 3


def test_expert_plays_the_same_game_again() -> None:
    plan = Plan("plouf-party", 2, {}, ("expert", "random"), "1")
    assert games.played(plan, 3) == games.played(plan, 3)


def test_the_files_hold_all_games_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "PART", 5)
    plan = Plan("plouf-party", 2, {}, ("random", "random"), "1")
    seen: list[int] = []
    home = games.write(tmp_path, plan, 12, 1, seen.append)
    rows = parquet.read_table(home).to_pylist()
    assert [row["number"] for row in rows] == list(range(12))
    assert rows[5] == games.played(plan, 5)
    assert seen == [5, 10, 12]
    assert home.with_suffix(".md").read_text().startswith("# Games of plouf-party\n\n12 whole games")


def test_the_same_command_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "PART", 5)
    plan = Plan("plouf-party", 2, {}, ("random",), "1")
    games.write(tmp_path, plan, 7, 1)
    seen: list[int] = []
    home = games.write(tmp_path, plan, 12, 1, seen.append)
    assert seen == [10, 12]  # the first five stay, the part that was not whole is played again
    assert [row["number"] for row in parquet.read_table(home).to_pylist()] == list(range(12))
    with pytest.raises(lido.BadSetup, match="another command"):
        games.write(tmp_path, plan._replace(seed="2"), 12, 1)

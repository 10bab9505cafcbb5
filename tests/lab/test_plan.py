"""What is played for a report."""

from collections import Counter

import pytest

from lido import bots
from lido.errors import BadSetup
from lido.games import find
from lido.lab.outcome import play
from lido.lab.plan import Matchup, Part, plan
from lido.lab.setup import seating, set_up


def matchups(game: str, games: int = 1_000) -> list[Matchup]:
    return plan(game, games, ms=20, iterations=None, seed="1")


@pytest.mark.parametrize("game", ["le-plouf", "plouf-party", "croc-pool", "splash"])
def test_every_level_plays_among_itself_with_every_number_of_players(game: str) -> None:
    seen = {(matchup.level, matchup.setup.seats) for matchup in matchups(game) if matchup.part == Part.LEVELS}
    assert seen == {(level, players) for level in bots.LEVELS for players in find(game).players}


@pytest.mark.parametrize(
    ("game", "changed"),
    [
        ("le-plouf", []),
        ("croc-pool", [("layout", "free", 2)]),
        ("plouf-party", [("edition", "en", 4)]),
        (
            "splash",
            [("draft", "deal", 4), ("teams", 2, 4), ("teams", 3, 6), ("hand", "steady", 4), ("hand", "windy", 4)],
        ),
    ],
)
def test_every_other_value_of_an_option_is_tried_alone(game: str, changed: list[tuple[str, object, int]]) -> None:
    seen = [matchup for matchup in matchups(game) if matchup.part == Part.OPTIONS]
    assert [(matchup.option, matchup.setup.options[matchup.option], matchup.setup.seats) for matchup in seen] == changed
    usual = {name: values[0] for name, values in find(game).options.items()}
    for matchup in seen:
        assert {name for name, value in matchup.setup.options.items() if value != usual[name]} == {matchup.option}


def test_an_option_that_no_level_sees_is_tried_with_bots_that_somebody_brings() -> None:
    brought = plan("plouf-party", 10, ms=5, iterations=None, seed="1", players=["random", "cmd:true"])
    assert "memory" in {matchup.option for matchup in brought}


@pytest.mark.parametrize("level", ["random", "gentle", "club", "expert"])
def test_an_option_that_no_level_sees_changes_no_game(level: str) -> None:
    setups = [
        set_up("plouf-party", [level] * players, options={"memory": memory}, iterations=20)
        for players in (2, 4)
        for memory in ("aid", "none")
    ]
    for aid, none in zip(setups[::2], setups[1::2], strict=True):
        for number in (1, 2, 3):
            assert play(aid, number).line == play(none, number).line


def test_the_games_are_shared_out_evenly_and_every_pair_has_its_share() -> None:
    *planned, ratings = matchups("le-plouf", 180)  # twelve matchups and six pairs
    assert {matchup.games for matchup in planned} == {10}
    assert len(planned) == 12
    assert (ratings.part, ratings.games) == (Part.RATINGS, 6 * 10)
    pairs = Counter(seating(ratings.setup, number) for number in range(1, ratings.games + 1))
    assert set(pairs.values()) == {5}
    assert len(pairs) == 12


def test_even_in_few_games_a_pair_plays_in_both_orders() -> None:
    *planned, ratings = matchups("le-plouf", 3)
    assert {matchup.games for matchup in planned} == {1}
    assert ratings.games == 12


def test_a_report_can_be_about_other_bots() -> None:
    planned = plan("le-plouf", 10, ms=5, iterations=None, seed="1", players=["random"])
    assert {matchup.part for matchup in planned} == {Part.LEVELS}
    assert {matchup.level for matchup in planned} == {"random"}


def test_time_and_iterations_are_not_both_given() -> None:
    with pytest.raises(BadSetup, match="not both"):
        plan("le-plouf", 10, ms=20, iterations=5, seed="1")

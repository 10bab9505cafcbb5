"""How a game ends, and who is paid."""

from typing import Any

import pytest

import lido
from tests.games.splash.scenes import FAR, holding, settle, stack

clause = pytest.mark.clause


def building(*reserves: list[str], source: int, **more: Any) -> lido.Match:
    """Seat 2 holds the red-mini that seat 1 gave, over a red cube."""
    return holding("red-mini", *reserves, source=source, pieces=stack("red-cube"), **more)


STANDS = stack("red-cube", "red-mini")
FALLS = [*stack("red-cube"), *stack("red-mini", x=FAR)]
LEFT = stack("red-cube")


@clause("SP-16", "SP-R5")
def test_a_player_whose_last_piece_has_been_set_wins() -> None:
    game = building([], ["blue-plate"], ["blue-mini"], source=1)
    assert settle(game, STANDS)[-1] == {"event": "over", "payoffs": [1.0, 0.0, 0.0], "reason": "reserve"}
    assert game.view(0)["step"] == "over"


@clause("SP-R5")
def test_the_win_is_for_the_reserve_the_piece_came_from_whoever_gave_it() -> None:
    game = building(["green-plate"], ["blue-plate"], [], source=3)
    settle(game, STANDS)
    assert game.result == ((0.0, 0.0, 1.0), "reserve")


@clause("SP-R5")
def test_another_empty_reserve_wins_nothing() -> None:
    game = building(["green-plate"], [], ["blue-mini"], source=1)
    settle(game, STANDS)
    assert game.result is None


@clause("SP-R5")
def test_an_empty_reserve_wins_nothing_when_the_tower_falls() -> None:
    game = building([], ["blue-plate"], ["blue-mini"], source=1)
    settle(game, FALLS, LEFT)
    assert game.result is None
    assert game.view(0)["drops"] == [1, 0, 0]


@clause("SP-17")
def test_three_drops_win_and_two_do_not() -> None:
    for drops, settled, result in ((1, (LEFT,), None), (2, (), ((1.0, 0.0, 0.0), "drops"))):
        game = building(["green-plate"], ["blue-plate"], ["blue-mini"], source=1, drops=[drops, 2, 2])
        settle(game, FALLS, *settled)
        assert game.result == result


@clause("SP-18", "SP-R11")
@pytest.mark.parametrize(
    ("players", "teams", "winners"),
    [(4, 2, {1, 3}), (6, 3, {1, 4}), (6, 2, {1, 3, 5}), (4, 0, {1}), (6, 0, {1})],
)
def test_partners_face_each_other_and_share_a_win(players: int, teams: int, winners: set[int]) -> None:
    others = [["green-plate"], ["green-mini"], ["green-cube"], ["green-stick"], ["green-prism"]][: players - 1]
    game = building([], *others, source=1, options={"teams": teams})
    settle(game, STANDS)
    assert game.result
    expected = [1 / len(winners) if seat in winners else 0 for seat in range(1, players + 1)]
    assert list(game.result.payoffs) == expected


@clause("SP-18", "SP-17")
def test_a_team_wins_by_the_drops_of_one_member_and_not_of_all_together() -> None:
    reserves = (["green-plate"], ["green-mini"], ["green-cube"], ["green-stick"])
    game = building(*reserves, source=1, options={"teams": 2}, drops=[1, 0, 2, 0])
    settle(game, FALLS, LEFT)
    assert game.result is None
    game = building(*reserves, source=1, options={"teams": 2}, drops=[2, 0, 0, 0])
    settle(game, FALLS)
    assert game.result == ((0.5, 0.0, 0.5, 0.0), "drops")


@clause("SP-R11")
def test_a_view_says_who_plays_together() -> None:
    assert lido.new("splash", players=6, options={"teams": 3}).view(0)["sides"] == [[1, 4], [2, 5], [3, 6]]
    assert lido.new("splash", players=6).view(0)["sides"] == []


@clause("SP-18", "SP-R11")
@pytest.mark.parametrize(("players", "teams"), [(2, 2), (3, 3), (5, 2), (4, 3)])
def test_other_teams_are_refused(players: int, teams: int) -> None:
    with pytest.raises(lido.BadSetup) as refusal:
        lido.new("splash", players=players, options={"teams": teams})
    assert refusal.value.code == "splash.teams"


def test_if_nobody_has_a_piece_left_to_give_the_game_is_shared() -> None:
    """The tower has rolled over: it stands on another piece, and nothing lies beside it to be taken."""
    game = holding("red-mini", [], [], pieces=stack("blue-mini", "red-cube"))
    events = settle(game, stack("red-cube", "blue-mini", "red-mini"))
    assert events[0]["fell"] == ["red-cube", "red-mini"]
    assert game.result == ((0.5, 0.5), "reserve")

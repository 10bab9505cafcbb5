"""Trajectories: the legal moves and the chances at every position of a game."""

import pytest

import lido
from lido.lab.outcome import play
from lido.lab.setup import set_up
from lido.lab.trajectory import trajectory


def test_choices_are_counted_before_every_move() -> None:
    match = lido.new("le-plouf", players=2, seed=1)
    seen = []
    for _ in range(12):
        seen.append(len(match.legal_moves()))
        match.play(match.legal_moves()[0])
    assert trajectory(match, 1, "sea").choices == tuple(seen)


@pytest.mark.parametrize(("game", "players"), [("le-plouf", 3), ("plouf-party", 4), ("croc-pool", 2)])
def test_every_position_has_a_chance_for_every_seat(game: str, players: int) -> None:
    done = play(set_up(game, ["random"] * players, playouts=20), 1)
    assert done.trajectory
    assert len(done.trajectory.chances) == len(done.trajectory.choices) == done.moves
    for chances in done.trajectory.chances:
        assert len(chances) == players
        assert sum(chances) == pytest.approx(1, abs=0.01)


def test_who_is_about_to_win_has_the_best_chances() -> None:
    # Eight pawns are in the water, and both that are not are A's: as soon as one falls in, A has won.
    match = lido.new("le-plouf", players=2, position="A1A2/1BBB1/1BBA1/1AA2/5 1 A 2")
    match.play(match.legal_moves()[0])
    ((first, second),) = trajectory(match, 200, "sea").chances
    assert first > 0.8
    assert second < 0.2


def test_the_same_seed_sees_the_same_chances() -> None:
    setup = set_up("croc-pool", ["random", "random"], playouts=5)
    assert play(setup, 2) == play(setup, 2) != play(setup, 3)


def test_a_game_that_nobody_asked_about_is_not_gone_through() -> None:
    assert play(set_up("le-plouf", ["random", "random"]), 1).trajectory is None


def test_a_game_counts_what_it_says_in_every_position() -> None:
    done = play(set_up("splash", ["random", "random"], options={"draft": "deal"}, playouts=1), 1)
    assert done.trajectory
    assert done.trajectory.chances == ()
    assert set(done.trajectory.counts) == {"height"}
    assert len(done.trajectory.counts["height"]) == done.moves
    assert done.trajectory.counts["height"][0] == 0
    assert max(done.trajectory.counts["height"]) >= 1

"""The challenge of the day: the same pieces for everybody, by the laws, and what a tower is worth."""

from datetime import date, timedelta
from itertools import pairwise

import pytest

import lido
from lido.challenges import all_challenges, challenge_of
from lido.errors import BadRecord
from lido.games.splash.beauty import beauty
from lido.games.splash.challenge import CHALLENGE, COUNT, pieces_of
from lido.games.splash.pieces import SIZES, matches, shape
from lido.games.splash.scene import read_poses
from lido.match import Match
from lido.record import read
from lido.verify import check_challenge

DAY = date(2026, 11, 18)
DAYS = [DAY + timedelta(days=after) for after in range(60)]
MIDDLE = {"pose": [0.0, 0.0, 0.0, 0]}
"""In the middle of the target, as the piece lies at identity."""
AWAY = {"pose": [0.02, 0.0, 0.0, 0]}


def begun() -> Match:
    """A game with all moves that are made before the person has anything to do."""
    match = lido.new("splash", players=CHALLENGE.players, options=dict(CHALLENGE.options), seed="any")
    for move in CHALLENGE.prepared(DAY):
        match.play(move)
    return match


def build(match: Match, *poses: dict[str, list[float]]) -> None:
    """Place pieces, and give the next one where there is one to give."""
    for pose in poses:
        match.play("place", **pose)
        if not CHALLENGE.is_over(match) and (due := CHALLENGE.due(DAY, match)):
            match.play(due)


def test_the_pieces_follow_from_the_date_alone() -> None:
    assert pieces_of(DAY)[:4] == ("purple-cube", "orange-cube", "orange-mini", "blue-mini")
    assert len({pieces_of(day) for day in DAYS}) == len(DAYS)


@pytest.mark.parametrize("day", DAYS)
def test_every_piece_has_a_target_and_a_day_has_all_shapes(day: date) -> None:
    pieces = pieces_of(day)
    assert len(set(pieces)) == COUNT
    assert all(matches(one, other) for one, other in pairwise(pieces))
    assert {shape(piece) for piece in pieces} == set(SIZES)
    assert shape(pieces[0]) in ("cube", "plate", "prism")


def test_it_is_a_game_by_the_laws_in_which_one_move_may_be_made_besides_placing() -> None:
    match = begun()
    assert match.view()["held"] == pieces_of(DAY)[0]
    assert CHALLENGE.due(DAY, match) is None
    match.play("place", **MIDDLE)
    assert CHALLENGE.due(DAY, match) == f"give {pieces_of(DAY)[1]}"
    assert CHALLENGE.due(DAY, match) in match.legal_moves()


def test_a_fall_ends_it_and_the_tower_before_counts() -> None:
    match = begun()
    assert CHALLENGE.score(match) is None
    build(match, MIDDLE, MIDDLE)
    before = CHALLENGE.score(match)
    assert before
    assert not CHALLENGE.is_over(match)
    build(match, AWAY)
    assert CHALLENGE.is_over(match)
    assert CHALLENGE.score(match) == before
    assert before.facts["pieces"] == 2
    assert before.facts["height"] == pytest.approx(30.0, abs=0.2)
    assert before.points == pytest.approx(before.facts["height"] + before.facts["beauty"])


def test_it_ends_with_the_last_piece() -> None:
    match = begun()
    build(match, *[MIDDLE] * COUNT)
    assert CHALLENGE.is_over(match)
    score = CHALLENGE.score(match)
    assert score
    assert score.facts["pieces"] == match.moves.count("place") == COUNT


def test_an_accident_ends_it() -> None:
    match = begun()
    build(match, MIDDLE, MIDDLE)
    match.perform("accident", fault=None, seed=1)
    assert CHALLENGE.is_over(match)


def test_a_film_shows_where_the_hand_went_and_where_the_pieces_came_to_lie() -> None:
    match = begun()
    build(match, MIDDLE, MIDDLE, AWAY)
    film = CHALLENGE.film(match)
    assert [step["piece"] for step in film] == list(pieces_of(DAY)[:2])
    last: dict[str, dict[str, list[float]]] = film[-1]
    poses = [{"piece": piece, "pos": pose[:3], "quat": pose[3:]} for piece, pose in last["pieces"].items()]
    score = CHALLENGE.score(match)
    assert score
    assert sum(beauty(read_poses(poses)).values()) == pytest.approx(score.facts["beauty"], abs=0.5)
    times = [moment[0] for moment in last["path"]]
    assert times == sorted(times)
    assert len(times) > 3


def test_only_this_game_has_one() -> None:
    assert list(all_challenges()) == ["splash"]
    assert challenge_of("le-plouf") is None


def test_a_proof_wants_the_moves_of_the_day() -> None:
    match = begun()
    build(match, MIDDLE)
    kept = read(match.record())
    check_challenge(DAY, kept)
    with pytest.raises(BadRecord, match="Move 1 is not the one that the challenge of 2026-11-19 decides"):
        check_challenge(DAYS[1], kept)
    other = read(lido.new("le-plouf", players=2, seed="any").record())
    with pytest.raises(BadRecord):
        check_challenge(DAY, other)

"""A bot plays from what its seat has seen: in worlds the seat cannot tell apart it plays the same."""

import gc
import random
import re
import weakref
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest

import lido
from lido import bots
from lido.game import Game, RecordGame
from lido.match import Match, PlayerView
from tests.games.plouf_party.games import other_deal

GAMES = [(game.id, players) for game in lido.games() if isinstance(game, RecordGame) for players in game.players]


def in_the_middle(game: str, players: int, seed: int) -> Match:
    """A game that random players have played for a while."""
    match = lido.new(game, players=players, seed=seed)
    choice = random.Random(seed)
    for _ in range(choice.randrange(40)):
        before = match.moves
        match.play(choice.choice(match.legal_moves()))
        if match.result:
            match.undo()
            assert match.moves == before
    return match


@pytest.mark.parametrize("level", bots.LEVELS)
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_bot_can_take_any_seat_at_any_moment(game: str, players: int, level: str) -> None:
    for seed in range(3):
        match = in_the_middle(game, players, seed)
        assert match.turn
        assert (
            bots.bot(level, seed=1).choose(match.player_view(match.turn), iterations=1 + 30 * seed)
            in match.legal_moves()
        )


@pytest.mark.parametrize("level", bots.LEVELS)
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_the_same_seed_and_iterations_give_the_same_move(game: str, players: int, level: str) -> None:
    match = in_the_middle(game, players, 7)
    assert match.turn
    moves = {bots.bot(level, seed=4).choose(match.player_view(match.turn), iterations=50) for _ in range(3)}
    assert len(moves) == 1


def other_position(position: str, chance: random.Random) -> str:
    """A position of Crocodile Pool Party with other numbers under the swimmers."""
    for side in "ry":
        hidden = re.findall(rf"{side}\((\d)\)", position)
        drawn = iter(chance.sample(hidden, len(hidden)))
        shown = re.split(rf"{side}\(\d\)", position)
        position = shown[0] + "".join(f"{side}({next(drawn)}){rest}" for rest in shown[1:])
    return position


def two_worlds(game: str, players: int, seed: int) -> tuple[Match, Match]:
    """Two games that the seat to act cannot tell apart, and that are not the same.

    Nothing that is tested here has a part in making them: neither views nor what is drawn from views.
    """
    one, chance = in_the_middle(game, players, seed), random.Random(seed)
    if game == "croc-pool":
        position = str(one.position())
        one, other = lido.new(game, position=position), lido.new(game, position=other_position(position, chance))
    else:
        other = lido.new(game, players=players, deal=other_deal(one, one.turn or 0, chance))
        for move in one.moves:
            other.play(move)
    assert one.position() != other.position()
    return one, other


WITH_SECRETS = [("plouf-party", 2), ("plouf-party", 4), ("plouf-party", 6), ("croc-pool", 2)]


@pytest.mark.parametrize("level", bots.LEVELS)
@pytest.mark.parametrize(("game", "players"), WITH_SECRETS)
def test_worlds_that_look_the_same_are_played_the_same(game: str, players: int, level: str) -> None:
    for seed in range(12):
        here, there = (
            bots.bot(level, seed).choose(match.player_view(match.turn or 0), iterations=60)
            for match in two_worlds(game, players, seed)
        )
        assert here == there


# What can be reached from a view


def leaves(thing: object, seen: dict[int, object]) -> Iterator[Any]:
    """Every value that can be reached from an object, through attributes, containers, closures and borrowed memory.

    `seen` are the containers that were looked into before. Classes, modules, the globals of a function and the
    rules of a game are one and the same for both worlds, and are not looked into.
    """
    if isinstance(thing, str | bytes | int | float | type | ModuleType | BuiltinFunctionType | Game | None):
        yield thing
        return
    if id(thing) in seen:
        return
    seen[id(thing)] = thing
    inside: Iterable[object] = gc.get_referents(thing)
    if isinstance(thing, np.ndarray | np.generic):
        yield thing.tobytes()
        inside = [thing.base]
    elif isinstance(thing, FunctionType):
        inside = [cell.cell_contents for cell in thing.__closure__ or ()]
    elif isinstance(thing, weakref.ref):
        inside = [thing()]
    for part in inside:
        yield from leaves(part, seen)


def tells_apart(views: Iterable[PlayerView]) -> bool:
    """Whether anything that can be reached from the views is different."""
    one, other = (list(leaves(view, {})) for view in views)
    return one != other


@pytest.mark.parametrize(("game", "players"), WITH_SECRETS)
def test_nothing_reached_from_a_view_tells_two_worlds_apart(game: str, players: int) -> None:
    for seed in range(12):
        worlds = two_worlds(game, players, seed)
        assert not tells_apart(match.player_view(match.turn or 0) for match in worlds)


class Moves(tuple[str, ...]):
    """Moves that carry something along."""

    truth: Any


def carried(view: PlayerView, truth: Any) -> PlayerView:
    moves = Moves(view.moves)
    moves.truth = truth
    return replace(view, moves=moves)


def borrowed(view: PlayerView, truth: np.record) -> PlayerView:
    """The view with its observation in memory that it shares with the truth."""
    both = np.zeros(2, dtype=truth.dtype)
    both[0], both[1] = view.observation, truth
    return replace(view, observation=both[0])


LEAKS: dict[str, Callable[[PlayerView, Match], PlayerView]] = {
    "the truth itself": lambda view, match: replace(view, observation=match._state),
    "memory shared with the truth": lambda view, match: borrowed(view, match._state),
    "the match": carried,
    "the match, in a closure": lambda view, match: carried(view, lambda: match),
    "a method of the match": lambda view, match: carried(view, match.position),
    "the match, by a weak reference": lambda view, match: carried(view, weakref.ref(match)),
    "the deal": lambda view, match: replace(view, story=(*view.story, match.record()["deal"])),
    "one secret number": lambda view, match: replace(
        view, repetitions={hash(match._state.tobytes()): 1, **view.repetitions}
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_that_is_planted_is_found(leak: str) -> None:
    worlds = two_worlds("plouf-party", 4, 1)
    views = [match.player_view(match.turn or 0) for match in worlds]
    assert not tells_apart(views)
    assert tells_apart(LEAKS[leak](view, match) for view, match in zip(views, worlds, strict=True))


def test_changing_a_view_does_not_change_the_match() -> None:
    match = lido.new("plouf-party", players=4, seed=1)
    before = match._state.tobytes()
    observation = match.player_view(1).observation
    for field in observation.dtype.names:
        observation[field] = 1
    assert match._state.tobytes() == before

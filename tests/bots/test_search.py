"""The search: what it finds, that it repeats, and that it keeps only what still applies."""

from collections.abc import Callable
from typing import Any

import pytest

import lido
from lido.bots import search
from lido.bots.config import SearchConfig, search_config
from lido.bots.search import NO_BELIEF, Found, Grower, Search
from lido.game import RecordGame
from lido.kernel import uncompiled
from lido.match import Match
from lido.network import game_with_memory
from lido.rng import seeded

GAMES = [(game.id, players) for game in lido.games() if isinstance(game, RecordGame) for players in game.players]


def record_game(match: Match) -> RecordGame:
    assert isinstance(match.game, RecordGame)
    return match.game


def grown(match: Match, iterations: int) -> Grower:
    assert match.turn
    grower = Grower(record_game(match), search_config(record_game(match)), seeded("test"))
    player_view = match.player_view(match.turn)
    grower.begin(player_view, player_view.observation, NO_BELIEF, iterations)
    grower.grow(iterations)
    return grower


def named(match: Match, grower: Grower) -> dict[str, Any]:
    """What a tree found, by the moves' text."""
    assert match.turn
    seen = match.player_view(match.turn).observation
    return {record_game(match).move_text(seen, move): found for move, found in grower.found().items()}


def think(match: Match, iterations: int, config: SearchConfig | None = None) -> dict[int, Found]:
    game = record_game(match)
    return Search(config or search_config(game), 1).think(game, match.player_view(1), seconds=0, iterations=iterations)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_every_iteration_tries_a_legal_move(game: str, players: int) -> None:
    match = lido.new(game, players=players, seed=3)
    found = think(match, 300)
    seen = match.player_view(1).observation
    assert sorted(record_game(match).move_text(seen, move) for move in found) == match.legal_moves()
    assert sum(move.visits for move in found.values()) == 300
    assert all(0 <= move.paid <= 1 for move in found.values())


@pytest.mark.parametrize(("game", "players"), [("le-plouf", 2), ("plouf-party", 3), ("croc-pool", 2)])
def test_it_finds_the_same_uncompiled(game: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    match = lido.new(game, players=players, seed=5)
    compiled = think(match, 40)
    guided = search.compiled_guided(game_with_memory(record_game(match)), search_config(record_game(match)))
    loop: Callable[..., None] = uncompiled(guided)
    monkeypatch.setattr(search, "compiled_guided", lambda game, config: loop)
    assert think(match, 40) == compiled


@pytest.mark.parametrize(("game", "players"), [("le-plouf", 2), ("plouf-party", 3), ("croc-pool", 2)])
def test_without_a_network_it_finds_the_same_uncompiled(
    game: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = lido.new(game, players=players, seed=5)
    config = search_config(record_game(match), learned=False)
    compiled = think(match, 40, config)
    loop: Callable[..., None] = uncompiled(search.compiled(record_game(match), config))
    monkeypatch.setattr(search, "compiled", lambda game, config: loop)
    assert think(match, 40, config) == compiled


def test_a_win_in_one_is_solved() -> None:
    # B's pawn on b1 can be pushed into the last free cell of the pool, b2: A alone is left on the rim.
    match = lido.new("le-plouf", position="5/1ABA1/1BAB1/2BA1/AB3 1 A 2")
    found = named(match, grown(match, 200))
    assert found["a1-b1"].paid == 1.0
    assert max(found, key=lambda move: int(found[move].visits)) == "a1-b1"


def test_a_draw_by_repetition_is_known() -> None:
    match = lido.new("le-plouf", position="5/2BA1/1BAA1/1BBA1/2A1B 3 B 2")
    player_view = match.player_view(2)
    after = lido.new("le-plouf", position="5/2BA1/1BAA1/1BBA1/2A1B 3 B 2")
    after.play("e1-b1")
    key = next(iter(after.player_view(1).repetitions.keys() - player_view.repetitions.keys()))
    grower = Grower(record_game(match), search_config(record_game(match)), seeded("test"))
    twice_before = {**player_view.repetitions, key: 2}
    remembering = type(player_view)(**{**vars(player_view), "repetitions": twice_before})
    grower.begin(remembering, remembering.observation, NO_BELIEF, 400)
    grower.grow(400)
    assert named(match, grower)["e1-b1"].paid == 0.5

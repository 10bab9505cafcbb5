"""The bots that know the solution of Le Plouf: what they play, and what they refuse."""

import shutil
from pathlib import Path

import pytest

import lido
from lido import bots
from lido.errors import BadSetup, NoSolution
from lido.games.le_plouf import text
from lido.games.le_plouf.master import looked_ahead
from lido.games.le_plouf.perfect import exact, known
from lido.games.le_plouf.solution import lookup

WIN_IN_ONE = "5/1ABA1/1BAB1/2BA1/AB3 1 A 2"
MIDDLE_GAME = "1AB1A/BA3/4B/A3B/1AB2 1 A 2"


@pytest.fixture(autouse=True)
def nothing_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A data folder without a table."""
    monkeypatch.setenv("LIDO_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def some_made(nothing_made: Path) -> Path:
    """A table in the data folder, if only of phase 1 and of the last moves."""
    shutil.copy(lookup.small().path, lookup.whole_file())
    return lookup.whole_file()


def choice(level: str, position: str, seed: int = 1) -> str:
    match = lido.new("le-plouf", position=position)
    assert match.turn
    return bots.bot(level, seed).choose(match.player_view(match.turn))


@pytest.mark.parametrize("level", ["master", "perfect"])
@pytest.mark.usefixtures("some_made")
def test_a_win_in_one_is_taken(level: str) -> None:
    assert {choice(level, WIN_IN_ONE, seed) for seed in range(5)} == {"a1-b1"}


@pytest.mark.parametrize("level", ["master", "perfect"])
@pytest.mark.usefixtures("some_made")
def test_the_first_pawn_goes_to_a_corner(level: str) -> None:
    assert {choice(level, "5/5/5/5/5 1 A 2", seed) for seed in range(8)} <= {"a1", "a5", "e1", "e5"}


@pytest.mark.usefixtures("some_made")
def test_the_last_moves_are_played_without_a_mistake() -> None:
    """Two perfect players from a position with one free pool cell: each keeps what the position is worth."""
    match = lido.new("le-plouf", position="2A1A/1B1B1/1BAB1/1ABA1/5 2 B 2")
    players = [bots.bot("perfect", seat) for seat in (1, 2)]
    worth: list[int] = []
    while match.turn:
        player_view = match.player_view(match.turn)
        found = known(lookup.small(), player_view)
        assert found
        best = max(verdict.value for verdict in found.values())
        worth.append(best if match.turn == 1 else -best)
        match.play(players[match.turn - 1].choose(player_view))
    assert match.result
    assert {2 * match.result.payoffs[0] - 1} == set(worth)


@pytest.mark.clause("LP-R6")
@pytest.mark.usefixtures("some_made")
def test_a_move_to_a_position_that_occurred_twice_is_a_draw() -> None:
    match = lido.new("le-plouf", position=WIN_IN_ONE)
    player_view = match.player_view(1)
    found = known(lookup.small(), player_view)
    assert found
    for move in found:
        after = player_view.observation.copy()
        match.game.rules.play(after, move)  # type: ignore[attr-defined]
        player_view.repetitions[match.game.key(after)] = 2  # type: ignore[index]
    again = known(lookup.small(), player_view)
    assert again
    assert {verdict.value for verdict in again.values()} == {0}


@pytest.mark.usefixtures("nothing_made")
def test_perfect_play_needs_the_table() -> None:
    with pytest.raises(NoSolution, match="lido solve le-plouf"):
        choice("perfect", MIDDLE_GAME)


def test_a_table_that_is_not_whole_is_said(some_made: Path) -> None:
    with pytest.raises(BadSetup, match="does not hold every position"):
        choice("perfect", MIDDLE_GAME)


def test_a_damaged_table_is_said(some_made: Path) -> None:
    some_made.write_bytes(b"not at all")
    for ask in (
        lambda: choice("perfect", MIDDLE_GAME),
        lambda: bots.analyse(lido.new("le-plouf", position=MIDDLE_GAME).player_view(1)),
    ):
        with pytest.raises(NoSolution, match="not a table"):
            ask()


@pytest.mark.parametrize("level", ["master", "perfect"])
@pytest.mark.parametrize(("game", "players"), [("le-plouf", 3), ("croc-pool", 2), ("splash", 2)])
def test_other_games_are_refused(level: str, game: str, players: int) -> None:
    match = lido.new(game, players=players, seed=1)
    assert match.turn
    with pytest.raises(BadSetup, match=r"Le Plouf for two|no bot of level"):
        bots.bot(level).choose(match.player_view(match.turn))


@pytest.mark.usefixtures("some_made")
def test_le_plouf_for_two_has_levels_of_its_own() -> None:
    assert bots.levels_for("le-plouf", 2) == ("random", "gentle", "club", "expert", "master", "perfect")
    for game, players in (("le-plouf", 3), ("croc-pool", 2), ("splash", 2)):
        assert bots.levels_for(game, players) == ("random", "gentle", "club", "expert")


def test_without_the_table_the_master_is_the_strongest() -> None:
    assert bots.levels_for("le-plouf", 2)[-1] == "master"


@pytest.mark.parametrize(
    ("level", "game", "players", "code"),
    [
        ("master", "le-plouf", 3, "le-plouf.solution-two-only"),
        ("perfect", "croc-pool", 2, "match.level"),
        ("perfect", "le-plouf", 2, "le-plouf.solution-not-here"),
        ("genius", "le-plouf", 2, "match.level"),
    ],
)
def test_a_level_that_cannot_play_is_refused_before_the_game(level: str, game: str, players: int, code: str) -> None:
    with pytest.raises(BadSetup) as refused:
        bots.check_level(level, game, players)
    assert refused.value.code == code


def test_what_is_allowed_instead_is_said() -> None:
    with pytest.raises(BadSetup, match="expert, master"):
        bots.check_level("genius", "le-plouf", 2)
    bots.check_level("master", "le-plouf", 2)


@pytest.mark.usefixtures("some_made")
def test_with_the_table_perfect_may_play() -> None:
    bots.check_level("perfect", "le-plouf", 2)


def test_a_judgement_says_whether_it_is_exact_and_how_far_off_the_end_is() -> None:
    known = bots.judged(lido.new("le-plouf", position=WIN_IN_ONE).player_view(1))
    assert known.exact
    assert ("a1-b1", 1, 1) in known.moves
    guessed = bots.judged(lido.new("le-plouf", position=MIDDLE_GAME).player_view(1), iterations=20, seed=1)
    assert not guessed.exact
    assert {worth.plies for worth in guessed.moves} == {None}


def test_the_master_plays_the_same_with_the_same_seed() -> None:
    match = lido.new("le-plouf", position=MIDDLE_GAME)
    moves = {choice("master", MIDDLE_GAME, seed=3) for _ in range(3)}
    assert len(moves) == 1
    assert moves < set(match.legal_moves())


def test_looking_further_ahead_sees_the_end() -> None:
    """B must answer a threat: every guess two plies ahead stays a guess, a lost game is worth less than any."""
    state = text.parse_position(WIN_IN_ONE, 2)
    worth = looked_ahead(state, 1)
    assert max(worth.values()) > 1.0, "a game that is won is worth more than any guess"
    assert all(abs(guess) <= 1.0 for guess in looked_ahead(text.parse_position(MIDDLE_GAME, 2), 1).values())


def test_without_a_table_the_middle_game_is_searched() -> None:
    player_view = lido.new("le-plouf", position=MIDDLE_GAME).player_view(1)
    assert exact(player_view) is None
    assert len(bots.analyse(player_view, iterations=20, seed=1)) == 8


def test_a_hint_is_the_quickest_win_or_else_the_slowest_loss() -> None:
    assert bots.hint(lido.new("le-plouf", position=WIN_IN_ONE).player_view(1))[:2] == ("a1-b1", 1.0)
    after_a_corner = lido.new("le-plouf", position="5/5/5/5/A4 1 B 2").player_view(2)
    assert bots.hint(after_a_corner)[:2] in [("a5", -1.0), ("e1", -1.0), ("e5", -1.0)], "a side cell loses sooner"

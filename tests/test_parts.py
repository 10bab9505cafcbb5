"""Games that lack parts, or whose packages are broken: everything else works, and a sentence says what is missing."""

import sys
import warnings
from pathlib import Path

import pyspiel
import pytest
from pettingzoo.test import api_test

import lido
from lido import bots, pictures, registry, vector, words
from lido.adapters import openspiel, pettingzoo
from lido.games import find, games, part, parts
from lido.precompile import precompile

BROKEN = {"broken": "tests.toys.broken", "stranger": "tests.toys.stranger", "missing": "no_such_package"}


@pytest.fixture(autouse=True)
def _toys(toys: None) -> None:
    """Every test here has the toys."""


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Packages that cannot be loaded, and one whose parts cannot."""
    for game, package in {**BROKEN, "torn": "tests.toys.torn"}.items():
        monkeypatch.setitem(registry.packages(), game, package)


def refused(error: type[lido.LidoError], sentence: str) -> "pytest.RaisesExc[lido.LidoError]":
    return pytest.raises(error, match=sentence)


def test_games_of_other_packages_come_after_ours() -> None:
    ids = [game.id for game in lido.games()]
    assert ids[: len(registry.own())] == sorted(registry.own(), key=ids.index)
    assert {"bare", "cards", "dips", "shown", "throws"} <= set(ids[len(registry.own()) :])


@pytest.mark.usefixtures("broken")
def test_a_game_that_cannot_be_loaded_is_left_out_with_a_warning() -> None:
    with pytest.warns(UserWarning, match="cannot be loaded") as warned:
        ids = {game.id for game in games()}
    assert not ids & set(BROKEN)
    assert {"torn", "bare"} <= ids
    assert len(warned) == len(BROKEN)


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize(
    ("game", "english", "french"),
    [
        ("broken", "cannot be loaded from tests.toys.broken: ModuleNotFoundError", "ne peut pas être chargé depuis"),
        ("missing", "No module named 'no_such_package'", "ne peut pas être chargé depuis no_such_package"),
        ("stranger", "is not a game with that id", "n'est pas un jeu avec cet identifiant"),
        ("nothing", "There is no game called 'nothing'", "Il n'y a pas de jeu nommé"),
    ],
)
def test_a_game_that_cannot_be_loaded_says_why(game: str, english: str, french: str) -> None:
    with refused(lido.BadSetup, english) as refusal:
        lido.new(game)
    assert french in refusal.value.said("fr")


def test_a_game_is_for_as_many_players_as_there_are_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(find("dips")), "players", (2, 7))
    find.cache_clear()
    with refused(lido.BadSetup, "must be for 2 to 6 players"):
        lido.new("dips")


@pytest.mark.usefixtures("broken")
def test_a_part_that_cannot_be_loaded_breaks_only_what_needs_it() -> None:
    match = lido.new("torn")
    match.play("one")
    assert match.view(1)["feet"] == [1]
    with refused(lido.BadSetup, "tests.toys.torn.picture: ModuleNotFoundError: No module named 'a_library"):
        pictures.svg(match.view(0))
    with refused(lido.BadSetup, "tests.toys.torn.bots: RuntimeError: no bots today"):
        bots.levels_for("torn", 2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert "torn" not in dict(parts("bots"))
        assert set(bots.LEVELS) < set(bots.all_levels())


@pytest.mark.usefixtures("broken")
def test_words_that_cannot_be_read_are_missing() -> None:
    words.catalogue.cache_clear()
    try:
        with pytest.warns(UserWarning, match="The words of torn cannot be read"):
            words.catalogue()
        assert words.say("torn.name", "fr") == "torn"
    finally:
        words.catalogue.cache_clear()


def test_a_game_without_words_is_told_by_its_facts() -> None:
    assert words.say("dips.name", "fr") == "dips"
    with refused(lido.IllegalMove, r"^dips has no words for 'feet' \(move three\)\.$") as refusal:
        lido.new("dips").play("three")
    assert refusal.value.said("fr") == "dips n'a pas de mots pour 'feet' (move three)."
    assert refusal.value.clause is None


def test_a_game_of_ours_without_a_sentence_is_a_mistake() -> None:
    own = next(iter(registry.own()))
    with pytest.raises(KeyError):
        words.say(f"{own}.no-such-sentence")


def test_an_entry_point_cannot_take_an_id_of_ours_nor_one_that_is_no_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, package = next(iter(registry.own().items()))
    info = tmp_path / "toys-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1\n")
    entries = f"[lido.games]\n{ours} = tests.toys.dips\nNo_Id = tests.toys.dips\nreal = tests.toys.dips:GAME\n"
    (info / "entry_points.txt").write_text(entries)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    with pytest.warns(UserWarning, match="'No_Id' of tests.toys.dips cannot be the id of a game"):
        found = registry.packages.__wrapped__()
    assert found[ours] == package
    assert found["real"] == "tests.toys.dips"
    assert "No_Id" not in found


def test_a_notebook_shows_a_game_without_pictures_as_any_object() -> None:
    assert lido.new("bare")._repr_svg_() is None
    with refused(lido.BadSetup, "bare draws no pictures"):
        pictures.svg(lido.new("bare").view(0))


def test_a_record_of_a_game_without_parts_replays() -> None:
    for game in ("bare", "dips"):
        match, bot = lido.new(game, seed=1), bots.bot("random", 1)
        while match.turn:
            match.play(bot.choose(match.player_view(match.turn)))
        assert lido.replay(match.record()).result == match.result


def test_every_record_game_is_searched_and_other_games_have_only_random() -> None:
    assert bots.levels_for("bare", 2) == bots.LEVELS
    assert bots.levels_for("dips", 2) == ("random",)
    assert bots.levels_for("throws", 2) == ()
    bare, dips = lido.new("bare", seed=1), lido.new("dips")
    for level in bots.LEVELS:
        assert bots.bot(level, 1).choose(bare.player_view(1), iterations=20) in bare.legal_moves()
    assert [move for move, _ in bots.analyse(bare.player_view(1), iterations=20)] == bare.legal_moves()
    assert bots.hint(bare.player_view(1))[0] in bare.legal_moves()
    with refused(lido.BadSetup, "no bot of level 'expert'. There are: random"):
        bots.bot("expert").choose(dips.player_view(1))
    with refused(lido.BadSetup, "What the moves of dips are worth"):
        bots.hint(dips.player_view(1))
    with refused(lido.BadSetup, "There are no bots for throws"):
        bots.bot("random").choose(lido.new("throws").player_view(1))


def test_a_game_without_bots_is_precompiled_as_far_as_it_goes() -> None:
    for game in ("dips", "throws", "bare"):
        precompile(find(game))
    assert part("dips", "precompile") is None


@pytest.mark.parametrize(
    ("game", "code"),
    [("bare", "match.no-planes"), ("dips", "research.no-vector"), ("throws", "research.no-vector")],
)
def test_games_side_by_side_need_records_and_planes(game: str, code: str) -> None:
    with pytest.raises(lido.BadSetup) as refusal:
        vector.make(game, n=4)
    assert refusal.value.code == code


def test_games_side_by_side_need_nothing_more() -> None:
    envs = vector.make("shown", players=3, n=8, seed=1)
    for _ in range(20):
        _, rewards, ended, _, _ = envs.step(envs.sample())
    assert rewards[ended].sum(axis=1) == pytest.approx(1)


@pytest.mark.parametrize(
    ("game", "sentence"),
    [("bare", "bare cannot be shown as numbers"), ("dips", "The moves of dips have no numbers")],
)
def test_pettingzoo_needs_planes_and_numbers_for_moves(game: str, sentence: str) -> None:
    with refused(lido.BadSetup, sentence):
        pettingzoo.env(game)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_needs_nothing_more(capsys: pytest.CaptureFixture[str]) -> None:
    env = pettingzoo.env("shown", players=3)
    api_test(env, num_cycles=50)
    with refused(lido.BadSetup, "shown draws no pictures"):
        env.render()


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("bare", "What chance decides in bare has no odds"),
        ("dips", "The moves of dips have no numbers"),
        ("throws", "The moves of throws have no numbers"),
        ("nothing", "There is no game called 'nothing'"),
    ],
)
def test_openspiel_needs_numbers_for_moves_and_odds(game: str, sentence: str) -> None:
    with refused(lido.BadSetup, sentence):
        openspiel.load(game)


def test_openspiel_plays_a_game_without_a_bound_and_keeps_its_secrets() -> None:
    if "lido_shown" not in pyspiel.registered_names():
        openspiel.register(find("shown"))
    game = openspiel.load("shown", players=3)
    assert game.max_game_length() == openspiel.UNBOUNDED
    assert not game.get_type().provides_information_state_tensor
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)

    def dealt(*hands: int) -> pyspiel.State:
        state = game.new_initial_state()
        for card in hands:
            state.apply_action(card)
        state.apply_action(6)
        return state

    one, other = dealt(1, 2, 3), dealt(1, 4, 5)
    assert one.information_state_string(0) == other.information_state_string(0)
    assert one.information_state_string(1) != other.information_state_string(1)

"""The API as a stranger meets it: the names that there are, copies, sentences for wrong types, types from outside."""

import copy
import json
import pydoc
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lido
from lido import pictures, words
from lido.lab.arena import play_arena
from lido.lab.setup import set_up
from lido.steps import Walk
from tests.sessions import blocks

ROOT = Path(__file__).parent.parent
NAMES = [
    "BadPosition",
    "BadRecord",
    "BadSetup",
    "IllegalMove",
    "LidoError",
    "Match",
    "PlayerView",
    "Result",
    "__version__",
    "bots",
    "games",
    "new",
    "replay",
    "vector",
]


def played(game: str, moves: int, **setup: Any) -> lido.Match:
    match, dice = lido.new(game, seed=3, **setup), random.Random(3)
    for _ in range(moves):
        match.play(dice.choice(match.legal_moves()))
    return match


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(lido.LidoError) as refusal:
        act()
    assert refusal.value.said("en") != refusal.value.said("fr")
    return refusal.value.code


# Names


def test_dir_shows_the_public_names_and_nothing_else() -> None:
    asked = "import lido; print(*dir(lido))"  # in a process that has loaded nothing of it yet
    said = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    assert said.split() == NAMES
    assert [name for name in NAMES if not hasattr(lido, name)] == []


def test_dir_of_the_modules_shows_what_they_are_for() -> None:
    assert {"LEVELS", "bot", "judged", "hint"} <= set(dir(lido.bots)) == set(lido.bots.__all__)
    assert set(dir(lido.vector)) == {"Opponents", "SeatVectorEnv", "VectorEnv", "make"}


def test_what_is_printed_says_what_it_is() -> None:
    match = lido.new("le-plouf", players=3)
    assert repr(match.game) == "<Game le-plouf, for 2, 3, 4 players>"
    assert repr(match.player_view(2)) == "<PlayerView of seat 2 of 3 in le-plouf, after 0 moves>"
    assert repr(lido.bots.bot("club")) == "<bot of level club>"
    assert repr(lido.vector.make("le-plouf", n=3)) == "VectorEnv('le-plouf', players=2, num_envs=3)"


def test_a_notebook_shows_what_a_seat_sees_and_no_more() -> None:
    match = lido.new("plouf-party", players=2, seed=1)
    one, two = (match.player_view(seat)._repr_svg_() for seat in (1, 2))
    assert one
    assert one == pictures.svg(match.view(1))
    assert one != two


def test_help_names_all_of_them_and_nothing_that_was_imported() -> None:
    page = pydoc.plain(pydoc.render_doc(lido))
    shown = [name for name in NAMES if name != "__version__"]  # which it calls VERSION
    assert [name for name in shown if not re.search(rf"\b{name}\b", page)] == []
    assert not re.search(r"import_module|TYPE_CHECKING|_HOMES", page)


def test_there_are_no_other_names() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nwe'"):
        getattr(lido, "nwe")  # noqa: B009 - as a typo would ask for it


# Copies


@pytest.mark.parametrize("copied", [lido.Match.copy, copy.copy, copy.deepcopy])
@pytest.mark.parametrize(("game", "moves"), [("le-plouf", 30), ("plouf-party", 20), ("splash", 3)])
def test_a_copy_goes_its_own_way(copied: Callable[[lido.Match], lido.Match], game: str, moves: int) -> None:
    match = played(game, moves)
    before, seen = match.record(), match.player_view()
    other = copied(match)
    assert (other.record(), other.turn, other.view(1)) == (before, match.turn, match.view(1))
    other.play(other.legal_moves()[-1])
    other.player_view(1)
    assert (match.record(), match.player_view().story) == (before, seen.story)
    other.undo(2)
    match.play(match.legal_moves()[0])
    assert lido.replay(match.record()).position() == match.position()
    assert lido.replay(other.record()).position() == other.position()


def test_a_copy_counts_repetitions_for_itself() -> None:
    match = played("le-plouf", 40)
    other = match.copy()
    other.play(other.legal_moves()[0])
    assert match.player_view(1).repetitions != other.player_view(1).repetitions


def test_a_match_says_what_it_is() -> None:
    assert repr(lido.new("le-plouf", players=3)) == "<Match of le-plouf: 3 players, 0 moves, seat 1 to act>"
    assert repr(played("croc-pool", 1)) == "<Match of croc-pool: 2 players, 1 move, seat 2 to act>"
    over = lido.new("le-plouf", seed=1)
    while over.turn:
        over.play(over.legal_moves()[0])
    assert repr(over).endswith(f"over: {over.result and over.result.reason}>")


# What a seat sees


@pytest.mark.parametrize(("game", "moves"), [("le-plouf", 9), ("plouf-party", 20), ("croc-pool", 9), ("splash", 3)])
def test_what_a_seat_sees_says_what_the_match_says_to_it(game: str, moves: int) -> None:
    match = played(game, moves)
    for seat in range(1, match.players + 1):
        seen = match.player_view(seat)
        assert seen.view() == match.view(seat)
        assert seen.legal_moves() == (match.legal_moves() if seat == match.turn else [])
    assert match.player_view().seat == match.turn


def test_a_position_without_secrets_is_that_of_the_match() -> None:
    for game in ("le-plouf", "croc-pool", "splash"):
        match = played(game, 3)
        seen = match.player_view().position()
        assert seen == (match.view(1)["position"] if game == "croc-pool" else match.position())


def test_a_seat_of_plouf_party_knows_its_own_colour_and_the_numbers_that_were_shown() -> None:
    match = played("plouf-party", 12, players=3)
    whole = match.position()
    known = match.player_view(2).position()
    assert known["moves"] == whole["moves"]
    deal, seen = whole["deal"], known["deal"]
    assert seen["tokens"] == [None, deal["tokens"][1], None]
    assert [name[0] for name in seen["ring"]] == [name[0] for name in deal["ring"]]
    assert any("?" in name for name in seen["ring"])
    assert any("?" not in name for name in seen["ring"])
    assert all(name in (other, f"{other[0]}?") for name, other in zip(seen["ring"], deal["ring"], strict=True))
    again = lido.new("plouf-party", players=3, seed=3, position=whole).player_view(2).position()
    assert again == known


# Wrong types


untyped: Any = lido
"""As a program without types calls it."""
untyped_walk: Any = Walk
untyped_arena: Any = play_arena
WRONG = [
    (lambda match: match.play(None), "match.move-type"),
    (lambda match: match.play(7), "match.move-type"),
    (lambda match: match.perft(-1), "match.perft-depth"),
    (lambda match: match.perft(10**9), "match.perft-depth"),
    (lambda match: match.perft(1.5), "match.perft-depth"),
    (lambda match: match.view("1"), "match.seat-type"),
    (lambda match: match.player_view(1.5), "match.seat-type"),
    (lambda match: match.undo("1"), "match.whole"),
    (lambda match: match.undo(0), "match.whole"),
    (lambda match: untyped.new("le-plouf", seed=1.5), "match.seed-type"),
    (lambda match: untyped.new("le-plouf", seed=[1]), "match.seed-type"),
    (lambda match: untyped.new(["le-plouf"]), "match.game"),
    (lambda match: untyped.new(None), "match.game"),
    (lambda match: untyped.new("le-plouf", players="2"), "match.whole"),
    (lambda match: untyped.new("plouf-party", options=["edition"]), "match.options-form"),
    (lambda match: untyped.new("le-plouf", options={"size": 6}), "match.no-options"),
    (lambda match: untyped.replay(None), "match.record-form"),
    (lambda match: untyped.replay(Path("no such file")), "match.record-file"),
    (lambda match: untyped.bots.bot("club", seed=1.5), "match.seed-type"),
    (lambda match: untyped.bots.bot("club").choose(match.player_view(), iterations=0), "match.iterations"),
    (lambda match: untyped.bots.bot("club").choose(match.player_view(), iterations=2.5), "match.iterations"),
    (lambda match: untyped.bots.bot("club").choose(match.player_view(), ms=-1), "match.ms"),
    (lambda match: untyped.bots.bot("club").choose(match), "match.player-view"),
    (lambda match: untyped.bots.judged(match.player_view(), iterations=0), "match.iterations"),
    (untyped.bots.judged, "match.player-view"),
    (lambda match: match.undo(9), "match.undo-most"),
    (lambda match: match.record(["a", "b", "c"]), "match.record-seats"),
    (lambda match: untyped.new("le-plouf", laws="1"), "match.whole"),
    (lambda match: untyped.bots.bot(3), "match.level"),
    (lambda match: untyped.bots.judged(match.player_view(), ms=9, iterations=9), "engine.ms-and-iterations"),
    (lambda match: untyped_walk(match).play("a1"), "research.number-type"),
    (lambda match: untyped_walk("le-plouf"), "match.walk-of"),
    (pictures.svg, "match.picture-of"),
    (lambda match: pictures.svg({}), "match.picture-of"),
    (lambda match: untyped_arena(set_up("le-plouf", ["random", "random"]), "2", "games.jsonl"), "match.whole"),
    (lambda match: set_up("le-plouf", [untyped, "random"]), "arena.bot-names"),
    (lambda match: set_up("le-plouf", "gentle random"), "arena.bot-names"),
    (lambda match: set_up("le-plouf", ["edge:Edge,gentle"]), "arena.bot-comma"),
]


@pytest.mark.parametrize(("act", "code"), WRONG)
def test_a_wrong_type_gets_a_sentence_and_changes_nothing(act: Callable[[Any], object], code: str) -> None:
    match = played("le-plouf", 3)
    before = match.record()
    assert refused(lambda: act(match)) == code
    assert match.record() == before


def test_an_unknown_language_lists_those_that_there_are() -> None:
    with pytest.raises(ValueError, match=r"no language 'xx'. There are: en, de, "):
        words.say("match.over", "xx")


def test_an_unknown_level_lists_those_that_play_as_somebody_does() -> None:
    with pytest.raises(lido.BadSetup, match=r"no bot of level 'Gentle'\. There are: .*match-0 … match-99"):
        lido.bots.bot("Gentle")
    with pytest.raises(lido.BadSetup, match="match-0 … match-99"):
        lido.bots.check_level("match-9999", "le-plouf", 2)


def test_a_hint_may_be_limited_by_iterations_and_is_then_always_the_same() -> None:
    view = played("plouf-party", 3).player_view()
    first, again = (lido.bots.hint(view, iterations=30, seed=1, threads=1) for _ in range(2))
    assert first == again


def test_an_unknown_option_lists_those_that_there_are() -> None:
    with pytest.raises(lido.BadSetup, match=r"no option called 'memry'. It has: edition, memory\."):
        lido.new("plouf-party", options={"memry": "aid"})


def test_numbers_of_numpy_are_numbers() -> None:
    match = untyped.new("le-plouf", seed=np.int64(7))
    assert match.seed == "7"
    assert match.perft(np.int32(1)) == len(match.legal_moves())
    assert match.view(np.int64(1))["seat"] == 1


def test_a_record_is_read_from_its_file(tmp_path: Path) -> None:
    match = played("plouf-party", 9)
    (tmp_path / "game.json").write_text(json.dumps(match.record()))
    assert lido.replay(tmp_path / "game.json").position() == match.position()


@pytest.mark.parametrize("draft", ["pick", "deal"])
def test_every_legal_move_of_splash_can_be_played_as_it_is(draft: str) -> None:
    match, dice, kinds = lido.new("splash", seed=5, options={"draft": draft}), random.Random(5), set()
    for _ in range(40):
        if match.turn:
            move = dice.choice(match.legal_moves())
            kinds.add(move.split()[0])
            match.play(move)
    assert {"give", "place"} <= kinds


# Types, as a project outside sees them


def session(page: str) -> str:
    """The Python sessions of a page as a program, without what they print."""
    lines = [line for block in blocks(page, "pycon") for line in block.splitlines()]
    return "\n".join(line[4:] for line in lines if line.startswith((">>> ", "... ")))


PAGES = {"readme.py": "README.md", "first_hour.py": "docs/first-hour.md", "write_a_bot.py": "docs/write-a-bot.md"}
MISSPELT = 'import lido\nlido.nwe("le-plouf")\nlido.new("le-plouf").trun\n'
MYPY = [sys.executable, "-m", "mypy", "--strict", "--config-file", "", "--cache-dir", str(ROOT / "build/mypy-outside")]
NODE = str(Path(sys.executable).parent / "node")
PYRIGHT = [NODE, str(ROOT / "web/node_modules/pyright/index.js"), "--pythonpath", sys.executable]
ERROR = re.compile(r"(\w+\.py):(\d+):.*\berror\b")


@pytest.mark.parametrize("command", [MYPY, PYRIGHT], ids=["mypy", "pyright"])
def test_what_the_pages_show_passes_type_checkers_outside_and_misspelt_names_do_not(
    command: list[str], tmp_path: Path
) -> None:
    programs = {name: session((ROOT / page).read_text("utf-8")) for name, page in PAGES.items()}
    for name, program in {**programs, "misspelt.py": MISSPELT}.items():
        (tmp_path / name).write_text(program, "utf-8")
    files = [*programs, "misspelt.py"]
    done = subprocess.run([*command, *files], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert {*ERROR.findall(done.stdout)} == {("misspelt.py", "2"), ("misspelt.py", "3")}, done.stdout + done.stderr

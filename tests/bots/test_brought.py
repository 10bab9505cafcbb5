"""Bots that people bring: classes, and programs in any language; what they do wrong is their loss."""

import json
import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import msgspec
import pytest

import lido
from lido.lab.game_file import GameFile
from lido.lab.outcome import FORFEIT, Outcome, play, record
from lido.lab.results import summarise
from lido.lab.setup import file_name, set_up

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
HERE = Path(sys.executable).parent


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder of somebody who writes bots, with the examples in it."""
    for example in EXAMPLES.iterdir():
        shutil.copy(example, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setenv("PATH", f"{HERE}{os.pathsep}{os.environ['PATH']}")
    return tmp_path


def program(folder: Path, body: str) -> str:
    """A bot that is a program of Python: `asked` is what it is asked, in every turn of its loop."""
    head = "import json, sys, time\nfor line in sys.stdin:\n    asked = json.loads(line)\n"
    (folder / "made.py").write_text(head + textwrap.indent(textwrap.dedent(body), "    "))
    return f"cmd:{sys.executable} made.py"


def module(folder: Path, name: str, source: str) -> str:
    (folder / f"{name}.py").write_text(textwrap.dedent(source))
    return f"{name}:Bot"


def one_game(bot: str, game: str = "le-plouf", number: int = 1, **setup: Any) -> Outcome:
    return play(set_up(game, [bot, "random"], **setup), number)


FIRST = """
    class Bot:
        def choose(self, player_view):
            return player_view.legal_moves()[0]
"""


def test_a_class_that_raises_is_told_where(folder: Path) -> None:
    bot = module(folder, "raising", "class Bot:\n    def choose(self, player_view):\n        return 1 / 0\n")
    failure = one_game(bot).failure
    assert failure
    assert failure.said("en") == "The bot raised ZeroDivisionError: division by zero (raising.py, line 3)"


@pytest.mark.parametrize("kind", ["class", "program"])
def test_the_games_of_a_bot_that_has_changed_are_not_taken_for_its_own(folder: Path, kind: str) -> None:
    bot = module(folder, "changing", FIRST) if kind == "class" else program(folder, "pass")
    before = set_up("le-plouf", [bot, "random"])
    with GameFile(folder / "games.jsonl", before):
        pass
    content = (folder / "games.jsonl").read_bytes()
    assert set_up("le-plouf", [bot, "random"]) == before
    name = "changing.py" if kind == "class" else "made.py"
    (folder / name).write_text((folder / name).read_text() + "# mended\n")
    after = set_up("le-plouf", [bot, "random"])
    assert file_name(after) != file_name(before)
    with pytest.raises(lido.BadRecord, match="played before its files were changed"):
        GameFile(folder / "games.jsonl", after)
    assert (folder / "games.jsonl").read_bytes() == content


def test_the_file_of_an_arena_of_an_earlier_version_goes_on_with_a_bot(folder: Path) -> None:
    bot = module(folder, "earlier", FIRST)
    setup = set_up("le-plouf", [bot, "random"])
    with GameFile(folder / "games.jsonl", msgspec.structs.replace(setup, fingerprints=msgspec.UNSET)) as file:
        assert b"fingerprints" not in (folder / "games.jsonl").read_bytes()
        file.add(play(setup, 1))
    with GameFile(folder / "games.jsonl", setup) as file:
        assert list(file.outcomes) == [1]


def test_levels_have_no_fingerprints() -> None:
    assert b"fingerprints" not in msgspec.json.encode(set_up("le-plouf", ["gentle", "random"]))


# The examples


def compiled(folder: Path) -> str:
    command = [sys.executable, "-m", "ziglang", "cc", "-O1", "-o", "bot", "bot.c"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return "cmd:./bot"


@pytest.mark.parametrize("game", ["le-plouf", "plouf-party", "croc-pool"])
@pytest.mark.parametrize("bot", ["cmd:python bot.py", "cmd:node bot.mjs", "c"])
def test_the_examples_play_whole_games(folder: Path, bot: str, game: str) -> None:
    outcome = one_game(compiled(folder) if bot == "c" else bot, game)
    assert outcome.failure is None
    assert sum(outcome.payoffs) == pytest.approx(1)
    assert outcome.reason != FORFEIT


def test_a_program_plays_splash_where_moves_are_more_than_text(folder: Path) -> None:
    outcome = one_game("cmd:python bot.py", "splash", options={"draft": "deal"})
    assert outcome.failure is None
    assert any(isinstance(move, dict) and "path" in move for move in outcome.line)


def test_the_class_of_the_examples_beats_random(folder: Path) -> None:
    setup = set_up("le-plouf", ["greedy:Greedy", "random"])
    results = summarise(setup, [play(setup, number) for number in range(1, 13)])
    assert results.standings[0].level == "greedy:Greedy"
    assert results.standings[0].failures == ()


# What a bot is given


def test_a_program_is_told_what_its_seat_may_know_and_the_result(folder: Path) -> None:
    bot = program(
        folder,
        """
        open("heard.jsonl", "a").write(line)
        print(json.dumps({"move": asked["legal"][0]} if asked["do"] == "go" else {"ok": True}), flush=True)
        """,
    )
    outcome = one_game(bot, "plouf-party", ms=50)
    heard = [json.loads(line) for line in (folder / "heard.jsonl").read_text().splitlines()]
    assert heard[0] == {"do": "new", "game": "plouf-party", "players": 2, "seat": 1, "options": heard[0]["options"]}
    assert heard[-1] == {"do": "over", "payoffs": list(outcome.payoffs), "reason": outcome.reason}
    match = lido.new("plouf-party", players=2, seed=outcome.seed)
    for asked in heard[1:-1]:
        while list(match.moves) != asked["moves"]:
            match.play(str(outcome.line[len(match.moves)]))
        assert asked["do"] == "go"
        assert asked["view"] == json.loads(json.dumps(match.view(1)))
        assert asked["legal"] == match.legal_moves()
        assert (asked["ms"], asked["iterations"]) == (50, None)
        assert set(asked) == {"do", "view", "legal", "moves", "ms", "iterations"}


def test_a_class_takes_what_it_names_and_no_more(folder: Path) -> None:
    source = """
        class Bot:
            def __init__(self, seed):
                assert seed == "7/1/1"
            def choose(self, player_view, iterations):
                assert iterations == 5
                return player_view.legal_moves()[0]
    """
    assert one_game(module(folder, "named", source), seed=7, iterations=5).failure is None


def test_a_class_plays_splash_with_details(folder: Path) -> None:
    source = """
        class Bot:
            def choose(self, player_view):
                return player_view.legal_moves()[0]
            def details(self, player_view, move):
                return {"pose": [0.0, 0.0, 0.3, 0]} if move == "place" else {}
    """
    assert one_game(module(folder, "builder", source), "splash", options={"draft": "deal"}).failure is None


# What a bot does wrong


WRONG = [
    ("sys.exit('out of memory')", "arena.bot-crashed", "out of memory"),
    ("sys.exit(3)", "arena.bot-crashed", "status 3"),
    ("if asked['do'] == 'go': raise KeyError('x')\nprint('{}', flush=True)", "arena.bot-crashed", "KeyError"),
    ("sys.exit('Error: no network\\n    at mybot\\n\\nNode.js v20')", "arena.bot-crashed", "Error: no network"),
    ("print('e2e4', flush=True)", "arena.bot-answer", "e2e4"),
    ("print('{\"move\": 7}', flush=True)", "arena.bot-answer", "not a move"),
    ('print(\'{"move": "z9"}\', flush=True)', "arena.bot-illegal", "z9"),
    ('print(\'{"move": "a1", "seed": 1}\', flush=True)', "arena.bot-answer", "seed"),
    ('print(\'{"move": "a1", "pose": 1}\', flush=True)', "arena.bot-illegal", "pose"),
    ("print('{}' if asked['do'] == 'new' else time.sleep(60), flush=True)", "arena.bot-late", "1.1 s"),
]


@pytest.mark.parametrize(("body", "code", "said"), WRONG)
def test_what_a_program_does_wrong_is_its_loss(folder: Path, body: str, code: str, said: str) -> None:
    outcome = one_game(program(folder, body), ms=50)
    assert (outcome.payoffs, outcome.reason) == ((0.0, 1.0), FORFEIT)
    assert outcome.failure
    assert (outcome.failure.seat, outcome.failure.code) == (1, code)
    assert said in outcome.failure.said("en")
    assert outcome.failure.said("de") != outcome.failure.said("en")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("return 'z9'", "arena.bot-illegal"),
        ("return None", "arena.bot-answer"),
        ("return 1 / 0", "arena.bot-raised"),
        ("while True: pass", "arena.bot-late"),
    ],
)
def test_what_a_class_does_wrong_is_its_loss(folder: Path, body: str, code: str) -> None:
    source = f"class Bot:\n    def choose(self, player_view):\n        {body}\n"
    outcome = one_game(module(folder, f"wrong_{code[10:]}", source), ms=10)
    assert outcome.failure
    assert (outcome.failure.code, outcome.payoffs[outcome.failure.seat - 1], outcome.reason) == (code, 0, FORFEIT)


def test_with_several_players_the_others_share_the_game(folder: Path) -> None:
    setup = set_up("le-plouf", ["random", program(folder, "print('z', flush=True)"), "random"], ms=10)
    outcome = play(setup, 1)
    assert outcome.failure
    assert outcome.payoffs[outcome.failure.seat - 1] == 0
    assert sorted(outcome.payoffs) == [0.0, 0.5, 0.5]


def test_what_a_level_does_wrong_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lido.bots.Player.choose", lambda *_, **__: "z9")
    with pytest.raises(lido.IllegalMove):
        one_game("random")


def test_a_program_that_does_not_end_is_ended(folder: Path) -> None:
    body = "open('pid', 'w').write(str(__import__('os').getpid()))\nprint('{}', flush=True)\ntime.sleep(600)"
    assert one_game(program(folder, body), ms=10).failure
    with pytest.raises(ProcessLookupError):
        os.kill(int((folder / "pid").read_text()), 0)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("cmd:./nothing", "arena.bot-no-program"),
        ("cmd:", "arena.bot-no-program"),
        ("cmd:'", "arena.bot-command"),
        ("nowhere:Bot", "arena.bot-no-class"),
        ("json:Nothing", "arena.bot-no-class"),
        ("json:JSONDecoder", "arena.bot-no-choose"),
        ("sleepy", "match.level"),
    ],
)
def test_a_bot_that_is_not_there_is_refused_before_the_first_game(folder: Path, name: str, code: str) -> None:
    with pytest.raises(lido.BadSetup) as refusal:
        set_up("le-plouf", [name, "random"])
    assert refusal.value.code == code


# What is kept


def test_a_game_is_kept_with_its_moves_and_its_failure(folder: Path) -> None:
    setup = set_up("plouf-party", ["random", "gentle"], iterations=5)
    outcome = play(setup, 1)
    again = lido.replay(record(setup, outcome))
    assert again.result == (outcome.payoffs, outcome.reason)
    assert again.record()["seed"] == outcome.seed
    assert len(outcome.line) == outcome.moves


def test_names_of_bots_become_names_of_files(folder: Path) -> None:
    name = file_name(set_up("le-plouf", ["cmd:python bot.py", "greedy:Greedy"]))
    assert name.startswith("le-plouf-cmd_python_bot.py-greedy_Greedy-")
    assert "/" not in name

"""`lido replay`: stepping through a record."""

import json
from pathlib import Path

import pytest

import lido as engine
from tests.cli.conftest import Lido


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = engine.new("le-plouf", players=2, seed=1)
    for move in ("c1", "a1", "e1"):
        match.play(move)
    path = tmp_path / "record.json"
    path.write_text(json.dumps(match.record()))
    return path


def moves_shown(text: str) -> list[int]:
    return [int(line.split("move ")[1].split()[0]) for line in text.splitlines() if " of 3" in line]


@pytest.mark.parametrize(
    ("lines", "seen"),
    [
        ("", [0]),
        ("\n\n", [0, 1, 2]),
        ("\n\n\n\n", [0, 1, 2, 3, 3]),
        ("2\nb\n", [0, 2, 1]),
        ("b\n", [0, 0]),
        ("3\nq\n\n", [0, 3]),
    ],
)
def test_steps_through_a_record(lido: Lido, record: Path, lines: str, seen: list[int]) -> None:
    shown = lido("replay", str(record), lines=lines)

    assert shown.exit_code == 0
    assert moves_shown(shown.stdout) == seen


def test_players_have_the_names_of_the_record(lido: Lido, record: Path) -> None:
    document = json.loads(record.read_text())

    def shown(*seats: str) -> str:
        record.write_text(json.dumps(document | {"seats": list(seats)}))
        return lido("replay", str(record), lines="").stdout

    named = shown("Ada", "Bob\x1b[2J")
    assert "Ada" in named
    assert "Bob[2J" in named
    assert "bot" not in named
    assert "club bot" in shown("expert", "club")
    assert "club" not in shown()  # nobody knows who played


def test_the_move_is_told(lido: Lido, record: Path) -> None:
    shown = lido("replay", str(record), "--lang", "fr", lines="3\n").stdout

    assert "coup 3 sur 3" in shown
    assert "A pose un pion en e1." in shown


def test_what_is_not_a_step_is_refused(lido: Lido, record: Path) -> None:
    shown = lido("replay", str(record), lines=f"4\nsideways\n٣\n{'1' * 5000}\n").stdout

    assert "'4' is not" in shown
    assert "'sideways' is not" in shown
    assert shown.count("is not a command here") == 4
    assert moves_shown(shown) == [0]


def test_a_finished_game_says_who_won(lido: Lido, data: Path) -> None:
    lido("play", "le-plouf", "--seats", "random,random", "--seed", "5")
    (path,) = (data / "games").glob("*.json")
    last = len(engine.replay(path.read_bytes()).moves)

    shown = lido("replay", str(path), lines=f"{last}\n").stdout

    assert " wins!" in shown
    assert "The pool is full" in shown

"""Building games for the browser: a game of another package, what has no translation, and how large it all is."""

import gzip
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lido.browser.image import Image
from lido.browser.javascript import NotTranslatable
from tests.browser.node import ENGINE, Node
from tests.browser.tasks import random_game, searched_game

LIMITS = {"le-plouf": 40.0, "plouf-party": 40.0, "croc-pool": 60.0}
"""Kilobytes, gzipped: the script that all games share, and the script and the module of one."""


@pytest.mark.parametrize("game", LIMITS)
def test_a_game_is_small(node: Node, game: str) -> None:
    names = ("core.js", f"{game}.js", f"{game}.wasm")
    assert sum(len(gzip.compress((ENGINE / name).read_bytes())) for name in names) / 1000 <= LIMITS[game]


def test_a_game_of_another_package_tells_the_same(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "lido.browser", str(tmp_path), "cannonball"], check=True, capture_output=True)
    with Node(tmp_path) as node:
        played = [random_game("cannonball", 3, number, shown=0.5) for number in range(20)]
        assert len(list(node.compare([*played, searched_game("cannonball", 2, 1, iterations=200)]))) == 21


def test_a_game_without_a_record_is_refused(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "lido.browser", str(tmp_path), "splash"]
    ran = subprocess.run(command, check=False, capture_output=True, text=True)
    assert ran.returncode == 1
    assert "only a game whose state is a record" in ran.stderr
    assert not list(tmp_path.iterdir())


def waits(path: str) -> Any:
    with open(path) as file:
        return file.read()


def test_what_has_no_translation_is_named_with_its_line() -> None:
    with pytest.raises(NotTranslatable, match=r"test_build\.waits, line 2: With has no translation: with open\(path\)"):
        Image().text({"waits": waits})

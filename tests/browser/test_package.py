"""The package for other pages and for Node: the example of the docs runs, and its types are right."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.browser.node import NODE, ROOT

PACKAGE = ROOT / "build" / "lido-js"
PAGE = (ROOT / "docs" / "javascript.md").read_text("utf-8")
EXAMPLE, PRINTED = (re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)[0] for kind in ("js", "text"))
OPTIONS = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023", "--skipLibCheck", "--types", "node"]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder of somebody who has installed the package."""
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "lido").symlink_to(PACKAGE)
    (tmp_path / "node_modules" / "@types").symlink_to(ROOT / "web" / "node_modules" / "@types")
    (tmp_path / "package.json").write_text(json.dumps({"type": "module"}))
    return tmp_path


def test_the_example_of_the_docs_prints_what_the_docs_say(project: Path) -> None:
    (project / "example.js").write_text(EXAMPLE, "utf-8")
    command = [str(NODE), "--preserve-symlinks", "example.js"]
    ran = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr) == (PRINTED, "")


def test_the_example_is_as_long_as_a_screen() -> None:
    assert len([line for line in EXAMPLE.splitlines() if line]) <= 20


LINES = {
    "right": 'match.play("c1");',
    "number": "match.play(3);",
    "sure": "const reason: string = match.result!.reason;",
    "perhaps": "const reason: string = match.result.reason;",
    "kept": "match.turn = 2;",
}
"""Programs in TypeScript, by name: two of them are right."""


def test_its_types_are_strict(project: Path) -> None:
    begin = 'import { load } from "lido";\nconst match = (await load("le-plouf")).newMatch();\n'
    for name, line in LINES.items():
        (project / f"{name}.ts").write_text(f"{begin}{line}\nexport {{}};\n", "utf-8")
    compiler = ROOT / "web" / "node_modules" / "typescript" / "bin" / "tsc"
    command = [str(NODE), str(compiler), *OPTIONS, *(f"{name}.ts" for name in LINES)]
    ran = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    wrong = re.findall(r"^(\S+)\.ts\((\d+),\d+\): error", ran.stdout, re.MULTILINE)
    assert sorted(wrong) == [(name, "3") for name in ("kept", "number", "perhaps")], ran.stdout

"""The layers of the packages, as `make lint` checks them: the check fails when a module imports what it may not."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from lido import registry

ROOT = Path(__file__).parents[1]
FIRST, SECOND = list(registry.own().values())[:2]


def checked(source: Path) -> "subprocess.CompletedProcess[str]":
    """Run the check on the package in a folder, by the contracts of pyproject.toml."""
    command = [
        str(Path(sys.executable).parent / "lint-imports"),
        "--no-cache",
        "--config",
        str(ROOT / "pyproject.toml"),
    ]
    environment = {**os.environ, "PYTHONPATH": str(source)}
    return subprocess.run(command, cwd=source, env=environment, capture_output=True, text=True, check=False)


PLANTED = [
    ("lido.match", "lido.bots.levels", "A layer imports only those below it"),
    ("lido.bots.levels", "lido.lab.arena", "A layer imports only those below it"),
    ("lido.match", "lido.server.settings", "A layer imports only those below it"),
    ("lido.lab.arena", f"{FIRST}.text", "Nothing outside a game imports it"),
    ("lido.server.settings", f"{FIRST}.text", "Nothing outside a game imports it"),
    (f"{FIRST}.text", f"{SECOND}.text", "Games do not import each other"),
    (f"{FIRST}.rules", "lido.match", "The rules of a game import only the core"),
    (f"{FIRST}.picture", "lido.server.messages", "only its live part knows the server"),
    ("lido.server.table.decide", "lido.server.rooms.room", "transport is above rooms"),
]
"""A module, what it may not import, and the contract against it."""


def test_every_contract_is_kept() -> None:
    shown = checked(ROOT / "src")
    assert shown.returncode == 0, shown.stdout


def test_planted_imports_are_noticed(tmp_path: Path) -> None:
    ignored = shutil.ignore_patterns("__pycache__", "page", "*.table", "*.npz")
    shutil.copytree(ROOT / "src" / "lido", tmp_path / "lido", ignore=ignored)
    for module, imported, _ in PLANTED:
        with (tmp_path / Path(*module.split("."))).with_suffix(".py").open("a") as file:
            file.write(f"\nimport {imported}\n")
    shown = checked(tmp_path)
    assert shown.returncode == 1
    broken = " ".join(shown.stdout.partition("Broken contracts")[2].split())
    for module, imported, contract in PLANTED:
        assert contract in broken
        assert f"{module} -> {imported} (l." in broken

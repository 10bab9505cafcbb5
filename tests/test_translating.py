"""A language is one file: a new one is offered everywhere, and what it does not have yet is said in English."""

import json
import os
import subprocess
import sys
from pathlib import Path

import lido

PACKAGE = Path(lido.__file__).parent
WEB = PACKAGE.parents[1] / "web"
FILE = """
name = "Esperanto"
locale = "eo_001"
decimal = ","
singular = [1]

[site]
rules = "Reguloj"
missed = "Dum via foresto: {moves} {moves:movo|movoj}"
"""
OFFERED = """
import json, sys
from pathlib import Path
from lido import words
from lido.cli.app import app
from lido.cli.language import system_language
from lido.server.transport.language import spoken
from tools import words as tool
from typer.testing import CliRunner

tool.FOLDER = Path(sys.argv[1]) / "words"
tool.GENERATED = tool.FOLDER.parent
tool.main()
common = json.loads((tool.FOLDER / "eo" / "common.json").read_text("utf-8"))
print(json.dumps({
    "languages": words.LANGUAGES,
    "said": [words.say("site.missed", "eo", moves=moves) for moves in (1, 2)],
    "system": system_language(),
    "visitor": spoken("eo, fr;q=0.5"),
    "option": "|eo|" in CliRunner().invoke(app, ["play", "--help"], env={"COLUMNS": "200"}).output,
    "page": [common["site.rules"], common["site.close"]],
    "listed": '"eo": "Esperanto"' in (tool.GENERATED / "languages.ts").read_text("utf-8"),
}))
"""


def linked(folder: Path, original: Path) -> None:
    """A folder with the same contents, which can be added to."""
    folder.mkdir()
    for each in original.iterdir():
        (folder / each.name).symlink_to(each)


def test_a_language_is_added_with_one_file(tmp_path: Path) -> None:
    package = tmp_path / "lido"
    linked(package, PACKAGE)
    (package / "words").unlink()
    linked(package / "words", PACKAGE / "words")
    (package / "words" / "languages").unlink()
    linked(package / "words" / "languages", PACKAGE / "words" / "languages")
    (package / "words" / "languages" / "eo.toml").write_text(FILE, "utf-8")
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}:{WEB}", "LC_ALL": "eo.UTF-8"}
    command = [sys.executable, "-c", OFFERED, str(tmp_path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "languages": ["en", "de", "eo", "es", "fr", "it", "nl"],
        "said": ["Dum via foresto: 1 movo", "Dum via foresto: 2 movoj"],
        "system": "eo",
        "visitor": "eo",
        "option": True,
        "page": ["Reguloj", "Close"],
        "listed": True,
    }

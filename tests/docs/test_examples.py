"""The bots that the documentation shows: each plays a whole game through `lido engine`."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "docs" / "examples"
HERE = Path(sys.executable).parent
PATH = f"{HERE}{os.pathsep}{os.environ['PATH']}"


@pytest.mark.parametrize(("program", "example"), [("python", "bot.py"), ("node", "bot.mjs")])
def test_an_example_plays_a_game_to_its_end(program: str, example: str) -> None:
    found = shutil.which(program, path=PATH)
    assert found, f"{program} comes with make setup"
    done = subprocess.run(
        [found, str(EXAMPLES / example)],
        env=os.environ | {"PATH": PATH},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stderr == ""
    result = json.loads(done.stdout)
    assert result["over"] is True
    assert sum(result["payoffs"]) == 1

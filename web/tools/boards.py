"""The boards of the page, and what they are built from.

A board is a folder with the id of its game. It may hold `film.json`, the game of bots that the home page shows, and
`scenes.json`, positions for the gallery and the tests. The module `page` of the game's package, where there is one,
has `data()`: what the board needs to know of the game. It is written to `generated/boards/<game>.json`.
"""

import json
import shutil
from functools import cache
from pathlib import Path
from typing import Any

from lido import registry
from lido.games import part
from tools.games import GENERATED

BOARDS = Path(__file__).parents[1] / "src" / "lib" / "boards"
DATA = GENERATED / "boards"


@cache
def boards() -> list[str]:
    """The games that have a board."""
    return [game for game in registry.packages() if (BOARDS / game / "index.ts").is_file()]


def contents(name: str) -> dict[str, Any]:
    """The file of that name in every folder that has one, by game."""
    files = {game: BOARDS / game / name for game in boards()}
    return {game: json.loads(file.read_text("utf-8")) for game, file in files.items() if file.is_file()}


def main() -> None:
    """Write the data of every board anew."""
    shutil.rmtree(DATA, ignore_errors=True)
    DATA.mkdir(parents=True)
    for game in boards():
        if page := part(game, "page"):
            (DATA / f"{game}.json").write_text(json.dumps(page.data(), separators=(",", ":")), "utf-8")


if __name__ == "__main__":
    main()

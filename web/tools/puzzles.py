"""Copies the puzzles of every game that has a board to where the page finds them."""

import shutil

from lido import puzzles
from tools.boards import boards
from tools.games import GENERATED

FOLDER = GENERATED / "puzzles"


def main() -> None:
    """Copy all of them anew."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    for game in boards():
        if file := puzzles.file_of(game):
            shutil.copyfile(file, FOLDER / f"{game}.puzzles")


if __name__ == "__main__":
    main()

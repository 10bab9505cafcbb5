"""Copies the `lesson.json` of every game that has a board to where the page finds it."""

import shutil

from lido import registry
from tools.boards import boards
from tools.games import GENERATED

FOLDER = GENERATED / "lessons"


def main() -> None:
    """Copy all of them anew."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    for game in boards():
        folder = registry.folder(game)
        if folder and (lesson := folder / "lesson.json").is_file():
            shutil.copyfile(lesson, FOLDER / f"{game}.json")


if __name__ == "__main__":
    main()

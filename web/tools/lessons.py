"""Copies the lessons of every game to where the page finds them: `lesson.json` in the folder of the game."""

import shutil

from lido import registry
from tools.games import GENERATED

FOLDER = GENERATED / "lessons"


def main() -> None:
    """Copy all of them anew."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    for game in registry.packages():
        folder = registry.folder(game)
        if folder and (lesson := folder / "lesson.json").is_file():
            shutil.copyfile(lesson, FOLDER / f"{game}.json")


if __name__ == "__main__":
    main()

"""Writes the films of the home page: for every board with a `film.json`, the first moves of that game.

A film is a list of frames. A frame has the parts of a spectator's view that changed since the frame before, and the
move that led to it.
"""

import json
from itertools import islice
from typing import Any

from tools.boards import contents
from tools.games import GENERATED, Game, last_move, played

FRAMES = 46


def film(game: Game) -> list[dict[str, Any]]:
    """The frames of a game."""
    frames: list[dict[str, Any]] = []
    before: dict[str, Any] = {}
    for table in islice(played(game, "club"), FRAMES):
        view = table.match.view(0)
        changed = {name: part for name, part in view.items() if before.get(name, ...) != part}
        frames.append({"view": changed, "last": last_move(table)})
        before = view
    return frames


def main() -> None:
    """Write every film anew."""
    folder = GENERATED / "films"
    folder.mkdir(parents=True, exist_ok=True)
    for game, setup in contents("film.json").items():
        frames = film(Game(game, **setup))
        (folder / f"{game}.json").write_text(json.dumps(frames, separators=(",", ":")), "utf-8")


if __name__ == "__main__":
    main()

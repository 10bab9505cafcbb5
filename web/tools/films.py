"""Writes the films of the home page: the beginning of a game of bots, as a spectator sees it, a file a game.

A film is a list of frames; a frame has the parts of the view that have changed since the frame before, and the
move that led to it.
"""

import json
from itertools import islice
from typing import Any

from tools.games import GENERATED, Game, last_move, played

FRAMES = 46
GAMES = (
    Game("le-plouf", 3, {}, "film 8"),
    Game("plouf-party", 4, {}, "film 5"),
    Game("croc-pool", 2, {}, "film 7"),
)


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
    for game in GAMES:
        (folder / f"{game.id}.json").write_text(json.dumps(film(game), separators=(",", ":")), "utf-8")


if __name__ == "__main__":
    main()

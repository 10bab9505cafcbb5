"""Writes the games that live on the first page: what a spectator sees of bots, move by move, or a picture."""

import json
import shutil
from pathlib import Path
from typing import Any

import lido
from lido import bots

FOLDER = Path(__file__).parents[1] / "src" / "generated" / "demos"
GAMES = {"le-plouf": 2, "plouf-party": 4, "croc-pool": 2}
DRAWN = Path(__file__).parents[2] / "docs" / "pictures"
"""Where the pictures of those games are that no bots play here."""
SKIPPED = {"le-plouf": 6, "plouf-party": 0, "croc-pool": 4}
"""Moves that are not shown: nothing happens yet."""
MOST = 40
SEED = "lido"


def scenes(game: str) -> list[dict[str, Any]]:
    """What a spectator sees: before the first move that is shown, then after each."""
    match, bot = lido.new(game, players=GAMES[game], seed=SEED), bots.bot("gentle", seed=1)
    found: list[dict[str, Any]] = []
    events: list[dict[str, Any]] = []
    while len(found) < MOST:
        if len(match.moves) >= SKIPPED[game]:
            found.append({"view": match.view(0), "events": events})
        if match.turn is None:
            break
        events = match.play(bot.choose(match.sight(match.turn), iterations=100))
    return found


def main() -> None:
    """Write them anew."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    for game in (game.id for game in lido.games()):
        if game in GAMES:
            text = json.dumps(scenes(game), ensure_ascii=False, separators=(",", ":"))
            (FOLDER / f"{game}.json").write_text(text, "utf-8")
        else:
            shutil.copy(DRAWN / f"{game}.svg", FOLDER)


if __name__ == "__main__":
    main()

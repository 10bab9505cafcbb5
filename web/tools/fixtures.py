"""Writes positions of real games for the gallery and the tests of the page.

`scenes.json`: a few moments of each game: what the page is sent before and after a move, and what happened.
`told.json`: moves and how the terminal tells them, which the page must tell in the same words.
"""

import io
import json
from collections.abc import Callable
from typing import Any

from rich.console import Console

from lido import words
from lido.cli import boards
from lido.cli.screen import Screen
from lido.cli.table import LocalGame
from lido.match import Match
from tools.games import GENERATED, Game, last_move, played, sent

GAMES = (
    Game("le-plouf", 2, {}, "pool"),
    Game("le-plouf", 4, {}, "four"),
    Game("plouf-party", 4, {}, "party"),
    Game("plouf-party", 6, {"memory": "none"}, "six"),
    Game("croc-pool", 2, {}, "first"),
    Game("croc-pool", 2, {"layout": "free"}, "free"),
)
WIDE = 10_000
"""Characters of a line: no sentence is broken."""

Wanted = Callable[[Match, set[str]], bool]
"""Whether a scene is what it should show, by the match after the move and the kinds of its events."""

SCENES: dict[str, dict[str, Wanted]] = {
    "le-plouf": {
        "placing": lambda match, _: len(match.moves) == 5,
        "walking": lambda _, kinds: "phase" in kinds,
        "pushing": lambda _, kinds: {"slide", "fall"} <= kinds,
        "climbing": lambda _, kinds: "climb" in kinds,
        "diving": lambda _, kinds: "dive" in kinds,
        "choosing": lambda match, _: any("=" in move for move in match.legal_moves()),
        "over": lambda match, _: match.turn is None,
    },
    "plouf-party": {
        "picking": lambda match, _: len(match.moves) == 2,
        "directing": lambda match, kinds: len(match.moves) > 6 and "take" in kinds,
        "falling": lambda match, kinds: len(match.moves) > 2 and "fall" in kinds,
        "accusing": lambda match, _: match.view(0)["step"] == "accuse",
        "accused": lambda _, kinds: "verdict" in kinds,
        "late": lambda match, _: len(match.view(0)["water"]) > 9,
        "over": lambda match, _: match.turn is None,
    },
    "croc-pool": {
        "placing": lambda match, kinds: "place" in kinds and len(match.moves) == 5,
        "swimming": lambda match, kinds: len(match.moves) == 3 and "move" in kinds,
        "turning": lambda _, kinds: "flip" in kinds,
        "eating": lambda _, kinds: "eat" in kinds,
        "entering": lambda _, kinds: "bar" in kinds,
        "late": lambda match, _: sum(match.view(0)["scores"]) > 4,
        "over": lambda match, _: match.turn is None,
    },
}


def scenes(game: Game) -> list[dict[str, Any]]:
    """The first moment of a game of every kind that is wanted."""
    found, missing, before = [], dict(SCENES[game.id]), None
    for table in played(game):
        after = sent(table.match)
        kinds = {event["event"] for step in table.steps[-1:] for event in step.events}
        for name in [name for name, wanted in missing.items() if before and wanted(table.match, kinds)]:
            del missing[name]
            found.append({"game": game.id, "name": name, "before": before, "after": after, "last": last_move(table)})
        before = after
    return found


def told(game: Game) -> dict[str, Any]:
    """The moves of a game, what the terminal prints for each, and how many it may not tell any more by then."""
    told_moves = []
    for table in played(game):
        if table.steps:
            view, moves = table.match.view(0), [step.events for step in table.steps]
            forgotten = boards.find(game.id).forgotten(view, moves)
            printed = {language: _printed(table, language) for language in words.LANGUAGES}
            told_moves.append({"events": moves[-1], "result": view["result"], "forgotten": forgotten, **printed})
    return {"game": game.id, "options": view["options"], "moves": told_moves}


def _printed(table: LocalGame, language: str) -> str:
    """The last move as the terminal prints it, without its number."""
    console = Console(file=io.StringIO(), width=WIDE)
    with console.capture() as capture:
        Screen(console, language, clears=False).tell(table)
    return capture.get().strip().partition(". ")[2]


def main() -> None:
    """Write both files anew."""
    GENERATED.mkdir(exist_ok=True)
    files = {"told": [told(game) for game in GAMES], "scenes": [scene for game in GAMES for scene in scenes(game)]}
    for name, content in files.items():
        (GENERATED / f"{name}.json").write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), "utf-8")


if __name__ == "__main__":
    main()

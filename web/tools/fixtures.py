"""Writes positions of real games for the gallery and the tests of the page, from the `scenes.json` of every board.

`scenes.json`: a few positions of each game, with what the page is sent before and after a move, and its events. Those
named under `tables` are also shown as whole tables in the gallery.
`told.json`: moves and what the terminal prints for them; the log of the page must use the same words. Games whose
moves take long to make are left out (`"told": false`).
"""

import io
import json
from typing import Any

from rich.console import Console

from lido import words
from lido.cli import boards
from lido.cli.local_game import LocalGame
from lido.cli.screen import Screen
from lido.match import Match
from tools.boards import contents
from tools.games import GENERATED, Game, last_move, played, sent

WIDE = 10_000
"""Characters of a line, so that no sentence is broken."""
LATEST = 6
"""Moves before a scene that the log of its table tells."""


def is_wanted(wanted: dict[str, Any], match: Match, kinds: set[str]) -> bool:
    """Whether a position is as a scene wants it, by the match after the move and the kinds of its events.

    A scene may want a number of `moves`, a position `after` more moves than that, `events` in the last move, a
    `legal` move with that text in it, or that the game is `over`.
    """
    return (
        len(match.moves) == wanted.get("moves", len(match.moves))
        and len(match.moves) > wanted.get("after", 0)
        and kinds >= set(wanted.get("events", ()))
        and ("legal" not in wanted or any(wanted["legal"] in move for move in match.legal_moves()))
        and (match.turn is None or "over" not in wanted)
    )


def scenes(game: Game, wanted: dict[str, dict[str, Any]], tables: list[str]) -> list[dict[str, Any]]:
    """The first position of a game for every scene that is wanted; those of `tables` are shown as whole tables."""
    found: list[dict[str, Any]] = []
    missing, before = dict(wanted), None
    for table in played(game):
        after = sent(table.match)
        kinds = {event["event"] for step in table.steps[-1:] for event in step.events}
        for name in [name for name in missing if before and is_wanted(missing[name], table.match, kinds)]:
            del missing[name]
            scene: dict[str, Any] = {
                "game": game.id,
                "name": name,
                "before": before,
                "after": after,
                "last": last_move(table),
            }
            if name in tables:
                scene["story"] = [{"seat": step.seat, "events": step.events} for step in table.steps[-LATEST:]]
            found.append(scene)
        if not missing:
            break
        before = after
    return found


def told(game: Game) -> dict[str, Any]:
    """The moves of a game, what the terminal prints for each, and how many earlier moves it then leaves out."""
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
    files: dict[str, list[Any]] = {"told": [], "scenes": []}
    for board, content in contents("scenes.json").items():
        for number, setup in enumerate(content["games"]):
            game = Game(board, **setup)
            if content.get("told", True):
                files["told"].append(told(game))
            files["scenes"] += scenes(game, content["scenes"], [] if number else content["tables"])
    for name, content in files.items():
        (GENERATED / f"{name}.json").write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), "utf-8")


if __name__ == "__main__":
    main()

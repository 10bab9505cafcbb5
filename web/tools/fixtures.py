"""Writes positions of real games for the gallery and the tests of the page.

`scenes.json`: a few moments of each game: the view of a seat before and after a move, what happened, the legal
moves. `told.json`: moves and how the terminal tells them, which the page must tell in the same words.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import lido
from lido import bots, words
from lido.cli import boards
from lido.cli.table import LETTERS
from lido.game import Event
from lido.match import Match

FOLDER = Path(__file__).parents[1] / "src" / "generated"
LONGEST = 400
TABLES: tuple[tuple[str, int, dict[str, str], str], ...] = (
    ("le-plouf", 2, {}, "pool"),
    ("le-plouf", 4, {}, "four"),
    ("plouf-party", 4, {}, "party"),
    ("plouf-party", 6, {"memory": "none"}, "six"),
    ("croc-pool", 2, {}, "first"),
    ("croc-pool", 2, {"layout": "free"}, "free"),
)
Moment = tuple[Match, list[Event], dict[str, Any]]
"""A match after a move, what happened, and the table before it: the views of the seats and the legal moves."""


def table(match: Match) -> dict[str, Any]:
    """What the page is sent of a table: the view of every seat, and what may be played."""
    return {
        "views": [match.view(seat) for seat in range(match.players + 1)],
        "legal": match.legal_moves(),
    }


def played(game: str, players: int, options: dict[str, str], seed: str) -> Iterator[Moment]:
    """A game of bots, move by move."""
    match, bot = lido.new(game, players=players, options=options, seed=seed), bots.bot("gentle", seed=1)
    for _ in range(LONGEST):
        if match.turn is None:
            return
        before = table(match)
        events = match.play(bot.choose(match.sight(match.turn), iterations=60))
        yield match, events, before


Wanted = Callable[[Match, set[str]], bool]
WANTED: dict[str, dict[str, Wanted]] = {
    "le-plouf": {
        "placing": lambda match, _: len(match.moves) == 5,
        "walking": lambda match, kinds: "phase" in kinds,
        "pushing": lambda _, kinds: {"slide", "fall"} <= kinds,
        "climbing": lambda _, kinds: "climb" in kinds,
        "choosing": lambda match, _: any("=" in move for move in match.legal_moves()),
        "over": lambda match, _: match.turn is None,
    },
    "plouf-party": {
        "picking": lambda match, _: len(match.moves) == 2,
        "directing": lambda match, kinds: len(match.moves) > 6 and "take" in kinds,
        "falling": lambda _, kinds: "fall" in kinds,
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


def scenes() -> list[dict[str, Any]]:
    """For each table the first moment of every kind that is wanted."""
    found = []
    for game, players, options, seed in TABLES:
        missing = dict(WANTED[game])
        for match, events, before in played(game, players, options, seed):
            kinds = {event["event"] for event in events}
            for name in [name for name, wanted in missing.items() if wanted(match, kinds)]:
                del missing[name]
                last = {"number": len(match.moves), "events": events}
                found.append({"game": game, "name": name, "before": before, "after": table(match), "last": last})
    return found


def told() -> list[dict[str, Any]]:
    """The moves of a game of each kind, and the sentences of the terminal for them."""
    found = []
    for game, players, options, seed in TABLES:
        for _, events, _ in played(game, players, options, seed):
            sentences = {language: sentence(game, events, language) for language in words.LANGUAGES}
            found.append({"game": game, "events": events, **sentences})
    return found


def sentence(game: str, events: list[Event], language: str) -> str:
    """A move as the terminal tells it, with the letters of the seats for their names."""
    told_events = boards.find(game).told(events, language)
    return " ".join(_said(game, event, language) for event in told_events)


def _said(game: str, event: Event, language: str) -> str:
    code = "terminal.event-over" if event["event"] == "over" else f"{game}.event-{event['event']}"
    who = {"who": LETTERS[event["seat"] - 1]} if "seat" in event else {}
    return words.say(code, language, **event, **who)


def main() -> None:
    """Write both files anew."""
    FOLDER.mkdir(exist_ok=True)
    for name, content in (("scenes", scenes()), ("told", told())):
        (FOLDER / f"{name}.json").write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), "utf-8")


if __name__ == "__main__":
    main()

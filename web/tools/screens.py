"""Writes `screens.json`, what the service answers to the screens of the gallery, with the service's own code.

`offer`: the games. `replays`: by game, the beginning of a record and its steps. `positions`: what a lesson, a chapter
of the rules or a puzzle asks for, and the answer. `puzzles`: the id of one puzzle of each kind. `challenges`: by game,
the challenge of a day, some attempts at it and a position of one of them.
"""

import asyncio
import json
from collections.abc import Iterator
from datetime import date
from typing import Any

import msgspec

import lido
from lido import bots
from lido.challenges import Challenge, all_challenges
from lido.cli.local_game import PERSON, LocalGame
from lido.puzzles import Puzzle, puzzles
from lido.server.transport.http import list_games
from lido.server.workers.replaying import replay_steps
from tools.boards import boards, contents
from tools.games import GENERATED, ITERATIONS, Game, last_move, played, sent

REPLAYED = 16
"""Moves of a replay."""
PEOPLE = ["Lola", "Max", "Zoé", "Karim", "Ida"]
LEVEL = "gentle"
"""Who played."""
DAY = date(2026, 7, 14)
"""When every visit to the gallery is."""
BUILDER = "expert"
SEEN_AFTER = 4
"""Decisions after which an attempt at a challenge is shown."""


def offer() -> dict[str, Any]:
    """The games that have a board: others may be installed beside Lido."""
    found = asyncio.run(_offer())
    return {**found, "games": [card for card in found["games"] if card["id"] in boards()]}


async def _offer() -> Any:
    return msgspec.to_builtins(await list_games.fn(), str_keys=True)


def replay(game: Game) -> dict[str, Any]:
    """The first moves of a game of bots as a record, and every step of it."""
    for table in played(game):
        if len(table.steps) == REPLAYED:
            break
    kept = table.match.record([*PEOPLE[: game.players - 1], LEVEL])
    return {"record": kept, "steps": msgspec.to_builtins(list(replay_steps(kept)), str_keys=True)}


def positions(game: str, course: dict[str, Any]) -> list[dict[str, Any]]:
    """The positions of the lessons and of the chapters of a game."""
    starts = [*course["lessons"], *(chapter["picture"] for chapter in course["chapters"] if "picture" in chapter)]
    return [_position(game, course, start) for start in starts]


def _position(game: str, course: dict[str, Any], start: dict[str, Any]) -> dict[str, Any]:
    position, moves = start.get("position"), start.get("moves", [])
    deal = start.get("deal", course.get("deal") if position is None else None)
    asked = {"game": game, "position": position, "moves": moves}
    options = start.get("options", {})
    full = {"format": 1, "players": start["players"], "options": options, "deal": deal, **asked}
    return {"asked": asked, "steps": msgspec.to_builtins(list(replay_steps(full, len(moves))), str_keys=True)}


def riddles() -> dict[str, Puzzle]:
    """Of every kind of puzzle, the first; kinds that begin with the same word look alike."""
    found: dict[str, Puzzle] = {}
    for game in boards():
        for puzzle in puzzles(game).values():
            found.setdefault(f"{game}-{puzzle.kind.partition('-')[0]}", puzzle)
    return found


def riddle_positions(puzzle: Puzzle) -> list[dict[str, Any]]:
    """The positions of a puzzle and of its solution."""
    start = {"players": puzzle.players, "options": puzzle.options, "deal": puzzle.deal, "position": puzzle.position}
    lines = [puzzle.line[:count] for count in range(len(puzzle.line) + 1)]
    return [_position(puzzle.game, {}, {**start, "moves": [*puzzle.moves, *line]}) for line in lines]


def attempt(game: str, challenge: Challenge, seed: str) -> Iterator[LocalGame]:
    """An attempt of a bot at the challenge of the day, whenever something is to be decided, and at its end."""
    match = lido.new(game, players=challenge.players, options=dict(challenge.options), seed=seed)
    table, bot = LocalGame(match, [PERSON] * match.players), bots.bot(BUILDER, seed=seed)
    for move in challenge.prepared(DAY):
        table.perform(move, seed)
    while not challenge.is_over(match):
        if due := challenge.due(DAY, match):
            table.perform(due, seed)
            continue
        yield table
        seen = match.player_view(match.turn)
        move = bot.choose(seen, iterations=ITERATIONS)
        table.perform(move, f"{seed} {len(match.moves)}", **bot.details(seen, move, iterations=ITERATIONS))
    yield table


def challenged(game: str, challenge: Challenge) -> dict[str, Any]:
    """The challenge of the day, an attempt of everybody, and one of them as it goes on."""
    towers, going = [], None
    for person in PEOPLE:
        for count, table in enumerate(attempt(game, challenge, person)):
            if going is None and count == SEEN_AFTER and not challenge.is_over(table.match):
                after = sent(table.match)
                going = {"game": game, "name": "challenge", "before": after, "after": after, "last": last_move(table)}
        score = challenge.score(table.match)
        if score:
            towers.append({**msgspec.to_builtins(score), "film": challenge.film(table.match)})
    return {"day": DAY.isoformat(), "task": challenge.told(DAY), "towers": towers, "going": going}


def main() -> None:
    """Write the file anew."""
    lessons = {
        path.stem: json.loads(path.read_text("utf-8")) for path in sorted((GENERATED / "lessons").glob("*.json"))
    }
    content = {
        "offer": offer(),
        "replays": {board: replay(Game(board, **each["games"][0])) for board, each in contents("scenes.json").items()},
        "positions": [
            *(each for game, course in lessons.items() for each in positions(game, course)),
            *(each for puzzle in riddles().values() for each in riddle_positions(puzzle)),
        ],
        "puzzles": {kind: puzzle.id for kind, puzzle in riddles().items()},
        "challenges": {game: challenged(game, each) for game, each in all_challenges().items() if game in boards()},
    }
    (GENERATED / "screens.json").write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), "utf-8")


if __name__ == "__main__":
    main()

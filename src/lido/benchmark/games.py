"""Data sets: many games of a kind in Parquet, with a card that says what they are. Needs the extra `data`.

A row is a game: its number, the number of players, the options, who sat at each seat, the deal as JSON, the moves as
texts (as JSON where they have details), the payoffs, the reason why it ended. `lido.new(…, deal=…)` and the moves play
it again.
"""

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from lido import bots
from lido import match as matches
from lido.errors import BadSetup
from lido.game import Options, RecordGame, Result
from lido.match import Match
from lido.rng import Dice
from lido.steps import Walk
from lido.version import VERSION

BATCH = 500
"""Games that a process plays at a time."""

Row = dict[str, Any]


class Plan(NamedTuple):
    """Which games are played."""

    game: str
    players: int
    options: Options
    seats: tuple[str, ...]
    """The levels that play. They move on by a seat with every game."""
    seed: str


def played(plan: Plan, number: int) -> Row:
    """One game of a data set. Its number and the plan say all about it."""
    seed = f"{plan.seed} {number}"
    match = matches.new(plan.game, players=plan.players, options=plan.options, seed=seed)
    turned = [plan.seats[(seat + number) % plan.players] for seat in range(plan.players)]
    at_random = set(turned) == {"random"} and isinstance(match.game, RecordGame)
    moves, result = _at_random(match, seed) if at_random else _by_bots(match, turned, seed)
    return {
        "number": number,
        "players": plan.players,
        "options": json.dumps(dict(plan.options)),
        "seats": turned,
        "deal": json.dumps(match.record()["deal"]),
        "moves": moves,
        "payoffs": list(result.payoffs),
        "reason": result.reason,
    }


def _at_random(match: Match, seed: str) -> tuple[list[str], Result]:
    """Any legal move again and again: ten times as fast without bots, who are shown the position at every move."""
    walk, dice, moves = Walk(match), Dice(seed), []
    while walk.turn:
        move = dice.choice(walk.legal)
        moves.append(walk.game.move_text(walk.state, move))
        walk.play(move)
    assert walk.result
    return moves, walk.result


def _by_bots(match: Match, levels: list[str], seed: str) -> tuple[list[str], Result]:
    players = [bots.bot(level, seed=f"{seed} {seat}", threads=1) for seat, level in enumerate(levels)]
    while turn := match.turn:
        player_view, bot = match.player_view(turn), players[turn - 1]
        move = bot.choose(player_view)
        details = bot.details(player_view, move)
        if details:
            match.perform(move, **details, seed=f"{seed} {len(match.moves)}")
        else:
            match.play(move)
    assert match.result
    moves = match.record()["moves"]
    return [move if isinstance(move, str) else json.dumps(move) for move in moves], match.result


def _batch(plan: Plan, numbers: range) -> list[Row]:
    return [played(plan, number) for number in numbers]


def batches(plan: Plan, games: int, processes: int) -> Iterator[list[Row]]:
    """All games in their order, some at a time, played by so many processes."""
    ranges = [range(first, min(games, first + BATCH)) for first in range(0, games, BATCH)]
    if processes == 1:
        for numbers in ranges:
            yield _batch(plan, numbers)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(_batch, [plan] * len(ranges), ranges)


def write(folder: Path, plan: Plan, games: int, processes: int, watch: Callable[[int], None] | None = None) -> Path:
    """Play the games into `<folder>/<game>.parquet`, with its card beside it; the file."""
    try:
        import pyarrow as arrow  # noqa: PLC0415 - an extra
        from pyarrow import parquet  # noqa: PLC0415
    except ImportError as error:
        raise BadSetup("research.no-pyarrow") from error
    for level in plan.seats:
        bots.check_level(level, plan.game, plan.players)
    folder.mkdir(parents=True, exist_ok=True)
    file, began, done, writer = (folder / plan.game).with_suffix(".parquet"), time.perf_counter(), 0, None
    for rows in batches(plan, games, processes):
        table = arrow.Table.from_pylist(rows)
        writer = writer or parquet.ParquetWriter(file, table.schema, compression="zstd")
        writer.write_table(table)
        done += len(rows)
        if watch:
            watch(done)
    assert writer
    writer.close()
    seconds = time.perf_counter() - began
    file.with_suffix(".md").write_text(card(plan, games, seconds, file.stat().st_size), encoding="utf-8")
    return file


def card(plan: Plan, games: int, seconds: float, size: int) -> str:
    """What a data set is, for who finds it without its maker."""
    text = (Path(__file__).parent / "card.md").read_text(encoding="utf-8")
    return text.format(
        game=plan.game,
        games=games,
        players=plan.players,
        version=VERSION,
        levels=", ".join(sorted(set(plan.seats))),
        asked=" ".join(f"--players {level}" for level in plan.seats),
        seed=plan.seed,
        seconds=seconds,
        size=size,
    )

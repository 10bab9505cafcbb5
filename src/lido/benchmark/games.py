"""Data sets: many games of a kind in Parquet, with a card that says what they are. Needs the extra `data`.

A row is a game: its number, the number of players, the options, who sat at each seat, the deal as JSON, the moves as
texts (as JSON where they have details), the payoffs, the reason why it ended. `lido.new(…, deal=…)` and the moves play
it again.
"""

import json
import time
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from lido import bots
from lido import match as matches
from lido.benchmark.tasks import EXPERT_ITERATIONS
from lido.errors import BadSetup
from lido.game import Options, RecordGame, Result
from lido.match import Match
from lido.rng import Dice
from lido.steps import Walk
from lido.version import VERSION

BATCH = 500
"""Games that a process plays at a time."""
PART = 20_000
"""Games in a file. What is whole is not played again."""

PLAN, SECONDS = b"lido.plan", b"lido.seconds"
"""What a file says of itself."""

Row = dict[str, Any]
Batch = tuple[list[Row], float]
"""Games, and the seconds of a processor that they took."""


class Plan(NamedTuple):
    """Which games are played."""

    game: str
    players: int
    options: Options
    levels: tuple[str, ...]
    """Those that play."""
    seed: str

    def seating(self, number: int) -> list[str]:
        """Who plays at which seat: as many levels as seats move on by a seat with every game.

        Of more or fewer levels, every way to seat them comes in turn, each as often.
        """
        count = len(self.levels)
        if count == self.players:
            return [self.levels[(seat + number) % count] for seat in range(count)]
        return [self.levels[number // count**seat % count] for seat in range(self.players)]


def played(plan: Plan, number: int) -> Row:
    """One game of a data set. Its number and the plan say all about it."""
    seed = f"{plan.seed} {number}"
    match = matches.new(plan.game, players=plan.players, options=plan.options, seed=seed)
    turned = plan.seating(number)
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
        most = EXPERT_ITERATIONS if levels[turn - 1] == "expert" else None
        move = bot.choose(player_view, iterations=most)
        details = bot.details(player_view, move, iterations=most)
        if details:
            match.perform(move, **details, seed=f"{seed} {len(match.moves)}")
        else:
            match.play(move)
    assert match.result
    moves = match.record()["moves"]
    return [move if isinstance(move, str) else json.dumps(move) for move in moves], match.result


def _batch(plan: Plan, numbers: range) -> Batch:
    began = time.process_time()
    return [played(plan, number) for number in numbers], time.process_time() - began


def write(folder: Path, plan: Plan, games: int, processes: int, watch: Callable[[int], None] | None = None) -> Path:
    """Play the games into Parquet files in `<folder>/<game>`, with a card beside them; that folder.

    Files that are there and whole stay, so that the same command goes on where it was stopped.
    """
    try:
        from pyarrow import parquet  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise BadSetup("research.no-pyarrow") from error
    for level in plan.levels:
        bots.check_level(level, plan.game, plan.players)
    home = folder / plan.game
    home.mkdir(parents=True, exist_ok=True)
    with ExitStack() as held:
        pool: Executor | None = None
        if processes > 1:
            pool = held.enter_context(ProcessPoolExecutor(processes, mp_context=get_context("spawn")))
        for first in range(0, games, PART):
            numbers, file = range(first, min(games, first + PART)), home / f"part-{first // PART:05}.parquet"
            kept = _kept(file, plan)
            if not kept or kept.num_rows < len(numbers):
                _write_part(file, plan, numbers, pool, watch)
    parts = [parquet.read_metadata(part) for part in sorted(home.glob("part-*.parquet"))]
    size = sum(part.stat().st_size for part in home.glob("part-*.parquet"))
    seconds = sum(float(part.metadata[SECONDS]) for part in parts)
    text = card(plan, sum(part.num_rows for part in parts), seconds, size)
    home.with_suffix(".md").write_text(text, encoding="utf-8")
    return home


def _kept(file: Path, plan: Plan) -> Any:
    """What a file says of itself, or None; BadSetup where it holds other games."""
    from pyarrow import parquet  # noqa: PLC0415

    if not file.exists():
        return None
    kept = parquet.read_metadata(file)
    if kept.metadata.get(PLAN) != _said(plan):
        raise BadSetup("research.other-games", folder=file.parent)
    return kept


def _said(plan: Plan) -> bytes:
    return json.dumps([VERSION, *plan]).encode()


def _write_part(
    file: Path, plan: Plan, numbers: range, pool: Executor | None, watch: Callable[[int], None] | None
) -> None:
    """Play games into one file, which is there once it is whole."""
    import pyarrow as arrow  # noqa: PLC0415
    from pyarrow import parquet  # noqa: PLC0415

    ranges = [numbers[first : first + BATCH] for first in range(0, len(numbers), BATCH)]
    played_now = (pool.map if pool else map)(_batch, [plan] * len(ranges), ranges)
    unfinished, seconds = file.with_name(f".{file.name}"), 0.0  # readers of the folder pass over such names
    with ExitStack() as held:
        writer = None
        for rows, took in played_now:
            table = arrow.Table.from_pylist(rows)
            if writer is None:
                writer = held.enter_context(parquet.ParquetWriter(unfinished, table.schema, compression="zstd"))
            writer.write_table(table)
            seconds += took
            if watch:
                watch(rows[-1]["number"] + 1)
        assert writer
        writer.add_key_value_metadata({PLAN: _said(plan), SECONDS: str(seconds)})
    unfinished.replace(file)


def card(plan: Plan, games: int, seconds: float, size: int) -> str:
    """What a data set is, for who finds it without its maker."""
    text = (Path(__file__).parent / "card.md").read_text(encoding="utf-8")
    return text.format(
        game=plan.game,
        games=games,
        players=plan.players,
        version=VERSION,
        levels=", ".join(sorted(set(plan.levels))),
        asked=f"--seats {plan.players} " + " ".join(f"--players {level}" for level in plan.levels),
        seed=plan.seed,
        seconds=seconds,
        size=size,
    )

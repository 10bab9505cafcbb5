"""How often players of Le Plouf err, by the table: `python -m bench.games.le_plouf.errors TABLE [POSITIONS [GAMES]]`.

A move errs where it gives away a win or a draw. Positions are drawn at random, as many for each number of
occupied pool cells; those where no move errs, or every move does, are left out. Then `master` plays `expert`
from both seats, and its moves are judged.
"""

import multiprocessing
import random
import sys
from collections import Counter
from pathlib import Path

import lido
from bench.games.le_plouf.solution import state_of
from lido import bots
from lido.games.le_plouf import GAME, text
from lido.games.le_plouf.master import DEPTH, looked_ahead
from lido.games.le_plouf.perfect import known
from lido.games.le_plouf.solution.index import OPENING, made
from lido.games.le_plouf.solution.lookup import Verdict, verdicts
from lido.games.le_plouf.solution.table import SolutionFile
from lido.lab.processes import cores

PLAYERS = ("net 1", "net 2", f"net {DEPTH}", "expert 1000", "random")
ITERATIONS = 1000


def chosen(player: str, number: int) -> int:
    """The move that a player chooses in a position."""
    state = state_of(number)
    kind, _, much = player.partition(" ")
    if kind == "net":
        worth = looked_ahead(state, int(much))
        return max(worth, key=lambda move: worth[move])
    if kind == "random":
        return random.Random(number).choice(GAME.legal(state))
    match = lido.new("le-plouf", position=text.position_text(state))
    assert match.turn
    move = bots.bot(kind, number, threads=1).choose(match.player_view(match.turn), iterations=int(much))
    return GAME.parse_move(state, move)


def judged(job: tuple[str, int, list[int]]) -> Counter[tuple[int, str]]:
    """For positions with so many pool cells occupied: how many ask for a choice, and how often each player errs."""
    path, pool, numbers = job
    table = SolutionFile(Path(path))
    counts: Counter[tuple[int, str]] = Counter()
    for number in numbers:
        found: dict[int, Verdict] = verdicts(table, state_of(number)) or {}
        worths = {verdict.value for verdict in found.values()}
        counts[pool, "drawn"] += 1
        if len(worths) < 2:
            continue
        counts[pool, "choices"] += 1
        for player in PLAYERS:
            counts[pool, player] += found[chosen(player, number)].value < max(worths)
    return counts


def played(job: tuple[str, int]) -> Counter[str]:
    """One game of `master` against `expert`, its moves judged."""
    path, number = job
    table, counts = SolutionFile(Path(path)), Counter[str]()
    match = lido.new("le-plouf", seed=number)
    seats = ("master", "expert") if number % 2 else ("expert", "master")
    players = [bots.bot(level, f"{number} {level}", threads=1) for level in seats]
    mine = seats.index("master") + 1
    while seat := match.turn:
        player_view = match.player_view(seat)
        move = players[seat - 1].choose(player_view, iterations=ITERATIONS)
        if seat == mine:
            found = known(table, player_view) or {}
            worth = found[GAME.parse_move(player_view.observation, move)].value
            counts["moves"] += 1
            counts["with a choice"] += len({verdict.value for verdict in found.values()}) > 1
            counts["errors"] += worth < max(verdict.value for verdict in found.values())
        match.play(move)
    assert match.result
    counts[f"seat {mine} paid {match.result.payoffs[mine - 1]}"] += 1
    return counts


def main() -> None:
    """Print a table of errors, and how the games went."""
    path, many, games = sys.argv[1], *([int(text) for text in sys.argv[2:]] + [2000, 200][len(sys.argv) - 2 :])
    index, dice, jobs = made(), random.Random(1), []
    filled = [int(cells).bit_count() for cells in index.pool[:OPENING]]
    for cells in range(9):
        first, last = filled.index(cells), OPENING - 1 - filled[::-1].index(cells)
        numbers = dice.choices(range(int(index.base[first]), int(index.base[last + 1])), k=many)
        jobs += [(path, cells, numbers[at : at + 50]) for at in range(0, many, 50)]
    total: Counter[tuple[int, str]] = Counter()
    going: Counter[str] = Counter()
    with multiprocessing.get_context("forkserver").Pool(cores()) as pool:
        for counts in pool.imap_unordered(judged, jobs):
            total += counts
        for told in pool.imap_unordered(played, [(path, number) for number in range(1, games + 1)]):
            going += told
    print(f"| pool cells occupied | positions | with a choice | {' | '.join(PLAYERS)} |")
    print("| --- " * (3 + len(PLAYERS)) + "|")
    for cells in range(9):
        choices = total[cells, "choices"]
        errors = " | ".join(f"{total[cells, player] / max(choices, 1):.2%}" for player in PLAYERS)
        print(f"| {cells} | {total[cells, 'drawn']} | {choices} | {errors} |")
    print(f"\n{games} games of master against expert ({ITERATIONS} iterations): {dict(sorted(going.items()))}")


if __name__ == "__main__":
    main()

"""What the first pawn of Le Plouf is worth between equal bots.

python -m bench.games.le_plouf.pie LEVEL GAMES [ITERATIONS]
"""

import sys
from collections import Counter

import lido
from lido import bots

FIRST = {"a corner": "a1", "a side next to a corner": "a2", "a middle side": "a3"}


def paid(level: str, iterations: int, cell: str, number: int) -> float:
    """What a game with the first pawn there pays seat 1."""
    match = lido.new("le-plouf", seed=number)
    match.play(cell)
    players = [bots.bot(level, f"{number} {seat} {cell}", threads=1) for seat in (1, 2)]
    while match.turn:
        match.play(players[match.turn - 1].choose(match.player_view(match.turn), iterations=iterations))
    assert match.result
    return match.result.payoffs[0]


def main() -> None:
    """Print how seat 1 does after each kind of first placement."""
    level, games, iterations = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 300
    for name, cell in FIRST.items():
        ends = Counter(paid(level, iterations, cell, number) for number in range(games))
        print(f"{level}, first pawn on {name}: seat 1 won {ends[1.0]}, drawn {ends[0.5]}, lost {ends[0.0]}")


if __name__ == "__main__":
    main()

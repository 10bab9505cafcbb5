"""Games of a level, written to be read: `python -m bench.told GAME LEVEL`.

Each move stands with what an expert thinks of it: nothing for a good one, `?` for a slip and `??` for a blunder, each
with the better move. Is it the kind of mistake that people make?
"""

import argparse
from collections import Counter

import lido
from lido import bots
from lido.match import Match
from lido.words import say

ITERATIONS = 1_500
SLIP, BLUNDER = 0.1, 0.3
"""How much less than the best a move pays, in even shares."""


def judged(match: Match, move: str) -> tuple[str, str]:
    """The sign of a move, and what would have been better."""
    assert match.turn
    found = bots.searched(match.player_view(match.turn), iterations=ITERATIONS, seed="told", threads=1)
    paid = {worth.move: (worth.value + 1) / 2 * match.players for worth in found.moves}
    lost = paid[found.line[0]] - paid[move]
    sign = "" if lost < SLIP else "?" if lost < BLUNDER else "??"
    return sign, f"{sign} ({found.line[0]} was better, by {lost:.2f} shares)" if sign else ""


def told(game: str, level: str, players: int, number: int) -> Counter[str]:
    """Play a game among players of one level, print it, and count the signs."""
    match = lido.new(game, players=players, seed=f"told/{number}")
    seats = [bots.bot(level, f"told/{number}/{seat}", threads=1) for seat in range(players)]
    counted: Counter[str] = Counter()
    print(f"## {say(f'{game}.name')}, {players} players, `{level}`, game {number}\n")
    while seat := match.turn:
        move = seats[seat - 1].choose(match.player_view(seat))
        sign, note = judged(match, move) if len(match.legal_moves()) > 1 else ("", "")
        counted[sign] += 1
        happened = match.play(move)
        kinds = ", ".join(event["event"] for event in happened)
        print(f"{len(match.moves)}. {'ABCDEF'[seat - 1]} {move}{note}  [{kinds}]")
    print(f"\n{match.result}; {counted['?']} slips and {counted['??']} blunders in {sum(counted.values())} moves\n")
    return counted


def main() -> None:
    """Print the games, and how often each kind of mistake was made."""
    parser = argparse.ArgumentParser(prog="python -m bench.told", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("level")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=10)
    given = parser.parse_args()
    counts: Counter[str] = Counter()
    for number in range(given.games):
        counts += told(given.game, given.level, given.players, number)
    total = counts.total()
    print(f"In all: {counts['?'] / total:.0%} slips, {counts['??'] / total:.0%} blunders of {total} moves.")


if __name__ == "__main__":
    main()

"""The facts of a game, measured: how long it is, how many moves there are to choose from, how it ends.

python -m bench.facts GAME                        random play
python -m bench.facts GAME --level gentle         bots of that level on every seat
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

import lido
from lido import bots
from lido.cli.local_game import chosen
from lido.games import find


@dataclass
class Facts:
    """What was counted over many games."""

    lengths: list[int] = field(default_factory=list)
    choices: list[int] = field(default_factory=list)
    """How many legal moves there were, move by move."""
    ends: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By why the game stopped, and who won."""

    def add(self, match: lido.Match) -> None:
        """Count a finished game."""
        assert match.result is not None
        winners = [seat for seat, paid in enumerate(match.result.payoffs, start=1) if paid]
        who = f"seat {winners[0]}" if len(winners) == 1 else "shared"
        self.ends[match.result.reason, who] += 1
        self.lengths.append(len(match.moves))

    def lines(self) -> list[str]:
        """The facts, one a line."""
        games, played = len(self.lengths), len(self.choices)
        middle, longest = sorted(self.lengths)[games // 2], max(self.lengths)
        return [
            f"{games:,} games of {played / games:.0f} moves, half of them within {middle}, the longest {longest}",
            f"{sum(self.choices) / played:.1f} moves to choose from, at most {max(self.choices)}",
            *(f"{count / games:6.1%}  {reason}, {who}" for (reason, who), count in self.ends.most_common()),
        ]


def play(match: lido.Match, choose: Callable[[lido.Match], str], facts: Facts) -> None:
    """Play a game to its end and count it."""
    while match.result is None:
        facts.choices.append(len(match.legal_moves()))
        match.play(choose(match))
    facts.add(match)


def main(
    game: str,
    players: int | None = None,
    games: int = 1_000,
    level: str = "random",
    iterations: int | None = None,
    option: Annotated[list[str] | None, typer.Option(help="A table option, as name=value.")] = None,
) -> None:
    """Play many games and print what was counted. Bots have their level's own number of iterations for a move."""
    facts = Facts()
    options = chosen(find(game), option or ())
    for number in track(range(games), description="Playing", transient=True):
        match = lido.new(game, players=players, seed=number, options=options)
        seats = [bots.bot(level, f"{number} {seat}", threads=1) for seat in range(1, match.players + 1)]

        def choose(match: lido.Match, seats: Sequence[bots.Bot] = seats) -> str:
            seat = match.turn or 0
            return seats[seat - 1].choose(match.player_view(seat), iterations=iterations)

        play(match, choose, facts)
    Console().print("\n".join(facts.lines()), highlight=False)


if __name__ == "__main__":
    typer.run(main)

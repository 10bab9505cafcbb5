"""Plays batches of games: resumes each from its file, and keeps every game as soon as it is finished."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeAlias

from lido.lab.game_file import GameFile
from lido.lab.outcome import Outcome
from lido.lab.processes import Executor, Job, play_all
from lido.lab.setup import Setup


@dataclass(frozen=True)
class Batch:
    """The first `games` games of a set-up, and the file that keeps them."""

    setup: Setup
    games: int
    path: Path
    part: str = "games"
    """Progress is counted by part. Several batches may belong to one."""

    @property
    def numbers(self) -> range:
        """The numbers of the games."""
        return range(1, self.games + 1)


class Count(NamedTuple):
    """How many games of a part are finished."""

    done: int
    games: int


@dataclass(frozen=True)
class Progress:
    """How many games are finished, those of earlier runs included."""

    parts: Mapping[str, Count]

    @property
    def done(self) -> int:
        """Finished games of all parts."""
        return sum(count.done for count in self.parts.values())

    @property
    def games(self) -> int:
        """Games of all parts."""
        return sum(count.games for count in self.parts.values())


OnProgress: TypeAlias = Callable[[Progress], None]
"""Called once before the first game is played and again whenever a game has been kept.

An exception that it raises stops the batches. Every game that it was told of is kept.
"""


def play_batches(
    batches: Sequence[Batch], *, progress: OnProgress | None = None, execute: Executor = play_all
) -> list[list[Outcome]]:
    """The games of every batch in the order of their numbers; those that its file does not hold are played now.

    Whatever stops it (an error, KeyboardInterrupt, an exception of `progress`) stops all games at once. The
    finished ones are in their files, and the same call resumes from there.
    """
    with ExitStack() as opened:
        files = [opened.enter_context(GameFile(batch.path, batch.setup)) for batch in batches]
        missing = [
            (number, at)
            for at, batch in enumerate(batches)
            for number in batch.numbers
            if number not in files[at].outcomes
        ]
        missing.sort()  # the batches advance together, so that the time left can be estimated from the first games
        games, left = Counter[str](), Counter(batches[at].part for _, at in missing)
        for batch in batches:
            games[batch.part] += batch.games

        def tell() -> None:
            if progress:
                progress(Progress({part: Count(games[part] - left[part], games[part]) for part in games}))

        tell()
        jobs = [Job(batches[at].setup, number) for number, at in missing]
        for index, outcome in opened.enter_context(closing(execute(jobs))):
            _, at = missing[index]
            files[at].add(outcome)
            left[batches[at].part] -= 1
            tell()
        return [[file.outcomes[number] for number in batch.numbers] for batch, file in zip(batches, files, strict=True)]

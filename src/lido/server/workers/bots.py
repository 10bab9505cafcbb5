"""Bots that think in other processes, so that the service never waits for them.

They are given a `PlayerView`, which is all that a seat has seen, and nothing else. If a table of solved positions
is missing or broken on this machine, the question is answered without it: the game may come from a machine that
has one, and must go on.
"""

import asyncio
import time
from enum import IntEnum
from typing import Any, cast

from lido import bots
from lido.errors import LidoError, NoSolution
from lido.game import Json
from lido.match import PlayerView
from lido.server.logging import log_error
from lido.server.workers.fair import NOBODY, Share, Spent
from lido.server.workers.process import Gone, Process
from lido.server.workers.queued import Asked, QueuedPool
from lido.server.workers.thinking import Question

DEFAULT_MS = 500
"""Milliseconds that a bot thinks by default."""
PATIENCE = 30.0
"""Seconds after its time within which a worker must have answered; after that it counts as stuck."""
MOST_TRIES = 3
"""How often a question is asked in all, if the worker that should answer dies."""
SHORT_MS = 250
"""Milliseconds that a bot thinks whose question came after others, while more are waiting."""


class Rank(IntEnum):
    """Which questions go first."""

    AGAIN = 0
    """The worker died."""
    AWAITED = 1
    OVERSPENT = 2
    """People wait, but have had more than others."""
    BOTS_ONLY = 3


class _Asked(Asked):
    """A question about a position, and how often it was asked."""

    def __init__(self, question: Question, share: Share, rank: Rank) -> None:
        super().__init__(share)
        self.question = question
        self.rank = rank
        self.tries = 0


class BotPool(QueuedPool[_Asked]):
    """A number of processes, each answering one question at a time with one thread.

    Their time is shared fairly (`fair`): whoever takes much of it comes after others; tables of bots only come last.
    """

    worker = "lido.server.workers.thinking"

    def __init__(self, processes: int = 1) -> None:
        super().__init__(processes)
        self._spent = Spent()
        self.pids: set[int] = set()
        """The processes that are ready."""

    async def choose(
        self,
        player_view: PlayerView,
        level: str,
        *,
        ms: int = DEFAULT_MS,
        seed: str | int | None = None,
        share: Share = NOBODY,
    ) -> tuple[str, dict[str, Json]]:
        """The move of a bot of that level, and the details that `Match.play` takes with it."""
        asked = Question("choose", player_view, ms, level, seed)
        return cast(tuple[str, dict[str, Json]], await self._ask_by_table(asked, _by_another(asked), share))

    async def hint(self, player_view: PlayerView, *, ms: int = DEFAULT_MS, share: Share = NOBODY) -> bots.Hint:
        """The move that the strongest bot would play, and what is behind it; see `bots.hint`."""
        asked = Question("hint", player_view, ms)
        return cast(bots.Hint, await self._ask_by_table(asked, asked._replace(kind="searched-hint"), share))

    async def analyse(self, player_view: PlayerView, *, ms: int = DEFAULT_MS, share: Share = NOBODY) -> bots.Judgement:
        """What each legal move is worth to the seat that must act; see `bots.judged`."""
        asked = Question("analyse", player_view, ms)
        return cast(bots.Judgement, await self._ask_by_table(asked, asked._replace(kind="search"), share))

    async def _ask_by_table(self, question: Question, without: Question | None, share: Share) -> Any:
        """The answer to a question, or to the other where a table of solved positions cannot be used."""
        try:
            return await self._ask(question, share)
        except NoSolution as error:
            if without is None:
                raise
            log_error("a table of solved positions cannot be used", error, code=error.code)
            return await self._ask(without, share)

    async def _ask(self, question: Question, share: Share) -> Any:
        asked = _Asked(question, share, self._rank(share))
        return await self._answered(asked.rank, asked)

    def _rank(self, share: Share) -> Rank:
        if not share.is_awaited:
            return Rank.BOTS_ONLY
        return Rank.OVERSPENT if self._spent.is_too_much(share) else Rank.AWAITED

    async def _serve(self, process: Process) -> None:
        """Let a process answer questions until it ends."""
        self.pids.add(process.pid)
        self._ready.set()
        try:
            while True:
                asked = await self._next(process, lambda asked: asked.question.ms / 1000)
                if not asked.answer.done():
                    await self._answer(process, asked)
        finally:
            self.pids.discard(process.pid)
            if not self.pids:
                self._ready.clear()

    async def _answer(self, process: Process, asked: _Asked) -> None:
        """Let a process answer a question; Gone if it dies over it."""
        question = asked.question
        if asked.rank > Rank.AWAITED and len(self._queue):
            question = question._replace(ms=min(question.ms, SHORT_MS))
        began = time.monotonic()
        process.send(question)
        try:
            asked.settle(await asyncio.wait_for(process.receive(), question.ms / 1000 + PATIENCE))
        except (Gone, TimeoutError) as error:
            self._again(asked)
            raise Gone from error
        finally:
            self._charge(asked, time.monotonic() - began)

    def _charge(self, asked: _Asked, seconds: float) -> None:
        self._spent.spend(asked.share, seconds)
        self._queue.charge(asked.rank, asked.share, seconds - asked.question.ms / 1000)

    def _again(self, asked: _Asked) -> None:
        """Ask another process, before all others."""
        asked.tries += 1
        if asked.tries < MOST_TRIES:
            self._wait(Rank.AGAIN, asked)
        else:
            asked.settle(LidoError("workers.lost"))


def _by_another(asked: Question) -> Question | None:
    """The same question for a bot that needs no table of solved positions; None if this bot needs none."""
    other = bots.stand_in(asked.level, asked.player_view.game.id)
    return asked._replace(level=other) if other else None

"""The perfect player of Le Plouf for two: it looks its moves up in the table of all positions."""

import random
import secrets

import numpy as np

from lido.errors import BadSetup
from lido.game import copied
from lido.games.le_plouf import GAME
from lido.match import Sight
from lido.solution import lookup
from lido.solution.lookup import Verdict
from lido.solution.table import Table

DRAW = Verdict(0, None)


class Perfect:
    """Never gives away a win or a draw, wins as quickly as it can, and else sets the hardest problem."""

    def __init__(self, seed: str | int | None = None) -> None:
        self._random = random.Random(secrets.token_hex() if seed is None else str(seed))

    def choose(self, sight: Sight, *, ms: int | None = None, iterations: int | None = None) -> str:
        check(sight, "perfect")
        table = lookup.whole()
        found = known(table, sight)
        if not found:
            raise BadSetup("solve.unknown", path=table.path)
        move = best(table, sight.observation, found, self._random)
        return GAME.move_text(sight.observation, move)


def exact(sight: Sight) -> list[tuple[str, Verdict]] | None:
    """What each legal move is worth with best play, in the order of `legal_moves`; None where that is not known."""
    if not solved(sight.game.id, sight.players):
        return None
    found = known(lookup.small(), sight)
    if found is None and lookup.whole_file().exists():
        found = known(lookup.whole(), sight)
    if found is None:
        return None
    return sorted((GAME.move_text(sight.observation, move), verdict) for move, verdict in found.items())


def solved(game: str, players: int) -> bool:
    """Whether this is the game that has been solved: Le Plouf for two."""
    return game == GAME.id and players == 2


def check(sight: Sight, level: str) -> None:
    """Refuse any other game."""
    if not solved(sight.game.id, sight.players):
        raise BadSetup("solve.two-only", level=level)


def known(table: Table, sight: Sight) -> dict[int, Verdict] | None:
    """What each move is worth in this game: one that ends it by repetition is a draw. None where it is not known."""
    found = lookup.verdicts(table, sight.observation)
    if found is None:
        return None
    return {move: DRAW if repeated(sight, move) + 1 >= GAME.repetition else verdict for move, verdict in found.items()}


def repeated(sight: Sight, move: int) -> int:
    """How often the position after this move has stood already (LP-R6)."""
    after = copied(sight.observation)
    GAME.rules.play(after, move)
    return sight.stood.get(GAME.key(after), 0)


def best(table: Table, state: np.record, found: dict[int, Verdict], dice: random.Random) -> int:
    """One of the best moves: the quickest win, or else the move that is hardest to answer well."""
    most = max(verdict.value for verdict in found.values())
    good = {move: verdict for move, verdict in found.items() if verdict.value == most}
    if most > 0:
        score = {move: -float(verdict.plies or 0) for move, verdict in good.items()}
    else:
        score = {move: _hardness(table, state, move) + (verdict.plies or 0) / 1e6 for move, verdict in good.items()}
    top = max(score.values())
    return dice.choice([move for move in sorted(score) if score[move] == top])


def _hardness(table: Table, state: np.record, move: int) -> float:
    """Of the other player's replies, the share that is worse than their best."""
    after = copied(state)
    GAME.rules.play(after, move)
    replies = lookup.verdicts(table, after)
    if not replies:
        return 0.0
    most = max(verdict.value for verdict in replies.values())
    return sum(verdict.value < most for verdict in replies.values()) / len(replies)

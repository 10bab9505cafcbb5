"""The perfect player of two-player Le Plouf: it looks up its moves in the table of all positions."""

import numpy as np

from lido.bots.own import Worth
from lido.errors import BadSetup, NoSolution
from lido.game import copied
from lido.games.le_plouf import GAME
from lido.games.le_plouf.solution import lookup
from lido.games.le_plouf.solution.lookup import Table, Verdict
from lido.match import PlayerView
from lido.rng import Dice

DRAW = Verdict(0, None)
SOLVED_PLAYERS = 2


class Perfect:
    """Never gives away a win or a draw, wins as fast as possible, and otherwise plays the hardest move to answer."""

    def __init__(self, seed: str | int | None = None) -> None:
        self._dice = Dice(seed)

    def choose(self, player_view: PlayerView, *, ms: int | None = None, iterations: int | None = None) -> str:
        check(player_view, "perfect")
        table = lookup.whole()
        found = known(table, player_view)
        if not found:
            raise NoSolution("le-plouf.solution-unknown", path=table.path)
        move = best(table, player_view.observation, found, self._dice)
        return GAME.move_text(player_view.observation, move)


def exact(player_view: PlayerView) -> list[Worth] | None:
    """What each legal move is worth with best play, in the order of `legal_moves`; None where that is not known."""
    if player_view.players != SOLVED_PLAYERS:
        return None
    found = known(lookup.small(), player_view)
    if found is None and lookup.whole_file().exists():
        found = known(lookup.whole(), player_view)
    return None if found is None else worths(player_view, found)


def worths(player_view: PlayerView, found: dict[int, Verdict]) -> list[Worth]:
    """What is known of each legal move, in the order of `legal_moves`."""
    return sorted(Worth(GAME.move_text(player_view.observation, move), *verdict) for move, verdict in found.items())


def refusal(level: str, players: int, *, whole: bool = False) -> BadSetup | None:
    """Why a level that uses the solution cannot play, or None; `whole` is for one that needs all positions."""
    if why := two_only(level, players):
        return why
    if whole and not lookup.whole_file().exists():
        return NoSolution("le-plouf.solution-not-here", level=level)
    return None


def two_only(level: str, players: int) -> BadSetup | None:
    """Why a level that uses the solution plays no game of so many, or None."""
    return None if players == SOLVED_PLAYERS else BadSetup("le-plouf.solution-two-only", level=level)


def check(player_view: PlayerView, level: str) -> None:
    """Refuse a game of more than two players."""
    if why := two_only(level, player_view.players):
        raise why


def known(table: Table, player_view: PlayerView) -> dict[int, Verdict] | None:
    """What each move is worth in this game: one that ends it by repetition is a draw. None where it is not known."""
    found = lookup.verdicts(table, player_view.observation)
    if found is None:
        return None
    return {
        move: DRAW if repeated(player_view, move) + 1 >= GAME.repetition else verdict for move, verdict in found.items()
    }


def repeated(player_view: PlayerView, move: int) -> int:
    """How often the position after this move has already occurred (LP-R6)."""
    after = copied(player_view.observation)
    GAME.rules.play(after, move)
    return player_view.repetitions.get(GAME.key(after), 0)


def best(table: Table, state: np.record, found: dict[int, Verdict], dice: Dice) -> int:
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

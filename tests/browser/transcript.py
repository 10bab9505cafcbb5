"""What a match tells at every step of a task, in Python; `driver.ts` does the same in JavaScript."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import lido
from lido import bots
from lido.bots.config import search_config
from lido.bots.levels import Searcher, record_game
from lido.bots.search import Search
from lido.errors import LidoError
from lido.match import Match, PlayerView

Setup: TypeAlias = dict[str, Any]
"""As `lido.new` takes it."""
Step: TypeAlias = list[Any]


class Transcript:
    """A match, the steps done with it, and what came of each: with whose turn it is and what is legal afterwards."""

    def __init__(self, game: str, setup: Setup, steps: Sequence[Step] = (), *, tables: bool = False) -> None:
        """With `tables`, JavaScript has those of the game: then bots and analysis may use what is known of it."""
        self.game = game
        self.tables = tables
        self.setup = setup
        self.steps: list[Step] = []
        self.told: list[Any] = []
        self._players: dict[str, bots.Player] = {}
        try:
            self.match = lido.new(game, **setup)
        except LidoError as error:
            self.told.append(refusal(error))
        else:
            self.told += [None, told(self.match)]
        for step in steps:
            self.do(*step)

    def do(self, *step: Any) -> None:
        """Do a step; a refusal is what comes of it."""
        self.steps.append(list(step))
        try:
            came = _step(self.match, self.steps[-1], self._players, self.tables)
        except LidoError as error:
            came = refusal(error)
        self.told.append([came, told(self.match)])

    def task(self) -> dict[str, Any]:
        """What `driver.ts` is asked to do."""
        return {"game": self.game, "setup": self.setup, "steps": self.steps, "tables": self.tables}


def told(match: Match) -> list[Any]:
    """What anybody may ask of a match at any time."""
    return [match.turn, match.result and match.result.document(), match.legal_moves()]


def _step(match: Match, step: Step, players: dict[str, bots.Player], tables: bool) -> Any:
    match step:
        case ["shown"]:
            views = [match.view(seat) for seat in range(match.players + 1)]
            return {"views": views, "position": match.position(), "record": match.record()}
        case ["replay", record]:
            return lido.replay(record).record()
        case ["undo", moves, remember]:
            return match.undo(moves, remember=remember)
        case ["play", move]:
            return match.play(move)
        case ["levels"]:
            return bots.levels_for(match.game.id, match.players)
        case ["rematches"]:
            return match.game.rematch_options(match.options)
    assert match.turn
    seen = match.player_view(match.turn)
    match step:
        case ["analyse", seed, iterations]:
            found = (bots.judged if tables else _without_network)(seen, seed=seed, iterations=iterations)
            return {"seat": seen.seat, **found._asdict(), "moves": [worth._asdict() for worth in found.moves]}
        case ["choose", name, level, given]:
            return players.setdefault(name, bots.bot(level, name)).choose(seen, **given)
        case ["think", name, level, iterations]:
            searcher = players.setdefault(name, bots.bot(level, name))._made(seen)
            assert isinstance(searcher, Searcher)
            thought, game = searcher.think(seen, iterations=iterations), record_game(seen)
            return [[game.move_text(seen.observation, move), *found] for move, found in thought.items()]
    raise ValueError(step)


def _without_network(seen: PlayerView, *, seed: str, iterations: int) -> bots.Judgement:
    """What an analysis finds that has no tables: by an expert's search without the network."""
    game = record_game(seen)
    search = Search(search_config(game, learned=False), seed)
    found = search.think(game, seen, seconds=0.0, iterations=iterations)
    worths = (bots.Worth(game.move_text(seen.observation, move), 2 * one.paid - 1, None) for move, one in found.items())
    best = max(found, key=lambda move: (found[move].visits, found[move].paid))
    return bots.Judgement(False, sorted(worths), search.line(game, seen, best), search.beliefs(seen))


def refusal(error: LidoError) -> dict[str, Any]:
    """A refusal as the engine of the browser gives it."""
    kinds = [kind.__name__ for kind in type(error).__mro__]
    kind = next(name for name in ("IllegalMove", "BadSetup", "BadPosition", "BadRecord", "LidoError") if name in kinds)
    return {"refused": kind, "code": error.code, "facts": {name: _fact(fact) for name, fact in error.facts.items()}}


def _fact(fact: Any) -> Any:
    if isinstance(fact, LidoError):
        return {"code": fact.code, "facts": {name: _fact(inner) for name, inner in fact.facts.items()}}
    return fact

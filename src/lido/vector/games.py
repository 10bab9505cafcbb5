"""Where many games are kept and played on: by the processor here, by a card in `lido.card`."""

from collections.abc import Mapping
from typing import Any, NoReturn, Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lido.batch import LEAVE, Batch, draw_moves, first_illegal, parts, rows
from lido.errors import BadSetup, IllegalMove
from lido.game import RecordGame
from lido.planes import Encoding
from lido.vector.crew import FEW, Pace, processors

Array: TypeAlias = Any
"""A NumPy array, or with `device="cuda"` a `lido.card.CardArray`."""


class Games(Protocol):
    """Many games in arrays with one row a game."""

    @property
    def arrays(self) -> Mapping[str, Array]:
        """The arrays of a `Batch`, by their names."""

    def begin(self, rngs: NDArray[np.int64] | None) -> None:
        """Restart every game: with these generators, or with its own as it is now."""

    def start_from(self, start: np.record) -> None:
        """What games begin with from now on."""

    def advance(self, actions: Any) -> None:
        """Play a move in every game, and restart those that end."""

    def draw(self) -> Array:
        """A random legal move for every game."""

    def wait(self) -> None:
        """Wait until all that was asked for is done."""


class ProcessorGames:
    """Games on the processor, played by as many threads as it pays to have, and by `threads` at most."""

    def __init__(self, start: np.record, shown: Encoding, n: int, threads: int | None = None) -> None:
        assert isinstance(shown.game, RecordGame)
        self.game = shown.game
        kinds = rows(shown, int(start.players))
        self.arrays: dict[str, Array] = {
            name: np.zeros((n, *row.shape), dtype=row.dtype) for name, row in kinds.items()
        }
        self.batch = Batch(**self.arrays)
        self.finals = np.zeros_like(self.batch.observations)
        """What was seen at the end of the last game that ended, one row a game."""
        self.viewers = np.full(n, -1, dtype=np.int64)
        """Who is shown the end; -1 is the seat that moved last."""
        self.same_step = True
        """Whether a game that ends begins again in the same step."""
        self.start = np.array([start])
        self.begin_share, self.advance_share = (parts(shown)[name] for name in ("begin_share", "advance_share"))
        self._pace = Pace(max(1, min(threads or processors(), n // FEW)))
        self._actions = np.zeros(n, dtype=np.int64)

    def begin(self, rngs: NDArray[np.int64] | None) -> None:
        if rngs is not None:
            self.batch.rngs[:] = rngs
        self.begin_share(self.batch, self.start, 0, len(self._actions))

    def start_from(self, start: np.record) -> None:
        self.start = np.array([start])

    def checked(self, actions: ArrayLike) -> NDArray[np.int64]:
        """Moves as an array of their own, one for each game, or BadSetup."""
        chosen = np.asarray(actions)
        if chosen.shape != self._actions.shape or chosen.dtype.kind not in "iub":
            raise BadSetup("research.actions", shape=f"{chosen.shape}, {chosen.dtype}", games=len(self._actions))
        return chosen.astype(np.int64)

    def advance(self, actions: ArrayLike) -> None:
        chosen = self.checked(actions)
        game = first_illegal(self.batch.legal, chosen)
        if game >= 0:
            self._refuse(game, int(chosen[game]), "research.illegal")
        self.go_on(chosen)

    def are_legal(self, chosen: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which of the moves are legal."""
        legal = self.batch.legal
        numbers = (chosen >= 0) & (chosen < legal.shape[1])
        legal_moves: NDArray[np.bool_] = numbers & legal[np.arange(len(chosen)), np.where(numbers, chosen, 0)]
        return legal_moves

    def refuse(self, refused: NDArray[np.bool_], chosen: NDArray[np.int64], code: str = "research.illegal") -> None:
        """Raise IllegalMove for the first of the games whose moves are refused, if any is."""
        if refused.any():
            game = int(refused.argmax())
            self._refuse(game, int(chosen[game]), code)

    def _refuse(self, game: int, move: int, code: str) -> NoReturn:
        named = f"{move} ({self.text(game, move)})" if 0 <= move < self.batch.legal.shape[1] else str(move)
        raise IllegalMove(code, game=game, move=named)

    def text(self, game: int, move: int) -> str:
        """How a move is written in the position of a game, whether or not it is legal there."""
        return self.game.move_text(self.batch.states[game], move)

    def go_on(self, chosen: NDArray[np.int64]) -> None:
        """Carry out moves that are known to be legal, or `LEAVE` or `RENEW`."""

        def work(taken: NDArray[np.int64]) -> int:
            played: int = self.advance_share(
                self.batch, self.start, chosen, self.finals, self.viewers, self.same_step, taken
            )
            return played

        self._pace.run(work, len(chosen), int(np.count_nonzero(chosen != LEAVE)))

    def draw(self) -> NDArray[np.int64]:
        draw_moves(self.batch, self._actions)
        return self._actions

    def drawn_for(self, waiting: NDArray[np.bool_]) -> NDArray[np.int64]:
        """A random legal move for some of the games, and `LEAVE` for the others."""
        return np.where(waiting, self.draw(), LEAVE)

    def wait(self) -> None:
        """Nothing is done later."""

"""Games in the memory of a card."""

import hashlib
from ctypes import c_int64, c_uint64
from pathlib import Path
from typing import Any, cast

import llvmlite
import numba
import numpy as np
from numpy.typing import NDArray

from lido import folder, target
from lido.batch import parts, rows
from lido.card import code
from lido.card.arrays import CUDA, CardArray, borrowed
from lido.card.driver import card
from lido.errors import BadSetup, IllegalMove
from lido.game import RecordGame
from lido.planes import Encoding

NONE = -1


def ptx_file(shown: Encoding, players: int) -> Path:
    """The file with the PTX of a game, which is written if it is not there yet (some ten seconds)."""
    # The names of compiled functions hold a hash of their sources and of all that they inline.
    made_of = [parts(shown)[name].py_func.__qualname__ for name in ("advance_games", "begin_games", "show")]
    made_of += [Path(code.__file__).read_text(), Path(target.__file__).read_text(), numba.__version__]
    mark = hashlib.sha256(repr([*made_of, llvmlite.__version__]).encode()).hexdigest()[:16]
    home = folder.data() / "card"
    file = home / f"{shown.game.id}-{players}-{mark}.ptx"
    if not file.exists():
        home.mkdir(parents=True, exist_ok=True)
        ran = target.run("lido.card.build", [shown.made_by, shown.game.id, str(players), str(file)], home / "numba")
        if ran.returncode:
            raise BadSetup("research.no-ptx", game=shown.game.id)
    return file


class CardGames:
    """Games on a card, one thread a game."""

    def __init__(self, start: np.record, shown: Encoding, n: int) -> None:
        self._card = card()
        players = int(start.players)
        self._module = self._card.module(ptx_file(shown, players).read_bytes())
        self.arrays = {
            name: CardArray(self._card, (n, *row.shape), row.dtype) for name, row in rows(shown, players).items()
        }
        rules = cast(RecordGame, shown.game).rules
        self._start = CardArray(self._card, (1,), rules.dtype)
        self._start.fill_from(np.array([start]))
        self._actions = CardArray(self._card, (n,), np.dtype(np.int64))
        self._refused, refused = self._card.shared_word()
        self._refused.value = NONE
        self._given = c_uint64(self._actions.address)
        self._narrow = c_int64(0)
        self._held: Any = None
        arrays = [c_uint64(array.address) for array in (*self.arrays.values(), self._start)]
        values = [*arrays, self._given, self._narrow, c_uint64(refused), c_int64(n)]
        self._kernels = {name: self._card.kernel(self._module, name, values) for name in code.KERNELS}
        self._blocks = (n + code.THREADS - 1) // code.THREADS

    def _launch(self, name: str) -> None:
        if self._refused.value != NONE:
            game, self._refused.value = self._refused.value, NONE
            raise IllegalMove("research.illegal-on-card", game=game)
        self._kernels[name].launch(self._blocks, code.THREADS)

    def begin(self, rngs: NDArray[np.int64] | None) -> None:
        self.wait()
        if rngs is not None:
            self.arrays["rngs"].fill_from(rngs)
        self._launch("begin")

    def start_from(self, start: np.record) -> None:
        self.wait()
        self._start.fill_from(np.array([start]))

    def advance(self, actions: Any) -> None:
        """The moves may be an array of any library on the card, of 32 or 64 bits, or anything NumPy understands."""
        self._given.value, self._narrow.value = self._located(actions)
        self._held = actions  # until they have been read
        self._launch("advance")

    def _located(self, actions: Any) -> tuple[int, int]:
        """Where moves are in the memory of the card, and whether they have 32 bits."""
        n = len(self._actions)
        if actions is self._actions:
            return self._actions.address, 0
        if hasattr(actions, "__dlpack_device__") and actions.__dlpack_device__()[0] == CUDA:
            found = borrowed(actions)
            if found.shape != (n,):
                raise BadSetup("research.actions", shape=found.shape, games=n)
            if found.dtype not in ("i4", "i8") or not found.whole:
                raise BadSetup("research.card-actions", kind=found.dtype)
            return found.address, int(found.dtype == "i4")
        chosen = np.asarray(actions, dtype=np.int64)
        if chosen.shape != (n,):
            raise BadSetup("research.actions", shape=chosen.shape, games=n)
        self._actions.fill_from(chosen)
        return self._actions.address, 0

    def draw(self) -> CardArray:
        self._given.value = self._actions.address
        self._launch("draw")
        return self._actions

    def wait(self) -> None:
        self._card.wait()
        if self._refused.value != NONE:
            game, self._refused.value = self._refused.value, NONE
            raise IllegalMove("research.illegal-on-card", game=game)

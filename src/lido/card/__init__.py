"""Games on a graphics card of NVIDIA, by the same rules: `lido.vector.make(…, device="cuda")`.

The code of LLVM that Numba makes of the rules becomes PTX (`code`), which the driver of the card compiles and runs
(`driver`). One thread plays one game. Neither CUDA nor another library is needed, only the driver.
"""

from lido.card.arrays import CardArray
from lido.card.games import CardGames

__all__ = ["CardArray", "CardGames"]

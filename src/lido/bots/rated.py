"""How strong each level is: ratings on the scale of people's, measured by `python -m bench.levels`."""

import json
from functools import cache
from typing import NamedTuple

from lido.registry import folder

FILE = "ratings.json"


class Rated(NamedTuple):
    """A rating, and its interval of 95 %."""

    mean: float
    low: float
    high: float


@cache
def ratings(game: str) -> dict[str, Rated]:
    """The rating of every level of a game, the weakest first; none where they were not measured.

    They are on the scale of people's ratings in the same game: `club` has what a newcomer has, 25, and a difference
    tells as much about who will win.
    """
    here = folder(game)
    if here is None or not (here / FILE).is_file():
        return {}
    found = json.loads((here / FILE).read_text())["levels"]
    return {level: Rated(*rated) for level, rated in found.items()}

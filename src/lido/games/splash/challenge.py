"""The challenge of the day: a tower of twelve given pieces, as high and as beautiful as one can.

It is a game for two that one person plays on both seats. The draft and the gifts are those of the day; what is left
to the person is where each piece goes. It ends when something falls, or when all twelve pieces stand, and the tower
before the fall counts.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import count
from typing import Any

from lido.challenges import Score
from lido.deal import Draws
from lido.game import Json, Option
from lido.games.splash.beauty import beauty, height
from lido.games.splash.moves import ACCIDENT, SETTLED
from lido.games.splash.pieces import PIECES, SIZES, matches, shape
from lido.games.splash.scene import ANYWHERE, read_poses
from lido.games.splash.space import Pose
from lido.games.splash.state import GIVE, PLACE, State
from lido.match import Match

COUNT = 12
"""The pieces of a day."""
BASES = ("cube", "plate", "prism")
"""Shapes that the first piece may have."""
LEAST = 2
"""How many pieces of each shape a day has at least."""
FILM_EVERY = 0.1
"""Seconds between two moments of a film."""
METRES, PARTS = 4, 3
"""Digits of a film: a tenth of a millimetre, and a thousandth of a quaternion."""


@lru_cache(64)
def pieces_of(day: date) -> tuple[str, ...]:
    """The pieces of a day in their order: each has the shape or the colour of the one before (SP-5).

    Drawn from the date alone, as `lido.deal` draws, and drawn again until the choice is a good one.
    """
    for attempt in count():
        draws = Draws(f"splash challenge {day.isoformat()}", [str(attempt)])
        chain = _chain(draws.shuffled(PIECES))
        shapes = Counter(map(shape, chain))
        if len(chain) == COUNT and shape(chain[0]) in BASES and all(shapes[each] >= LEAST for each in SIZES):
            return tuple(chain)
    raise AssertionError  # the attempts do not end


def _chain(shuffled: Sequence[str]) -> list[str]:
    """Pieces that follow one another, the first that fits each time; as many as there are, up to `COUNT`."""
    chain, left = [shuffled[0]], list(shuffled[1:])
    while len(chain) < COUNT:
        following = next((piece for piece in left if matches(chain[-1], piece)), None)
        if following is None:
            break
        chain.append(following)
        left.remove(following)
    return chain


class Towers:
    """The challenge as the service asks for it."""

    players = 2
    options: Mapping[str, Option] = {"draft": "pick"}

    def prepared(self, day: date) -> list[str]:
        """The draft: every other piece of the day for each seat, then the pieces that nobody will give."""
        day_pieces = pieces_of(day)
        rest = [piece for piece in PIECES if piece not in day_pieces]
        return [f"take {piece}" for piece in (*day_pieces, *rest)] + [f"give {day_pieces[0]}"]

    def told(self, day: date) -> Json:
        return {"pieces": list(pieces_of(day))}

    def due(self, day: date, match: Match) -> str | None:
        placed = _placed(match)
        return f"give {pieces_of(day)[placed]}" if _seen(match).step == GIVE and placed < COUNT else None

    def is_over(self, match: Match) -> bool:
        return _placed(match) == COUNT or any(_seen(match).drops) or ACCIDENT in match.moves

    def score(self, match: Match) -> Score | None:
        towers = _towers(match)
        if not towers:
            return None
        tower = towers[-1]
        parts = beauty(tower)
        high, fair = height(tower), round(sum(parts.values()), 1)
        return Score(round(high + fair, 1), {"height": high, "beauty": fair, "pieces": len(tower), **parts})

    def film(self, match: Match) -> list[Json]:
        shown: list[Json] = []
        for details, tower in zip(_placements(match), _towers(match), strict=False):
            piece = next(reversed(tower))
            pieces = {name: _short(pose.pos, pose.quat) for name, pose in tower.items()}
            shown.append({"piece": piece, "path": _thinned(details), "pieces": pieces})
        return shown


def _placements(match: Match) -> list[Mapping[str, Any]]:
    """The placements so far, as the record keeps them."""
    moves: Any = match.record()["moves"]
    return [move for move in moves if isinstance(move, dict) and move["move"] == PLACE]


def _placed(match: Match) -> int:
    return match.moves.count(PLACE)


def _seen(match: Match) -> State:
    """What everybody sees. A drop token says that the last piece brought the tower down."""
    seen: State = match.player_view(1).observation
    return seen


def _towers(match: Match) -> list[dict[str, Pose]]:
    """The tower after every placement that it withstood, the pieces in the order in which they were placed."""
    order = [move.removeprefix("give ") for move in match.moves if move.startswith("give ")]
    towers: list[dict[str, Pose]] = []
    for number, details in enumerate(_placements(match), start=1):
        if number == _placed(match) and any(_seen(match).drops):
            break
        lying = read_poses(details[SETTLED][0], ANYWHERE)
        towers.append({piece: lying[piece] for piece in order[:number]})
    return towers


def _thinned(details: Mapping[str, Any]) -> list[Json]:
    """The path of the hand up to when it opens, as moments of a film."""
    release, kept = float(details["release"]), list[Json]()
    following = 0.0
    for time, *pose in details["path"]:
        if time <= release and time >= following:
            kept.append([round(time, 2), *_short(pose[:3], pose[3:])])
            following = time + FILM_EVERY
    return kept


def _short(pos: Sequence[float], quat: Sequence[float]) -> list[float]:
    return [*(round(part, METRES) for part in pos), *(round(part, PARTS) for part in quat)]


CHALLENGE = Towers()

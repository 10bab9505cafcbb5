"""What a scene at rest means: what carries what, which piles there are, whether the tower stands.

Everything here is a function of poses and of contacts that are given; nothing moves and no
physics is asked. `lido.games.splash.physics.world.touching` finds the contacts.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lido.games.splash.pieces import Scene, matches, top

EQUAL_HEIGHT = 0.0005
"""Metres within which two pieces are equally high (SP-R3)."""
LEAST_UPWARD = 0.1
"""A contact carries where its normal rises at least this much; a flatter one only leans."""


class Contact(NamedTuple):
    """Two pieces that touch, `upward` being how much the normal from the first to the second rises, from -1 to 1."""

    one: str
    other: str
    upward: float


@dataclass(frozen=True)
class Touching:
    """Which pieces touch each other, and which touch the table."""

    contacts: Sequence[Contact]
    table: frozenset[str]

    def neighbours(self, piece: str) -> set[str]:
        """The pieces that a piece touches."""
        return {other for one, two, _ in self.contacts for here, other in ((one, two), (two, one)) if here == piece}


@dataclass(frozen=True)
class Judgement:
    """What a scene at rest comes to."""

    carried: Mapping[str, frozenset[str]]
    """The pieces that each piece carries."""
    uncovered: tuple[str, ...]
    """The pieces that carry no other, the highest first."""
    piles: tuple[frozenset[str], ...]
    """The pieces joined by contact, the tallest pile first."""
    heights: tuple[int, ...]
    """The levels of each pile."""

    @property
    def levels(self) -> int:
        """The levels of the tallest pile."""
        return max(self.heights, default=0)

    @property
    def tallest(self) -> tuple[frozenset[str], ...]:
        """The piles that no other is taller than (SP-12)."""
        return tuple(pile for pile, levels in zip(self.piles, self.heights, strict=True) if levels == self.levels)

    def pile_of(self, piece: str | None) -> frozenset[str]:
        """The pile that a piece belongs to; empty for none."""
        return next((pile for pile in self.piles if piece in pile), frozenset())


class Before(NamedTuple):
    """What there was before a piece was set."""

    base: str | None
    """The piece the tower is built on."""
    tower: Collection[str]
    """The pieces of the tower."""
    table: Collection[str]
    """The pieces, of the tower or not, that touched the table."""


def judged(scene: Scene, touching: Touching) -> Judgement:
    """The judgement on a scene whose contacts are known."""
    carried = _carried(scene, touching)
    tops = {piece: top(piece, pose) for piece, pose in scene.items()}
    uncovered = sorted((piece for piece in scene if not carried[piece]), key=lambda piece: (-tops[piece], piece))
    measured = [(_levels(pile, scene, carried), pile) for pile in _piles(scene, touching)]
    measured.sort(key=lambda pair: (-pair[0], min(pair[1])))
    return Judgement(
        carried, tuple(uncovered), tuple(pile for _, pile in measured), tuple(levels for levels, _ in measured)
    )


def _carried(scene: Scene, touching: Touching) -> dict[str, frozenset[str]]:
    """A piece carries another that rests on it and whose centre is higher: so nothing carries itself in a ring."""
    carried: dict[str, set[str]] = {piece: set() for piece in scene}
    for one, other, upward in touching.contacts:
        lower, upper = (one, other) if upward > 0 else (other, one)
        if abs(upward) >= LEAST_UPWARD and scene[lower].pos[2] < scene[upper].pos[2]:
            carried[lower].add(upper)
    return {piece: frozenset(others) for piece, others in carried.items()}


def _piles(scene: Scene, touching: Touching) -> list[frozenset[str]]:
    """The pieces joined by contact; the table joins nothing (SP-R8)."""
    piles: list[frozenset[str]] = []
    left = set(scene)
    while left:
        pile, edge = set(), {min(left)}
        while edge:
            piece = edge.pop()
            pile.add(piece)
            edge |= touching.neighbours(piece) - pile
        piles.append(frozenset(pile))
        left -= pile
    return piles


def _levels(pile: Collection[str], scene: Scene, carried: Mapping[str, frozenset[str]]) -> int:
    """The longest chain of pieces carrying one another (SP-R8)."""
    chain: dict[str, int] = {}
    for piece in sorted(pile, key=lambda piece: -scene[piece].pos[2]):
        chain[piece] = 1 + max((chain[other] for other in carried[piece]), default=0)
    return max(chain.values())


def lowest(pile: Iterable[str], scene: Scene) -> str:
    """The piece a pile is named after: the one with the lowest centre."""
    return min(pile, key=lambda piece: (scene[piece].pos[2], piece))


def matching(piece: str, judgement: Judgement) -> bool:
    """Whether a piece has a target by shape or colour, whatever the geometry (SP-R3)."""
    return any(matches(piece, other) for other in judgement.uncovered)


def targets(piece: str, scene: Scene, judgement: Judgement) -> tuple[str, ...]:
    """The pieces that `piece` may be set on (SP-5, SP-9, SP-R3); none when its target is the table."""
    fitting = [other for other in judgement.uncovered if matches(piece, other)] or list(judgement.uncovered)
    if not fitting:
        return ()
    highest = top(fitting[0], scene[fitting[0]])
    return tuple(other for other in fitting if top(other, scene[other]) >= highest - EQUAL_HEIGHT)


def fallen(
    new: str | None, targets: Collection[str], before: Before, touching: Touching, judgement: Judgement
) -> frozenset[str]:
    """The pieces because of which the tower does not stand; none when it does (SP-R6).

    `new` is the piece just set, on one of `targets` or, where there are none, on the table.
    """
    down = touching.table - {new} - set(before.table)
    gone = down | set(before.tower) - judgement.pile_of(before.base)
    return frozenset(gone if new is None or _rightly_set(new, targets, touching) else gone | {new})


def _rightly_set(new: str, targets: Collection[str], touching: Touching) -> bool:
    """Whether the new piece touches its target alone."""
    touched = touching.neighbours(new)
    if not targets:
        return new in touching.table and not touched
    return new not in touching.table and len(touched) == 1 and touched <= set(targets)


def supposed(new: str | None, base: str | None, touching: Touching, judgement: Judgement) -> Before:
    """What may be taken to have been before, where only the scene after is known.

    All that was there is taken for the tower. On the table stood its base and whatever carries something
    there: a piece that lies on the table and carries nothing has come down.
    """
    feet = frozenset(piece for piece in touching.table if piece == base or judgement.carried[piece])
    return Before(base, judgement.carried.keys() - {new}, feet)

"""What a scene at rest means: what carries what, which piles there are, whether the tower stands.

Everything here is a function of poses and of contacts that are given; nothing moves and no
physics is asked. `lido.games.splash.physics.world.touching` finds the contacts.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, TypeAlias

from lido.games.splash.pieces import Scene, matches, top

EQUAL_HEIGHT = 0.0005
"""Metres within which two pieces (SP-R3), or two piles (SP-R8), are equally high."""
LEAST_UPWARD = 0.1
"""A contact carries where its normal rises at least this much; a flatter one only leans."""


Carried: TypeAlias = Mapping[str, frozenset[str]]
"""The pieces that each piece carries."""
Pile: TypeAlias = frozenset[str]


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

    def joined(self, piece: str, without: str | None = None) -> Pile:
        """The pieces that contact joins to a piece, itself included; the table joins nothing, nor does `without`."""
        found, edge = set(), {piece}
        while edge:
            reached = edge.pop()
            found.add(reached)
            edge |= self.neighbours(reached) - found - {without}
        return frozenset(found)


class Piles(NamedTuple):
    """The pieces on the table, taken as piles."""

    every: tuple[Pile, ...]
    """Each piece is in exactly one of them; the best base comes first."""
    tallest: tuple[Pile, ...]
    """Those that may become the base; where there are several, somebody chooses (SP-12, SP-13)."""


@dataclass(frozen=True)
class Judgement:
    """What a scene at rest comes to."""

    carried: Carried
    uncovered: tuple[str, ...]
    """The pieces that carry no other, the highest first."""
    levels: int
    """The longest chain of pieces that carry one another."""
    piles: tuple[Pile, ...]
    tallest: tuple[Pile, ...]
    """As in `Piles`."""


@dataclass(frozen=True)
class Rulings:
    """What the newest laws make of a fall; `first_laws` has what was different under the first."""

    placer_at_fault: ClassVar[bool] = False
    """Whether an accident may be the fault of the player with a piece to place (SP-R13)."""
    remembers_base: ClassVar[bool] = True
    """Whether the old base is known while a new one is chosen: a shared piece may belong with it (SP-R8)."""

    def piles(self, scene: Scene, touching: Touching, carried: Carried, base: str | None) -> Piles:
        """The piles of a scene, `base` being the piece that the tower was built on."""
        return piles(scene, touching, carried, base)

    def falls_alone(self, new: str, down: Collection[str]) -> bool:
        """Whether the new piece alone has fallen, so that the tower without it is the base (SP-R14)."""
        return set(down) == {new}

    def comes_apart(self, touching: Touching, judgement: Judgement) -> bool:
        """Whether what was left after a fall is more than one tower, so that a base must be found again (SP-R8)."""
        return len(touching.table) > 1


NEWEST = Rulings()


class Before(NamedTuple):
    """What there was before a piece was set."""

    base: str | None
    """The piece the tower is built on."""
    tower: Collection[str]
    """The pieces of the tower."""
    table: Collection[str]
    """The pieces, of the tower or not, that touched the table."""


def judged(scene: Scene, touching: Touching, base: str | None = None, rulings: Rulings = NEWEST) -> Judgement:
    """The judgement on a scene whose contacts are known; `base` is the piece that the tower was built on."""
    carried = carrying(scene, touching)
    tops = {piece: top(piece, pose) for piece, pose in scene.items()}
    uncovered = sorted((piece for piece in scene if not carried[piece]), key=lambda piece: (-tops[piece], piece))
    every, tallest = rulings.piles(scene, touching, carried, base)
    return Judgement(carried, tuple(uncovered), levels(scene, scene, carried), every, tallest)


def carrying(scene: Scene, touching: Touching) -> Carried:
    """A piece carries another that rests on it and whose centre is higher: so nothing carries itself in a ring."""
    carried: dict[str, set[str]] = {piece: set() for piece in scene}
    for one, other, upward in touching.contacts:
        lower, upper = (one, other) if upward > 0 else (other, one)
        if abs(upward) >= LEAST_UPWARD and scene[lower].pos[2] < scene[upper].pos[2]:
            carried[lower].add(upper)
    return {piece: frozenset(others) for piece, others in carried.items()}


def levels(pieces: Collection[str], scene: Scene, carried: Carried) -> int:
    """The longest chain of pieces carrying one another."""
    chain: dict[str, int] = {}
    for piece in sorted(pieces, key=lambda piece: -scene[piece].pos[2]):
        chain[piece] = 1 + max((chain[other] for other in carried[piece]), default=0)
    return max(chain.values(), default=0)


def piles(scene: Scene, touching: Touching, carried: Carried, base: str | None) -> Piles:
    """A pile for each piece that touches the table, its foot, and one for each piece that no foot carries (SP-R8).

    Piles of two pieces or more come before single pieces, higher ones before lower ones.
    """
    tops = {piece: top(piece, pose) for piece, pose in scene.items()}
    every = _shared_out(touching.table, carried, tops, base)
    every += [frozenset({piece}) for piece in scene.keys() - frozenset().union(*every)]
    heights = {pile: max(tops[piece] for piece in pile) for pile in every}
    every.sort(key=lambda pile: (len(pile) == 1, -heights[pile], min(pile)))
    real = [pile for pile in every if len(pile) > 1]
    tallest = [pile for pile in real if heights[pile] >= heights[real[0]] - EQUAL_HEIGHT] or every
    return Piles(tuple(every), tuple(tallest))


def _shared_out(feet: Collection[str], carried: Carried, tops: Mapping[str, float], base: str | None) -> list[Pile]:
    """The pile of each foot, pieces that several feet carry given to one of them (SP-R8)."""
    bearers: dict[str, list[str]] = {}
    for foot in sorted(feet):
        for piece in _borne(foot, feet, carried):
            bearers.setdefault(piece, []).append(foot)
    own = {foot: {foot} | {piece for piece, those in bearers.items() if those == [foot]} for foot in feet}
    heights = {foot: max(tops[piece] for piece in pieces) for foot, pieces in own.items()}
    found = {foot: set(pieces) for foot, pieces in own.items()}
    for piece, those in bearers.items():
        if len(those) > 1:
            highest = max(heights[foot] for foot in those)
            equal = [foot for foot in those if heights[foot] >= highest - EQUAL_HEIGHT]
            found[next((foot for foot in equal if base in own[foot]), equal[0])].add(piece)
    return [frozenset(pieces) for pieces in found.values()]


def _borne(foot: str, feet: Collection[str], carried: Carried) -> set[str]:
    """What a foot carries, directly or through pieces that are not feet."""
    found: set[str] = set()
    edge = set(carried[foot]) - set(feet)
    while edge:
        piece = edge.pop()
        found.add(piece)
        edge |= carried[piece] - found - set(feet)
    return found


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


def fallen(new: str | None, targets: Collection[str], before: Before, touching: Touching) -> frozenset[str]:
    """The pieces because of which the tower does not stand; none when it does (SP-R6).

    `new` is the piece just set, on one of `targets` or, where there are none, on the table.
    """
    down = touching.table - {new} - set(before.table)
    # What only the new piece holds up has left the tower.
    stayed = touching.joined(before.base, without=new) if before.base else frozenset()
    gone = down | set(before.tower) - stayed
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

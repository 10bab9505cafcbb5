"""The rules of Splash!: which moves are legal and what they do. See docs/laws/splash.md.

Where the pieces come to lie is not decided here: `Rest` says it, from the physics or from a record.
"""

from collections.abc import Mapping, Set
from dataclasses import replace
from itertools import combinations
from typing import Protocol

from lido.game import Event, Result
from lido.games.splash.judge import Before, fallen, lowest, matching
from lido.games.splash.pieces import Scene
from lido.games.splash.space import Pose
from lido.games.splash.state import (
    BASE,
    BOXED,
    DRAFT,
    GIVE,
    KEEP,
    MOST_DROPS,
    MOST_TAKEN,
    OVER,
    PLACE,
    Accident,
    State,
    Turn,
)


class Rest(Protocol):
    """Says where pieces come to rest."""

    def placed(self, scene: Scene, piece: str) -> Mapping[str, Pose]:
        """After the piece in the hand was set on the scene."""
        ...

    def left(self, scene: Scene) -> Mapping[str, Pose]:
        """After the scene was left to itself."""
        ...


class Play:
    """One move being carried out: the state as it becomes, and what everybody sees."""

    def __init__(self, state: State, rest: Rest) -> None:
        self.state = state
        self.events: list[Event] = []
        self._rest = rest

    def _change(self, **changes: object) -> None:
        self.state = replace(self.state, **changes)  # type: ignore[arg-type]

    def _tell(self, event: str, **facts: object) -> None:
        self.events.append({"event": event, **facts})

    def take(self, piece: str) -> None:
        """Take a piece from the pile (SP-1)."""
        seat = self.state.seat
        self.state = self.state.given(seat, frozenset({piece}))
        self._change(pile=self.state.pile - {piece}, seat=self.state.left_of(seat))
        self._tell("take", seat=seat, piece=piece)
        if len(self.state.pile) == BOXED.get(self.state.players, 0):
            self._change(box=self.state.box | self.state.pile, pile=frozenset(), step=GIVE, seat=1)

    def give(self, piece: str, source: int) -> None:
        """Give a piece, from any reserve, to the left (SP-3, SP-4, SP-8)."""
        giver = self.state.seat
        self.state = self.state.robbed(source, piece)
        self._change(held=piece, source=source, seat=self.state.left_of(giver), step=PLACE)
        self.state = self.state.taken_up()
        self._tell("give", seat=giver, piece=piece, to=self.state.seat, **{"from": source})

    def place(self) -> None:
        """Set the piece in the hand on the tower, and apply the outcome."""
        before, placer = self.state, self.state.seat
        new, source = before.held, before.source
        assert new is not None
        assert source is not None
        after = self._rest.placed(before.pieces, new)
        self._change(pieces=after, held=None, source=None, base=before.base or new)
        tower = before.touching.joined(before.base) if before.base else frozenset()
        down = fallen(new, before.targets, Before(before.base, tower, before.touching.table), self.state.touching)
        self._tell("place", seat=placer, piece=new, stands=not down, fell=sorted(down), pieces=poses(after))
        if down:
            self._fell(placer, new, down)
        elif not self.state.reserve(source):
            self._change(step=OVER, source=source)
        else:
            self._must_give(placer)

    def _fell(self, placer: int, new: str, down: frozenset[str]) -> None:
        """The giver is rewarded, then there must be a base (SP-11 to SP-13, SP-R10, SP-R14)."""
        giver = self.state.right_of(placer)
        self.state = self.state.dropped_on(giver)
        self._tell("drop", seat=giver, drops=self.state.drops[giver - 1])
        if self.state.drops[giver - 1] == MOST_DROPS:
            self._change(step=OVER, seat=giver)
        elif len(self.state.pieces) > 1 and self.state.rulings.falls_alone(new, down):
            self._remove(frozenset({new}), placer)
        else:
            self._find_base(placer)

    def _find_base(self, chooser: int) -> None:
        """Build on from the tallest pile, or let the chooser say which (SP-12, SP-13)."""
        tallest = self.state.judgement.tallest
        if len(tallest) > 1:
            base = self.state.base if self.state.rulings.remembers_base else None
            self._change(step=BASE, seat=chooser, base=base)
        else:
            self._remove(self.state.pieces.keys() - tallest[0], chooser)

    def base(self, piece: str) -> None:
        """Choose the pile with that lowest piece."""
        pile = next(pile for pile in self.state.judgement.tallest if lowest(pile, self.state.pieces) == piece)
        self._remove(self.state.pieces.keys() - pile, self.state.seat)

    def _remove(self, outside: Set[str], chooser: int) -> None:
        """Remove what fell and build on the rest; if that comes apart, find a base again (SP-R8, SP-R14)."""
        if outside:
            kept = {piece: pose for piece, pose in self.state.pieces.items() if piece not in outside}
            self._change(pieces=self._rest.left(kept), fallen=self.state.fallen | outside)
        base = lowest(self.state.pieces, self.state.pieces)
        self._change(base=base)
        self._tell("base", seat=chooser, piece=base, fell=sorted(outside), pieces=poses(self.state.pieces))
        if self.state.rulings.comes_apart(self.state.touching, self.state.judgement):
            self._find_base(chooser)
        else:
            self._pick_up(chooser)

    def _pick_up(self, taker: int) -> None:
        """What fell goes to the one who made it fall, or into the box (SP-14, SP-19, SP-20)."""
        accident = self.state.accident
        if accident and accident.fault is None:
            self._boxed(self.state.fallen)
            self._go_on(taker)
        elif len(self.state.fallen) > MOST_TAKEN:
            self._change(step=KEEP, seat=taker)
        else:
            self._taken(taker, self.state.fallen)

    def keep(self, pieces: frozenset[str]) -> None:
        """Keep three of the fallen pieces; the rest go into the box (SP-R9)."""
        self._taken(self.state.seat, pieces)

    def _taken(self, taker: int, pieces: frozenset[str]) -> None:
        if pieces:
            self._tell("keep", seat=taker, pieces=sorted(pieces))
        self.state = self.state.given(taker, pieces)
        self._boxed(self.state.fallen - pieces)
        self._go_on(taker)

    def _boxed(self, pieces: frozenset[str]) -> None:
        if pieces:
            self._tell("box", pieces=sorted(pieces))
        self._change(box=self.state.box | pieces, fallen=frozenset())

    def _go_on(self, taker: int) -> None:
        """After a fall its maker gives (SP-15); after an accident the one who had to act acts (SP-R13)."""
        then = self.state.accident.then if self.state.accident else Turn(taker, GIVE)
        self._change(accident=None)
        if then.step == GIVE:
            self._must_give(then.seat)
        else:
            self._change(step=then.step, seat=then.seat)

    def _must_give(self, seat: int) -> None:
        """It is that player's turn to give; where nobody has a piece left, the game cannot go on."""
        self._change(step=GIVE if any(self.state.reserves) else OVER, seat=seat)

    def accident(self, scene: Mapping[str, Pose], fault: int | None) -> None:
        """The tower fell, knocked by the seat `fault` or by nobody: it now lies as in `scene` (SP-19, SP-20)."""
        acting = Turn(self.state.seat, self.state.step)
        self._tell("accident", fault=fault, pieces=poses(scene))
        self._change(pieces=scene, accident=Accident(fault, acting))
        self._find_base(acting.seat if fault is None else fault)


def gives(state: State) -> list[tuple[str, int]]:
    """What may be given, and from whose reserve (SP-7, SP-8, SP-9, SP-R4)."""
    giver, everyone = state.seat, range(1, state.players + 1)
    own = [(piece, giver) for piece in sorted(state.reserve(giver))]
    others = [(piece, seat) for seat in everyone if seat != giver for piece in sorted(state.reserve(seat))]
    if not state.pieces:
        return own or others
    fitting = [[gift for gift in gifts if matching(gift[0], state.judgement)] for gifts in (own, others)]
    return fitting[0] or fitting[1] or own or others


def bases(state: State) -> list[str]:
    """The lowest pieces of the piles that may be built on (SP-13)."""
    return [lowest(pile, state.pieces) for pile in state.judgement.tallest]


def moves(state: State) -> list[str]:
    """Every legal move, sorted as text."""
    if state.step == DRAFT:
        texts = [f"take {piece}" for piece in state.pile]
    elif state.step == GIVE:
        texts = [give_text(piece, source, state.seat) for piece, source in gives(state)]
    elif state.step == PLACE:
        texts = ["place"]
    elif state.step == BASE:
        texts = [f"base {piece}" for piece in bases(state)]
    elif state.step == KEEP:
        texts = [f"keep {' '.join(kept)}" for kept in combinations(sorted(state.fallen), MOST_TAKEN)]
    else:
        texts = []
    return sorted(texts)


def give_text(piece: str, source: int, giver: int) -> str:
    """How giving is written."""
    return f"give {piece}" if source == giver else f"give {piece} from {source}"


def result(state: State) -> Result | None:
    """How the game ended: three drop tokens, or an empty reserve, a team sharing its win (SP-16 to SP-18)."""
    if state.step != OVER:
        return None
    rich = [seat for seat, drops in enumerate(state.drops, start=1) if drops >= MOST_DROPS]
    everyone = list(range(1, state.players + 1))
    winners = state.team(rich[0]) if rich else state.team(state.source) if state.source else everyone
    payoffs = tuple(1 / len(winners) if seat in winners else 0.0 for seat in everyone)
    return Result(payoffs, "drops" if rich else "reserve")


def poses(scene: Scene) -> list[dict[str, object]]:
    """A scene as JSON."""
    return [{"piece": piece, "pos": list(pose.pos), "quat": list(pose.quat)} for piece, pose in scene.items()]

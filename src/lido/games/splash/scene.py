"""Scenes as JSON, read strictly: where the pieces lie, and the whole position around them."""

import math
from collections import Counter
from collections.abc import Mapping

from lido.errors import BadPosition
from lido.game import Json
from lido.games.splash.judge import NEWEST, Rulings, carrying, lowest
from lido.games.splash.physics.path import UNIT_SLACK
from lido.games.splash.physics.world import World, touching
from lido.games.splash.pieces import PIECES, Scene
from lido.games.splash.rules import poses
from lido.games.splash.space import Pose, distance, unit
from lido.games.splash.state import (
    BASE,
    BOXED,
    DRAFT,
    GIVE,
    KEEP,
    MOST_DROPS,
    OVER,
    PLACE,
    STEPS,
    Accident,
    State,
    Turn,
)

FIELDS = ("pieces", "base", "reserves", "drops", "box", "seat", "step", "held", "from")
ACCIDENT = "accident"
"""One more field, only while a choice is open after an accident."""
FARTHEST = 1.0
"""Metres from the origin within which a piece of a given scene must lie."""
ANYWHERE = 1e7
"""Metres: the physics can bring a piece as far as this, and reckons with nothing farther."""
STEADY = 0.001
"""Metres that a piece of a given scene may move when it is left alone for `WATCHED` steps."""
WATCHED = 500


def document(state: State) -> dict[str, Json]:
    """The whole position."""
    known = frozenset().union(*state.reserves, state.pieces, state.pile, state.fallen, {state.held})
    # In these steps a piece that is nowhere else is in the pile or has fallen: the rest must be in the box.
    box = frozenset(PIECES) - known if state.step in (DRAFT, BASE, KEEP) else state.box
    scene: dict[str, Json] = {
        "pieces": poses(state.pieces),
        "base": state.base,
        "reserves": [sorted(reserve) for reserve in state.reserves],
        "drops": list(state.drops),
        "box": sorted(box),
        "seat": state.seat,
        "step": state.step,
        "held": state.held,
        "from": state.source,
    }
    if state.accident:
        fault, (seat, step) = state.accident
        scene[ACCIDENT] = {"fault": fault, "seat": seat, "step": step}
    return scene


def read_poses(document: Json, farthest: float = FARTHEST) -> dict[str, Pose]:
    """Where the pieces of a scene lie, or BadPosition."""
    if not isinstance(document, list):
        raise BadPosition("splash.scene-pieces")
    scene: dict[str, Pose] = {}
    for entry in document:
        if not isinstance(entry, Mapping) or entry.keys() != {"piece", "pos", "quat"}:
            raise BadPosition("splash.scene-pieces")
        piece = entry["piece"]
        if piece not in PIECES:
            raise BadPosition("splash.scene-piece", piece=piece)
        if piece in scene:
            raise BadPosition("splash.scene-twice", piece=piece)
        scene[piece] = _pose(entry["pos"], entry["quat"], piece, farthest)
    return scene


def _pose(pos: Json, quat: Json, piece: str, farthest: float) -> Pose:
    for numbers, count in ((pos, 3), (quat, 4)):
        if not isinstance(numbers, list | tuple) or len(numbers) != count or not all(map(_is_number, numbers)):
            raise BadPosition("splash.scene-pose", piece=piece)
    if math.hypot(*pos) > farthest or abs(math.hypot(*quat) - 1) > UNIT_SLACK:
        raise BadPosition("splash.scene-pose", piece=piece)
    x, y, z = map(float, pos)
    return Pose((x, y, z), unit([float(part) for part in quat]))


def _is_number(number: Json) -> bool:
    return isinstance(number, int | float) and not isinstance(number, bool) and abs(number) <= ANYWHERE


def read_pieces(scene: Json) -> dict[str, Pose]:
    """The poses in a scene, whatever else it says."""
    if not isinstance(scene, Mapping) or "pieces" not in scene:
        raise BadPosition("splash.scene-form", fields=", ".join(FIELDS))
    return read_poses(scene["pieces"])


def read_base(scene: Mapping[str, Json], pieces: Scene) -> str | None:
    """The base that a scene names, else its lowest piece."""
    base = scene.get("base")
    if base is None:
        return lowest(pieces, pieces) if pieces else None
    if not isinstance(base, str) or base not in pieces:
        raise BadPosition("splash.scene-base", base=base)
    return base


def read_position(scene: Json, players: int, teams: int, rulings: Rulings = NEWEST) -> State:
    """The position of a scene, or BadPosition. What is not said of the seats is as at the start."""
    pieces = read_pieces(scene)
    unknown = scene.keys() - {*FIELDS, ACCIDENT}
    if unknown:
        raise BadPosition("splash.scene-form", fields=", ".join(FIELDS))
    reserves = _reserves(scene.get("reserves"), players)
    box = _names(scene.get("box", []))
    held = scene.get("held")
    if held is not None and held not in PIECES:
        raise BadPosition("splash.scene-piece", piece=held)
    step = scene.get("step", PLACE if held else GIVE)
    if step not in STEPS:
        raise BadPosition("splash.scene-step", step=step, allowed=", ".join(STEPS))
    everywhere = Counter([*pieces, *box, *([held] if held else [])])
    everywhere.update(name for reserve in reserves for name in reserve)
    for piece, count in everywhere.items():
        if piece not in PIECES:
            raise BadPosition("splash.scene-piece", piece=piece)
        if count > 1:
            raise BadPosition("splash.scene-twice", piece=piece)
    nowhere = frozenset(PIECES) - everywhere.keys()
    seat = _seat(scene.get("seat", 1), players)
    source = scene.get("from")
    state = State(
        players=players,
        teams=teams,
        reserves=reserves,
        seat=seat,
        step=step,
        pieces=pieces,
        base=read_base(scene, pieces) if step != BASE else _old_base(scene, pieces, rulings),
        drops=_drops(scene.get("drops", [0] * players), players),
        box=box,
        pile=nowhere if step == DRAFT else frozenset(),
        fallen=nowhere if step in (BASE, KEEP) else frozenset(),
        held=held,
        source=None if source is None else _seat(source, players),
        accident=_accident(scene.get(ACCIDENT), players),
        rulings=rulings,
    )
    _check_step(state)
    check_rest(pieces)
    return state


def _old_base(scene: Mapping[str, Json], pieces: Scene, rulings: Rulings) -> str | None:
    """The base that there was before the one to be chosen, where a scene names it and the laws ask for it."""
    return read_base(scene, pieces) if rulings.remembers_base and scene.get("base") is not None else None


def _reserves(document: Json, players: int) -> tuple[frozenset[str], ...]:
    if not isinstance(document, list) or len(document) != players:
        raise BadPosition("splash.scene-reserves", players=players)
    return tuple(_names(reserve) for reserve in document)


def _names(document: Json) -> frozenset[str]:
    if not isinstance(document, list) or not all(isinstance(name, str) for name in document):
        raise BadPosition("splash.scene-names")
    if len(set(document)) < len(document):
        raise BadPosition("splash.scene-twice", piece=next(name for name in document if document.count(name) > 1))
    return frozenset(document)


def is_seat(document: Json, players: int) -> bool:
    """Whether that is the number of a seat."""
    return _is_count(document) and 1 <= document <= players


def _is_count(document: Json) -> bool:
    return isinstance(document, int) and not isinstance(document, bool)


def _seat(document: Json, players: int) -> int:
    if not is_seat(document, players):
        raise BadPosition("splash.scene-seat", seat=document, players=players)
    return int(document)


def _drops(document: Json, players: int) -> tuple[int, ...]:
    if (
        not isinstance(document, list)
        or len(document) != players
        or not all(_is_count(drops) and 0 <= drops <= MOST_DROPS for drops in document)
        or document.count(MOST_DROPS) > 1
    ):
        raise BadPosition("splash.scene-drops", players=players, most=MOST_DROPS)
    return tuple(document)


def _accident(document: Json, players: int) -> Accident | None:
    if document is None:
        return None
    if not isinstance(document, Mapping) or document.keys() != {"fault", "seat", "step"}:
        raise BadPosition("splash.scene-accident")
    fault, step = document["fault"], document["step"]
    if step not in (GIVE, PLACE):
        raise BadPosition("splash.scene-accident")
    turn = Turn(_seat(document["seat"], players), step)
    return Accident(None if fault is None else _seat(fault, players), turn)


def _check_step(state: State) -> None:
    """Refuse a scene whose step does not go with the rest of it."""
    waiting = state.accident is not None and state.step in (BASE, KEEP)
    if state.accident and not waiting:
        raise BadPosition("splash.scene-accident")
    if state.accident and not state.rulings.placer_at_fault and state.accident.then == (state.accident.fault, PLACE):
        raise BadPosition("splash.accident-placer")
    holding = state.accident.then.step == PLACE if state.accident else state.step == PLACE
    if holding != (state.held is not None) or (holding and state.source is None):
        raise BadPosition("splash.scene-held", step=state.step)
    if state.step == DRAFT and len(state.pile) <= BOXED.get(state.players, 0):
        raise BadPosition("splash.scene-draft")
    if state.step == BASE and len(state.judgement.tallest) < 2:
        raise BadPosition("splash.scene-no-choice")
    if state.step == KEEP and len(state.fallen) <= 3:
        raise BadPosition("splash.scene-no-choice")
    if state.step == GIVE and not any(state.reserves):
        raise BadPosition("splash.scene-nothing")
    ended = MOST_DROPS in state.drops or (state.source is not None and not state.reserve(state.source))
    if state.step == OVER and not ended and any(state.reserves):
        raise BadPosition("splash.scene-over")
    if state.step != OVER and MOST_DROPS in state.drops:
        raise BadPosition("splash.scene-over")


def check_rest(pieces: Scene) -> None:
    """Refuse pieces that do not stay where, and on what, they are said to be (BadPosition)."""
    if not pieces:
        return
    world = World(pieces)
    world.step(WATCHED)
    moved = world.scene()
    for piece, pose in pieces.items():
        if not distance(moved[piece].pos, pose.pos) <= STEADY:
            raise BadPosition("splash.scene-moves", piece=piece)
    changed = _supports(pieces) ^ _supports(moved)
    if changed:
        raise BadPosition("splash.scene-moves", piece=min(piece for piece, _ in changed))


def _supports(pieces: Scene) -> set[tuple[str, str | None]]:
    """Each piece with what carries it, None being the table."""
    touched = touching(pieces)
    carried = carrying(pieces, touched)
    return {(upper, lower) for lower in pieces for upper in carried[lower]} | {(piece, None) for piece in touched.table}

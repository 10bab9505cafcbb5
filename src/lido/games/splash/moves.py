"""Moves as text and details: read, refused with the rule that forbids them, carried out."""

from collections.abc import Callable, Mapping

from lido.errors import IllegalMove
from lido.game import Json, Played
from lido.games.splash.judge import matching
from lido.games.splash.physics.assist import path_for
from lido.games.splash.physics.path import Path
from lido.games.splash.pieces import PIECES
from lido.games.splash.rest import Recorded, Simulated
from lido.games.splash.rules import Play, bases, gives, poses
from lido.games.splash.scene import check_rest, is_seat, read_pieces
from lido.games.splash.space import Pose
from lido.games.splash.state import BASE, DRAFT, GIVE, KEEP, MOST_TAKEN, PLACE, State

SETTLED = "settled"
ACCIDENT = "accident"
STEP_OF = {"take": DRAFT, "give": GIVE, "place": PLACE, "base": BASE, "keep": KEEP}
"""In which step each kind of move is made."""


def carried_out(state: State, move: str, details: Mapping[str, Json]) -> Played[State]:
    """The outcome of a move, or IllegalMove."""
    kind, *words = move.split(" ")
    if kind not in HANDLERS:
        raise IllegalMove("splash.not-a-move", move=move)
    if kind in STEP_OF and state.step != STEP_OF[kind]:
        raise IllegalMove(f"splash.must-{state.step}", seat=state.seat, held=state.held)
    return HANDLERS[kind](state, words, dict(details))


def _take(state: State, words: list[str], details: dict[str, Json]) -> Played[State]:
    (piece,) = _pieces(words, 1)
    _no_details(details)
    if piece not in state.pile:
        raise IllegalMove("splash.taken", piece=piece)
    play = Play(state, Simulated())
    play.take(piece)
    return Played(play.state, play.events, {})


def _give(state: State, words: list[str], details: dict[str, Json]) -> Played[State]:
    piece, source = _gift(state, words)
    _no_details(details)
    if piece not in state.reserve(source):
        raise IllegalMove("splash.not-there", piece=piece, source=source)
    if (piece, source) not in gives(state):
        raise _no_gift(state, piece, source)
    play = Play(state, Simulated())
    play.give(piece, source)
    return Played(play.state, play.events, {})


def _gift(state: State, words: list[str]) -> tuple[str, int]:
    """The piece and the seat it comes from; one's own seat is not named."""
    if len(words) != 3 or words[1] != "from":
        return _pieces(words, 1)[0], state.seat
    seats = [str(seat) for seat in range(1, state.players + 1) if seat != state.seat]
    if words[2] not in seats:
        raise IllegalMove("splash.give-from", source=words[2], allowed=", ".join(seats))
    return _pieces(words[:1], 1)[0], int(words[2])


def _no_gift(state: State, piece: str, source: int) -> IllegalMove:
    """Why that piece may not be given."""
    if source == state.seat:
        code = "splash.own-target" if _fitting(state, state.seat) else "splash.others-target"
        return IllegalMove(code, piece=piece)
    if not state.reserve(state.seat) and not matching(piece, state.judgement):
        return IllegalMove("splash.others-target", piece=piece)
    return IllegalMove("splash.own-first" if _fitting(state, state.seat) else "splash.own-any", piece=piece)


def _fitting(state: State, seat: int) -> bool:
    """Whether a seat has a piece with a target."""
    if not state.pieces:
        return bool(state.reserve(seat))
    return any(matching(piece, state.judgement) for piece in state.reserve(seat))


def _place(state: State, words: list[str], details: dict[str, Json]) -> Played[State]:
    if words:
        raise IllegalMove("splash.not-a-move", move=" ".join(["place", *words]))
    settled = details.pop(SETTLED, None)
    path = path_for(state, details)
    rest = Simulated(path) if settled is None else Recorded(settled)
    return _played(state, rest, Play.place, path.document())


def details_of(state: State, path: Path, lying: Mapping[str, Pose]) -> dict[str, Json]:
    """The details of a `place` that was carried out live, after which everything lies so.

    They equal, to the last bit, the details of the same move with its whole path given at once.
    """
    return _played(state, Simulated(path, lying), Play.place, path.document()).details


def _base(state: State, words: list[str], details: dict[str, Json]) -> Played[State]:
    (piece,) = _pieces(words, 1)
    settled = details.pop(SETTLED, None)
    _no_details(details)
    if piece not in bases(state):
        raise IllegalMove("splash.no-base", piece=piece, allowed=", ".join(sorted(bases(state))))
    rest = Simulated() if settled is None else Recorded(settled)
    return _played(state, rest, lambda play: play.base(piece), {})


def _keep(state: State, words: list[str], details: dict[str, Json]) -> Played[State]:
    kept = _pieces(words, MOST_TAKEN)
    _no_details(details)
    if sorted(set(kept)) != kept:
        raise IllegalMove("splash.keep-order")
    for piece in kept:
        if piece not in state.fallen:
            raise IllegalMove("splash.keep-fallen", piece=piece)
    play = Play(state, Simulated())
    play.keep(frozenset(kept))
    return Played(play.state, play.events, {})


def _accident(state: State, words: list[str], details: dict[str, Json]) -> Played[State]:
    settled = details.pop(SETTLED, None)
    if words or details.keys() != {"scene", "fault"}:
        raise IllegalMove("splash.accident-how")
    fault = details["fault"]
    check_accident(state, fault)
    lying = read_pieces(details["scene"])
    if lying.keys() != state.pieces.keys():
        raise IllegalMove("splash.accident-pieces")
    if settled is None:
        check_rest(lying)
    rest = Simulated() if settled is None else Recorded(settled)
    kept = {"scene": {"pieces": poses(lying)}, "fault": fault}
    return _played(state, rest, lambda play: play.accident(lying, fault), kept)


def check_accident(state: State, fault: Json) -> None:
    """Refuse an accident that cannot be now, or of which that seat (None is nobody) cannot be at fault (SP-R13)."""
    if state.step not in (GIVE, PLACE) or not state.pieces:
        raise IllegalMove("splash.accident-when")
    if fault is not None and not is_seat(fault, state.players):
        raise IllegalMove("splash.accident-how")
    if fault == state.seat and state.step == PLACE and not state.rulings.placer_at_fault:
        raise IllegalMove("splash.accident-placer")


def _played(
    state: State, rest: Simulated | Recorded, act: Callable[[Play], None], details: dict[str, Json]
) -> Played[State]:
    """A move after which pieces may have come to rest elsewhere: where, is kept with it."""
    play = Play(state, rest)
    act(play)
    return Played(play.state, play.events, details | {SETTLED: rest.document()})


def _pieces(words: list[str], count: int) -> list[str]:
    """`count` names of pieces."""
    for word in words:
        if word not in PIECES:
            raise IllegalMove("splash.no-piece", piece=word)
    if len(words) != count:
        raise IllegalMove("splash.how-many", count=count)
    return words


def _no_details(details: dict[str, Json]) -> None:
    if details:
        raise IllegalMove("match.details", game="splash", details=", ".join(details))


HANDLERS: dict[str, Callable[[State, list[str], dict[str, Json]], Played[State]]] = {
    "take": _take,
    "give": _give,
    "place": _place,
    "base": _base,
    "keep": _keep,
    ACCIDENT: _accident,
}
"""What each kind of move does. An accident is nobody's move, but it belongs to the game and its record."""

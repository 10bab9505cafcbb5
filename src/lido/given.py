"""What callers give, checked before anything is done with it. Whatever is refused gets a sentence."""

from numbers import Integral, Real

from lido.errors import BadSetup, IllegalMove


def is_whole(value: object) -> bool:
    """Whether a value is a whole number, of Python or of NumPy."""
    return isinstance(value, Integral)


def check_whole(name: str, value: object) -> None:
    """Refuse what is no whole number, or less than 1; `name` is what the caller calls it."""
    if not isinstance(value, Integral) or int(value) < 1:
        raise BadSetup("match.whole", name=name, given=repr(value))


def check_seed(seed: object) -> None:
    """Refuse a seed that is neither text nor a whole number nor None."""
    if seed is not None and not isinstance(seed, str) and not is_whole(seed):
        raise BadSetup("match.seed-type", given=repr(seed))


def check_limits(ms: object, iterations: object) -> None:
    """Refuse limits for a bot's move that are no numbers, or too small."""
    if iterations is not None and not (isinstance(iterations, Integral) and int(iterations) >= 1):
        raise BadSetup("match.iterations", given=repr(iterations))
    if ms is not None and not (isinstance(ms, Real) and float(ms) >= 0):
        raise BadSetup("match.ms", given=repr(ms))
    if ms is not None and iterations is not None:
        raise BadSetup("engine.ms-and-iterations")


def check_seat(seat: object, players: int, *, spectator: bool = True) -> None:
    """Refuse what is no seat; 0 is a `spectator`."""
    if not isinstance(seat, Integral):
        raise BadSetup("match.seat-type", given=repr(seat))
    if not (0 if spectator else 1) <= int(seat) <= players:
        raise BadSetup("match.seat", seat=int(seat), players=players)


def check_undo(moves: int, played: int) -> None:
    """Refuse to take back what is no number of moves, or more than were played."""
    check_whole("moves", moves)
    if moves > played:
        raise IllegalMove("match.undo-most", most=played) if played else IllegalMove("match.nothing-to-undo")

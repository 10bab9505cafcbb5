"""What callers give, checked before anything is done with it. Whatever is refused gets a sentence."""

from numbers import Integral, Real

from lido.errors import BadSetup


def is_whole(value: object) -> bool:
    """Whether a value is a whole number, of Python or of NumPy."""
    return isinstance(value, Integral)


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

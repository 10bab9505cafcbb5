"""The payoffs when players leave before the end. See docs/laws/README.md."""

from collections.abc import Collection, Sequence


def shared_by(seats: Collection[int], players: int) -> list[float]:
    """The payoffs where these seats share the game."""
    return [1 / len(seats) if seat in seats else 0.0 for seat in range(1, players + 1)]


def without(payoffs: Sequence[float], gone: Collection[int]) -> list[float]:
    """The payoffs of a game that some players left: those get nothing.

    Their share goes to the players who stayed; if nobody stayed, to all the others.
    """
    players = len(payoffs)
    everybody = range(1, players + 1)
    paid = [0.0 if seat in gone else payoffs[seat - 1] for seat in everybody]
    staying = [seat for seat in everybody if seat not in gone]
    for seat in gone:
        heirs = staying or [other for other in everybody if other != seat]
        for heir in heirs:
            paid[heir - 1] += payoffs[seat - 1] / len(heirs)
    return paid

"""Outcomes made by hand."""

from collections.abc import Sequence

from lido.lab.outcome import Outcome


def outcome(number: int, seating: str, payoffs: Sequence[float], **more: object) -> Outcome:
    """A game among the bots named in `seating`, of which only the payoffs matter unless more is said."""
    levels = tuple(seating.split())
    nothing: tuple[dict[str, int], ...] = ({},) * len(levels)
    fields = {"seed": "", "reason": "pool-full", "moves": 30, "events": nothing, "right": nothing} | more
    return Outcome(number=number, seating=levels, payoffs=tuple(payoffs), **fields)  # type: ignore[arg-type]

"""The strokes that the charts of the laboratory are drawn with, as SVG text."""

from collections.abc import Callable
from html import escape

TICKS = 5
INK, PAPER = "#3b3226", "#f6efe2"


def step(low: float, high: float) -> float:
    """The distance of round marks, some TICKS of them from `low` to `high`."""
    rough = max(high - low, 1e-3) / TICKS
    return min((tenth * 10.0**power for power in range(-4, 4) for tenth in (1, 2, 5)), key=lambda s: abs(s - rough))


def scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    """From values to places on the picture."""
    return lambda value: start + (value - low) / (high - low) * (end - start)


def line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 1, dashes: str = "none") -> str:
    """A straight line."""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="{width}" '
        f'stroke-dasharray="{dashes}" stroke-linecap="round"/>'
    )


def dot(x: float, y: float, colour: str, name: str, edge: str = PAPER) -> str:
    """A dot that says its name when it is pointed at."""
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" fill="{colour}" stroke="{edge}">'
        f"<title>{escape(name)}</title></circle>"
    )


def text(
    x: float, y: float, words: str, *, size: int = 12, weight: int = 400, anchor: str = "start", fill: str = INK
) -> str:
    """Words that are SVG already."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" '
        f'fill="{fill}">{words}</text>'
    )

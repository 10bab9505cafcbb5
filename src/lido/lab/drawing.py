"""What all charts are drawn with: strokes as SVG text, colours, and axes with round marks."""

from collections.abc import Iterable, Sequence
from html import escape
from math import ceil, floor
from typing import NamedTuple

MARKS = 5
"""About how many intervals an axis has between its marks."""
ROUNDING = 1e-9


class Theme(NamedTuple):
    """The colours of a chart."""

    ink: str
    grid: str
    paper: str
    series: tuple[str, ...]

    def colour(self, index: int) -> str:
        """The colour of a bot, a level or a curve."""
        return self.series[index % len(self.series)]


PRINT = Theme("#3b3226", "#d9cbb0", "#f6efe2", ("#1f7a8c", "#d1495b", "#a8660b", "#5b4b8a"))
"""For a picture that stands alone."""
PAGE = Theme("var(--ink)", "var(--line)", "var(--paper)", tuple(f"var(--c{index})" for index in range(6)))
"""For a chart in a page, whose style sheet has the colours, light and dark."""


class Box(NamedTuple):
    """Where something is drawn."""

    left: float
    top: float
    right: float
    bottom: float


class Axis:
    """A range of values with round marks, drawn from `start` to `end`."""

    def __init__(self, values: Iterable[float], start: float, end: float) -> None:
        shown = list(values)
        self._start, self._end = start, end
        self._step = _round_step((max(shown) - min(shown)) / MARKS)
        self._first = floor(min(shown) / self._step + ROUNDING)
        self._last = max(ceil(max(shown) / self._step - ROUNDING), self._first + 1)

    @property
    def marks(self) -> list[float]:
        """The values of the marks, which are at both ends and between them."""
        return [number * self._step for number in range(self._first, self._last + 1)]

    @property
    def digits(self) -> int:
        """The decimal places that the marks need."""
        return next(digits for digits in range(5) if abs(round(self._step, digits) - self._step) < self._step / 1000)

    def place(self, value: float) -> float:
        """Where a value is drawn."""
        part = (value / self._step - self._first) / (self._last - self._first)
        return self._start + part * (self._end - self._start)


def _round_step(rough: float) -> float:
    """The number nearest to `rough` that is 1, 2 or 5 times a power of ten."""
    steps = [digit * 10.0**power for power in range(-4, 5) for digit in (1, 2, 5)]
    return min(steps, key=lambda step: abs(step - rough))


def line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 1, dashes: str = "none") -> str:
    """A straight line."""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="{width}" '
        f'stroke-dasharray="{dashes}" stroke-linecap="round"/>'
    )


def band(points: Sequence[tuple[float, float]], colour: str) -> str:
    """The area inside of these points, pale."""
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polygon points="{corners}" fill="{colour}" opacity="0.18"/>'


def dot(x: float, y: float, colour: str, name: str, edge: str, radius: int = 6) -> str:
    """A dot whose name is shown when it is pointed at."""
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{colour}" stroke="{edge}">'
        f"<title>{escape(name)}</title></circle>"
    )


def text(x: float, y: float, words: str, fill: str, *, size: int = 12, weight: int = 400, anchor: str = "start") -> str:
    """A line of text."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" '
        f'fill="{fill}">{escape(words)}</text>'
    )

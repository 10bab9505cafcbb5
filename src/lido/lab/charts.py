"""The kinds of charts: values in rows, values in groups side by side, and curves."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from lido.lab.drawing import Axis, Box, Theme, band, dot, line, text
from lido.lab.estimates import Estimate, exact
from lido.words import number

LETTER = 9.0
"""About the width of a letter of a name."""
NAME_GAP = 20
"""Between the longest name of a row and the axis."""
NUMBERS = 46
"""Room for the numbers of an axis on the left."""
BELOW = 20
"""From the bottom of a chart down to the numbers or names of its axis."""
ABOVE = 20
"""From the names of the curves down to their highest mark."""
POINT = 3
"""The radius of a point of a curve."""
SPREAD = 0.5
"""How much of the width of a group its values are spread over."""


class Value(NamedTuple):
    """An estimate with its name and the index of its colour."""

    name: str
    estimate: Estimate
    colour: int = 0


class Group(NamedTuple):
    """Values side by side under one name; None leaves a place empty."""

    name: str
    values: Sequence[Value | None]


class Curve(NamedTuple):
    """Estimates at equal distances. Their intervals are drawn as a band."""

    name: str
    values: Sequence[Estimate]
    colour: int = 0


@dataclass(frozen=True)
class Charts:
    """Draws charts in one language and one theme."""

    theme: Theme
    language: str

    def rows(self, box: Box, values: Sequence[Value], *, digits: int, even: float | None = None) -> str:
        """A row for each value, with its interval; `even` is a dashed line to compare the values with."""
        left = box.left + NAME_GAP + LETTER * max(len(value.name) for value in values)
        axis = Axis([*_ends(values), *([] if even is None else [even])], left, box.right)
        parts = []
        for mark in axis.marks:
            x = axis.place(mark)
            parts.append(line(x, box.top, x, box.bottom, self.theme.grid))
            parts.append(self._label(x, box.bottom + BELOW, self._said(mark, axis.digits), "middle"))
        if even is not None:
            x = axis.place(even)
            parts.append(line(x, box.top, x, box.bottom, self.theme.ink, 1.5, dashes="5 5"))
        for at, (name, estimate, index) in enumerate(values):
            y = box.top + (box.bottom - box.top) * (at + 0.6) / len(values)
            colour, said = self.theme.colour(index), self._said(estimate.value, digits)
            parts.append(text(box.left, y + 4, name, colour, size=14, weight=600))
            parts.append(line(axis.place(estimate.low), y, axis.place(estimate.high), y, colour, 3))
            low, high = (self._said(end, digits) for end in (estimate.low, estimate.high))
            told = f"{name}: {said} ({low} … {high})"
            parts.append(dot(axis.place(estimate.value), y, colour, told, self.theme.paper))
            parts.append(self._label(axis.place(estimate.value), y - 10, said, "middle"))
        return "".join(parts)

    def groups(self, box: Box, groups: Sequence[Group], *, digits: int, even: float) -> str:
        """A column for each group, with its values and their intervals; `even` is a dashed line."""
        shown = [value for group in groups for value in group.values if value]
        axis = Axis([0.0, even, *_ends(shown)], box.bottom, box.top)
        left = box.left + NUMBERS
        parts = [self._numbers(axis, left, box.right)]
        parts.append(line(left, axis.place(even), box.right, axis.place(even), self.theme.ink, 1.5, dashes="5 5"))
        width = (box.right - left) / len(groups)
        for column, group in enumerate(groups):
            centre = left + width * (column + 0.5)
            parts.append(self._label(centre, box.bottom + BELOW, group.name, "middle"))
            for at, value in enumerate(group.values):
                if value:
                    x = centre + width * SPREAD * ((at + 0.5) / len(group.values) - 0.5)
                    colour, estimate = self.theme.colour(value.colour), value.estimate
                    said = f"{value.name}: {self._said(estimate.value, digits)}"
                    parts.append(line(x, axis.place(estimate.low), x, axis.place(estimate.high), colour, 3))
                    parts.append(dot(x, axis.place(estimate.value), colour, said, self.theme.paper))
        return "".join(parts)

    def curves(
        self, box: Box, curves: Sequence[Curve], *, below: str, ends: tuple[str, str], places: Sequence[str]
    ) -> str:
        """Curves with their names above; `below`, `ends` and `places` name the axis below, its two ends and its points.

        A point says its numbers when it is pointed at, as it has no table.
        """
        highest = [each.high for curve in curves for each in curve.values]
        axis = Axis([0.0, *highest], box.bottom, box.top + ABOVE)
        left = box.left + NUMBERS
        parts, x = [], left
        for curve in curves:
            parts.append(text(x, box.top, curve.name, self.theme.colour(curve.colour), size=14, weight=600))
            x += LETTER * (len(curve.name) + 2)
        parts.append(self._numbers(axis, left, box.right))
        for curve in curves:
            step = (box.right - left) / max(1, len(curve.values) - 1)
            points, lows, highs = (
                [(left + step * at, axis.place(end)) for at, end in enumerate(row)]
                for row in zip(*curve.values, strict=True)
            )
            colour = self.theme.colour(curve.colour)
            parts.append(band([*lows, *reversed(highs)], colour))
            parts += [line(*one, *other, colour, 2.5) for one, other in pairwise(points)]
            for place, estimate, point in zip(places, curve.values, points, strict=True):
                value, low, high = (self._said(end, axis.digits + 2) for end in estimate)
                told = f"{curve.name}, {place}: {value} ({low} … {high})"
                parts.append(dot(*point, colour, told, self.theme.paper, POINT))
        parts.append(self._label(left, box.bottom + BELOW, ends[0], "start"))
        parts.append(self._label(box.right, box.bottom + BELOW, ends[1], "end"))
        parts.append(self._label((left + box.right) / 2, box.bottom + BELOW, below, "middle"))
        return "".join(parts)

    def _numbers(self, axis: Axis, left: float, right: float) -> str:
        """The marks of a vertical axis, with lines across the chart."""
        parts = []
        for mark in axis.marks:
            y = axis.place(mark)
            parts.append(line(left, y, right, y, self.theme.grid))
            parts.append(self._label(left - 8, y + 4, self._said(mark, axis.digits), "end"))
        return "".join(parts)

    def _said(self, value: float, digits: int) -> str:
        return number(value, digits, self.language).replace("-", "−")

    def _label(self, x: float, y: float, words: str, anchor: str) -> str:
        return text(x, y, words, self.theme.ink, anchor=anchor)


def _ends(values: Sequence[Value]) -> list[float]:
    return [end for value in values for end in value.estimate]


def shares(values: Sequence[int], low: int, width: int, bins: int) -> list[Estimate]:
    """The share of the values in each of `bins` ranges of `width` whole numbers, the first from `low`.

    Larger values count in the last range.
    """
    counts = [0] * bins
    for value in values:
        counts[min(bins - 1, (value - low) // width)] += 1
    return [exact(count / len(values), len(values)) for count in counts]

"""The figures of a report, as SVG that takes its colours from the page around it and fits a telephone."""

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from math import ceil, floor
from typing import NamedTuple

from lido.lab.drawing import dot, line, scale, step, text
from lido.lab.summary import Estimate
from lido.words import number

WIDTH = 420
TOP = 20
ROW = 34
LABELS = 92
"""Room for the names of rows."""
AXIS = 46
"""Room for the numbers left of curves."""
RIGHT = 18
HEIGHT = 190
LETTER = 8.2
"""About how wide a letter is."""
INK, FAINT, PAPER = "var(--ink)", "var(--line)", "var(--paper)"
COLOURS = 6
"""The page has so many, from --c0 on."""


class Row(NamedTuple):
    """A value with its name."""

    name: str
    value: Estimate
    colour: int = 0


class Curve(NamedTuple):
    """Values at equal distances."""

    name: str
    values: Sequence[float]
    colour: int = 0


def rows(title: str, values: Sequence[Row], language: str, *, digits: int, even: float | None = None) -> str:
    """A row a value, with its interval; `even` is a dashed line to compare them with."""
    shown = [edge for row in values for edge in row.value] + ([] if even is None else [even])
    apart = step(min(shown), max(shown))
    low, high = floor(min(shown) / apart) * apart, ceil(max(shown) / apart) * apart
    x = scale(low, max(high, low + apart), LABELS, WIDTH - RIGHT)
    bottom = TOP + ROW * len(values)
    parts = []
    for tick in range(round((max(high, low + apart) - low) / apart) + 1):
        mark = low + tick * apart
        parts.append(line(x(mark), TOP, x(mark), bottom, FAINT))
        parts.append(text(x(mark), bottom + 18, number(mark, _digits(apart), language), anchor="middle", fill=INK))
    if even is not None:
        parts.append(line(x(even), TOP, x(even), bottom, INK, 1.5, dashes="5 5"))
    for at, row in enumerate(values):
        y = TOP + ROW * (at + 0.6)
        colour = _colour(row.colour)
        parts.append(text(0, y + 4, escape(row.name), size=13, weight=600, fill=colour))
        parts.append(line(x(row.value.low), y, x(row.value.high), y, colour, 3))
        said = number(row.value.value, digits, language)
        parts.append(dot(x(row.value.value), y, colour, f"{row.name}: {said}", PAPER))
        parts.append(text(x(row.value.value), y - 10, said, anchor="middle", fill=INK))
    return _picture(title, bottom + 26, parts)


def curves(title: str, lines: Sequence[Curve], language: str, *, below: str, ends: tuple[str, str]) -> str:
    """A curve for each; `ends` name the two ends of the axis below."""
    top = max(value for curve in lines for value in curve.values)
    apart = step(0.0, top)
    y = scale(0.0, max(apart, ceil(top / apart) * apart), TOP + HEIGHT, TOP + 20)
    parts = [_names(lines)]
    for tick in range(round(max(apart, ceil(top / apart) * apart) / apart) + 1):
        at = y(tick * apart)
        parts.append(line(AXIS, at, WIDTH - RIGHT, at, FAINT))
        parts.append(text(AXIS - 6, at + 4, number(tick * apart, _digits(apart), language), anchor="end", fill=INK))
    for curve in lines:
        x = scale(0, max(1, len(curve.values) - 1), AXIS, WIDTH - RIGHT)
        points = [(x(at), y(value)) for at, value in enumerate(curve.values)]
        colour = _colour(curve.colour)
        parts += [line(*one, *other, colour, 2.5) for one, other in pairwise(points)]
    base = TOP + HEIGHT + 18
    parts.append(text(AXIS, base, escape(ends[0]), fill=INK))
    parts.append(text(WIDTH - RIGHT, base, escape(ends[1]), anchor="end", fill=INK))
    parts.append(text((AXIS + WIDTH - RIGHT) / 2, base, escape(below), anchor="middle", fill=INK))
    return _picture(title, base + 8, parts)


def shares(values: Sequence[int], low: int, high: int, bins: int) -> list[float]:
    """The share of the values in each of so many equal parts of what is from `low` to `high`; the last has the rest."""
    counts = [0] * bins
    for value in values:
        counts[min(bins - 1, (value - low) * bins // max(1, high - low))] += 1
    return [count / len(values) for count in counts]


def _names(lines: Sequence[Curve]) -> str:
    """The names of the curves in their colours, in a line above them."""
    parts, x = [], float(AXIS)
    for curve in lines:
        parts.append(text(x, TOP - 4, escape(curve.name), size=13, weight=600, fill=_colour(curve.colour)))
        x += LETTER * (len(curve.name) + 2)
    return "".join(parts)


def _digits(apart: float) -> int:
    """How many digits marks need that are so far apart."""
    return next(digits for digits in range(5) if abs(round(apart, digits) - apart) < apart / 1000)


def _colour(index: int) -> str:
    return f"var(--c{index % COLOURS})"


def _picture(title: str, height: float, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )

"""Cannonball as SVG: the pool with the cards of this round, the rounds that each player took, and the hand."""

from collections.abc import Mapping
from typing import Any

from lido.look import COLOURS as PAGE
from lido.look import HUES, document, water

WIDTH, HEIGHT = 420, 300
CARD_WIDTH, CARD_HEIGHT = 52, 70
COLOURS = tuple(HUES[name].dark for name in ("navy", "red", "amber", "green"))
"""The colour of each seat."""
INK = PAGE["ink"]


def svg(view: Mapping[str, Any]) -> str:
    """The view of a seat as one picture."""
    players = "".join(_player(seat, view) for seat in range(1, view["players"] + 1))
    hand = "".join(_card(_across(at, len(view["hand"])), 215, card, INK) for at, card in enumerate(view["hand"]))
    ground = f'<rect width="{WIDTH}" height="{HEIGHT}" rx="16" fill="{PAGE["slab"]}"/>'
    return document(
        WIDTH,
        HEIGHT,
        _told(view),
        [ground, water(16, 16, WIDTH - 32, 180), f'<g text-anchor="middle">{players}{hand}</g>'],
    )


def _told(view: Mapping[str, Any]) -> str:
    """The picture in words, for readers who cannot see it."""
    seats = zip(view["round"], view["taken"], strict=True)
    return "Cannonball: " + ", ".join(f"{seat}: {card or '-'}, {taken}" for seat, (card, taken) in enumerate(seats, 1))


def _across(at: int, count: int) -> float:
    """The centre of place `at` among `count` places."""
    return WIDTH * (at + 0.5) / count


def _player(seat: int, view: Mapping[str, Any]) -> str:
    """The card that a seat played in this round, its number, and the rounds it took as rings."""
    x, colour, card = _across(seat - 1, view["players"]), COLOURS[seat - 1], view["round"][seat - 1]
    rings = "".join(
        f'<circle cx="{x - 36 + 18 * ring}" cy="174" r="7" fill="none" stroke="{colour}" stroke-width="4"/>'
        for ring in range(view["taken"][seat - 1])
    )
    weight = 700 if seat == view["turn"] else 400
    name = f'<text x="{x}" y="50" font-size="18" font-weight="{weight}" fill="{colour}">{seat}</text>'
    return name + rings + (_card(x, 64, card, colour) if card else "")


def _card(x: float, y: float, card: int, colour: str) -> str:
    left = x - CARD_WIDTH / 2
    return (
        f'<rect x="{left}" y="{y}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="8" fill="#fff" stroke="{colour}" '
        f'stroke-width="3"/><text x="{x}" y="{y + 44}" font-size="26" font-weight="700" fill="{colour}">{card}</text>'
    )

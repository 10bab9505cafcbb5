"""Deals written shortly, matches played from them, and what a refused move says."""

from typing import Any

import pytest

import lido
from tests.games.plouf_party.reference import PAWNS

ORDERLY = "R1 R2 R3 O1 O2 O3 Y1 Y2 Y3 G1 G2 G3 B1 B2 B3 P1 P2 P3"


def deal(ring: str = ORDERLY, tokens: str = "RO", faceup: str = "") -> dict[str, Any]:
    """The pawns from space 0 on, the seats' colours, and the pawns that fall face up.

    A ring that names fewer than eighteen pawns goes on with the others in the order of the colours.
    """
    named = ring.split()
    return {
        "ring": named + [pawn for pawn in PAWNS if pawn not in named],
        "tokens": list(tokens),
        "faceup": faceup.split(),
    }


def begun(ring: str = ORDERLY, tokens: str = "RO", faceup: str = "", **options: str) -> lido.Match:
    """A match at its first turn."""
    return lido.new("plouf-party", players=len(tokens), deal=deal(ring, tokens, faceup), options=options)


def played(match: lido.Match, *turns: str) -> list[dict[str, Any]]:
    """Play moves written with commas between them, and return the events of the last one."""
    events: list[dict[str, Any]] = []
    for move in (move.strip() for turn in turns for move in turn.split(",")):
        events = match.play(move)
    return events


def refused(match: lido.Match, move: str) -> str | None:
    """The clause that forbids the move, once it is sure that nothing has changed."""
    before, views = match.position(), [match.view(seat) for seat in range(match.players + 1)]
    with pytest.raises(lido.IllegalMove) as refusal:
        match.play(move)
    assert match.position() == before
    assert [match.view(seat) for seat in range(match.players + 1)] == views
    assert refusal.value.said("fr") != str(refusal.value)
    return refusal.value.clause


def names(pawns: list[dict[str, Any] | None]) -> list[str]:
    """Pawns of a view as the laws write them, `R?` where the number is not shown and `-` for nobody."""
    return [f"{pawn['colour']}{pawn['number'] or '?'}" if pawn else "-" for pawn in pawns]


def ring(match: lido.Match, seat: int = 0) -> list[str]:
    return names(match.view(seat)["ring"])


def water(match: lido.Match, seat: int = 0) -> list[str]:
    return names(match.view(seat)["water"])


def to_board(match: lido.Match) -> None:
    """Play the first move that reaches the diving board, drowns nobody and leads to an accusation."""
    for pick in match.legal_moves():
        match.play(pick)
        for direction in match.legal_moves():
            events = match.play(direction)
            if len(events) == 1 and match.view(0)["step"] == "accuse":
                return
            match.undo()
        match.undo()
    raise AssertionError("no quiet move reaches the diving board")

"""Matches set up at a position, what a tile can reach there, and what a refused move says."""

import pytest

import lido


def at(position: str, seed: int = 0) -> lido.Match:
    """A match that stands at a position."""
    return lido.new("croc-pool", position=position, seed=seed)


def pool(tiles: str, rest: str = "R shut 0", bars: str = "R:- Y:-") -> lido.Match:
    """A match with those tiles in the pool, named in any order."""
    squares = sorted(tiles.split(), key=lambda word: (int(word.split(":")[0][1:]), word))
    return at(" ".join([*squares, "|", bars, "|", rest]))


def reached(match: lido.Match, square: str) -> set[str]:
    """Where the tile on a square can go."""
    return {move.split("-")[1] for move in match.legal_moves() if move.startswith(f"{square}-")}


def squares(names: str) -> set[str]:
    return set(names.split())


def refused(match: lido.Match, move: str) -> str | None:
    """The clause that forbids the move, once it is sure that nothing has changed."""
    before, moves = match.position(), match.moves
    with pytest.raises(lido.IllegalMove) as refusal:
        match.play(move)
    assert (match.position(), match.moves) == (before, moves)
    return refusal.value.clause


def standing(match: lido.Match, square: str) -> str:
    """What stands on a square, as the position writes it."""
    words = match.position().split()
    return next((word.split(":")[1] for word in words if word.startswith(f"{square}:")), "")

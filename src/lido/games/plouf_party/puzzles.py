"""Deductions of Plouf Party: who has a colour, where what everybody saw leaves only one answer.

A player may accuse. Of all the ways in which the hidden tokens may be dealt, every one that agrees with what the player
has seen gives the colour to the same opponent. What is chosen:

- at least three opponents are still in whose tokens are hidden;
- the deduction hangs on at least three facts: a colour that is somebody else's, one whose pawns have all drowned
  although nobody showed it, or one that a wrong accusation has cleared somebody of. Without any one of them it would be
  in doubt.
"""

from collections.abc import Iterator
from itertools import permutations

import numpy as np

import lido
from lido.games.plouf_party import GAME
from lido.games.plouf_party.board import COLOURS, LETTERS
from lido.games.plouf_party.knowledge import possible_colours
from lido.games.plouf_party.rules import NONE
from lido.lab.puzzles.draft import Draft, Wanted
from lido.rng import Dice

EACH = 20
"""How many puzzles there are of each colour."""
OPPONENTS = 3
"""How many must still be in."""
FACTS = 3
"""How many facts the deduction hangs on at least."""
PLAYERS = (6, 5, 6, 4)
RASH = (True, True, False)
"""Whether who may accuse does so, one of these each time: wrong accusations tell something."""

Fact = tuple[int | None, int]
"""A seat, from 0, and a colour that it does not have; None is for all whose token is hidden."""


def wanted() -> Wanted:
    """Which puzzles the file has. Bots never forget what they saw, so what they find easy is not left out."""
    return Wanted({kind(colour): EACH for colour in range(len(LETTERS))})


def kind(colour: int) -> str:
    """The question about a colour."""
    return f"who-{COLOURS[colour]}"


def drafts(seed: int) -> Iterator[Draft]:
    """Play one game at random, with rash accusations, and find the deductions in it."""
    match = lido.new(GAME.id, players=PLAYERS[seed % len(PLAYERS)], seed=seed)
    dice = Dice(seed)
    while match.turn:
        moves = match.legal_moves()
        if "decline" not in moves:
            match.play(dice.choice(moves))
            continue
        view = match.player_view(match.turn).observation
        yield from _deduced(match, view)
        match.play(_rash(match, view, dice) if dice.choice(RASH) else "decline")


def _rash(match: lido.Match, view: np.record, dice: Dice) -> str:
    """An accusation at random: of a colour that somebody else was accused of before, if there is one."""
    accusations = [move for move in match.legal_moves() if move != "decline"]
    cleared = [int(view.cleared[seat]) for seat in range(match.players)]
    named = [
        move
        for move in accusations
        for _, seat, colour in [move.split()]
        if any(mask >> COLOURS.index(colour) & 1 for mask in cleared)
        and not cleared[int(seat) - 1] >> COLOURS.index(colour) & 1
    ]
    return dice.choice(named or accusations)


def _deduced(match: lido.Match, view: np.record) -> Iterator[Draft]:
    """The colours whose owner is certain, as puzzles."""
    hidden = [seat for seat in range(match.players) if view.tokens[seat] == NONE and int(view.alive) >> seat & 1]
    if len(hidden) < OPPONENTS:
        return
    facts, legal, record = _facts(view, hidden), match.legal_moves(), match.record()
    for colour in range(len(LETTERS)):
        owner = _owner(hidden, facts, colour)
        accusations = {seat: f"accuse {seat + 1} {COLOURS[colour]}" for seat in hidden}
        if owner is None or accusations[owner] not in legal:
            continue
        deciding = [fact for fact in facts if _owner(hidden, facts - {fact}, colour) is None]
        if len(deciding) >= FACTS:
            answer = accusations.pop(owner)
            others = {move: list[str]() for move in accusations.values()}
            yield Draft(kind(colour), record, [answer], [others], str(record["deal"]))


def _facts(view: np.record, hidden: list[int]) -> frozenset[Fact]:
    """What the player knows of the hidden tokens."""
    possible = possible_colours(view)
    gone = {(None, colour) for colour in range(len(LETTERS)) if not possible >> colour & 1}
    cleared = {
        (seat, colour)
        for seat in hidden
        for colour in range(len(LETTERS))
        if int(view.cleared[seat]) & possible & 1 << colour
    }
    return frozenset(gone | cleared)


def _owner(hidden: list[int], facts: frozenset[Fact], colour: int) -> int | None:
    """Who has a colour in every deal of the hidden tokens that agrees with these facts; None if that is in doubt."""
    pool = [each for each in range(len(LETTERS)) if (None, each) not in facts]
    owners = {
        dict(zip(dealt, hidden, strict=True)).get(colour)
        for dealt in permutations(pool, len(hidden))
        if not facts.intersection(zip(hidden, dealt, strict=True))
    }
    return owners.pop() if len(owners) == 1 else None

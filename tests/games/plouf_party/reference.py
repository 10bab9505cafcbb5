"""Plouf Party a second time, slowly and straight from the laws, to compare the compiled rules with."""

from dataclasses import dataclass, field
from typing import Any

COLOURS = {"R": "red", "O": "orange", "Y": "yellow", "G": "green", "B": "blue", "P": "purple"}
PAWNS = [letter + number for letter in COLOURS for number in "123"]
STEPS = {"cw": 1, "ccw": -1}


@dataclass
class Table:
    """The whole truth. Pawns go by the names of the deal; seats are counted from 1."""

    ring: list[str | None]
    tokens: list[str]
    faceup: set[str]
    edition: str = "fr"
    memory: str = "aid"
    water: list[str] = field(default_factory=list)
    out: set[int] = field(default_factory=set)
    turn: int = 1
    step: str = "pick"
    taken: int | None = None
    shown: set[str] = field(default_factory=set)
    moved: tuple[str, int] | None = None
    """The pawn moved last, and the space it came from."""
    quiet: int = 0
    drowned: bool = False
    """Whether a pawn has drowned in this turn."""
    reason: str | None = None


def dealt(deal: dict[str, Any], edition: str = "fr", memory: str = "aid") -> Table:
    return Table(list(deal["ring"]), list(deal["tokens"]), set(deal["faceup"]), edition, memory)


def inside(table: Table) -> list[int]:
    return [seat for seat in range(1, len(table.tokens) + 1) if seat not in table.out]


def standing(table: Table) -> list[str]:
    return [pawn for pawn in table.ring if pawn]


def colours_left(table: Table) -> set[str]:
    return {pawn[0] for pawn in standing(table)}


def path(table: Table, direction: str) -> list[int]:
    """The spaces that the pawn in hand enters, one after the other."""
    assert table.taken is not None
    pawn = table.ring[table.taken]
    assert pawn
    return [(table.taken + STEPS[direction] * step) % 18 for step in range(1, int(pawn[1]) + 1)]


def legal(table: Table) -> list[str]:
    if table.step == "pick":
        barred = table.moved[0] if table.moved and table.edition == "en" else None
        return sorted(f"pick {space}" for space, pawn in enumerate(table.ring) if pawn and pawn != barred)
    if table.step == "direct":
        assert table.taken is not None
        again = table.moved is not None and table.moved[0] == table.ring[table.taken]
        back = table.moved[1] if table.moved and again and table.edition == "fr" else None
        return sorted(direction for direction in STEPS if path(table, direction)[-1] != back)
    if table.step == "accuse":
        colours = colours_left(table) - {table.tokens[table.turn - 1]}
        named = [
            f"accuse {seat} {COLOURS[colour]}" for seat in inside(table) if seat != table.turn for colour in colours
        ]
        return sorted([*named, "decline"])
    return []


def play(table: Table, move: str) -> None:
    assert move in legal(table)
    word, *rest = move.split()
    if word == "pick":
        table.taken = int(rest[0])
        pawn = table.ring[table.taken]
        assert pawn
        table.shown.add(pawn)
        table.step = "direct"
    elif word in STEPS:
        walk(table, word)
    else:
        if word == "accuse":
            judge(table, int(rest[0]), rest[1])
        finish(table)


def walk(table: Table, direction: str) -> None:
    spaces = path(table, direction)
    assert table.taken is not None
    pawn, start, end = table.ring[table.taken], table.taken, spaces[-1]
    assert pawn
    table.drowned = False
    if table.ring[end]:
        drown(table, end)
    table.ring[start], table.ring[end] = None, pawn
    table.taken, table.moved = None, (pawn, start)
    for seat in inside(table):
        if table.tokens[seat - 1] not in colours_left(table):
            table.out.add(seat)
    table.reason = why_over(table)
    if table.reason:
        table.step = "over"
    elif 0 in spaces and table.turn not in table.out:
        table.step = "accuse"
    else:
        finish(table)


def drown(table: Table, space: int) -> None:
    pawn = table.ring[space]
    assert pawn
    table.ring[space] = None
    table.water.append(pawn)
    table.drowned = True
    if table.moved and table.moved[0] == pawn:
        table.moved = None


def judge(table: Table, accused: int, colour: str) -> None:
    loser = accused if COLOURS[table.tokens[accused - 1]] == colour else table.turn
    table.out.add(loser)
    for space, pawn in enumerate(table.ring):
        if pawn and pawn[0] == table.tokens[loser - 1]:
            drown(table, space)


def why_over(table: Table) -> str | None:
    if len(inside(table)) == 1:
        return "last-player"
    return "colours" if len(colours_left(table)) <= (3 if len(table.tokens) == 2 else 2) else None


def finish(table: Table) -> None:
    table.quiet = 0 if table.drowned else table.quiet + 1
    table.reason = why_over(table) or ("stall" if table.quiet == 40 else None)
    if table.reason:
        table.step = "over"
        return
    table.step = "pick"
    table.turn = table.turn % len(table.tokens) + 1
    while table.turn in table.out:
        table.turn = table.turn % len(table.tokens) + 1


def payoffs(table: Table) -> tuple[float, ...]:
    def nearness(seat: int) -> tuple[int, int]:
        own = [(space, pawn) for space, pawn in enumerate(table.ring) if pawn and pawn[0] == table.tokens[seat - 1]]
        return max((-min(space, 18 - space), int(pawn[1])) for space, pawn in own)

    best = max(nearness(seat) for seat in inside(table))
    winners = [seat for seat in inside(table) if nearness(seat) == best]
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(1, len(table.tokens) + 1))


def view(table: Table, seat: int) -> dict[str, Any]:
    """The fields that the laws name."""

    def seen(pawn: str, space: int | None) -> dict[str, Any]:
        in_hand = space is not None and space == table.taken
        lies_open = space is None and pawn in table.faceup
        remembered = table.memory == "aid" and pawn in table.shown
        known = in_hand or lies_open or remembered or table.step == "over"
        return {"colour": pawn[0], "number": int(pawn[1]) if known else None}

    return {
        "ring": [seen(pawn, space) if pawn else None for space, pawn in enumerate(table.ring)],
        "water": [seen(pawn, None) for pawn in table.water],
        "in": [seat not in table.out for seat in range(1, len(table.tokens) + 1)],
        "tokens": [
            token if table.step == "over" or other in table.out or other == seat else None
            for other, token in enumerate(table.tokens, start=1)
        ],
        "step": table.step,
        "turn": table.turn if table.step != "over" else None,
        "taken": table.taken,
    }

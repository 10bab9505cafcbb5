"""Le Plouf a second time, slowly: a dictionary of cells, and the clauses in the order of the page.

It shares nothing with `lido.games.le_plouf`, so that a mistake in one of them shows as a difference.
"""

import re
from dataclasses import dataclass

RIM = ["a1", "a2", "a3", "a4", "a5", "b5", "c5", "d5", "e5", "e4", "e3", "e2", "e1", "d1", "c1", "b1"]  # clockwise
POOL = ["b2", "c2", "d2", "b3", "c3", "d3", "b4", "c4", "d4"]
CORNERS = ("a1", "a5", "e1", "e5")
SIDES = [cell for cell in RIM if cell not in CORNERS]
PAWNS_EACH = {2: 5, 3: 4, 4: 3}
LETTERS = "ABCD"


@dataclass(frozen=True)
class Table:
    cells: dict[str, int]
    """The seat, from 1, of the pawn on every occupied cell."""
    cursor: int
    turn: int
    players: int


def line(side: str) -> list[str]:
    """The side, its three pool cells, and the side on the far bank."""
    file, rank = side[0], side[1]
    if file == "a":
        return [step + rank for step in "abcde"]
    if file == "e":
        return [step + rank for step in "edcba"]
    if rank == "1":
        return [file + step for step in "12345"]
    return [file + step for step in "54321"]


def placing(table: Table) -> bool:
    return len(table.cells) < table.players * PAWNS_EACH[table.players]


def over(table: Table) -> bool:
    return all(cell in table.cells for cell in POOL)


def blocked(table: Table, side: str) -> bool:
    return all(cell in table.cells for cell in line(side))


def legal(table: Table) -> list[str]:
    """Every legal move as text, sorted."""
    if over(table):
        return []
    if placing(table):
        return sorted(cell for cell in RIM if cell not in table.cells)
    moves = []
    for place, start in enumerate(RIM):
        if table.cells.get(start) != table.turn:
            continue
        for aim in (RIM[(place + table.cursor) % 16], RIM[(place - table.cursor) % 16]):
            if aim not in table.cells:
                moves.append(f"{start}-{aim}")
            elif aim in CORNERS:
                continue
            elif blocked(table, aim):
                moves += [f"{start}-{aim}={cell}" for cell in POOL if cell not in table.cells]
            else:
                moves.append(f"{start}-{aim}")
    return sorted(moves) or ["pass"]


def play(table: Table, move: str) -> Table:
    """The table after a legal move."""
    cells = dict(table.cells)
    if move in RIM:
        cells[move] = table.turn
    elif "=" in move:
        del cells[move[:2]]
        cells[move[-2:]] = table.turn
    elif move != "pass":
        start, aim = move.split("-")
        del cells[start]
        walker = table.turn
        if aim in cells:
            for cell in line(aim):
                displaced = cells.get(cell)
                cells[cell] = walker
                if displaced is None:
                    break
                walker = displaced
        else:
            cells[aim] = walker
    round_ends = table.turn == table.players
    turn = 1 if round_ends else table.turn + 1
    cursor = {1: 2, 2: 3, 3: 1}[table.cursor] if round_ends and not placing(table) else table.cursor
    return Table(cells, cursor, turn, table.players)


def payoffs(table: Table) -> tuple[float, ...]:
    """What each seat is paid when the pool is full."""
    seats = range(1, table.players + 1)
    on_rim = {seat: sum(table.cells.get(cell) == seat for cell in RIM) for seat in seats}
    winners = [seat for seat in seats if on_rim[seat] == max(on_rim.values())]
    if len(winners) > 1:
        winners = [seat for seat in winners if table.cells["c3"] != seat]
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in seats)


def perft(table: Table, depth: int) -> int:
    if depth == 0 or over(table):
        return 1
    moves = legal(table)
    if depth == 1:
        return len(moves)
    return sum(perft(play(table, move), depth - 1) for move in moves)


def written(table: Table) -> str:
    """The position as text."""
    ranks = []
    for rank in "54321":
        row = "".join(LETTERS[table.cells[f + rank] - 1] if f + rank in table.cells else " " for f in "abcde")
        ranks.append(re.sub(" +", lambda run: str(len(run.group())), row))
    return f"{'/'.join(ranks)} {table.cursor} {LETTERS[table.turn - 1]} {table.players}"


def parsed(position: str) -> Table:
    """The table of a well-formed position."""
    board, cursor, turn, players = position.split()
    cells = {}
    for rank, row in zip("54321", board.split("/"), strict=True):
        for file, letter in zip("abcde", re.sub(r"\d", lambda run: " " * int(run.group()), row), strict=True):
            if letter != " ":
                cells[file + rank] = LETTERS.index(letter) + 1
    return Table(cells, int(cursor), LETTERS.index(turn) + 1, int(players))

"""Le Plouf in text: moves and positions, read strictly and written in one way only."""

import re
from functools import cache
from itertools import product

import numpy as np

from lido.errors import BadPosition, IllegalMove
from lido.games.le_plouf import rules
from lido.games.le_plouf.board import CELL, CELLS, CORNERS, FILES, PAWNS, POOL, POOL_SIZE, RANKS, RIM_SIZE

SEATS = "ABCD"
WRITTEN_AT = {file + rank: place for place, (rank, file) in enumerate(product(reversed(RANKS), FILES))}
"""Where in the text of a position each cell comes."""

PLACEMENT = re.compile(r"[a-e][1-5]")
WALK = re.compile(r"([a-e][1-5])-([a-e][1-5])(?:=([a-e][1-5]))?")
POSITION = re.compile(r"((?:[A-D1-5]+/){4}[A-D1-5]+) ([123]) ([A-D]) ([234])")


def parse_move(state: np.record, text: str) -> int:
    """The number of the move written so, legal or not."""
    if text == "pass":
        return rules.PASS
    if PLACEMENT.fullmatch(text):
        return _placement(state, text)
    if walk := WALK.fullmatch(text):
        return _walk(state, *walk.groups())
    raise IllegalMove("le-plouf.not-a-move", move=text)


def _placement(state: np.record, cell: str) -> int:
    if not state["to_place"]:
        raise IllegalMove("le-plouf.already-placed")
    if CELL[cell] >= RIM_SIZE:
        raise IllegalMove("le-plouf.place-in-pool", cell=cell)
    return CELL[cell]


def _walk(state: np.record, start: str, aim: str, dive: str | None) -> int:
    if state["to_place"]:
        raise IllegalMove("le-plouf.place-first")
    if CELL[start] >= RIM_SIZE:
        raise IllegalMove("le-plouf.from-pool", cell=start)
    cursor = int(state["cursor"])
    steps = (CELL[aim] - CELL[start]) % RIM_SIZE
    if CELL[aim] >= RIM_SIZE or steps not in (cursor, RIM_SIZE - cursor):
        raise IllegalMove("le-plouf.distance", start=start, aim=aim, cursor=cursor)
    walk = 2 * CELL[start] + (steps != cursor)
    if dive is None:
        return rules.WALK + walk
    if CELL[dive] < RIM_SIZE:
        raise IllegalMove("le-plouf.dive-on-rim", cell=dive)
    return rules.DIVE + POOL_SIZE * walk + CELL[dive] - RIM_SIZE


@cache
def move_text(move: int, cursor: int) -> str:
    """How a legal move under that cursor is written."""
    if move == rules.PASS:
        return "pass"
    if move < rules.WALK:
        return CELLS[move]
    walk, dive = (move - rules.WALK, None) if move < rules.DIVE else divmod(move - rules.DIVE, POOL_SIZE)
    text = f"{CELLS[walk >> 1]}-{CELLS[aim(walk, cursor)]}"
    return text if dive is None else f"{text}={CELLS[RIM_SIZE + dive]}"


@cache
def aim(walk: int, cursor: int) -> int:
    """The cell that a walk (2·cell + direction) aims at under that cursor, as the rules say, but asked once."""
    state = rules.start(min(PAWNS))
    state.cursor = cursor
    return int(rules.arrival(state, walk))


def refusal(state: np.record, move: int) -> IllegalMove:
    """Why a move that is not legal is not."""
    taken = rules.occupied(state)
    if move == rules.PASS:
        return IllegalMove("le-plouf.may-not-pass")
    if move < rules.WALK:
        return IllegalMove("le-plouf.occupied", cell=CELLS[move])
    walk, dive = (move - rules.WALK, None) if move < rules.DIVE else divmod(move - rules.DIVE, POOL_SIZE)
    start, aim = walk >> 1, int(rules.arrival(state, walk))
    if not state.pawns[state.turn] >> start & 1:
        return IllegalMove("le-plouf.not-yours", cell=CELLS[start])
    if CORNERS & taken & 1 << aim:
        return IllegalMove("le-plouf.corner", cell=CELLS[aim])
    if dive is None:
        return IllegalMove("le-plouf.blocked", move=move_text(move, int(state.cursor)), cell=CELLS[aim])
    if not rules.blocked(taken) >> aim & 1:
        return IllegalMove("le-plouf.not-blocked", cell=CELLS[aim])
    return IllegalMove("le-plouf.dive-occupied", cell=CELLS[RIM_SIZE + dive])


def owners(state: np.record) -> dict[str, int]:
    """The seat, from 1, of the pawn on every occupied cell."""
    first, second, third, fourth = state["pawns"].tolist()
    taken = first | second | third | fourth
    owner = {}
    while taken:
        cell = taken & -taken
        taken ^= cell
        owner[CELLS[cell.bit_length() - 1]] = 1 if first & cell else 2 if second & cell else 3 if third & cell else 4
    return owner


def position_text(state: np.record) -> str:
    """The position, such as `A1B1A/5/5/5/B3A 1 B 2`."""
    return with_owners(owners(state), state)


def with_owners(owner: dict[str, int], state: np.record) -> str:
    """The position, for those who know the `owners` already."""
    letters = ["."] * len(CELLS)
    for cell, seat in owner.items():
        letters[WRITTEN_AT[cell]] = SEATS[seat - 1]
    cells, width = "".join(letters), len(FILES)
    ranks = "/".join([_with_runs(cells[at : at + width]) for at in range(0, len(cells), width)])
    _, turn, players, cursor, _ = state.item()
    return f"{ranks} {cursor} {SEATS[turn]} {players}"


@cache
def _with_runs(cells: str) -> str:
    """A rank with its empty cells counted."""
    return re.sub(r"\.+", lambda run: str(len(run[0])), cells)


def parse_position(text: object, players: int) -> np.record:
    """The position written so, or BadPosition."""
    found = POSITION.fullmatch(text) if isinstance(text, str) else None
    if not found:
        raise _unread(text)
    board, cursor, turn, count = found.groups()
    if int(count) != players:
        raise BadPosition("le-plouf.position-players", written=count, players=players)
    if SEATS.index(turn) >= players:
        raise BadPosition("le-plouf.position-seat", seat=turn, players=players)
    state = rules.start(players)
    for rank, row in zip(reversed(RANKS), board.split("/"), strict=True):
        cells = re.sub(r"\d", lambda run: "." * int(run[0]), row)
        if len(cells) != len(FILES):
            raise BadPosition("le-plouf.position-rank", rank=rank, row=row)
        for file, letter in zip(FILES, cells, strict=True):
            if letter != ".":
                _put(state, letter, file + rank)
    state.cursor = int(cursor)
    state.turn = SEATS.index(turn)
    _check_phase(state)
    if position_text(state) != text:
        raise BadPosition("le-plouf.position-runs", written=position_text(state))
    return state


def _unread(text: object) -> BadPosition:
    """What keeps a text from being a position."""
    parts = text.split(" ") if isinstance(text, str) else []
    if len(parts) == 4:
        ranks = parts[0].split("/")
        if len(ranks) != len(RANKS):
            return BadPosition("le-plouf.position-ranks", count=len(ranks))
        for letter in parts[0]:
            if letter not in "ABCD12345/":
                return BadPosition("le-plouf.position-letter", letter=letter)
    return BadPosition("le-plouf.position-form", position=text)


def _put(state: np.record, letter: str, cell: str) -> None:
    seat = SEATS.index(letter)
    if seat >= state.players:
        raise BadPosition("le-plouf.position-seat", seat=letter, players=state.players)
    state.pawns[seat] |= 1 << CELL[cell]
    state.to_place -= 1


def _check_phase(state: np.record) -> None:
    """Refuse too many pawns, and a phase 1 that placing in turn cannot reach."""
    players, most = int(state.players), PAWNS[int(state.players)]
    counts = [int(state.pawns[seat]).bit_count() for seat in range(players)]
    for seat, count in enumerate(counts):
        if count > most:
            raise BadPosition("le-plouf.position-pawns", seat=SEATS[seat], count=count, most=most)
    if not state.to_place:
        return
    if rules.occupied(state) & POOL:
        raise BadPosition("le-plouf.position-early-pool")
    if state.cursor != 1:
        raise BadPosition("le-plouf.position-early-cursor")
    placed, ahead = divmod(sum(counts), players)
    if state.turn != ahead or counts != [placed + (seat < ahead) for seat in range(players)]:
        raise BadPosition("le-plouf.position-turns")

"""What the table of Le Plouf says, for docs/le-plouf-solved.md: `python -m bench.games.le_plouf.solution TABLE`."""

import sys
from collections import Counter
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lido.game import copied
from lido.games.le_plouf import GAME, rules, text
from lido.games.le_plouf.solution.index import BEATS, COLOURS, OPENING, Index, made, position
from lido.games.le_plouf.solution.lookup import Verdict, verdicts
from lido.games.le_plouf.solution.neighbours import set_up
from lido.games.le_plouf.solution.table import SolutionFile, Values


def state_of(number: int) -> np.record:
    """The position with that number."""
    state = rules.start(2)
    set_up(state, *position(made(), number))
    return state


def read(table: SolutionFile) -> Values:
    """All values."""
    return np.concatenate([block for block in table.blocks() if block is not None])


def lines(index: Index, values: Values, section: int) -> tuple[Values, NDArray[np.int64]]:
    """The values of a section of phase 2 as [beat, place, colours], and how many placements each place stands for."""
    mine = values[index.base[section] : index.base[section + 1]]
    sizes = index.sizes[index.first[section] : index.first[section + 1]].astype(np.int64)
    return mine.reshape(BEATS, -1, COLOURS), sizes


def counted(index: Index, values: Values, section: int) -> NDArray[np.int64]:
    """[beat, (won, drawn, lost)]: how many placements of the section there are of each, mirror images counted."""
    mine, sizes = lines(index, values, section)
    kinds = (mine > 0, mine == 0, mine < 0)
    return np.stack([(kind.sum(axis=2) * sizes).sum(axis=1) for kind in kinds], axis=1)


def shares(counts: NDArray[np.int64]) -> str:
    """Counts and their shares, as cells of a table."""
    return " | ".join(f"{count:,} ({count / counts.sum():.1%})" for count in counts.tolist())


def print_counts(index: Index, values: Values) -> None:
    """How many positions are won, drawn and lost, by pool cells occupied and by beat."""
    found = np.stack([counted(index, values, section) for section in range(OPENING)])
    pools = np.array([int(pool).bit_count() for pool in index.pool[:OPENING]])
    print("\n| pool cells occupied | positions | won | drawn | lost |\n| --- | --- | --- | --- | --- |")
    for pool in range(10):
        counts = found[pools == pool].sum(axis=(0, 1))
        print(f"| {pool} | {counts.sum():,} | {shares(counts)} |")
    total = found.sum(axis=(0, 1))
    print(f"| all | {total.sum():,} | {shares(total)} |")
    print("\n| cursor | to move | won | drawn | lost |\n| --- | --- | --- | --- | --- |")
    for beat in range(BEATS):
        print(f"| {beat // 2 + 1} | seat {beat % 2 + 1} | {shares(found[:, beat].sum(axis=0))} |")
    print(f"\nset-ups in which phase 2 can begin, for seat 1: {shares(counted(index, values, 0)[0])}")


def told(verdict: Verdict) -> str:
    """A verdict in words."""
    return {1: "wins", 0: "draws", -1: "loses"}[verdict.value] + (f" in {verdict.plies}" if verdict.plies else "")


def print_opening(table: SolutionFile) -> None:
    """What the first placements are worth, and the answers to each."""
    state = rules.start(2)
    first = verdicts(table, state) or {}
    print(
        "\nfirst placements (to seat 1):", ", ".join(f"{GAME.move_text(state, m)} {told(v)}" for m, v in first.items())
    )
    for cell in (0, 1, 2):
        after = copied(state)
        GAME.rules.play(after, cell)
        answers = verdicts(table, after) or {}
        said = ", ".join(f"{GAME.move_text(after, move)} {told(verdict)}" for move, verdict in answers.items())
        print(f"after {GAME.move_text(state, cell)} (to seat 2): {said}")


def print_phase_one(index: Index, values: Values) -> None:
    """By pawns on the board: how the positions of phase 1 go for seat 1, mirror images counted."""
    print("\n| pawns placed | positions | won by seat 1 | drawn | won by seat 2 |\n| --- | --- | --- | --- | --- |")
    for pawns in range(10):
        section = OPENING + pawns
        mine = values[index.base[section] : index.base[section + 1]]
        sizes = index.sizes[index.first[section] : index.first[section + 1]].astype(np.int64)
        signs = np.sign(mine.reshape(len(sizes), -1)) * (1 if pawns % 2 == 0 else -1)
        counts = np.array([((signs == sign).sum(axis=1) * sizes).sum() for sign in (1, 0, -1)])
        print(f"| {pawns} | {counts.sum():,} | {shares(counts)} |")


def best_line(table: SolutionFile, state: np.record) -> list[str]:
    """Best play from a position to the end: of equally good moves, the first."""
    played = []
    state = copied(state)
    while found := verdicts(table, state):
        value = max(verdict.value for verdict in found.values())
        good = {move: verdict.plies or 0 for move, verdict in found.items() if verdict.value == value}
        if value == 0:
            break
        move = min(good, key=lambda one: (value * good[one], one))
        played.append(GAME.move_text(state, move))
        GAME.rules.play(state, move)
    return played


def print_longest(index: Index, values: Values) -> None:
    """The positions furthest from the end."""
    phase_two = values[: index.base[OPENING]]
    for name, far in (("won", phase_two.max()), ("lost", phase_two.min())):
        where = np.flatnonzero(phase_two == far).tolist()
        shown = [text.position_text(state_of(number)) for number in where[:6]]
        print(f"\nlongest {name}: {abs(int(far)) - 1} plies, {len(where)} positions: {shown}")
    starts, _ = lines(index, values, 0)
    ends = Counter(np.abs(starts[0]).ravel().tolist())
    print(f"set-ups, longest decided: {max(ends) - 1} plies")
    quick = np.flatnonzero(starts[0].ravel() == starts[0][starts[0] > 0].min())
    print(
        f"quickest win of a set-up: {int(starts[0][starts[0] > 0].min()) - 1} plies, {len(quick)} set-ups, "
        f"{[text.position_text(state_of(int(n))) for n in quick[:3].tolist()]}"
    )


def main() -> None:
    """Print everything."""
    table = SolutionFile(Path(sys.argv[1]))
    index, values = made(), read(table)
    print(table.header)
    start = rules.start(2)
    line = best_line(table, start)
    print(f"\nempty board: value {values[index.base[OPENING]]}; best play, {len(line)} moves: {' '.join(line)}")
    print_opening(table)
    print_phase_one(index, values)
    print_counts(index, values)
    print_longest(index, values)


if __name__ == "__main__":
    main()

"""Tables of Le Plouf for Hypothesis: any pawns anywhere, not only where random play leads."""

from hypothesis import strategies as st

from tests.games.le_plouf.reference import PAWNS_EACH, POOL, RIM, Table


@st.composite
def second_phase(draw: st.DrawFn) -> Table:
    """A table of the second phase, with pawns strewn over the whole board."""
    players = draw(st.sampled_from([2, 3, 4]))
    count = players * PAWNS_EACH[players]
    cells = draw(st.permutations(RIM + POOL))[:count]
    seats = [1 + number % players for number in range(count)]
    cursor = draw(st.integers(1, 3))
    return Table(dict(zip(cells, seats, strict=True)), cursor, draw(st.integers(1, players)), players)


@st.composite
def first_phase(draw: st.DrawFn) -> Table:
    """A table at which pawns are still to be placed."""
    players = draw(st.sampled_from([2, 3, 4]))
    count = draw(st.integers(0, players * PAWNS_EACH[players] - 1))
    cells = draw(st.permutations(RIM))[:count]
    seats = [1 + number % players for number in range(count)]
    return Table(dict(zip(cells, seats, strict=True)), 1, 1 + count % players, players)


def tables() -> st.SearchStrategy[Table]:
    return second_phase() | first_phase()


def choices(most: int) -> st.SearchStrategy[list[int]]:
    """Which of the legal moves to play, turn after turn: each number is taken modulo how many there are."""
    return st.lists(st.integers(0, 89), max_size=most)

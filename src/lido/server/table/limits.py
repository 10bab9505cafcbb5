"""How long the log of a table may become: everybody who comes is sent it, and whoever reads the table plays it again.

The last part of a log is kept for the game itself. People without a seat may fill less of it than those who play, so
nobody takes anything from the players by filling it.
"""

from lido.errors import Refusal
from lido.server.messages import Close, Leave, Move, Replace, Resign, Reveal
from lido.server.table.state import TableState

MOST_ENTRIES = 10_000
"""Many times what any game has taken. A game that reaches it ends, and all who play share it."""
MOST_BYTES = 32 * 2**20
"""The same for the size of all entries: the moves of some games have details."""
PLAYERS_SHARE, OTHERS_SHARE = 0.8, 0.4
"""Up to which part of that the log takes what is no part of the game, of those at the seats and of others."""
TAKINGS_OF_A_TURN = 3
"""How often the piece of a turn may be taken in the part of a log that is kept for the game."""
PARTS_OF_THE_GAME = (Reveal, Move, Resign, Leave, Replace, Close)
"""Commands that a log takes until it is full."""


def is_full(table: TableState) -> bool:
    """Whether nothing but the end of the game may follow."""
    return _share(table) >= 1


def check_room(table: TableState, who: str, command: object) -> None:
    """Refuse what a long log takes no more."""
    if isinstance(command, PARTS_OF_THE_GAME):
        return
    most = PLAYERS_SHARE if who == table.opened.host or table.seats_of(who) else OTHERS_SHARE
    if _share(table) >= most:
        raise Refusal("server.log-full")


def check_taking(table: TableState) -> None:
    """Refuse to take the same piece again and again in a long log: whoever is losing could fill it with that."""
    if _share(table) >= PLAYERS_SHARE and table.taken_in_turn >= TAKINGS_OF_A_TURN:
        raise Refusal("server.taken-often", count=TAKINGS_OF_A_TURN)


def _share(table: TableState) -> float:
    return max(table.n / MOST_ENTRIES, table.size / MOST_BYTES)

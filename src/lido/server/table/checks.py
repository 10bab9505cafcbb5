"""What several commands require of a table, each refused with its reason."""

from lido.errors import BadSetup, Refusal
from lido.server.table.seats import Seat
from lido.server.table.state import TableState


def seat_of(table: TableState, seat: int) -> Seat:
    """The seat with that number, which must exist."""
    if not 1 <= seat <= len(table.seats):
        raise BadSetup("match.seat", seat=seat, players=len(table.seats))
    return table.seat(seat)


def check_open(table: TableState) -> None:
    """The game has not begun."""
    if table.status != "open":
        raise Refusal("server.closed" if table.status == "closed" else "server.not-open")


def check_seating(table: TableState) -> None:
    """People may still sit down and stand up."""
    check_open(table)
    if table.sealed:
        raise Refusal("server.sealed")


def check_running(table: TableState) -> None:
    """A game is being played."""
    if table.status != "running":
        raise Refusal("server.not-running")


def check_host(table: TableState, who: str) -> None:
    """It is the host who asks."""
    if table.opened.host != who:
        raise Refusal("server.not-host")


def check_holds(seat: Seat, who: str) -> None:
    """The seat is theirs, and no bot plays it."""
    if seat.person != who:
        raise Refusal("server.not-yours")
    if seat.is_gone:
        raise Refusal("server.gave-up" if seat.gave_up else "server.take-back")


def check_hints(table: TableState) -> None:
    """Hints are for one person against bots, or for a table where all agreed to them; never for a rated game."""
    if table.opened.rated:
        raise Refusal("service.no-hints")
    if not table.opened.hints and not table.is_against_bots:
        raise Refusal("service.no-hints-here")


def check_turn(table: TableState, who: str | None, seat: int) -> None:
    """It is that seat's turn, and theirs to move: a person moves for their own, the service (None) for bots."""
    check_running(table)
    held = seat_of(table, seat)
    if who is not None:
        check_holds(held, who)
    elif held.level is None:
        raise Refusal("server.not-yours")
    if table.turn != seat:
        raise Refusal("server.not-your-turn", turn=table.turn)

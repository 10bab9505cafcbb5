"""Decisions before and after the game: who opens a table, who sits where, who plays again."""

from collections.abc import Collection, Iterable, Mapping
from datetime import date

from lido.bots import check_level
from lido.deal import bot_string, commitment
from lido.errors import BadSetup, Refusal
from lido.game import Option, Options
from lido.games import find
from lido.server.messages import Close, Reveal, SeatBot, Sit, Stand
from lido.server.table import clock as clocks
from lido.server.table.challenge import check_alone
from lido.server.table.checks import check_host, check_open, check_seating, seat_of
from lido.server.table.decision import Decision, Request
from lido.server.table.events import Again, AnyEvent, Clock, Closed, Created, Revealed, Sat, Stood
from lido.server.table.state import TableState

MOST_SITTINGS = 20
"""How often one person sits down at a table before its game begins: every time is kept in the log."""
DEAL = 2
"""How the deals of new tables are made (docs/fair-deals.md)."""

REVEALS_WITHIN = 120_000
"""Milliseconds after the seal in which everybody at a public table must have revealed; their clients do it at once."""
COME_WITHIN = 30_000
"""Milliseconds in which two strangers who were brought together must have begun; their pages come by themselves."""


def open_table(
    seed: str,
    host: str,
    *,
    game: str,
    players: int,
    options: Options,
    public: bool,
    rated: bool = False,
    clock: Clock | None = None,
    hints: bool = False,
    bots: Mapping[int, str] = {},
    again: str | None = None,
    kept: Mapping[int, str] = {},
    barred: Collection[str] = (),
    strangers: bool = False,
    cup: str | None = None,
    challenge: date | None = None,
) -> Decision:
    """A new table, with bots on some seats and others kept for people; with the `challenge` of a day, if it has one."""
    if rated and hints:
        raise Refusal("server.rated-hints")
    chosen = _checked_setup(game, players, options, clock, {*bots, *kept}, bots.values())
    created = Created(
        game=game, players=players, options=chosen, host=host, commitment=commitment(seed), public=public,
        rated=rated, clock=clock, again=again, kept=dict(kept), hints=hints, laws=find(game).laws, deal=DEAL,
        physics=find(game).physics(), barred=sorted(barred), strangers=strangers, cup=cup, challenge=challenge,
    )  # fmt: skip
    return Decision([created, *(_bot_sits(created, seat, level) for seat, level in sorted(bots.items()))])


def _checked_setup(
    game: str, players: int, options: Options, clock: Clock | None, seats: Collection[int], levels: Iterable[str]
) -> dict[str, Option]:
    """All options of a table that is to be opened, or a refusal."""
    rules = find(game)
    rules.check(players, options)
    if clock:
        clocks.check(clock)
    for seat in seats:
        if not 1 <= seat <= players:
            raise BadSetup("match.seat", seat=seat, players=players)
    for level in levels:
        check_level(level, game, players)
    return rules.complete(options)


def _bot_sits(opened: Created, seat: int, level: str) -> Sat:
    """A bot sits down. In a deal of the first way the log has its string."""
    return Sat(seat=seat, level=level, string=bot_string(opened.commitment, seat) if opened.deal == 1 else None)


def sit(table: TableState, who: str, command: Sit, request: Request) -> list[AnyEvent]:
    """A person takes a seat."""
    check_seating(table)
    seat = seat_of(table, command.seat)
    if seat.taken:
        raise Refusal("server.seat-taken", seat=command.seat)
    if seat.kept and seat.person != who:
        raise Refusal("server.seat-kept", seat=command.seat)
    _check_sitter(table, who, command)
    if command.name is not None and not command.here:
        raise Refusal("server.name-here")
    sat = Sat(seat=command.seat, person=who, here=command.here, rated=request.rated if table.opened.rated else None)
    if table.opened.deal == 1:  # opened by an earlier version: nothing is revealed later, so this is the string itself
        sat.string = command.commitment
    else:
        sat.commitment = command.commitment
    return [sat]


def _check_sitter(table: TableState, who: str, command: Sit) -> None:
    """Refuse whoever may not sit down, or may not once more."""
    if who in table.removed:
        raise Refusal("server.removed")
    if table.sittings.get(who, 0) >= MOST_SITTINGS:
        raise Refusal("server.sittings", most=MOST_SITTINGS)
    if table.seats_of(who):
        if not command.here:
            raise Refusal("server.already-seated")
        if table.opened.public and who != table.opened.host and not table.seat(command.seat).kept:
            raise Refusal("server.here-host")


def seat_bot(table: TableState, who: str, command: SeatBot, request: Request) -> list[AnyEvent]:
    """The host puts a bot on a seat."""
    check_seating(table)
    check_alone(table)
    check_host(table, who)
    check_level(command.level, table.opened.game, len(table.seats))
    seat = seat_of(table, command.seat)
    if seat.taken:
        raise Refusal("server.seat-taken", seat=command.seat)
    if seat.kept:
        raise Refusal("server.seat-kept", seat=command.seat)
    return [_bot_sits(table.opened, command.seat, command.level)]


def stand(table: TableState, who: str, command: Stand, request: Request) -> list[AnyEvent]:
    """A person frees their seat, or the host another's."""
    check_seating(table)
    seat = seat_of(table, command.seat)
    if not seat.taken and not seat.kept:
        raise Refusal("server.seat-free", seat=command.seat)
    if seat.person == who:
        return [Stood(seat=command.seat)]
    check_host(table, who)
    return [Stood(seat=command.seat, by=who)]


def reveal(table: TableState, who: str, command: Reveal, request: Request) -> list[AnyEvent]:
    """A person reveals the string of a seat, which must be the one that they committed to."""
    check_open(table)
    if not table.sealed:
        raise Refusal("server.not-sealed")
    seat = seat_of(table, command.seat)
    if seat.person != who:
        raise Refusal("server.not-yours")
    if seat.string is not None:
        raise Refusal("server.revealed", seat=command.seat)
    if commitment(command.string) != seat.commitment:
        raise Refusal("server.not-committed", seat=command.seat)
    return [Revealed(seat=command.seat, string=command.string)]


def close(table: TableState, who: str, command: Close, request: Request) -> list[AnyEvent]:
    """The host closes the table."""
    check_host(table, who)
    return close_unused(table).events


def close_unused(table: TableState) -> Decision:
    """A table whose game has not begun is closed."""
    check_open(table)
    return Decision([Closed()])


def is_deserted(table: TableState, at: int) -> bool:
    """Whether one of two strangers who were brought together did not come, so that the other waits for nothing."""
    return table.opened.strangers and table.status == "open" and at - table.opened_at > COME_WITHIN


def is_late(table: TableState, at: int) -> bool:
    """Whether somebody at a public table has not revealed in time, so that the others wait for nothing."""
    within = clocks.full(table.opened.clock) if clocks.is_slow(table.opened.clock) else REVEALS_WITHIN
    return table.opened.public and bool(table.awaited()) and at - table.sealed_at > within


def without_late(table: TableState, at: int, id: str, seed: str) -> tuple[Decision | None, Decision]:
    """A public table where somebody did not reveal in time is closed: what is written at a new one, and what here.

    The others have their seats kept there, and the bots sit. Whoever did not reveal does not sit down there; all others
    commit again, to another deal. If nobody is left, there is no new table, and `id` and `seed` are not used.
    """
    check_open(table)
    if not is_late(table, at):
        raise Refusal("server.in-time")
    late = {table.seat(number).person for number in table.awaited()}
    seats = {n: seat for n, seat in enumerate(table.seats, 1) if seat.person not in late}
    kept = {number: seat.person for number, seat in seats.items() if seat.person}
    if not kept:
        return None, close_unused(table)
    opened = table.opened
    there = open_table(
        seed, opened.host if opened.host in kept.values() else next(iter(kept.values())), game=opened.game,
        players=opened.players, options=opened.options, public=True, rated=opened.rated, clock=opened.clock,
        hints=opened.hints, bots={number: seat.level for number, seat in seats.items() if seat.level}, again=table.id,
        kept=kept, barred=table.removed | {person for person in late if person},
    )  # fmt: skip
    return there, Decision([Closed(), Again(table=id)])


def rematch(
    table: TableState, who: str, id: str, seed: str, options: Options | None = None
) -> tuple[Decision, Decision]:
    """Another game for the same players, everybody one seat further: what is written at the new table, and what here.

    The options are those of this table unless others are given. Everybody agrees by taking the seat that is kept
    for them, or declines by freeing it.

    The new table must be written first, so that nobody is sent to one that does not exist.
    """
    if table.status != "over":
        raise Refusal("server.not-over")
    if not table.seats_of(who):
        raise Refusal("server.not-seated")
    if table.again is not None:
        raise Refusal("server.rematch-open")
    check_alone(table)
    opened = table.opened
    kept, bots = _one_seat_further(table)
    there = open_table(
        seed, who, game=opened.game, players=opened.players, options=opened.options if options is None else options,
        public=opened.public, rated=opened.rated, clock=opened.clock, hints=opened.hints, bots=bots,
        again=table.id, kept=kept,
    )  # fmt: skip
    return there, Decision([Again(table=id, by=who)])


def _one_seat_further(table: TableState) -> tuple[dict[int, str], dict[int, str]]:
    """The seats of a rematch that are kept for people, and those of bots. The seats of people who left are free."""
    kept, bots = {}, {}
    for number, seat in enumerate(table.seats, 1):
        further = number % len(table.seats) + 1
        if seat.person and not seat.is_gone:
            kept[further] = seat.person
        elif seat.level and not seat.person:
            bots[further] = seat.level
    return kept, bots

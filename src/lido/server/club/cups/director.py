"""What the service does in a tournament by itself: it opens tables, takes results, and begins the next round."""

from lido.errors import LidoError
from lido.server.club.cups.bracket import knockout_round
from lido.server.club.cups.events import AnyEvent, Ended, Finished, Game, Paired
from lido.server.club.cups.pairing import Pair, Record, all_rounds, swiss_round
from lido.server.club.cups.standings import records
from lido.server.club.cups.state import CupState, Played
from lido.server.logging import log_error
from lido.server.rooms.context import new_id, new_seed
from lido.server.rooms.hub import Hub
from lido.server.rooms.room import Room
from lido.server.store import Append, Conflict
from lido.server.table.changes import applied
from lido.server.table.seating import close_unused, open_table
from lido.server.table.state import TableState
from lido.server.workers.beside import Beside
from lido.server.workers.fair import NOBODY, Share

BREAK = 15_000
"""Milliseconds between two rounds."""
ABSENT = 180_000
"""Milliseconds after which who has not come to a game has lost it."""


def next_round(cup: CupState) -> Paired | None:
    """The next round, or None after the last."""
    playing = _playing(cup)
    return _paired(*_pairs(cup, playing)) if playing else None


async def next_round_beside(cup: CupState, beside: Beside, share: Share) -> Paired | None:
    """The same, on the account of `share`: a Swiss round of many teams takes long. None as well if the tournament has
    changed meanwhile; a Refusal for an address that wants too much.
    """
    if cup.opened.system != "swiss":
        return next_round(cup)
    seen = cup.n
    async with beside.turn(share):
        if cup.n != seen:  # another has decided, as this one would have
            return None
        playing = _playing(cup)
        return _paired(*await beside.work(swiss_round, playing)) if playing else None


def _playing(cup: CupState) -> dict[int, Record]:
    """Those of whom the next round is made; nobody after the last."""
    playing = records(cup) if len(cup.rounds) < cup.last_round else {}
    return playing if len(playing) > 1 else {}


def _pairs(cup: CupState, playing: dict[int, Record]) -> tuple[list[Pair], list[int]]:
    if cup.opened.system == "swiss":
        return swiss_round(playing)
    if cup.opened.system == "knockout":
        return knockout_round(cup, {team: record.firsts for team, record in playing.items()})
    return _of_everybody(cup, len(cup.rounds), set(playing))


def _paired(pairs: list[Pair], free: list[int]) -> Paired:
    return Paired(games=[Game(new_id(), one, other) for one, other in pairs], free=free)


def _of_everybody(cup: CupState, number: int, playing: set[int]) -> tuple[list[Pair], list[int]]:
    teams = [team for team, each in enumerate(cup.teams, 1) if each.members]
    pairs = [pair for pair in all_rounds(teams)[number] if playing.issuperset(pair)]
    busy = {team for pair in pairs for team in pair}
    return pairs, [team for team in teams if team in playing and team not in busy]


def points(cup: CupState, game: Game, payoffs: list[float]) -> tuple[float, float]:
    """What a game gives each of its two teams, whose players sit in turn."""
    mine, theirs = sum(payoffs[0::2]), sum(payoffs[1::2])
    if abs(mine - theirs) < 1e-9:
        return 0.5, 0.5
    return (1.0, 0.0) if mine > theirs else (0.0, 1.0)


class Director:
    """Looks after the games of tournaments, at the node that holds the lease of each."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._context = hub.context

    async def event(self, cup: CupState, now: int, *, hurries: bool = False, share: Share = NOBODY) -> AnyEvent | None:
        """What is to be written next, if anything: a result, the next round, or the end."""
        round = cup.rounds[-1]
        for played in round.games:
            if played.points is None and (ended := await self._looked(cup, played, now)):
                return ended
        if not round.is_over or (now - round.ended_at < BREAK and not hurries and len(cup.rounds) < cup.last_round):
            return None
        seen = cup.n
        paired = await next_round_beside(cup, self._context.beside, share)
        return paired or (Finished() if cup.n == seen else None)

    async def _looked(self, cup: CupState, played: Played, now: int) -> Ended | None:
        """The end of a game, if it has ended; its table is opened if it is not there."""
        game = played.game
        room = await self._hub.room(game.table)
        if room is None:
            await self._open(cup, game)
            return None
        table = room.table
        if table.status == "over" and table.payoffs is not None:
            one, other = points(cup, game, table.payoffs)
            return Ended(table=game.table, one=one, other=other, why=table.reason or "")
        if table.status == "closed":
            return self._without(cup, game, table)
        if table.status == "open" and now - table.opened_at > ABSENT and await self._closed(room):
            return self._without(cup, game, room.table)
        if not room.runner.leased:
            room.runner.look()
        return None

    async def _open(self, cup: CupState, game: Game) -> None:
        """Open the table of a game. If another node did, there is one."""
        teams = [cup.teams[team - 1].members for team in (game.one, game.other)]
        seats = [member for pair in zip(*teams, strict=True) for member in pair]
        table = TableState(game.table, new_seed(), self._context.away)
        opened = cup.opened
        decision = open_table(
            table.seed, opened.host, game=opened.game, players=len(seats), options=opened.options, public=True,
            clock=opened.clock, cup=cup.id,
            kept={seat: each.person for seat, each in enumerate(seats, 1) if each.person},
            bots={seat: each.level for seat, each in enumerate(seats, 1) if each.level},
        )  # fmt: skip
        changes = applied(table, decision, self._context.now())
        try:
            await self._context.store.append(
                Append(table=table.id, entries=changes.entries, head=changes.head, seed=table.seed)
            )
        except Conflict:
            return
        self._context.lobby.touch()
        if room := await self._hub.room(game.table):
            room.runner.look()

    async def _closed(self, room: Room) -> bool:
        """Close a table to which somebody has not come; False if that could not be written now."""
        async with room.lock:
            try:
                await room.refresh()
                if room.table.status != "open":
                    return False
                await room.commit(applied(room.table, close_unused(room.table), self._context.now()))
            except (LidoError, Conflict) as error:
                log_error("a table could not be closed", error)
                room.mark_stale()
                return False
        return True

    def _without(self, cup: CupState, game: Game, table: TableState) -> Ended:
        """The result of a game that did not begin: who came has won it."""
        awaited = set(table.awaited())
        came = [seat.taken and number not in awaited for number, seat in enumerate(table.seats, 1)]
        one, other = all(came[0::2]), all(came[1::2])
        return Ended(table=game.table, one=float(one and not other), other=float(other and not one), why="absent")

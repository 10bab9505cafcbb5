"""What the store has about the people at one table beside its log: their names, and their ratings."""

from collections.abc import Iterable
from typing import NamedTuple

from lido.errors import LidoError
from lido.server.logging import log_error
from lido.server.messages import Command, RatingChange, Sit
from lido.server.rooms.context import NodeContext
from lido.server.rooms.identity import read_name
from lido.server.table import ratings
from lido.server.table.challenge import scored_in_time
from lido.server.table.state import TableState


class Left(NamedTuple):
    """What a game that is over leaves beside its log: new ratings by person, and the score of a challenge."""

    ratings: dict[str, tuple[float, float]]
    """The new mean and its uncertainty."""
    changes: dict[str, tuple[float, float]]
    """The mean before and after."""
    scored: tuple[float, str] | None = None


NOTHING = Left({}, {})


class Players:
    """The people at a table, as they were read last."""

    def __init__(self, context: NodeContext) -> None:
        self._context = context
        self.ratings: dict[str, float] = {}
        self.changes: dict[str, RatingChange] = {}
        """What the game did to ratings, once it is over."""
        self._seat_names: dict[int, tuple[str, str]] = {}

    async def read(self, table: TableState, others: Iterable[str]) -> None:
        """Read names and ratings. If they cannot be read now, everybody is told what is on disk without them."""
        people, store = table.people(), self._context.store
        try:
            await self._context.people.learn([*people, *others])
            if any(seat.here for seat in table.seats):
                self._seat_names = await store.seat_names(table.id)
            if table.opened.rated:
                found = await store.ratings(table.opened.game, people)
                self.ratings = {person: mean for person, (mean, _) in found.items()}
                changes = await store.rated(table.id) if table.status == "over" else {}
                self.changes = {person: RatingChange(*means) for person, means in changes.items()}
        except LidoError as error:
            log_error("people could not be read", error)

    def seat_names(self, table: TableState) -> dict[int, str]:
        """The names that were given for seats of a shared device, by those who sit there."""
        return {
            number: name
            for number, (person, name) in self._seat_names.items()
            if table.seat(number).here and table.seat(number).person == person
        }

    async def left(self, table: TableState, at: int) -> Left:
        """What a game that was over then leaves: for the ratings of those who want one, if it is rated; its score."""
        if not table.opened.rated:
            return Left({}, {}, scored_in_time(table, at))
        starters = {seat.starter: seat.rated for seat in table.seats if seat.starter}
        people = self._context.people
        await people.learn(starters)
        wanting = [who for who, said in starters.items() if (people.wants_rating(who) if said is None else said)]
        found = await self._context.store.ratings(table.opened.game, wanting)
        known = {person: found.get(person) for person in wanting}
        new = ratings.after(table, known)
        return Left(new, ratings.changes(known, new))


def given_names(person: str, command: Command) -> dict[int, tuple[str, str | None]]:
    """The name that a command gives for a seat of a shared device: it is kept apart from the log."""
    if not isinstance(command, Sit) or not command.here:
        return {}
    return {command.seat: (person, read_name(command.name) if command.name else None)}

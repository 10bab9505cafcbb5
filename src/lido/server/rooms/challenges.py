"""People who try the challenge of the day: how often they may, what counts, and who did best."""

from typing import Any

import msgspec

from lido.challenges import Challenge, challenge_of
from lido.errors import Refusal
from lido.registry import packages
from lido.server.rooms.hub import Hub, TableWish
from lido.server.rooms.people import People
from lido.server.rooms.solving import streaks, today
from lido.server.store import Author, Store
from lido.server.store.challenges import Try
from lido.server.table.views import check_over
from lido.server.workers.fair import Share

TRIES = 3
"""How often a person may try the challenge of a day: a slip of the hand does not spoil it, and patience alone does not
win it. A try counts from when it begins."""
GOING_ON = ("open", "running")
"""The status of a table whose try is not over."""
SHOWN, WINNERS = 50, 3
"""How many people the table of today lists, and that of yesterday."""


class Tried(msgspec.Struct):
    """A try that is over."""

    person: str
    name: str | None
    face: int
    """The seed of their picture."""
    table: str
    points: float
    facts: dict[str, float]


class Mine(msgspec.Struct):
    """How the visitor stands."""

    left: int
    """Tries that they have left today."""
    table: str | None
    """The table of a try that they have begun and not finished."""
    last: Tried | None
    """Their last try; None where nothing came of it, or it goes on."""
    best: Tried | None
    place: int | None
    """That of their best try in the table of the day."""
    streak: int
    """Days in a row, up to today or yesterday, on which they finished a try; and the most ever."""
    longest: int


class DayOfChallenge(msgspec.Struct):
    """The challenge of today, and who did best."""

    day: str
    task: Any
    """What the game tells of it."""
    tries: int
    """How many everybody has."""
    people: int
    """How many have finished a try."""
    table: list[Tried]
    """The best try of each person, the best first."""
    yesterday: list[Tried]
    me: Mine


def known_challenge(game: str) -> Challenge:
    """The challenge of a game, or a refusal."""
    found = challenge_of(game) if game in packages() else None
    if found is None:
        raise Refusal("service.no-challenge")
    return found


async def day_of(store: Store, people: People, game: str, person: str) -> DayOfChallenge:
    """The challenge of today for a visitor."""
    challenge, day = known_challenge(game), today()
    number = day.toordinal()
    best = await store.best_tries(game, number, SHOWN)
    before = await store.best_tries(game, number - 1, WINNERS)
    await people.learn([each.person for each in (*best, *before)])
    mine = await store.tries(person, game, number)
    return DayOfChallenge(
        day=day.isoformat(),
        task=challenge.told(day),
        tries=TRIES,
        people=await store.tried_by(game, number),
        table=[_done(people, each) for each in best],
        yesterday=[_done(people, each) for each in before],
        me=await _mine(store, people, game, person, mine, best),
    )


async def begin(hub: Hub, author: Author, game: str) -> str:
    """Begin a try at the challenge of today, or go on with one that was begun; the id of its table."""
    challenge, day, store = known_challenge(game), today(), hub.context.store
    mine = await store.tries(author.person, game, day.toordinal())
    if going_on := next((each.table for each in mine if each.status in GOING_ON), None):
        return going_on
    if len(mine) >= TRIES:
        raise Refusal("service.challenge-tries", tries=TRIES)
    wish = TableWish(game, challenge.players, dict(challenge.options))
    table, _ = await hub.open_table(author.person, wish, author, day)
    if not await store.begin_try(author, game, day.toordinal(), table, TRIES):
        raise Refusal("service.challenge-tries", tries=TRIES)
    return table


async def film_of(hub: Hub, game: str, table: str, address: str) -> list[Any]:
    """How a tower of a challenge was built, once the try is over."""
    challenge, found = known_challenge(game), await hub.context.store.try_at(table)
    if found is None:
        raise Refusal("service.no-challenge")
    room = await hub.known_room(table, address)
    async with room.lock:
        await room.refresh()
        match = check_over(room.table).copy()
    async with hub.context.beside.turn(Share(address, table=table)):
        return await hub.context.beside.work(lambda: challenge.film(match))


async def _mine(store: Store, people: People, game: str, person: str, mine: list[Try], best: list[Try]) -> Mine:
    streak, longest = streaks(await store.tried_days(person, game), today().toordinal())
    place = next((at for at, each in enumerate(best, start=1) if each.person == person), None)
    finished = [each for each in mine if each.points is not None]
    top = max(finished, key=lambda each: (each.points or 0.0, -each.number), default=None)
    if top:
        await people.learn([person])
    return Mine(
        left=max(0, TRIES - len(mine)),
        table=next((each.table for each in mine if each.status in GOING_ON), None),
        last=_done(people, mine[-1]) if mine and mine[-1].points is not None else None,
        best=_done(people, top) if top else None,
        place=place,
        streak=streak,
        longest=longest,
    )


def _done(people: People, one: Try) -> Tried:
    facts = msgspec.json.decode(one.facts or "{}", type=dict[str, float])
    face = people.faces([one.person]).get(one.person, 0)
    return Tried(one.person, people.name(one.person), face, one.table, one.points or 0.0, facts)

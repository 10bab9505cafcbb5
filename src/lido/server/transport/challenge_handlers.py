"""The handlers about challenges: that of today, tries at it, and how a tower was built."""

from typing import Annotated, Any

from litestar import get, post
from litestar.params import Parameter
from litestar.status_codes import HTTP_200_OK

from lido.server.rooms import challenges
from lido.server.rooms.challenges import DayOfChallenge
from lido.server.transport.handling import Asked, Given, Visitor, author
from lido.server.transport.limits import address_of
from lido.server.transport.problems import WRITES, troubles
from lido.server.transport.schemas import TryTable

Game = Annotated[str, Parameter(max_length=40)]
Table = Annotated[str, Parameter(pattern="^[0-9A-Za-z_-]{1,40}$")]


@get("/challenges/{game:str}", responses=troubles(400, 401, 404))
async def challenge_of_day(game: Game, visitor: Visitor, service: Given) -> DayOfChallenge:
    """The challenge of today, the same for everybody, who did best today and yesterday, and how you stand."""
    return await challenges.day_of(service.hub.context.store, service.people, game, visitor.key)


@post("/challenges/{game:str}/tries", status_code=HTTP_200_OK, responses=troubles(401, 404, *WRITES))
async def try_challenge(request: Asked, game: Game, visitor: Visitor, service: Given) -> TryTable:
    """Try the challenge of today, at a table whose seats are all yours; or go on with the try that you have begun."""
    service.check_changes(request, visitor)
    return TryTable(await challenges.begin(service.hub, author(visitor), game))


@get("/challenges/{game:str}/tries/{table:str}", responses=troubles(400, 404, 409))
async def challenge_film(request: Asked, game: Game, table: Table, service: Given) -> list[dict[str, Any]]:
    """How it was done, step by step, once the try is over."""
    return await challenges.film_of(service.hub, game, table, address_of(dict(request.scope)))


OF_CHALLENGES = (challenge_of_day, try_challenge, challenge_film)

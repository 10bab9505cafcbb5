"""The handlers about puzzles: those of the days, and attempts."""

from datetime import timedelta
from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, Parameter
from litestar.status_codes import HTTP_200_OK

from lido import puzzles
from lido.errors import Refusal
from lido.server.rooms import solving
from lido.server.rooms.solving import Attempted
from lido.server.transport.handling import Asked, Given, Visitor, author
from lido.server.transport.problems import WRITES, troubles
from lido.server.transport.schemas import PuzzleAttempt, PuzzlesOfDays

AHEAD = 14
"""Days whose puzzles are told."""
PuzzleId = Annotated[str, Parameter(pattern="^[0-9a-z-]{1,60}$")]


@get("/puzzles", responses=troubles(401))
async def puzzles_of_days(visitor: Visitor, service: Given) -> PuzzlesOfDays:
    """The puzzles of today and of the days to come, the same for everybody, and how you stand as a solver.

    The puzzles themselves are files of the page.
    """
    today = solving.today()
    days = [today + timedelta(days=after) for after in range(AHEAD)]
    me = await solving.solver(service.hub.context.store, visitor.key)
    return PuzzlesOfDays(today.isoformat(), {day.isoformat(): puzzles.daily(day) for day in days}, me)


@post("/puzzles/{puzzle:str}/attempts", status_code=HTTP_200_OK, responses=troubles(401, 404, *WRITES))
async def attempt_puzzle(
    request: Asked, puzzle: PuzzleId, data: JSONBody[PuzzleAttempt], visitor: Visitor, service: Given
) -> Attempted:
    """Tell how you tried a puzzle. Your first attempt changes your rating and that of the puzzle."""
    service.check_changes(request, visitor)
    found = puzzles.find(puzzle)
    if found is None:
        raise Refusal("service.no-puzzle")
    return await solving.attempt(service.hub.context.store, author(visitor), found, data.moves, data.day)


OF_PUZZLES = (puzzles_of_days, attempt_puzzle)

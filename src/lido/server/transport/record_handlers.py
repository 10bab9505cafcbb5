"""The handlers whose body holds a recorded game, which may be long: replays, analyses, games of people's devices."""

import asyncio
from collections.abc import AsyncIterator

import msgspec
from litestar import MediaType, Response, post
from litestar.openapi import ResponseSpec
from litestar.response import Stream
from litestar.status_codes import HTTP_200_OK

from lido.errors import BadRecord, LidoError, Refusal
from lido.server.rooms.connection import outside, plain
from lido.server.rooms.giving import keep_given
from lido.server.table.given import GivenGame
from lido.server.transport.handling import Asked, Given, Service, Visitor, author
from lido.server.transport.language import spoken
from lido.server.transport.limits import address_of, while_wanted
from lido.server.transport.problems import WRITES, troubles
from lido.server.transport.records import body_of, takes
from lido.server.transport.schemas import (
    Analysis,
    GameQuestion,
    KeptTable,
    PositionAnalysis,
    Problem,
    Question,
    Story,
    Worth,
)
from lido.server.workers.replaying import ReplayStep

STEPS = {HTTP_200_OK: ResponseSpec(list[ReplayStep], generate_examples=False, description="The steps.")}
"""What a replay answers, for OpenAPI: it is encoded where it is made."""
LINES = {
    HTTP_200_OK: ResponseSpec(
        PositionAnalysis, generate_examples=False, media_type="application/x-ndjson", description="A line a position."
    )
}
PAUSE = 0.25
"""Seconds between two looks whether an address may have one more position analysed."""


class _Moves(msgspec.Struct):
    """Of a record only its moves, unread."""

    moves: list[msgspec.Raw]


@post("/analyse", status_code=HTTP_200_OK, responses=troubles(*WRITES), operation_class=takes(Question))
async def analyse(request: Asked, service: Given) -> Analysis:
    """What every legal move of a recorded game is worth, from what the seat to act has seen.

    The values are exact where the game is solved, else those of the strongest search.
    """
    asked, address = await body_of(request, Question), address_of(dict(request.scope))
    if not service.analyses.take(address):
        raise Refusal("service.too-many")
    analysing = service.hub.analyse(bytes(asked.record), asked.at, address)
    seat, found = await while_wanted(analysing, request.receive)
    return Analysis(seat, found.exact, [Worth(*worth) for worth in found.moves], found.line, found.beliefs)


@post(
    "/analyse/game", status_code=HTTP_200_OK, responses=LINES | troubles(*WRITES), operation_class=takes(GameQuestion)
)
async def analyse_game(request: Asked, service: Given) -> Stream:
    """The same for all positions of a game in which somebody is to act: a line of JSON for each, once it is known.

    The first is the position after `first` moves; after the last position come those before it. The limit of analyses
    counts every position: the answer waits for it. A line with a `code` says why nothing follows.
    """
    asked, address = await body_of(request, GameQuestion), address_of(dict(request.scope))
    record = bytes(asked.record)
    try:
        count = len(msgspec.json.decode(record, type=_Moves).moves) + 1
    except msgspec.MsgspecError as error:
        raise BadRecord("match.record-form", why=str(error)) from error
    if asked.first >= count:
        raise BadRecord("service.no-such-move", at=asked.first)
    order = [*range(asked.first, count), *range(asked.first)]
    begun = await while_wanted(_analysed(service, record, order[0], address), request.receive)
    language = spoken(request.headers.get("accept-language"))
    return Stream(_lines(service, record, begun, order[1:], address, language), media_type="application/x-ndjson")


async def _lines(
    service: Service, record: bytes, begun: bytes, order: list[int], address: str, language: str
) -> AsyncIterator[bytes]:
    yield begun
    try:
        for at in order:
            yield await _analysed(service, record, at, address)
    except LidoError as error:
        shown = outside(error)
        yield _line(Problem(shown.code, plain(shown), shown.said(language)))


async def _analysed(service: Service, record: bytes, at: int, address: str) -> bytes:
    """The line of a position, when the address may have one more; empty where nobody is to act."""
    while not service.analyses.take(address):
        await asyncio.sleep(PAUSE)
    seat, found = await service.hub.analyse(record, at, address)
    if seat is None:
        return b""
    worths = [Worth(*worth) for worth in found.moves]
    return _line(PositionAnalysis(at, seat, found.exact, worths, found.line, found.beliefs))


def _line(answer: PositionAnalysis | Problem) -> bytes:
    return msgspec.json.encode(answer) + b"\n"


@post("/replay", status_code=HTTP_200_OK, responses=STEPS | troubles(*WRITES), operation_class=takes(Story))
async def show_replay(request: Asked, service: Given) -> Response[bytes]:
    """A recorded game move by move: what happened, what every seat knew, which moves were legal.

    The record need not be of a whole game, so this also shows a position, or tries a move in it.
    """
    asked, address = await body_of(request, Story), address_of(dict(request.scope))
    steps = service.hub.context.records.replay(bytes(asked.record), asked.since, asked.pictures, address)
    return Response(await while_wanted(steps, request.receive), media_type=MediaType.JSON)


@post("/me/games", status_code=HTTP_200_OK, responses=troubles(401, *WRITES), operation_class=takes(GivenGame))
async def give_game(request: Asked, visitor: Visitor, service: Given) -> KeptTable:
    """Give a finished game that you played on your device: all of it is played again, and it is kept among your games.

    A game that was given before is not kept twice.
    """
    address = address_of(dict(request.scope))
    keeping = keep_given(service.hub.context, author(visitor), await request.body(), address)
    return KeptTable(await while_wanted(keeping, request.receive))


WITH_RECORDS = (analyse, analyse_game, show_replay, give_game)

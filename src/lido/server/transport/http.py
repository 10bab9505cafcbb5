"""The HTTP side of the service: people, the list of tables, records, analysis. OpenAPI describes it."""

import re
from typing import Annotated, Any

from litestar import Litestar, MediaType, Response, Router, delete, get, patch, post
from litestar.background_tasks import BackgroundTask
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Server
from litestar.params import JSONBody, Parameter
from litestar.status_codes import (
    HTTP_200_OK,
    HTTP_204_NO_CONTENT,
    HTTP_404_NOT_FOUND,
    HTTP_405_METHOD_NOT_ALLOWED,
)

from lido import bots, words
from lido.errors import LidoError, Refusal
from lido.games import games
from lido.server.club.club import Club
from lido.server.club.cups.cups import CupCommand, CupWish
from lido.server.messages import Info
from lido.server.rooms.connection import plain
from lido.server.rooms.hub import Hub, TableWish
from lido.server.rooms.identity import LINK_SECONDS, cookie_in
from lido.server.settings import Settings
from lido.server.store import Person
from lido.server.table.events import Clock
from lido.server.transport.challenge_handlers import OF_CHALLENGES
from lido.server.transport.club_handlers import OF_THE_CLUB, Browser, FriendToken, Stop, Telling
from lido.server.transport.handling import Asked, Given, Service, Visitor, author
from lido.server.transport.language import spoken
from lido.server.transport.limits import address_of
from lido.server.transport.problems import STATUS, WRITES, failed, not_json, refused, troubles, why
from lido.server.transport.puzzle_handlers import OF_PUZZLES
from lido.server.transport.record_handlers import WITH_RECORDS
from lido.server.transport.schemas import (
    Arrival,
    GameCard,
    LevelRating,
    Link,
    Me,
    MeChange,
    NewTable,
    Offer,
    OnlyHere,
    Problem,
    Profile,
    PuzzleAttempt,
)
from lido.version import VERSION
from lido.words import LANGUAGES

SMALL_BODY = 16 * 1024
"""Bytes of a body without a record."""
PLAIN = "^[0-9A-Za-z_-]{1,40}$"
TableId = Annotated[str, Parameter(pattern=PLAIN)]
PersonKey = Annotated[str, Parameter(pattern=PLAIN)]
GameId = Annotated[str, Parameter(max_length=40)]
Language = Annotated[str, Parameter(pattern=f"^({'|'.join(LANGUAGES)})$")]

RECORD = {HTTP_200_OK: ResponseSpec(dict[str, Any], generate_examples=False, description="The record.")}
STRICT = {
    body.__name__
    for body in (
        MeChange,
        Arrival,
        OnlyHere,
        TableWish,
        Clock,
        Browser,
        Stop,
        CupWish,
        CupCommand,
        FriendToken,
        Telling,
        PuzzleAttempt,
    )
}
"""Bodies that clients send: unknown fields are refused, and OpenAPI says so."""


@get("/me", responses=troubles(401))
async def get_me(request: Asked, service: Given) -> Response[Me]:
    """Who you are. A visitor without a cookie gets one and becomes a person; one who was signed out does not."""
    cookie = cookie_in(request.headers.get("cookie"))
    person = await service.people.visitor(cookie)
    if person is None and await service.people.was_signed_out(cookie):
        raise Refusal("service.signed-out")
    return await _as(request, service, person or await service.newcomer(request))


@post("/me", status_code=HTTP_200_OK, responses=troubles(403))
async def new_me(request: Asked, service: Given) -> Response[Me]:
    """Become a new person on a device that was signed out. Whoever has a valid cookie stays who they are."""
    person = await service.people.visitor(cookie_in(request.headers.get("cookie")), certain=True)
    return await _as(request, service, person or await service.newcomer(request))


@patch("/me", responses=troubles(401, *WRITES))
async def change_me(request: Asked, data: JSONBody[MeChange], visitor: Visitor, service: Given) -> Me:
    """Choose a nickname, a language, a face, and whether games count for a rating."""
    service.check_changes(request, visitor)
    person = await service.people.change(
        visitor, name=data.name, language=data.language, rated=data.rated, face=data.face
    )
    await service.hub.renamed(person.key)
    return await service.me(person)


@delete("/me", status_code=HTTP_204_NO_CONTENT, responses=troubles(401, 403))
async def forget_me(request: Asked, visitor: Visitor, service: Given) -> Response[None]:
    """Delete your identity, your ratings and your chat messages. This cannot be undone."""
    await service.hub.forget(author(visitor))
    return Response(None, status_code=HTTP_204_NO_CONTENT, headers=service.signed(request, "", 0))


@post("/me/link", status_code=HTTP_200_OK, responses=troubles(401, 403))
async def make_link(visitor: Visitor, service: Given) -> Link:
    """A link to yourself for another device. It works once, for ten minutes."""
    token = service.people.link(visitor)
    return Link(token, LINK_SECONDS, await service.people.code(token))


@post("/me/arrive", status_code=HTTP_200_OK, responses=troubles(*WRITES))
async def arrive(request: Asked, data: JSONBody[Arrival], service: Given) -> Response[Me]:
    """Become, on this device, the person of a link, or of the code that stands for it."""
    if not service.arrivals.take(address_of(dict(request.scope))):
        raise Refusal("service.too-many")
    return await _as(request, service, await service.people.arrive(data.token))


@post("/me/only-here", status_code=HTTP_200_OK, responses=troubles(401, *WRITES))
async def only_here(request: Asked, data: JSONBody[OnlyHere], service: Given) -> Response[Me]:
    """Sign out every other device. If no answer comes, ask again with the same secret, within a day."""
    person = await service.people.only_here(cookie_in(request.headers.get("cookie")), data.secret)
    answer = await _as(request, service, person)
    # The sockets of this device, too: they connect again at once, and need the new cookie.
    answer.background = BackgroundTask(service.hub.signed_out, person.key, person.epoch)
    return answer


@get("/me/tables", responses=troubles(401))
async def my_tables(visitor: Visitor, service: Given) -> list[Info]:
    """The tables where you sit or sat, the newest first."""
    return await service.hub.tables_of(visitor.key)


@get("/games", responses=troubles())
async def list_games() -> Offer:
    """The games that can be played, how many play them, their options (the default first), and the bots."""
    cards = [
        GameCard(
            game.id,
            list(game.players),
            {name: list(each) for name, each in game.options.items()},
            game.secrets,
            {players: list(bots.levels_for(game.id, players)) for players in game.players},
            _words(f"{game.id}.name") or dict.fromkeys(LANGUAGES, game.id),
            _words(f"{game.id}.about"),
            game.again_after_tie,
            {level: LevelRating(*rated) for level, rated in bots.ratings(game.id).items()},
            bots.has_match(game.id),
        )
        for game in games()
    ]
    return Offer(cards, list(bots.all_levels()))


def _words(code: str) -> dict[str, str] | None:
    """A sentence in every language, or None where there is none."""
    found = {language: said for language in LANGUAGES if (said := words.text(code, language))}
    return found or None


@get("/games/{game:str}/words/{language:str}", responses=troubles(400, 404))
async def game_words(game: GameId, language: Language) -> dict[str, str | list[str]]:
    """Every sentence of a game by its code: the text, or the text and the clause of the laws behind it."""
    if not any(each.id == game for each in games()):
        raise Refusal("service.no-game")
    return words.of_game(game, language)


@get("/tables", responses=troubles())
async def list_tables(service: Given) -> list[Info]:
    """The public tables that are open or running."""
    return await service.hub.lobby.tables()


@post("/tables", responses=troubles(401, *WRITES))
async def open_table(data: JSONBody[TableWish], visitor: Visitor, service: Given) -> NewTable:
    """Open a table. Its deal is committed to before anyone sits down; seats are taken over the socket."""
    table, commitment = await service.hub.open_table(visitor.key, data, author(visitor))
    return NewTable(table, commitment)


@get("/tables/{table:str}", responses=troubles(400, 404))
async def show_table(request: Asked, table: TableId, service: Given) -> Info:
    """A table as everybody may see it."""
    return await service.hub.info(table, address_of(dict(request.scope)))


@get("/tables/{table:str}/record", responses=RECORD | troubles(400, 404, 409))
async def table_record(request: Asked, table: TableId, service: Given) -> Response[bytes]:
    """The record of a finished game, with the proof that its deal was fair. The address is permanent."""
    record = await service.hub.record(table, address_of(dict(request.scope)))
    request.state.record = record  # others who ask share it until it has been sent
    headers = {"Content-Disposition": f'attachment; filename="{record.game}-{table}.json"'}
    return Response(record.document, media_type=MediaType.JSON, headers=headers)


@get("/people/{key:str}", responses=troubles(400, 404))
async def show_person(key: PersonKey, service: Given) -> Profile:
    """A person, and their ratings if they want any."""
    await service.people.learn([key])
    if not service.people.exists(key):
        raise Refusal("service.no-person")
    ratings = await service.people.ratings(key, [game.id for game in games()])
    return Profile(key, service.people.name(key), service.people.faces([key])[key], ratings)


@post("/people/{key:str}/block", status_code=HTTP_204_NO_CONTENT, responses=troubles(400, 401, 403, 404))
async def block(key: PersonKey, visitor: Visitor, service: Given) -> None:
    """Hide the chat of a person, and do not let them sit at your tables."""
    await service.hub.block(author(visitor), key, on=True)


@delete("/people/{key:str}/block", status_code=HTTP_204_NO_CONTENT, responses=troubles(400, 401, 403, 404))
async def unblock(key: PersonKey, visitor: Visitor, service: Given) -> None:
    """Unblock a person."""
    await service.hub.block(author(visitor), key, on=False)


HANDLERS = (
    get_me, new_me, change_me, forget_me, make_link, arrive, only_here, my_tables, list_games, game_words, list_tables,
    open_table, show_table, table_record, show_person, block, unblock, *OF_THE_CLUB, *OF_PUZZLES, *OF_CHALLENGES,
    *WITH_RECORDS,
)  # fmt: skip


async def _as(request: Asked, service: Service, person: Person) -> Response[Me]:
    """The answer that makes a visitor a person, by the cookie."""
    return Response(await service.me(person), headers=service.signed(request, service.people.cookie(person)))


def _spoken(request: Asked) -> str:
    """The language that a visitor's browser prefers."""
    return spoken(request.headers.get("accept-language"))


METHODS = [
    (re.compile(re.sub(r"\{.*?\}", "[^/]+", f"/api{path}")), method)
    for handler in HANDLERS
    for path in handler.paths
    for method in handler.http_methods
] + [(re.compile(re.escape("/api/openapi.json")), "GET")]
"""Which methods an address takes."""


def _unreadable(request: Asked, error: HTTPException) -> Response[Problem]:
    """What Litestar refuses: an unknown address or method, or a body that cannot be read."""
    methods, headers = allowed(request.scope["path"]), {}
    if error.status_code not in (HTTP_404_NOT_FOUND, HTTP_405_METHOD_NOT_ALLOWED):
        refusal = Refusal("service.body", why=why(error))
    elif methods:
        headers["Allow"] = ", ".join(methods)
        refusal = Refusal("service.no-method", method=request.method, allowed=headers["Allow"])
    else:
        refusal = Refusal("service.no-address")
    problem = Problem(refusal.code, plain(refusal), refusal.said(_spoken(request)))
    return Response(problem, status_code=STATUS.get(refusal.code, error.status_code), headers=headers)


def allowed(path: str) -> list[str]:
    """The methods that an address takes; none for an unknown address."""
    found = {str(method) for address, method in METHODS if address.fullmatch(path)}
    return sorted(found | {"OPTIONS"}) if found else []


async def _visitor(request: Asked, service: Given) -> Person:
    """Who asks. It names the service, though it could know it: two that need nothing would be waited for as tasks."""
    return await service.visitor(request)


def api(hub: Hub, settings: Settings, club: Club | None = None) -> Litestar:
    """The application behind `/api`."""
    service = Service(hub, settings, club or Club(hub))
    app = Litestar(
        [
            Router("/api", route_handlers=[each for each in HANDLERS if each not in WITH_RECORDS]),
            Router("/api", route_handlers=list(WITH_RECORDS), request_max_body_size=settings.body_bytes),
        ],
        dependencies={
            "service": Provide(lambda: service, sync_to_thread=False),
            "visitor": Provide(_visitor),
        },
        exception_handlers={
            LidoError: refused,
            HTTPException: _unreadable,
            RecursionError: not_json,
            UnicodeDecodeError: not_json,
            Exception: failed,
        },
        openapi_config=OpenAPIConfig(
            title="Lido",
            version=VERSION,
            description="Tables for pool-side board games. The sockets are described in docs/server.md.",
            path="/api",
            render_plugins=[JsonRenderPlugin()],
            servers=[Server(url=settings.base_path or "/")],
            use_handler_docstrings=True,
        ),
        request_max_body_size=min(SMALL_BODY, settings.body_bytes),
        logging_config=None,
        debug=False,
    )
    for schema in app.openapi_schema.components.schemas.values():
        if schema.title in STRICT:
            schema.additional_properties = False
    return app

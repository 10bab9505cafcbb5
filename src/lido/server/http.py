"""The HTTP side of the service: people, the list of tables, records, analysis. OpenAPI describes it."""

from typing import Annotated, Any

import msgspec
from litestar import Litestar, Request, Response, Router, delete, get, patch, post
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Server
from litestar.params import Parameter
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT
from msgspec import Meta

from lido import bots
from lido.errors import LidoError, Refusal
from lido.games import games
from lido.server import logs
from lido.server.guest import plain
from lido.server.hub import Hub, TableWish
from lido.server.identity import LINK_SECONDS, cookie_in, set_cookie
from lido.server.messages import Info
from lido.server.safety import Buckets, address_of
from lido.server.settings import Settings
from lido.server.store import Person
from lido.version import VERSION
from lido.words import LANGUAGES

Language = Annotated[str, Meta(pattern="^(en|fr)$")]
TableId = Annotated[str, Parameter(max_length=40)]
PersonKey = Annotated[str, Parameter(max_length=40)]

STATUS = {
    "service.nobody": 401,
    "service.link": 403,
    "service.no-table": 404,
    "service.no-person": 404,
    "service.no-address": 404,
    "server.not-over": 409,
    "service.too-many": 429,
    "service.tables-each": 429,
    "server.not-kept": 503,
    "server.not-read": 503,
    "server.store-reach": 503,
}
"""What a refusal is in HTTP, where it is not simply a bad request."""


class Trouble(msgspec.Struct):
    """What is answered where something cannot be done."""

    code: str
    facts: dict[str, Any]
    sentence: str


class Me(msgspec.Struct):
    """A visitor, as they may see themselves."""

    key: str
    name: str | None
    language: str
    rated: bool
    blocked: list[str]


class MeChange(msgspec.Struct, forbid_unknown_fields=True):
    """What a visitor changes about themselves; what is left out stays."""

    name: Annotated[str, Meta(min_length=1, max_length=100)] | None = None
    language: Language | None = None
    rated: bool | None = None


class Link(msgspec.Struct):
    """A link that moves an identity: the page opens it with the token after `#`, so that no server logs it."""

    token: str
    seconds: int


class Arrival(msgspec.Struct, forbid_unknown_fields=True):
    """The token of such a link."""

    token: Annotated[str, Meta(max_length=300)]


class GameCard(msgspec.Struct):
    """A game that can be played here."""

    id: str
    players: list[int]
    options: dict[str, list[str | int]]
    secrets: bool


class Offer(msgspec.Struct):
    """The games, and the bots that play them."""

    games: list[GameCard]
    levels: list[str]


class NewTable(msgspec.Struct):
    """A table that has been opened."""

    table: str
    commitment: str


class Profile(msgspec.Struct):
    """A person, as everybody may see them."""

    key: str
    name: str | None
    ratings: dict[str, float]


class Question(msgspec.Struct, forbid_unknown_fields=True):
    """A game, and after which of its moves it is asked about; else at its end."""

    record: dict[str, Any]
    at: Annotated[int, Meta(ge=0)] | None = None


class Worth(msgspec.Struct):
    """What a legal move is worth to the seat that must act, from -1 to 1."""

    move: str
    value: float
    plies: int | None


class Analysis(msgspec.Struct):
    """What is known of every legal move."""

    seat: int | None
    exact: bool
    moves: list[Worth]


class Service:
    """The handlers. What they need is given once."""

    def __init__(self, hub: Hub, settings: Settings) -> None:
        self.hub = hub
        self.people = hub.people
        self.settings = settings
        self.newcomers = Buckets(settings.newcomers_each / 60, settings.newcomers_each)
        self.analyses = Buckets(settings.analyses_each, 5)

    async def visitor(self, request: Request[Any, Any, Any]) -> Person:
        """Who asks, or a refusal."""
        person = await self.people.visitor(cookie_in(request.headers.get("cookie")))
        if person is None:
            raise Refusal("service.nobody")
        return person

    async def me(self, person: Person) -> Me:
        """A person as they may see themselves."""
        blocked = sorted(await self.people.blocks(person.key))
        return Me(person.key, person.name, person.language, person.rated, blocked)

    def signed(self, request: Request[Any, Any, Any], value: str, seconds: int | None = None) -> dict[str, str]:
        """The header that sets the cookie."""
        path, secure = f"{self.settings.base_path}/", request.scope["scheme"] == "https"
        header = set_cookie(value, path, secure) if seconds is None else set_cookie(value, path, secure, seconds)
        return {"Set-Cookie": header}


Asked = Request[Any, Any, Any]


@get("/me")
async def get_me(request: Asked, service: Service) -> Response[Me]:
    """Who you are. Whoever has no cookie gets one, and is somebody from then on."""
    person = await service.people.visitor(cookie_in(request.headers.get("cookie")))
    if person is None:
        if not service.newcomers.take(address_of(dict(request.scope))):
            raise Refusal("service.too-many")
        person = await service.people.welcome(_spoken(request))
    return Response(await service.me(person), headers=service.signed(request, service.people.cookie(person)))


@patch("/me")
async def change_me(data: MeChange, visitor: Person, service: Service) -> Me:
    """Choose a nickname, a language, and whether games count for a rating."""
    person = await service.people.change(visitor, data.name, data.language, data.rated)
    await service.hub.renamed(person.key)
    return await service.me(person)


@delete("/me", status_code=HTTP_204_NO_CONTENT)
async def forget_me(request: Asked, visitor: Person, service: Service) -> Response[None]:
    """Delete your identity, your ratings and all you said. It cannot be taken back."""
    await service.hub.forget(visitor.key)
    return Response(None, status_code=HTTP_204_NO_CONTENT, headers=service.signed(request, "", 0))


@post("/me/link", status_code=HTTP_200_OK)
async def make_link(visitor: Person, service: Service) -> Link:
    """A link to yourself for another device. It works once, for ten minutes."""
    return Link(service.people.link(visitor), LINK_SECONDS)


@post("/me/arrive", status_code=HTTP_200_OK)
async def arrive(request: Asked, data: Arrival, service: Service) -> Response[Me]:
    """Become, on this device, the person of a link."""
    person = await service.people.arrive(data.token)
    return Response(await service.me(person), headers=service.signed(request, service.people.cookie(person)))


@post("/me/only-here", status_code=HTTP_200_OK)
async def only_here(request: Asked, visitor: Person, service: Service) -> Response[Me]:
    """Sign out every other device."""
    person = await service.people.only_here(visitor)
    await service.hub.signed_out(person.key)
    return Response(await service.me(person), headers=service.signed(request, service.people.cookie(person)))


@get("/me/tables")
async def my_tables(visitor: Person, service: Service) -> list[Info]:
    """The tables where you sit or sat, the newest first."""
    return await service.hub.tables_of(visitor.key)


@get("/games")
async def list_games() -> Offer:
    """The games that can be played, how many play them, their options (the default first), and the bots."""
    cards = [
        GameCard(game.id, list(game.players), {name: list(each) for name, each in game.options.items()}, game.secrets)
        for game in games()
    ]
    return Offer(cards, list(bots.LEVELS))


@get("/tables")
async def list_tables(service: Service) -> list[Info]:
    """The public tables that are open or running."""
    return await service.hub.lobby.tables()


@post("/tables")
async def open_table(data: TableWish, visitor: Person, service: Service) -> NewTable:
    """Open a table. Its deal is committed to before anyone sits down; seats are taken over the socket."""
    table, commitment = await service.hub.open_table(visitor.key, data)
    return NewTable(table, commitment)


@get("/tables/{table:str}")
async def show_table(table: TableId, service: Service) -> Info:
    """A table as everybody may see it."""
    return await service.hub.info(table)


@get("/tables/{table:str}/record")
async def table_record(table: TableId, service: Service) -> Response[dict[str, Any]]:
    """The record of a finished game, with the proof that its deal was fair. The address is permanent."""
    record = await service.hub.record(table)
    return Response(record, headers={"Content-Disposition": f'attachment; filename="{record["game"]}-{table}.json"'})


@get("/people/{key:str}")
async def show_person(key: PersonKey, service: Service) -> Profile:
    """A person, and their ratings if they want any."""
    await service.people.learn([key])
    if not service.people.exists(key):
        raise Refusal("service.no-person")
    ratings = await service.people.ratings(key, [game.id for game in games()])
    return Profile(key, service.people.name(key), ratings)


@post("/people/{key:str}/block", status_code=HTTP_204_NO_CONTENT)
async def block(key: PersonKey, visitor: Person, service: Service) -> None:
    """No longer hear somebody, nor let them sit at your tables."""
    await service.hub.block(visitor.key, key, on=True)


@delete("/people/{key:str}/block", status_code=HTTP_204_NO_CONTENT)
async def unblock(key: PersonKey, visitor: Person, service: Service) -> None:
    """Hear somebody again."""
    await service.hub.block(visitor.key, key, on=False)


@post("/analyse", status_code=HTTP_200_OK)
async def analyse(request: Asked, data: Question, service: Service) -> Analysis:
    """What every legal move of a recorded game is worth, from what the seat to act has seen."""
    if not service.analyses.take(address_of(dict(request.scope))):
        raise Refusal("service.too-many")
    seat, worths = await service.hub.analyse(data.record, data.at)
    return Analysis(seat, False, [Worth(move, value, None) for move, value in worths])


HANDLERS = (
    get_me, change_me, forget_me, make_link, arrive, only_here, my_tables, list_games, list_tables, open_table,
    show_table, table_record, show_person, block, unblock, analyse,
)  # fmt: skip


def _spoken(request: Asked) -> str:
    """The language of a visitor whom nobody knows, from what their browser prefers."""
    wanted = [part.strip()[:2].lower() for part in request.headers.get("accept-language", "").split(",")]
    return next((language for language in wanted if language in LANGUAGES), LANGUAGES[0])


def _refused(request: Asked, error: LidoError) -> Response[Trouble]:
    trouble = Trouble(error.code, plain(error), error.said(_spoken(request)))
    return Response(trouble, status_code=STATUS.get(error.code, 400))


def _unreadable(request: Asked, error: HTTPException) -> Response[Trouble]:
    """What Litestar refuses: another address, another method, a body that does not fit."""
    lost = error.status_code in (404, 405)
    refusal = Refusal("service.no-address") if lost else Refusal("service.body", why=_why(error))
    trouble = Trouble(refusal.code, plain(refusal), refusal.said(_spoken(request)))
    return Response(trouble, status_code=error.status_code)


def _why(error: HTTPException) -> str:
    extra = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        return "; ".join(f"{each.get('key', '')} {each.get('message', '')}".strip() for each in extra)
    return str(error.detail)


def _failed(request: Asked, error: Exception) -> Response[Trouble]:
    logs.trouble("request failed", error, method=request.method, path=request.url.path)
    refusal = Refusal("service.failed")
    return Response(Trouble(refusal.code, {}, refusal.said(_spoken(request))), status_code=500)


def api(hub: Hub, settings: Settings) -> Litestar:
    """The application behind `/api`."""
    service = Service(hub, settings)
    return Litestar(
        [Router("/api", route_handlers=list(HANDLERS))],
        dependencies={
            "service": Provide(lambda: service, sync_to_thread=False),
            "visitor": Provide(service.visitor),
        },
        exception_handlers={LidoError: _refused, HTTPException: _unreadable, Exception: _failed},
        openapi_config=OpenAPIConfig(
            title="Lido",
            version=VERSION,
            description="Tables for pool-side board games. The sockets are described in docs/server.md.",
            path="/api",
            render_plugins=[JsonRenderPlugin()],
            servers=[Server(url=settings.base_path or "/")],
            use_handler_docstrings=True,
        ),
        request_max_body_size=settings.body_bytes,
        logging_config=None,
        debug=False,
    )

"""What the handlers of the HTTP API need."""

from typing import Any, TypeAlias

from litestar import Request
from litestar.di import NamedDependency

from lido.errors import Refusal
from lido.server.club.club import Club
from lido.server.rate_limits import Buckets
from lido.server.rooms.hub import Hub
from lido.server.rooms.identity import cookie_in, set_cookie
from lido.server.settings import Settings
from lido.server.store import Author, Person
from lido.server.transport.language import spoken
from lido.server.transport.limits import address_of
from lido.server.transport.schemas import Me

ARRIVALS_A_MINUTE = 10
"""How often one address may try a personal link or a code: nobody guesses one of a million million."""

Asked: TypeAlias = Request[Any, Any, Any]


class Service:
    """What the handlers need."""

    def __init__(self, hub: Hub, settings: Settings, club: Club) -> None:
        self.hub = hub
        self.club = club
        self.people = hub.people
        self.settings = settings
        self.newcomers = Buckets(settings.newcomers_each / 60, settings.newcomers_each)
        self.arrivals = Buckets(ARRIVALS_A_MINUTE / 60, ARRIVALS_A_MINUTE)
        self.analyses = Buckets(settings.analyses_each, 5)
        self.changes = Buckets(settings.changes_each, max(1, 60 * settings.changes_each))

    async def visitor(self, request: Asked) -> Person:
        """Who asks, or a refusal."""
        reads = request.method in ("GET", "HEAD")
        person = await self.people.visitor(cookie_in(request.headers.get("cookie")), certain=not reads)
        if person is None:
            raise Refusal("service.nobody")
        self.hub.context.met(person.key, address_of(dict(request.scope)))
        return person

    async def newcomer(self, request: Asked) -> Person:
        """A new person, or a refusal where an address makes too many."""
        if not self.newcomers.take(address_of(dict(request.scope))):
            raise Refusal("service.too-many")
        return await self.people.welcome(spoken(request.headers.get("accept-language")))

    def check_changes(self, request: Asked, visitor: Person | None = None) -> None:
        """Refuse a change where a visitor or their address has made too many of late."""
        names = (*([visitor.key] if visitor else []), address_of(dict(request.scope)))
        if not all(map(self.changes.take, names)):
            raise Refusal("service.too-many")

    async def me(self, person: Person) -> Me:
        """A person, with what only they may see."""
        blocked = sorted(await self.people.blocks(person.key))
        return Me(person.key, person.name, person.language, person.rated, person.face, blocked)

    def signed(self, request: Asked, value: str, seconds: int | None = None) -> dict[str, str]:
        """The header that sets the cookie."""
        path, secure = f"{self.settings.base_path}/", request.scope["scheme"] == "https"
        header = set_cookie(value, path, secure) if seconds is None else set_cookie(value, path, secure, seconds)
        return {"Set-Cookie": header}


Given = NamedDependency[Service]
Visitor = NamedDependency[Person]


def author(visitor: Person) -> Author:
    """A visitor as the author of what is written for them."""
    return Author(visitor.key, visitor.epoch)

"""The handlers of what brings people together: strangers, games to watch, messages to browsers."""

from typing import Annotated

import msgspec
from litestar import delete, get, post
from litestar.params import JSONBody, Parameter
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT
from msgspec import Meta

from lido.errors import Refusal
from lido.server.club import watching
from lido.server.club.cups.cups import CupCommand, CupWish
from lido.server.club.cups.shown import Cup
from lido.server.club.friends import Friend, Invitation
from lido.server.club.history import History, history
from lido.server.club.pool import PACES
from lido.server.club.web_push import unb64
from lido.server.messages import Info
from lido.server.store import Subscription
from lido.server.table.events import Clock
from lido.server.transport.handling import Asked, Given, Visitor, author
from lido.server.transport.problems import WRITES, troubles

Key = Annotated[str, Meta(max_length=100)]
CupId = Annotated[str, Parameter(pattern="^[0-9A-Za-z_-]{1,40}$")]
Endpoint = Annotated[str, Meta(pattern="^[!-~]+$", max_length=1_000)]


class PoolShown(msgspec.Struct):
    """What strangers may choose from, and who waits."""

    paces: dict[str, Clock]
    waiting: dict[str, dict[str, int]]
    """By game and pace: how many people wait. Games for which nobody waits are left out."""


@get("/pool", responses=troubles())
async def show_pool(service: Given) -> PoolShown:
    """The clocks at which strangers play, and how many wait. Whoever wants to wait opens a socket here."""
    return PoolShown(PACES, await service.club.pool.counts())


@get("/live", responses=troubles())
async def show_live(service: Given) -> list[Info]:
    """The public games that people play now, the best first."""
    return await watching.live(service.hub.context)


class Face(msgspec.Struct):
    """A person by name and face."""

    key: str
    name: str | None
    face: int


class PushKey(msgspec.Struct):
    """The key with which the service signs its messages (VAPID), for `PushManager.subscribe`."""

    key: str


class Browser(msgspec.Struct, forbid_unknown_fields=True):
    """A browser that wants messages: what its `PushSubscription` says, in Base64 for URLs."""

    endpoint: Endpoint
    p256dh: Key
    auth: Key


class Stop(msgspec.Struct, forbid_unknown_fields=True):
    """A browser that wants no more messages."""

    endpoint: Endpoint


@get("/me/push", responses=troubles())
async def push_key(service: Given) -> PushKey:
    """The public key of the service."""
    return PushKey(await service.club.notices.key())


@post("/me/push", status_code=HTTP_204_NO_CONTENT, responses=troubles(401, *WRITES))
async def subscribe(request: Asked, data: JSONBody[Browser], visitor: Visitor, service: Given) -> None:
    """Let this browser be told when it is your turn in a slow game, when a game can begin, and of rematches."""
    service.check_changes(request, visitor)
    try:
        keys = unb64(data.p256dh), unb64(data.auth)
    except ValueError:
        raise Refusal("service.push-endpoint") from None
    await service.club.notices.subscribe(visitor, Subscription(data.endpoint, *keys))


@post("/me/push/stop", status_code=HTTP_204_NO_CONTENT, responses=troubles(*WRITES))
async def unsubscribe(request: Asked, data: JSONBody[Stop], service: Given) -> None:
    """Send this browser nothing more."""
    service.check_changes(request)
    await service.club.notices.unsubscribe(data.endpoint)


@get("/me/history", responses=troubles(401))
async def my_history(visitor: Visitor, service: Given) -> History:
    """Your finished games with their results, what you are good at, and how your ratings went."""
    return await history(service.hub.context, visitor.key)


class FriendLink(msgspec.Struct):
    """A link that makes friends; it works for a month, and often."""

    token: str


class FriendToken(msgspec.Struct, forbid_unknown_fields=True):
    """The token of such a link."""

    token: Annotated[str, Meta(max_length=300)]


class Telling(msgspec.Struct, forbid_unknown_fields=True):
    """Whether one wants to be told when a friend comes."""

    on: bool


@post("/me/friend-link", status_code=HTTP_200_OK, responses=troubles(401, 403))
async def friend_link(visitor: Visitor, service: Given) -> FriendLink:
    """A link with which others become your friends."""
    return FriendLink(service.club.friends.link(visitor))


@post("/friends/look", status_code=HTTP_200_OK, responses=troubles(*WRITES))
async def look_at_link(request: Asked, data: JSONBody[FriendToken], service: Given) -> Face:
    """Whose link it is."""
    service.check_changes(request)
    person = await service.club.friends.who(data.token)
    return Face(person.key, person.name, person.face)


@get("/friends", responses=troubles(401))
async def list_friends(visitor: Visitor, service: Given) -> list[Friend]:
    """Your friends, those who are there first."""
    return await service.club.friends.of(visitor.key)


@post("/friends", status_code=HTTP_204_NO_CONTENT, responses=troubles(401, *WRITES))
async def befriend(request: Asked, data: JSONBody[FriendToken], visitor: Visitor, service: Given) -> None:
    """Become friends with whose link it is."""
    service.check_changes(request, visitor)
    await service.club.friends.befriend(author(visitor), data.token)


@delete("/friends/{key:str}", status_code=HTTP_204_NO_CONTENT, responses=troubles(400, 401, 403))
async def unfriend(request: Asked, key: CupId, visitor: Visitor, service: Given) -> None:
    """Be friends no more."""
    service.check_changes(request, visitor)
    await service.club.friends.unfriend(author(visitor), key)


@post("/friends/{key:str}/tell", status_code=HTTP_204_NO_CONTENT, responses=troubles(401, *WRITES))
async def tell_of_friend(request: Asked, key: CupId, data: JSONBody[Telling], visitor: Visitor, service: Given) -> None:
    """Be told when a friend comes, or no longer."""
    service.check_changes(request, visitor)
    await service.club.friends.tell_of(author(visitor), key, data.on)


@post("/friends/{key:str}/invite/{table:str}", status_code=HTTP_204_NO_CONTENT, responses=troubles(400, 401, 403, 404))
async def invite(request: Asked, key: CupId, table: CupId, visitor: Visitor, service: Given) -> None:
    """Ask a friend to your table."""
    service.check_changes(request, visitor)
    await service.club.friends.invite(author(visitor), key, table)


@get("/me/invitations", responses=troubles(401))
async def my_invitations(visitor: Visitor, service: Given) -> list[Invitation]:
    """The open tables to which friends ask you."""
    return await service.club.friends.invitations(visitor.key)


class NewCup(msgspec.Struct):
    """A tournament that has been opened."""

    cup: str


@post("/cups", responses=troubles(401, *WRITES))
async def open_cup(data: JSONBody[CupWish], visitor: Visitor, service: Given) -> NewCup:
    """Open a tournament: everybody against everybody or Swiss, alone or in teams."""
    return NewCup(await service.club.cups.open(author(visitor), data))


@get("/cups/{cup:str}", responses=troubles(400, 404))
async def show_cup(cup: CupId, service: Given) -> Cup:
    """A tournament: teams, rounds, results and the table. `/api/cups/{cup}/socket` sends the same on every change."""
    return await service.club.cups.show(cup)


@post("/cups/{cup:str}", status_code=HTTP_204_NO_CONTENT, responses=troubles(401, 404, *WRITES))
async def in_cup(cup: CupId, data: JSONBody[CupCommand], visitor: Visitor, service: Given) -> None:
    """Join a tournament or leave it; the host also adds bots, begins and closes it."""
    await service.club.cups.carry_out(cup, author(visitor), data)


OF_THE_CLUB = (
    friend_link, look_at_link, list_friends, befriend, unfriend, tell_of_friend, invite, my_invitations, my_history,
    show_pool, show_live, push_key, subscribe, unsubscribe, open_cup, show_cup, in_cup,
)  # fmt: skip

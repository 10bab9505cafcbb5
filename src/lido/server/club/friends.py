"""Friends, by a link and without accounts: who they are, whether they are there, and inviting them to a table."""

from collections.abc import Awaitable

import msgspec

from lido.errors import Refusal
from lido.server.club.notices import Notices
from lido.server.rate_limits import Buckets
from lido.server.rooms.context import NodeContext
from lido.server.rooms.hub import Hub
from lido.server.rooms.identity import Claim, Signer, now
from lido.server.store import Author, Person, SignedOut

MOST_FRIENDS = 200
HERE = 5 * 60_000
"""Milliseconds for which somebody counts as there after they were seen."""
AWAY = 60 * 60_000
"""Milliseconds after which somebody who comes back is told of."""
NOTED = 60_000
"""Milliseconds in which it is noted once that somebody is there."""
INVITES_AN_HOUR = 30
OLD = 7 * 24 * 3600_000
"""Milliseconds after which an invitation is forgotten."""


class Friend(msgspec.Struct):
    """A friend, as one sees them."""

    key: str
    name: str | None
    face: int
    here: bool
    """Whether they were at the page in the last minutes."""
    tells: bool
    """Whether one wants to be told when they come."""


class Invitation(msgspec.Struct):
    """A friend wants somebody at their table."""

    table: str
    game: str
    by: str
    name: str | None
    face: int | None


class Friends:
    """Who is whose friend."""

    def __init__(self, hub: Hub, notices: Notices, signer: Signer) -> None:
        self._hub = hub
        self._context: NodeContext = hub.context
        self._store = hub.context.store
        self._people = hub.people
        self._notices = notices
        self._signer = signer
        self._noted: dict[str, int] = {}
        self._invites = Buckets(INVITES_AN_HOUR / 3600, INVITES_AN_HOUR)

    # Links

    def link(self, person: Person) -> str:
        """The token of a link that makes whoever opens it, and agrees, a friend."""
        return self._signer.friend(Claim(person.key, person.epoch), now())

    async def who(self, token: str) -> Person:
        """Whose link it is, or a refusal. One of a device that was signed out is void, as its cookie is."""
        claim = self._signer.read_friend(token, now())
        person = await self._store.person(claim.key) if claim else None
        if claim is None or person is None or person.epoch != claim.epoch:
            raise Refusal("service.link")
        return person

    async def befriend(self, author: Author, token: str) -> None:
        """Become friends with whose link it is."""
        other = await self.who(token)
        if other.key == author.person or author.person in await self._people.blocks(other.key):
            raise Refusal("service.link")
        for person in (author.person, other.key):
            if len(await self._store.friends(person)) >= MOST_FRIENDS:
                raise Refusal("service.friends", most=MOST_FRIENDS)
        await self._written(self._store.befriend(author, other.key))

    async def unfriend(self, author: Author, other: str) -> None:
        """Be friends no more; the other is not told."""
        await self._written(self._store.unfriend(author, other))

    async def tell_of(self, author: Author, other: str, on: bool) -> None:
        """Be told when a friend comes, or no longer."""
        await self._written(self._store.tell_of(author, other, on))

    async def _written(self, writing: Awaitable[bool]) -> None:
        if not await writing:
            raise SignedOut

    # Who is there

    async def of(self, person: str) -> list[Friend]:
        """The friends of a person, those who are there first."""
        rows, at = await self._store.friends(person), self._context.now()
        await self._people.learn(row.key for row in rows)
        faces = self._people.faces(row.key for row in rows)
        found = [
            Friend(row.key, self._people.name(row.key), faces[row.key], _is_here(row.seen, at), row.tells)
            for row in rows
            if row.key in faces
        ]
        return sorted(found, key=lambda friend: (not friend.here, friend.name or ""))

    def seen(self, person: str) -> None:
        """Somebody is at the page."""
        at = self._context.now()
        if at - self._noted.get(person, 0) >= NOTED:
            if len(self._noted) > MOST_FRIENDS * 100:
                self._noted.clear()
            self._noted[person] = at
            self._context.spawn(self._note(person, at))

    async def _note(self, person: str, at: int) -> None:
        before = await self._store.note(person, at)
        if before is not None and at - before < AWAY:
            return
        await self._people.learn([person])
        name = self._people.name(person)
        for friend in await self._store.told_of(person):
            if name:
                self._notices.tell(friend, "here", {"names": name}, "/me")

    # Invitations

    async def invite(self, author: Author, other: str, table: str) -> None:
        """Ask a friend to one's table."""
        room = await self._hub.known_room(table)
        if author.person not in room.table.people() or room.table.status != "open":
            raise Refusal("service.no-invitation")
        if all(row.key != other for row in await self._store.friends(author.person)):
            raise Refusal("service.no-invitation")
        if not self._invites.take(author.person):
            raise Refusal("service.too-many")
        at = self._context.now()
        await self._written(self._store.invite(author, other, table, at))
        await self._people.learn([author.person])
        facts = {"game": room.table.opened.game, "names": self._people.name(author.person) or "", "table": table}
        self._notices.tell(other, "invites", facts, f"/t/{table}")

    async def invitations(self, person: str) -> list[Invitation]:
        """The tables to which somebody is asked and that are still open, the newest first."""
        rows = await self._store.invitations(person, self._context.now() - OLD)
        await self._people.learn(by for _, _, by in rows)
        faces = self._people.faces(by for _, _, by in rows)
        return [Invitation(table, game, by, self._people.name(by), faces.get(by)) for table, game, by in rows]


def _is_here(seen: int | None, at: int) -> bool:
    return seen is not None and at - seen < HERE

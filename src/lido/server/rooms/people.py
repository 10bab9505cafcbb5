"""The people of the service: who a visitor is, their names, and whom they block."""

import hashlib
import time
from collections.abc import Iterable, Sequence

from lido.errors import Refusal
from lido.server.rooms.identity import (
    LINK_SECONDS,
    Claim,
    Signer,
    digest_of,
    new_code,
    new_face,
    new_key,
    now,
    read_name,
)
from lido.server.store import Author, Person, SignedOut, Store

MOST_KNOWN = 20_000
LATELY = 30.0
"""Seconds for which a person is not read again from the store."""
NOBODY = -1
"""The epoch of a person who was deleted or never existed."""


class People:
    """Reads people from the store, and caches them."""

    def __init__(self, store: Store, signer: Signer) -> None:
        self._store = store
        self._signer = signer
        self._known: dict[str, Person] = {}
        self._met: dict[str, float] = {}
        """When each of them was read from the store."""
        self._blocks: dict[str, set[str]] = {}

    @property
    def signer(self) -> Signer:
        """What signs cookies and links."""
        return self._signer

    # Identity

    async def visitor(self, cookie: str | None, *, certain: bool = False) -> Person | None:
        """The person of a cookie, or None where it is not ours or void.

        The cache may be half a minute late in seeing that another node made a cookie void. Whoever changes
        anything must be certain, which asks the store.
        """
        claim = self._claim(cookie)
        if claim is None:
            return None
        met = self._met_lately(claim.key)
        if met and met.epoch == claim.epoch and not certain:
            return met
        person = await self._store.person(claim.key)
        if person:
            self._remember(person)
        return person if person and person.epoch == claim.epoch else None

    async def was_signed_out(self, cookie: str | None) -> bool:
        """Whether a cookie is ours, and of a person who exists, but void."""
        claim = self._claim(cookie)
        return claim is not None and await self._store.person(claim.key) is not None and not await self.visitor(cookie)

    def _claim(self, cookie: str | None) -> Claim | None:
        return self._signer.read_cookie(cookie) if cookie else None

    async def is_current(self, author: Author) -> bool:
        """Whether the store still knows a person by the same epoch."""
        kept = await self._store.person(author.person)
        return kept is not None and kept.epoch == author.epoch

    def _met_lately(self, key: str) -> Person | None:
        """A cached person who was read lately: other nodes tell what changes, but a message may be lost."""
        return self._known.get(key) if self._met.get(key, 0.0) > time.monotonic() - LATELY else None

    async def welcome(self, language: str) -> Person:
        """A new person."""
        person = Person(key=new_key(), name=None, language=language, epoch=0, rated=False, face=new_face())
        await self._store.new_person(person)
        self._remember(person)
        return person

    def cookie(self, person: Person) -> str:
        """The cookie that names a person."""
        return self._signer.cookie(Claim(person.key, person.epoch))

    def link(self, person: Person) -> str:
        """The token of a link that signs the person in on another device, once."""
        return self._signer.link(Claim(person.key, person.epoch), now())

    async def code(self, token: str) -> str:
        """A short code for a link, to be typed on another device."""
        code = new_code()
        await self._store.keep_code(digest_of(code), token, int(now()) + LINK_SECONDS)
        return code

    async def arrive(self, token: str) -> Person:
        """The person of such a link, or of its code; neither can be used again."""
        if "." not in token:
            token = await self._store.token_of(digest_of(token)) or ""
        ticket = self._signer.read_link(token, now())
        person = await self._store.person(ticket.claim.key) if ticket else None
        if ticket is None or person is None or person.epoch != ticket.claim.epoch:
            raise Refusal("service.link")
        if not await self._store.spend(ticket.digest, ticket.until):
            raise Refusal("service.link")
        return person

    # Changes

    async def change(
        self,
        person: Person,
        *,
        name: str | None = None,
        language: str | None = None,
        rated: bool | None = None,
        face: int | None = None,
    ) -> Person:
        """Change the name, the language, whether they want ratings, the face; None leaves it as it is."""
        changed = Person(
            key=person.key,
            name=person.name if name is None else read_name(name),
            language=person.language if language is None else language,
            epoch=person.epoch,
            rated=person.rated if rated is None else rated,
            face=person.face if face is None else face,
        )
        return self._kept(changed, await self._store.change_person(changed))

    async def only_here(self, cookie: str | None, secret: str) -> Person:
        """Sign out every other device; `secret` is a string that the client made up.

        The answer may be lost, and with it the only cookie that is valid: for a day, whoever asks again with the older
        cookie and the same secret gets the same answer.
        """
        claim, digest = self._claim(cookie), hashlib.sha256(secret.encode()).hexdigest()
        if claim is None:
            raise SignedOut
        done = await self._store.sign_out(claim.key, claim.epoch, digest)
        done = done or await self._store.signed_out_by(claim.key, claim.epoch, digest)
        self.unlearn(claim.key)
        person = await self._store.person(claim.key)
        if not done or person is None or person.epoch != claim.epoch + 1:
            raise SignedOut
        self._remember(person)
        return person

    async def forget(self, author: Author) -> None:
        """Delete a person and their chat messages."""
        deleted = await self._store.forget(author)
        self.unlearn(author.person)
        if not deleted:
            raise SignedOut

    async def block(self, author: Author, other: str, on: bool) -> None:
        """A person blocks another, or no longer does."""
        if on and await self._store.person(other) is None:
            raise Refusal("service.no-person")
        written = await self._store.block(author, other, on)
        self._blocks.pop(author.person, None)
        if not written:
            raise SignedOut

    # The cache

    async def learn(self, keys: Iterable[str]) -> None:
        """Read those people that are not in the cache."""
        wanted = list(keys)
        missing = [key for key in wanted if key not in self._known]
        if missing:
            found = await self._store.people(missing)
            for key in wanted:
                if known := self._known.pop(key, None):
                    self._known[key] = known  # the last used, so that it is not dropped to make room
                else:
                    self._remember(found.get(key) or Person(key, None, "en", NOBODY, False, 0))

    def name(self, key: str) -> str | None:
        """The name of a person in the cache."""
        person = self._known.get(key)
        return person.name if person else None

    def exists(self, key: str) -> bool:
        """Whether a person in the cache exists."""
        person = self._known.get(key)
        return person is not None and person.epoch >= 0

    def wants_rating(self, key: str) -> bool:
        """Whether a person in the cache wants ratings."""
        person = self._known.get(key)
        return person is not None and person.rated

    def names(self, keys: Iterable[str]) -> dict[str, str]:
        """The names of those who have one."""
        return {key: name for key in keys if (name := self.name(key))}

    def faces(self, keys: Iterable[str]) -> dict[str, int]:
        """The faces of those who exist."""
        return {key: self._known[key].face for key in keys if self.exists(key)}

    async def blocks(self, key: str) -> set[str]:
        """Whom a person blocks."""
        if key not in self._blocks:
            if len(self._blocks) >= MOST_KNOWN:
                self._blocks.clear()
            self._blocks[key] = await self._store.blocks(key)
        return self._blocks[key]

    async def ratings(self, key: str, games: Sequence[str]) -> dict[str, float]:
        """The ratings of a person, by game."""
        found = {game: await self._store.ratings(game, [key]) for game in games}
        return {game: ratings[key][0] for game, ratings in found.items() if key in ratings}

    def unlearn(self, key: str) -> None:
        """Drop a person from the cache: something has changed."""
        self._known.pop(key, None)
        self._met.pop(key, None)
        self._blocks.pop(key, None)

    def unlearn_all(self) -> None:
        """Drop all people from the cache."""
        self._known.clear()
        self._met.clear()
        self._blocks.clear()

    def _kept(self, person: Person, written: bool) -> Person:
        """The person as the store has them now; whoever was signed out meanwhile has changed nothing."""
        if not written:
            self.unlearn(person.key)
            raise SignedOut
        self._remember(person)
        return person

    def _remember(self, person: Person) -> None:
        self._known.pop(person.key, None)
        while len(self._known) >= MOST_KNOWN:
            longest_ago = next(iter(self._known))
            del self._known[longest_ago]
            self._met.pop(longest_ago, None)
        self._known[person.key] = person
        self._met[person.key] = time.monotonic()

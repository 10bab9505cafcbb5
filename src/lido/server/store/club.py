"""The queries of what brings people together: who waits for strangers, whom browsers tell something, tournaments."""

import secrets
import time

from lido.server.store import Author, FriendRow, Seek, Subscription
from lido.server.store.queries import Queries

SEEK = """
    INSERT INTO seeks (person, game, pace, mean, since, until, node, table_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, NULL)
    ON CONFLICT (person) DO UPDATE SET game = excluded.game, pace = excluded.pace, mean = excluded.mean,
    since = excluded.since, until = excluded.until, node = excluded.node, table_id = NULL
"""
MOST_BROWSERS = 5
"""Browsers of one person that are sent messages; the oldest goes for a newer one."""
SUBSCRIBE = """
    INSERT INTO pushes (endpoint, person, epoch, p256dh, auth, since) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (endpoint) DO UPDATE SET person = excluded.person, epoch = excluded.epoch, p256dh = excluded.p256dh,
    auth = excluded.auth, since = excluded.since
"""
TRIM = """
    DELETE FROM pushes WHERE person = $1 AND endpoint NOT IN (
        SELECT endpoint FROM pushes WHERE person = $1 ORDER BY since DESC, endpoint LIMIT $2
    )
"""
# A browser that was signed out is sent nothing.
SUBSCRIBED = """
    SELECT language, endpoint, p256dh, auth FROM pushes JOIN people ON key = person AND people.epoch = pushes.epoch
    WHERE person = $1
"""
ENTRY = """
    INSERT INTO cup_entries (cup_id, n, raw) SELECT CAST($1 AS TEXT), CAST($2 AS BIGINT), CAST($3 AS TEXT)
    WHERE CAST($2 AS BIGINT) = 1 + (SELECT count(*) FROM cup_entries WHERE cup_id = $1)
    AND (CAST($4 AS TEXT) IS NULL OR EXISTS (SELECT 1 FROM people WHERE key = $4 AND epoch = $5))
    ON CONFLICT DO NOTHING
"""


FRIENDS = """
    SELECT friend, tells, seen.at FROM friends LEFT JOIN seen ON seen.person = friend WHERE friends.person = $1
"""
INVITATIONS = """
    SELECT tables.id, tables.game, by_person FROM invites JOIN tables ON tables.id = table_id
    WHERE person = $1 AND at > $2 AND status = 'open' ORDER BY at DESC
"""


class ClubQueries(Queries):
    """The part of a store about people who look for each other."""

    async def seek(self, author: Author, seek: Seek, until: int, node: str) -> bool:
        row = (seek.person, seek.game, seek.pace, seek.mean, seek.since, until, node)
        return await self._write_as(author, (SEEK, *row))

    async def seekers(self, now: int) -> list[Seek]:
        asked = "SELECT person, game, pace, mean, since FROM seeks WHERE table_id IS NULL AND until > $1"
        return [Seek(*row) for row in await self._read(asked, now)]

    async def seeking_at(self, node: str) -> dict[str, str | None]:
        return dict(map(tuple, await self._read("SELECT person, table_id FROM seeks WHERE node = $1", node)))

    async def go_on_seeking(self, node: str, now: int, until: int) -> None:
        await self._write(
            ("UPDATE seeks SET until = $2 WHERE node = $1", node, until), ("DELETE FROM seeks WHERE until < $1", now)
        )

    async def stop_seeking(self, person: str, node: str) -> None:
        await self._write(("DELETE FROM seeks WHERE person = $1 AND node = $2", person, node))

    async def subscribe(self, author: Author, subscription: Subscription, now: int) -> bool:
        endpoint, p256dh, auth = subscription
        row = (endpoint, author.person, author.epoch, p256dh, auth, now)
        return await self._write_as(author, (SUBSCRIBE, *row), (TRIM, author.person, MOST_BROWSERS))

    async def unsubscribe(self, endpoint: str) -> None:
        await self._write(("DELETE FROM pushes WHERE endpoint = $1", endpoint))

    async def subscriptions(self, person: str) -> list[tuple[str, Subscription]]:
        rows = await self._read(SUBSCRIBED, person)
        return [
            (language, Subscription(endpoint, bytes(p256dh), bytes(auth))) for language, endpoint, p256dh, auth in rows
        ]

    async def secret(self, name: str, new: bytes | None = None) -> bytes:
        first = "INSERT INTO house (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        await self._write((first, name, new or secrets.token_bytes(32)))
        ((value,),) = await self._read("SELECT value FROM house WHERE name = $1", name)
        return bytes(value)

    async def open_cup(self, author: Author, cup: str, title: str, now: int) -> bool:
        new = "INSERT INTO cups (id, host, title, status, created) VALUES ($1, $2, $3, 'open', $4)"
        return await self._write_as(author, (new, cup, author.person, title, now))

    async def append_cup(self, cup: str, n: int, raw: bytes, author: Author | None = None) -> bool:
        person, epoch = author or (None, 0)
        return await self._changed(ENTRY, cup, n, raw.decode(), person, epoch)

    async def cup_entries(self, cup: str, after: int = 0) -> list[bytes]:
        rows = await self._read("SELECT raw FROM cup_entries WHERE cup_id = $1 AND n > $2 ORDER BY n", cup, after)
        return [raw.encode() for (raw,) in rows]

    async def cup_title(self, cup: str) -> str | None:
        rows = await self._read("SELECT title FROM cups WHERE id = $1", cup)
        return rows[0][0] if rows else None

    async def mark_cup(self, cup: str, status: str) -> None:
        await self._write(("UPDATE cups SET status = $2 WHERE id = $1", cup, status))

    async def running_cups(self) -> list[str]:
        return [cup for (cup,) in await self._read("SELECT id FROM cups WHERE status = 'running' ORDER BY created")]

    async def befriend(self, author: Author, other: str) -> bool:
        new = "INSERT INTO friends (person, friend, tells) VALUES ($1, $2, FALSE) ON CONFLICT DO NOTHING"
        return await self._write_as(author, (new, author.person, other), (new, other, author.person))

    async def unfriend(self, author: Author, other: str) -> bool:
        old = "DELETE FROM friends WHERE person = $1 AND friend = $2"
        return await self._write_as(author, (old, author.person, other), (old, other, author.person))

    async def tell_of(self, author: Author, other: str, on: bool) -> bool:
        change = "UPDATE friends SET tells = $3 WHERE person = $1 AND friend = $2"
        return await self._write_as(author, (change, author.person, other, on))

    async def friends(self, person: str) -> list[FriendRow]:
        return [FriendRow(key, bool(tells), at) for key, tells, at in await self._read(FRIENDS, person)]

    async def note(self, person: str, at: int) -> int | None:
        rows = await self._read("SELECT at FROM seen WHERE person = $1", person)
        change = "INSERT INTO seen (person, at) VALUES ($1, $2) ON CONFLICT (person) DO UPDATE SET at = excluded.at"
        await self._write((change, person, at))
        return rows[0][0] if rows else None

    async def told_of(self, person: str) -> list[str]:
        return [who for (who,) in await self._read("SELECT person FROM friends WHERE friend = $1 AND tells", person)]

    async def invite(self, author: Author, other: str, table: str, at: int) -> bool:
        new = "INSERT INTO invites (person, table_id, by_person, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING"
        return await self._write_as(author, (new, other, table, author.person, at))

    async def invitations(self, person: str, since: int) -> list[tuple[str, str, str]]:
        return [(table, game, by) for table, game, by in await self._read(INVITATIONS, person, since)]

    async def keep_code(self, digest: str, token: str, until: int) -> None:
        old = "DELETE FROM codes WHERE until < $1"
        new = "INSERT INTO codes (digest, token, until) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
        await self._write((old, int(time.time())), (new, digest, token, until))

    async def token_of(self, digest: str) -> str | None:
        rows = await self._read("SELECT token FROM codes WHERE digest = $1 AND until >= $2", digest, int(time.time()))
        return rows[0][0] if rows else None

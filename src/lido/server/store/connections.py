"""Connections to PostgreSQL that survive its restarts: a job that was interrupted is run again."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Self, TypeVar

import asyncpg

from lido.errors import NotKept
from lido.server.store.schema import Migration, pending, statements

T = TypeVar("T")

LOST = (
    OSError,
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
)
"""The database cannot be reached. The last statement may or may not have been carried out."""
COLLIDED = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)
"""A deadlock or a conflict with another node. Nothing was done."""
PAUSE = 0.1
MOST = 10
ANSWERS_WITHIN = 30.0
"""Seconds after which a database that does not answer counts as unreachable."""
MIGRATING = 0x11D0
"""The number of the lock under which one node at a time brings the schema up to date."""


class Unreachable(NotKept):
    """The database has been unreachable for too long."""


async def connected(address: str) -> asyncpg.Connection:
    """A new connection; raises NotKept at once if there is no database."""
    try:
        return await asyncpg.connect(address, timeout=ANSWERS_WITHIN, command_timeout=ANSWERS_WITHIN)
    except (OSError, ValueError, asyncpg.InterfaceError, asyncpg.PostgresError) as error:
        raise Unreachable("server.store-reach", why=error) from error


class Connections:
    """A pool of connections."""

    def __init__(self, pool: asyncpg.Pool, patience: float) -> None:
        self._pool = pool
        self._patience = patience

    @classmethod
    async def opened(cls, address: str, migrations: Sequence[Migration], patience: float) -> Self:
        """Bring the schema up to date, and connect as needed from then on; raises NotKept."""
        pool = await asyncpg.create_pool(
            address,
            min_size=0,
            max_size=MOST,
            timeout=ANSWERS_WITHIN,
            command_timeout=ANSWERS_WITHIN,
            server_settings={"synchronous_commit": "on", "application_name": "lido"},
        )
        connections = cls(pool, patience)
        try:
            await connections.use(lambda connection: _migrate(connection, migrations), "server.store-reach")
        except NotKept:
            await pool.close()
            raise
        return connections

    async def use(self, job: Callable[[asyncpg.Connection], Awaitable[T]], code: str = "server.not-kept") -> T:
        """The result of a job, which is run again if the connection was lost: it must be idempotent."""
        loop = asyncio.get_running_loop()
        until = loop.time() + self._patience
        while True:
            try:
                async with self._pool.acquire() as connection:
                    return await job(connection)
            except (*LOST, *COLLIDED) as error:
                if loop.time() > until:
                    raise Unreachable("server.store-reach", why=error) from error
            except asyncpg.PostgresError as error:
                raise NotKept(code, why=error) from error
            await asyncio.sleep(PAUSE)

    async def close(self) -> None:
        """Close them all, whether the database can be reached or not."""
        try:
            await asyncio.wait_for(self._pool.close(), ANSWERS_WITHIN)
        except TimeoutError:
            self.terminate()

    def terminate(self) -> None:
        """Cut them all off, without telling the database."""
        self._pool.terminate()


async def _migrate(connection: asyncpg.Connection, migrations: Sequence[Migration]) -> None:
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATING)
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")
        found: Any = await connection.fetchval("SELECT version FROM schema_version")
        if found is None:
            await connection.execute("INSERT INTO schema_version VALUES (0)")
        for migration in pending(found or 0, migrations):
            for statement in statements(migration, postgres=True):
                await connection.execute(statement)
        await connection.execute("UPDATE schema_version SET version = $1", len(migrations))

"""Whose time it is that workers take: everybody is known by the address they came from last."""

import asyncio
from pathlib import Path

from lido.server.rooms.identity import COOKIE
from lido.server.serve import opened
from lido.server.settings import Settings
from lido.server.stopping import Stopping
from lido.server.transport.app import App


def test_who_asks_over_http_is_known_by_their_address(tmp_path: Path) -> None:
    async def scenario() -> None:
        settings = Settings(database=str(tmp_path / "tables.db"))
        async with opened(settings, Stopping(1.0)) as hub:
            person = await hub.people.welcome("en")
            scope = {
                "type": "http", "method": "GET", "path": "/api/me/tables", "query_string": b"", "scheme": "http",
                "client": ("203.0.113.7", 1), "server": ("127.0.0.1", 80), "http_version": "1.1", "root_path": "",
                "headers": [(b"host", b"127.0.0.1"), (b"cookie", f"{COOKIE}={hub.people.cookie(person)}".encode())],
            }  # fmt: skip
            statuses = []

            async def receive() -> dict[str, object]:
                return {"type": "http.request", "body": b"", "more_body": False}

            async def send(message: dict[str, object]) -> None:
                statuses.append(message.get("status"))

            await App(hub, settings)(scope, receive, send)
            assert statuses[0] == 200
            assert hub.context.share(person.key, "t").address == "203.0.113.7"

    asyncio.run(scenario())

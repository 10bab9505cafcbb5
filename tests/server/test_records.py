"""Requests with a record: how much of them one address has at once, and all together."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from lido.server.settings import Settings
from lido.server.transport import records
from lido.server.transport.records import AT_ONCE_EACH, MOST_WAITING_EACH, RecordRequests

MOST = AT_ONCE_EACH + MOST_WAITING_EACH


class Client:
    """A client of one address, which reads what it is sent only when it is let."""

    def __init__(self, address: str = "10.0.0.1", body: bytes = b"{}") -> None:
        self.scope = {
            "type": "http",
            "client": (address, 1),
            "headers": [(b"content-length", str(len(body)).encode())],
        }
        self.body = body
        self.reads = asyncio.Event()
        self.reads.set()
        self.status = 0
        self.got = b""

    async def receive(self) -> dict[str, Any]:
        return {"type": "http.request", "body": self.body, "more_body": False}

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        elif message["body"]:
            self.got += message["body"]
        else:
            await self.reads.wait()  # as uvicorn waits until what came before has left


def answering(size: int, served: list[bytes]) -> Callable[..., Awaitable[None]]:
    """A handler whose answers have so many bytes."""

    async def handler(scope: Any, receive: Any, send: Any) -> None:
        served.append((await receive())["body"])
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % size)]})
        await send({"type": "http.response.body", "body": b"x" * size})

    return handler


def test_a_place_is_held_until_the_answer_was_read() -> None:
    async def scenario() -> None:
        served: list[bytes] = []
        requests = RecordRequests(answering(1000, served), Settings())
        slow = [Client(body=b"slow") for _ in range(MOST)]
        for each in slow:
            each.reads.clear()
        waiting = [asyncio.create_task(requests(each.scope, each.receive, each.send)) for each in slow]
        for _ in range(20):
            await asyncio.sleep(0)
        assert len(served) == AT_ONCE_EACH, "the others wait for their turn"
        one_more, other = Client(), Client("10.0.0.2")
        await requests(one_more.scope, one_more.receive, one_more.send)
        assert one_more.status == 429
        await requests(other.scope, other.receive, other.send)
        assert (other.status, len(other.got)) == (200, 1000)
        for each in slow:
            each.reads.set()
        await asyncio.gather(*waiting)
        assert [len(each.got) for each in slow] == [1000] * MOST
        await requests(one_more.scope, one_more.receive, one_more.send)
        assert one_more.status == 200

    asyncio.run(scenario())


def test_answers_to_all_that_are_on_their_way_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MOST_SENT", 2500)

    async def scenario() -> None:
        requests = RecordRequests(answering(1000, []), Settings())
        slow = [Client(f"10.0.0.{n}") for n in range(3)]
        slow[0].reads.clear()
        slow[1].reads.clear()
        held = [asyncio.create_task(requests(each.scope, each.receive, each.send)) for each in slow[:2]]
        await asyncio.sleep(0.01)
        await requests(slow[2].scope, slow[2].receive, slow[2].send)
        assert slow[2].status == 503
        slow[0].reads.set()
        await held[0]
        await requests(slow[2].scope, slow[2].receive, slow[2].send)
        assert slow[2].status == 200
        slow[1].reads.set()
        await held[1]

    asyncio.run(scenario())


@pytest.mark.parametrize("body", [b'{"record":' + b"[" * 3_000, b'{"a":[' + b"0," * 3_000, b"{" * 3_000])
def test_a_record_of_very_many_parts_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch, body: bytes) -> None:
    monkeypatch.setattr(records, "MOST_PARTS", 2_000)

    async def scenario() -> None:
        served: list[bytes] = []
        client = Client(body=body)
        await RecordRequests(answering(1, served), Settings())(client.scope, client.receive, client.send)
        assert (client.status, served) == (400, [])
        assert b"service.record-parts" in client.got

    asyncio.run(scenario())


def test_one_address_sends_so_many_bytes_and_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "BYTES_EACH", 0.0)
    monkeypatch.setattr(records, "MOST_BYTES_EACH", 5_000)

    async def scenario() -> None:
        requests = RecordRequests(answering(1, []), Settings(body_bytes=4_000))
        seen = []
        for address in ("a", "a", "a", "b"):
            client = Client(address, b"x" * 3_000)
            await requests(client.scope, client.receive, client.send)
            seen.append(client.status)
        assert seen == [200, 200, 429, 200]

    asyncio.run(scenario())

"""Nobody holds the door shut: slow clients, floods of requests, what is no HTTP."""

import asyncio
import json
import socket
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec.inspect
import pytest
from websockets.exceptions import InvalidStatus

import lido
from lido.server.rooms.hub import TableWish
from lido.server.rooms.live import all_commands
from lido.server.transport.schemas import Arrival, MeChange, Question, Story
from tests.server.service import PATIENCE, Service, Visitor, run

FILES = 1024
ATTACKERS = 1200
HONEST = 30
HEADERS = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n"
BODY = (
    b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"
)


def port_of(service: Service) -> int:
    return int(service.address.rpartition(":")[2])


@contextmanager
def attacked(port: int, begun: bytes) -> Iterator[None]:
    """Hold connections open by requests that never end."""
    with ExitStack() as held:
        for _ in range(ATTACKERS):
            held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10)).sendall(begun)
        yield


async def is_served(service: Service, address: str) -> bool:
    transport = httpx.AsyncHTTPTransport(local_address=address)
    try:
        async with httpx.AsyncClient(base_url=service.address, transport=transport, timeout=20) as client:
            return (await client.get("/api/me")).is_success
    except httpx.HTTPError:
        return False


@pytest.mark.parametrize("begun", [HEADERS, BODY], ids=["headers", "bodies"])
def test_slow_requests_of_one_address_keep_nobody_out_nor_the_service_from_stopping(
    tmp_path: Path, begun: bytes
) -> None:
    with Service(tmp_path / "tables.db", files=FILES, connections_each=100, grace_seconds=5) as service:

        async def scenario() -> None:
            with attacked(port_of(service), begun):
                served = [await is_served(service, "127.0.0.2") for _ in range(HONEST)]
                assert served == [True] * HONEST
                began = time.monotonic()
                assert await asyncio.to_thread(service.stop) == 0
                assert time.monotonic() - began < 5

        run(scenario)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service behind a proxy on this machine, with the limits that anybody gets but for newcomers."""
    usual: dict[str, Any] = {
        "proxies": "127.0.0.1",
        "requests_each": 20,
        "connections_each": 100,
        "sockets_each": 50,
        "messages_each": 30,
    }
    with Service(tmp_path_factory.mktemp("doors") / "tables.db", **usual) as started:
        yield started


MANY = 2_000
"""Requests that are sent before one can be answered: many more than are allowed meanwhile, however slow the machine."""


async def raw(service: Service, sent: bytes) -> bytes:
    """What the service answers to bytes, until it closes the connection or has answered."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port_of(service))
    writer.write(sent)
    head = await reader.readuntil(b"\r\n\r\n")
    writer.close()
    return head.lower()


async def until_refused(service: Service, path: str, headers: bytes = b"") -> set[int]:
    """The statuses of the answers to many requests at once, up to the first that says that they are too many."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port_of(service))
    writer.write((f"GET {path} HTTP/1.1\r\nHost: localhost\r\n".encode() + headers + b"\r\n") * MANY)
    statuses: set[int] = set()
    while 429 not in statuses:
        head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)).lower()
        statuses.add(int(head.split()[1]))
        await reader.readexactly(int(head.split(b"content-length: ")[1].split(b"\r\n")[0]))
    writer.close()
    return statuses


def test_what_operators_ask_is_limited_for_itself_and_fills_no_log(plain: Service) -> None:
    async def scenario() -> None:
        async with Visitor(plain) as ann:
            for path in ("/health", "/ready", "/metrics"):
                assert (await ann.http.get(path)).is_success
            assert await until_refused(plain, "/health") == {200, 429}
            assert (await ann.http.get("/api/games")).is_success, "that has a limit of its own"
        assert not {line.get("path") for line in plain.logged()} & {"/health", "/ready", "/metrics"}

    run(scenario)


def test_requests_that_are_too_many_wait_for_their_refusal_and_are_counted(plain: Service) -> None:
    async def scenario() -> None:
        async with Visitor(plain) as here:
            began = time.monotonic()
            assert await until_refused(plain, "/api/games", b"x-forwarded-for: 203.0.113.5\r\n") == {200, 429}
            assert time.monotonic() - began >= 0.5
            metrics = (await here.http.get("/metrics")).text
            assert 'lido_limited_total{limit="requests"}' in metrics
            assert not [line for line in plain.logged() if line.get("status") == 429]

    run(scenario)


def test_nobody_can_fill_the_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with Service(tmp_path / "tables.db", log, requests_each=100_000) as service:

        async def scenario() -> None:
            async with Visitor(service) as ann:
                for _ in range(8):
                    await asyncio.gather(*(ann.http.get(f"/api/{'x' * 4_000}") for _ in range(50)))

        run(scenario)
    assert log.stat().st_size < 200_000
    lines = service.logged()
    requests = [line for line in lines if line["event"] == "request"]
    (rest,) = [line for line in lines if line["event"] == "more like this"]
    assert rest["of"] == "request"
    assert len(requests) + rest["more"] == 401
    assert len(requests) < 300


DEEP = b"[" * 50_000 + b"]" * 50_000


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b'{"record":{"game":"le-plouf","x":' + DEEP + b"}}", "service.too-deep"),
        (b'{"record":{"game":"\xff\xfe"}}', "match.record-form"),
        (b'{"record":{"game":"\\ud800"}}', "service.body"),
        (b'{"record":{"game":"le-plouf","laws":' + b"9" * 5000 + b"}}", "match.record-form"),
        (b'{"record":{"game":"le-plouf","laws":1e999}}', "match.record-form"),
    ],
    ids=["deep", "not UTF-8", "half a letter", "long number", "large number"],
)
def test_a_body_that_libraries_stumble_over_is_refused(service: Service, body: bytes, code: str) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            answer = await ann.http.post("/api/replay", content=body, headers={"content-type": "application/json"})
            assert (answer.status_code, answer.json()["code"]) == (400, code)
        assert not [line for line in service.logged() if line["event"] == "request failed"]

    run(scenario)


@pytest.mark.parametrize("path", ["/api/tables/%00", "/api/people/%00", "/api/nothing", "/api/%00", "/x%00"])
def test_an_address_that_cannot_be_is_not_looked_up(service: Service, path: str) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            assert await ann.refused("GET", path) == (404, "service.no-address")

    run(scenario)


def test_a_message_with_the_character_nul_is_refused_and_one_about_it_is_not(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            ours = await ann.at(await ann.table("le-plouf", 2), client="a\x00b")
            for message in (json.dumps({"do": "say", "number": 1, "text": "a\x00b"}), '{"do":"x\\\\\\u0000"}'):
                await ours.outbox.send(message)
                assert (await ours.read())["type"] == "refused"
            await ours.do("say", text="a\\u0000b")
            await ours.do("sit", seat=1)

    run(scenario)


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"\x00\x01\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 200),
        (b"GET /api/games HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", 200),
        (b"GET /api/games HTTP/1.1\r\nHost: evil.example\r\n\r\n", 400),
        (b"PUT /api/games HTTP/1.1\r\nHost: localhost:99999\r\n\r\n", 405),
        (b"PUT /api/games HTTP/1.1\r\nHost: localhost:port\r\n\r\n", 405),
        (b"GET /health HTTP/1.1\r\nHost: 10.0.0.7\r\n\r\n", 200),
        (b"GET /t/nothing.png HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
        (b"OPTIONS /api/me HTTP/1.1\r\nHost: localhost\r\n\r\n", 204),
        (b"GET /api/lobby HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n", 400),
        (
            b"GET /api/lobby HTTP/1.1\r\nHost: evil.example\r\nConnection: upgrade\r\nUpgrade: websocket\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
            400,
        ),
        (
            b"GET /api/lobby HTTP/1.1\r\nHost: localhost\r\nOrigin: null\r\nConnection: upgrade\r\n"
            b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
            403,
        ),
    ],
)
def test_every_answer_says_whether_it_may_be_kept_and_only_own_names_are_answered(
    service: Service, sent: bytes, status: int
) -> None:
    async def scenario() -> None:
        head = await raw(service, sent)
        assert head.startswith(f"http/1.1 {status} ".encode())
        assert head.count(b"cache-control: ") == 1

    run(scenario)


def test_the_names_of_a_service_are_set(tmp_path: Path) -> None:
    with Service(tmp_path / "tables.db", hosts="games.example, other.example") as service:

        async def scenario() -> None:
            for host, status in (("games.example", 200), ("OTHER.example:8000", 200), ("127.0.0.1", 400)):
                head = await raw(service, f"GET /api/games HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
                assert head.startswith(f"http/1.1 {status} ".encode())

        run(scenario)
    assert not [line for line in service.logged() if line["level"] == "error"]


def test_refused_sockets_leave_no_error_in_the_log(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            with pytest.raises(Exception, match="404"):
                await ann.connected("/api/nowhere")
        assert not [line for line in service.logged() if "handshake" in line["event"]]

    run(scenario)


def test_a_body_without_a_record_is_short(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            long = {"game": "le-plouf", "players": 2, "options": {f"{n}": n for n in range(10_000)}}
            assert await ann.refused("POST", "/api/tables", long) == (413, "service.body")
            record = lido.new("le-plouf", seed=1).record()
            record["seats"] = ["x" * 20_000] * 2
            assert len(await ann.asked("POST", "/api/replay", {"record": record})) == 1

    run(scenario)


@pytest.mark.parametrize(("size", "headers", "status"), [(9_000, {}, 414), (5, {"x-long": "x" * 9_000}, 431)])
def test_a_socket_with_a_long_address_or_header_is_refused_at_once(
    service: Service, size: int, headers: dict[str, str], status: int
) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            table = await ann.table("le-plouf", 2)
            with pytest.raises(InvalidStatus, match=str(status)):
                await asyncio.wait_for(ann.connected(f"/api/tables/{table}/socket?client={'x' * size}", **headers), 5)
            assert ((await ann.http.get(f"/{'x' * (size + 4_000)}")).status_code == 414) == (size > 5)

    run(scenario)


@pytest.mark.parametrize("first", [b"", HEADERS + b"\r\n"], ids=["alone", "after another request"])
@pytest.mark.parametrize("headers", [b"a:\r\n" * 4_000, b"a: " + b"x" * 40_000 + b"\r\n"], ids=["many", "long"])
def test_a_request_with_too_many_headers_is_refused_before_they_are_read(
    service: Service, first: bytes, headers: bytes
) -> None:
    async def scenario() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port_of(service))
        writer.write(first + HEADERS + headers + b"\r\n")
        answers = await asyncio.wait_for(reader.read(), 10)
        writer.close()
        statuses = [int(part[:3]) for part in answers.split(b"HTTP/1.1 ")[1:]]
        assert statuses == ([200, 431] if first else [431])

    before = len(service.logged())
    run(scenario)
    assert not [line for line in service.logged()[before:] if line["level"] == "error"]


def test_no_client_chooses_keys_whose_hashes_collide() -> None:
    read = [MeChange, Arrival, Question, Story, TableWish, *all_commands()]
    found = list(_kinds(msgspec.inspect.multi_type_info(read)))
    assert any(isinstance(each, msgspec.inspect.DictType) for each in found)
    for each in found:
        assert not isinstance(each, msgspec.inspect.SetType | msgspec.inspect.FrozenSetType)
        if isinstance(each, msgspec.inspect.DictType):
            assert isinstance(each.key_type, msgspec.inspect.StrType | msgspec.inspect.AnyType), each


def _kinds(types: Iterable[Any]) -> Iterator[Any]:
    """Types, and all types in them."""
    for each in types:
        yield each
        if isinstance(each, msgspec.inspect.StructType):
            yield from _kinds(field.type for field in each.fields)
        elif isinstance(each, msgspec.inspect.UnionType):
            yield from _kinds(each.types)
        elif isinstance(each, msgspec.inspect.DictType):
            yield from _kinds((each.key_type, each.value_type))
        elif isinstance(each, msgspec.inspect.ListType | msgspec.inspect.VarTupleType):
            yield from _kinds((each.item_type,))

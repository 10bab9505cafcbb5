"""Whom the service believes and serves, how much of it, and what it tells of itself."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from lido.server.settings import Settings
from lido.server.transport.limits import Proxies
from tests.server.service import Service, Visitor, begun, run


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service behind a proxy on this machine, under a path, with tight limits."""
    settings: dict[str, Any] = {
        "base_path": "/lido", "proxies": "127.0.0.1", "origins": "https://friend.example", "sockets_each": 3,
        "messages_each": 5, "tables_each": 2, "message_bytes": 1000, "body_bytes": 2000, "newcomers_each": 3,
        "changes_each": 0.01,
    }  # fmt: skip
    with Service(tmp_path_factory.mktemp("strict") / "tables.db", **settings) as started:
        yield started


def test_every_answer_has_the_headers_that_keep_a_page_safe(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            for path in ("/api/games", "/health", "/api/nothing", "/nothing.js"):
                headers = (await ann.http.get(path)).headers
                assert "script-src 'self'" in headers["content-security-policy"]
                assert "unsafe-inline" not in headers["content-security-policy"]
                assert headers["x-content-type-options"] == "nosniff"
                assert "strict-transport-security" not in headers

    run(scenario)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 201),
        ({"origin": "OWN"}, 201),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "same-origin"}, 201),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"content-type": "text/plain"}, 403),
        ({"content-type": "application/x-www-form-urlencoded"}, 403),
        ({"content-type": "application/json; charset=utf-8"}, 201),
    ],
)
def test_only_our_own_page_changes_something(service: Service, headers: dict[str, str], status: int) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            sent = {name: value.replace("OWN", service.address) for name, value in headers.items()}
            body = json.dumps({"game": "le-plouf", "players": 2})
            sent = {"content-type": "application/json"} | sent
            assert (await ann.http.post("/api/tables", content=body, headers=sent)).status_code == status

    run(scenario)


def test_a_socket_from_another_page_is_turned_away(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            table = await ann.table("le-plouf", 2)
            for path in (f"/api/tables/{table}/socket", "/api/lobby"):
                with pytest.raises(InvalidStatus, match="403"):
                    await ann.connected(path, origin="https://evil.example")
            assert (await ann.at(table, headers={"origin": service.address})).info["table"] == table

    run(scenario)


def test_a_socket_without_an_identity_is_closed_with_a_reason(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            ann.http.cookies.clear()
            socket = await ann.connected("/api/lobby")
            assert (await socket.closed())[0] == 4401

    run(scenario)


@pytest.mark.parametrize(
    "message",
    ["", "{", "[]", "null", '{"do":"fly"}', '{"do":"sit","number":1,"seat":7,"commitment":"a"}', "[" * 5000,
     '{"do":"say","number":1,"text":"\\ud800"}', '{"do":"move","number":1e99,"seat":1,"move":"a1"}'],
)  # fmt: skip
def test_what_cannot_be_read_is_answered_and_the_socket_goes_on(service: Service, message: str) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            socket = await ann.at(await ann.table("le-plouf", 2))
            await socket.outbox.send(message)
            assert (await socket.read())["type"] == "refused"
            await socket.outbox.send(message.encode())
            assert (await socket.read())["type"] == "refused"
            await socket.do("sit", seat=1)

    run(scenario)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/tables", {"game": "le-plouf"}),
        ("/api/tables", {"game": "le-plouf", "players": "two"}),
        ("/api/tables", {"game": "le-plouf", "players": 2, "seed": "mine"}),
        ("/api/tables", {"game": "le-plouf", "players": 2, "clock": {"seconds": -1}}),
        ("/api/tables", {"game": "le-plouf", "players": 2, "bots": {"3": "club"}}),
        ("/api/tables", []),
        ("/api/me/arrive", {"token": "x.y.z"}),
        ("/api/analyse", {"record": {"game": "le-plouf"}}),
        ("/api/analyse", {"record": {"game": "splash"}}),
    ],
)
def test_a_body_that_does_not_fit_is_refused_with_a_sentence(service: Service, path: str, body: Any) -> None:
    async def scenario() -> None:
        async with Visitor(service, **{"accept-language": "fr-FR,fr;q=0.9"}) as ann:
            answer = await ann.http.post(path, json=body)
            assert answer.status_code in (400, 403)
            assert answer.json()["sentence"]

    run(scenario)


def test_it_says_whether_it_lives_and_counts_what_it_does(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            await (await ann.at(await ann.table("le-plouf", 2))).do("sit", seat=1)
            assert await ann.asked("GET", "/health") == {"alive": True}
            assert await ann.asked("GET", "/ready") == {"ready": True}
            figures = (await ann.http.get("/metrics")).text
            assert "lido_written_seconds_bucket" in figures
            assert 'lido_sockets{kind="table"}' in figures
            assert 'lido_node_info{node="' in figures

    run(scenario)


def test_the_log_of_the_service_holds_no_secret(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            table = await ann.table("le-plouf", 2)
            socket = await ann.at(table, client="my-client")
            await socket.do("say", text="between us")
            await ann.asked("GET", f"/api/tables/{table}")
            link = await ann.asked("POST", "/api/me/link")
            text = json.dumps(service.logged())
            for secret in (ann.http.cookies["lido"], link["token"], table, "between us", "my-client"):
                assert secret not in text
            assert "/api/tables/…" in json.dumps(service.logged(), ensure_ascii=False)

    run(scenario)


def test_it_lives_under_a_path_behind_a_proxy_that_is_believed(strict: Service) -> None:
    async def scenario() -> None:
        behind = {"x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7", "x-forwarded-host": "games.example"}
        async with Visitor(strict, **behind) as ann:
            answer = await ann.http.get("/api/me")
            assert "Secure" in answer.headers["set-cookie"]
            assert "Path=/lido/" in answer.headers["set-cookie"]
            assert "strict-transport-security" in answer.headers
            body = {"game": "le-plouf", "players": 2}
            cookie = answer.headers["set-cookie"].partition(";")[0]
            for origin, status in (
                ("https://games.example", 201),
                ("https://friend.example", 201),
                (strict.address, 403),
            ):
                posted = await ann.http.post("/api/tables", json=body, headers={"origin": origin, "cookie": cookie})
                assert posted.status_code == status
            assert (await ann.http.get("/metrics")).status_code == 404, "only this machine may read them"
            outside = strict.address.removesuffix("/lido")
            assert (await ann.http.get(f"{outside}/api/me")).status_code == 404
            document = await ann.asked("GET", "/api/openapi.json")
            assert document["servers"] == [{"url": "/lido"}]

    run(scenario)


@pytest.mark.parametrize(
    ("said", "address"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("203.0.113.7:4711", "203.0.113.7"),
        ("[2001:db8::7]:4711", "2001:db8::7"),
        ("[2001:db8::7]", "2001:db8::7"),
        ("2001:db8::7", "2001:db8::7"),
        ('"[2001:db8::7]:4711"', "2001:db8::7"),
        ("invented, 203.0.113.7:1, 127.0.0.1:80", "203.0.113.7"),
        ("invented", "127.0.0.1"),
        ("203.0.113.7:x", "127.0.0.1"),
        ("203.0.113.7, unknown", "127.0.0.1"),
        ("", "127.0.0.1"),
    ],
)
def test_a_proxy_may_write_addresses_with_ports_and_brackets_and_nobody_invents_one(said: str, address: str) -> None:
    headers = [(b"x-forwarded-for", said.encode())]
    scope = {"type": "http", "client": ("127.0.0.1", 5), "headers": headers, "scheme": "http"}
    assert Proxies(Settings(proxies="127.0.0.1")).believed(scope)["client"][0] == address


def test_forwarded_headers_of_anybody_else_are_not_believed(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service, **{"x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7"}) as ann:
            answer = await ann.http.get("/api/me")
            assert "Secure" not in answer.headers["set-cookie"]
            assert (await ann.http.get("/metrics")).status_code == 200

    run(scenario)


def test_limits_are_for_each_address(strict: Service) -> None:
    async def scenario() -> None:
        async with Visitor(strict, **{"x-forwarded-for": "203.0.113.1"}) as ann:
            for _ in range(2):
                table = await ann.table("le-plouf", 2)
            wish = {"game": "le-plouf", "players": 2}
            assert await ann.refused("POST", "/api/tables", wish) == (429, "service.tables-each")
            socket = await ann.at(table, headers={"x-forwarded-for": "203.0.113.3"})
            await socket.do("sit", seat=1)
            await socket.do("bot", seat=2, level="random")
            await begun(socket)
            await socket.do("resign", seat=1)
            assert await socket.refused("rematch") == "service.tables-each"
            assert await ann.refused("PATCH", "/api/me", {"name": "x" * 3000}) == (413, "service.body")
            await ann.asked("PATCH", "/api/me", {"name": "Ann"})
            assert await ann.refused("PATCH", "/api/me", {"name": "Ann"}) == (429, "service.too-many")
            from_there = {"x-forwarded-for": "203.0.113.1"}
            for _ in range(3):
                await ann.at(table, headers=from_there)
            fourth = await ann.connected("/api/lobby", **from_there)
            assert await fourth.closed() == (4429, "too many sockets from one address")
            assert (await ann.at(table, headers={"x-forwarded-for": "203.0.113.2"})).info["table"] == table
            for _ in range(2):
                ann.http.cookies.clear()
                assert (await ann.http.get("/api/me")).is_success
            ann.http.cookies.clear()
            assert await ann.refused("GET", "/api/me") == (429, "service.too-many")

    run(scenario)


def test_a_client_that_floods_a_socket_is_refused_and_then_disconnected(strict: Service) -> None:
    async def scenario() -> None:
        there = {"x-forwarded-for": "203.0.113.9"}
        async with Visitor(strict, **there) as ann:
            table = await ann.table("le-plouf", 2)
            socket = await ann.at(table, headers=there)
            await socket.outbox.send(json.dumps({"do": "say", "number": 1, "text": "x" * 2000}))
            assert (await socket.closed())[0] == 1009
            socket = await ann.at(table, headers=there)
            for _ in range(400):
                await socket.send("pong", id=1)
            assert (await socket.until(lambda heard: heard["type"] == "refused"))["code"] == "service.too-fast"
            assert await socket.closed() == (4429, "too many messages")

    run(scenario)

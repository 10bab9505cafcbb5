"""Messages to browsers: how they are encrypted, where they may go, and who is told what when."""

import asyncio
import json
import time
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from lido.errors import Refusal
from lido.server.club import push_services, reach
from lido.server.club.notices import Notices
from lido.server.club.push_services import PATIENCE, Place, place, resolved
from lido.server.club.web_push import CURVE, encrypted, unb64
from lido.server.store import Subscription
from tests.server.club.push_server import PushServer, Receiver, claims
from tests.server.hub.desk import Desk, on
from tests.server.service import SECRET, Service, Visitor, begun, run

DAYS = {"seconds": 3 * 86_400, "per": "move"}


def test_the_example_of_the_standard() -> None:
    """RFC 8291, appendix A."""
    own = ec.derive_private_key(int.from_bytes(unb64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), CURVE)
    point = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    to = Subscription("", unb64(point), unb64("BTBZMqHH6r4Tts7J_aSIgg"))
    text = b"When I grow up, I want to be a watermelon"
    body = encrypted(text, to, unb64("DGv6ra1nlYgDCS1FRnbzlw"), own)
    assert body == unb64(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    private = unb64("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")
    assert Receiver("", private, to.auth).opened(body) == text


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x", "https://127.0.0.1/x", "https://[::1]/x", "https://2130706433/x",
        "https://localhost/x", "https://push.example.org:8443/x", "https://user@push.example.org/x",
        "file:///etc/passwd", "https://", "https://push.example.org/\r\nhost: evil", "https://[bad/x",
        "https://push.example.org/" + "x" * 1000,
    ],
)  # fmt: skip
def test_an_endpoint_that_is_no_public_service_is_refused(endpoint: str) -> None:
    with pytest.raises(Refusal) as refused:
        place(endpoint, ["http://127.0.0.1:9"])
    assert refused.value.code == "service.push-endpoint"


def test_a_public_endpoint_and_a_listed_one() -> None:
    assert place("https://push.example.org/a?b") == Place("push.example.org", 443, "/a?b", True, False)
    assert place("http://127.0.0.1:9/a", ["http://127.0.0.1:9"]) == Place("127.0.0.1", 9, "/a", False, True)


def test_a_name_that_leads_into_a_private_network_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(addresses: list[str]) -> str:
        async def found(*_: object, **__: object) -> list[tuple[object, ...]]:
            return [(0, 0, 0, "", (address, 443)) for address in addresses]

        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", found, raising=False)
        return await resolved(Place("push.example.org", 443, "/", True, False))

    assert asyncio.run(scenario(["93.184.215.14"])) == "93.184.215.14"
    for private in ("10.0.0.1", "127.0.0.1", "169.254.169.254", "::1", "fd00::1"):
        with pytest.raises(Refusal):
            asyncio.run(scenario(["93.184.215.14", private]))


def test_who_is_away_in_a_slow_game_is_told_of_their_turn_and_a_browser_that_is_gone_is_forgotten(
    tmp_path: Path,
) -> None:
    with PushServer() as push, Service(tmp_path / "tables.db", push_to=push.address) as service:
        phone = Receiver(f"{push.address}/for-bob")

        async def scenario() -> None:
            async with Visitor(service) as ann, Visitor(service) as bob:
                await ann.asked("PATCH", "/api/me", {"name": "Ann"})
                await bob.asked("PATCH", "/api/me", {"name": "Bob", "language": "fr"})
                await bob.asked("POST", "/api/me/push", phone.subscription)
                key = (await bob.asked("GET", "/api/me/push"))["key"]
                table = await ann.table("le-plouf", 2, clock=DAYS)
                one, other = await ann.at(table), await bob.at(table)
                await one.do("sit", seat=1)
                await other.do("sit", seat=2)
                await begun(one, other)
                await other.outbox.close()
                while one.mine is None or one.info["seats"][1].get("present"):
                    await one.read()
                await one.do("move", seat=1, move=one.legal(1)[0])
                came = await asyncio.to_thread(push.came.get, timeout=20)
                assert came.path == "/for-bob"
                told = json.loads(phone.opened(came.body))
                assert told["path"] == f"/t/{table}"
                assert told["body"] == "À vous de jouer contre Ann."
                said = claims(came.headers["authorization"], key)
                assert said["aud"] == push.address
                assert time.time() < said["exp"] < time.time() + 86_400
                assert (came.headers["content-encoding"], came.headers["ttl"]) == ("aes128gcm", "172800")
                mine = await bob.asked("GET", "/api/me/tables")
                assert mine[0]["turn"] == 2
                assert mine[0]["due"] - time.time() * 1000 == pytest.approx(3 * 86_400_000, abs=60_000)
                # It is gone: the service answers 410, and is asked no more.
                push.status = 410
                back = await bob.at(table)
                await back.do("move", seat=2, move=back.legal(2)[0])
                await back.outbox.close()
                await one.caught_up(back.n)
                while one.mine is None or one.info["seats"][1].get("present"):
                    await one.read()
                await one.do("move", seat=1, move=one.legal(1)[0])
                await asyncio.to_thread(push.came.get, timeout=20)
                await asyncio.sleep(0.3)
                back = await bob.at(table)
                await back.do("resign", seat=2)
                assert push.came.empty()

        run(scenario)


def test_what_cannot_be_sent_to_is_refused_and_who_was_signed_out_is_told_nothing(tmp_path: Path) -> None:
    with PushServer() as push, Service(tmp_path / "tables.db", push_to=push.address) as service:

        async def scenario() -> None:
            async with Visitor(service) as ann, Visitor(service) as bob:
                phone = Receiver(f"{push.address}/x").subscription
                wrong = [{"endpoint": "http://10.0.0.1/x"}, {"p256dh": "AAAA"}, {"auth": "AAAA"}, {"auth": "ä"}]
                for change in wrong:
                    code = await ann.refused("POST", "/api/me/push", {**phone, **change})
                    assert code == (400, "service.push-endpoint"), change
                stop = {"endpoint": "https://push.example.org/\0"}  # not every database could be asked for it
                assert await ann.refused("POST", "/api/me/push/stop", stop) == (400, "service.body")
                await bob.asked("POST", "/api/me/push", phone)
                table = await ann.table("le-plouf", 2, clock=DAYS)
                one, other = await ann.at(table), await bob.at(table)
                await one.do("sit", seat=1)
                await bob.asked("POST", "/api/me/only-here", {"secret": SECRET})
                other = await bob.at(table)
                await other.do("sit", seat=2)
                await begun(one, other)
                await other.outbox.close()
                while one.mine is None or one.info["seats"][1].get("present"):
                    await one.read()
                await one.do("move", seat=1, move=one.legal(1)[0])
                await bob.asked("POST", "/api/me/push", phone)
                await bob.asked("POST", "/api/me/push/stop", {"endpoint": phone["endpoint"]})
                await one.do("resign", seat=1)
                await asyncio.sleep(0.3)
                assert push.came.empty()

        run(scenario)


def test_a_place_that_never_answers_holds_up_only_what_goes_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push_services, "PATIENCE", 1.0)
    monkeypatch.setattr(reach, "SOON", 0.0)
    monkeypatch.setattr(reach, "MOST_SECONDS_EACH", 3.0)
    monkeypatch.setattr(reach, "SECONDS_EACH", 0.001)
    browsers, more = 5, 3

    async def scenario(desk: Desk, push: PushServer) -> None:
        waiting: list[asyncio.StreamWriter] = []

        async def never(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            waiting.append(writer)

        silent = await asyncio.start_server(never, "127.0.0.1", 0)
        nowhere = f"http://127.0.0.1:{silent.sockets[0].getsockname()[1]}"
        notices = Notices(desk.hub.context)
        notices._allowed = [nowhere, push.address]
        eve, bob = [await desk.hub.people.welcome("en") for _ in range(2)]
        for number in range(browsers):
            await notices.subscribe(eve, subscription(Receiver(f"{nowhere}/{number}")))
        await notices.subscribe(bob, subscription(Receiver(f"{push.address}/bob")))
        facts = {"names": "Ann", "game": "le-plouf"}
        assert await notices.send(eve.key, "turn", facts, "/") == 0
        assert len(waiting) == browsers, "they are asked at once"
        for _ in range(more):
            assert await notices.send(eve.key, "turn", facts, "/") == 0
        assert len(waiting) == browsers, "it is not asked again"
        assert await notices.send(bob.key, "turn", facts, "/") == 1
        for writer in waiting:
            writer.close()
            await writer.wait_closed()
        silent.close()
        await silent.wait_closed()

    with PushServer() as push:
        on(tmp_path, lambda desk: scenario(desk, push))


def subscription(receiver: Receiver) -> Subscription:
    """A browser as the store keeps it."""
    told = receiver.subscription
    return Subscription(told["endpoint"], unb64(told["p256dh"]), unb64(told["auth"]))


def test_a_name_that_was_known_is_used_while_names_cannot_be_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "FRESH", 0.0)
    monkeypatch.setattr(reach, "LOOKED_UP_WITHIN", 0.05)

    async def found() -> str:
        return "93.184.215.14"

    async def late() -> str:
        await asyncio.sleep(PATIENCE)
        return "93.184.215.15"

    async def private() -> str:
        raise Refusal("service.push-endpoint")

    async def scenario() -> None:
        known = reach.Reach()
        with pytest.raises(TimeoutError):
            await known.address("push.example.org", late)
        assert await known.address("push.example.org", found) == "93.184.215.14"
        assert await known.address("push.example.org", late) == "93.184.215.14"
        with pytest.raises(Refusal):
            await known.address("push.example.org", private)

    asyncio.run(scenario())


def test_an_ipv6_network_is_one_place() -> None:
    assert reach.network("2001:db8::1") == reach.network("2001:db8::2") != reach.network("2001:db8:0:1::1")
    assert reach.network("93.184.215.14") == "93.184.215.14"

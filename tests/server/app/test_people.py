"""People without accounts: a cookie, a name, a link to another device, and the end of it."""

import asyncio

from lido.server.rooms.identity import LINK_SECONDS, Claim, Signer, cookie_in
from tests.server.service import SECRET, Service, Visitor, run


def test_a_visitor_gets_a_cookie_that_no_script_reads_and_no_other_page_sends(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            answer = await ann.http.get("/api/me")
            cookie = answer.headers["set-cookie"]
            assert "HttpOnly" in cookie
            assert "SameSite=Lax" in cookie
            assert answer.json()["key"] == ann.key
            assert answer.json()["name"] is None

    run(scenario)


def test_a_cookie_that_was_made_up_is_nobodys(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as eve:
            value = ann.http.cookies["lido"]
            eve.http.cookies.clear()
            eve.http.cookies.set("lido", value.replace(ann.key, eve.key))
            assert await eve.refused("PATCH", "/api/me", {"name": "Eve"}) == (401, "service.nobody")

    run(scenario)


def test_a_name_is_chosen_and_shown_to_those_at_the_table(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob:
            table = await ann.table("le-plouf", 2)
            one, other = await ann.at(table), await bob.at(table)
            await one.do("sit", seat=1)
            await ann.asked("PATCH", "/api/me", {"name": "  Zoé   B. "})
            await other.until(lambda heard: heard.get("info", {}).get("seats", [{}])[0].get("name") == "Zoé B.")
            for unseen in ("a\u202eb", "\u3164\u3164", "a\u2800", "\u0301", "\u200b"):
                assert await ann.refused("PATCH", "/api/me", {"name": unseen}) == (400, "service.name")
            assert await ann.refused("PATCH", "/api/me", {"nickname": "x"}) == (400, "service.body")
            seen = await bob.asked("GET", f"/api/people/{ann.key}")
            assert (seen["key"], seen["name"], seen["ratings"]) == (ann.key, "Zoé B.", {})

    run(scenario)


def test_a_face_is_drawn_shown_in_seats_chat_and_the_lobby_and_changed(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob:
            drawn = [(await visitor.asked("GET", "/api/me"))["face"] for visitor in (ann, bob)]
            assert drawn[0] != drawn[1]
            assert all(0 <= face < 2**32 for face in drawn)
            table = await ann.table("le-plouf", 2, public=True)
            one, other = await ann.at(table), await bob.at(table)
            await one.do("sit", seat=1)
            await other.until(lambda heard: heard.get("info", {}).get("seats", [{}])[0].get("face") == drawn[0])
            assert (await ann.asked("PATCH", "/api/me", {"face": 2**32 - 1}))["face"] == 2**32 - 1
            await other.until(lambda heard: heard.get("info", {}).get("seats", [{}])[0].get("face") == 2**32 - 1)
            ((sat, free),) = [info["seats"] for info in await ann.asked("GET", "/api/me/tables")]
            assert (sat["face"], "face" in free) == (2**32 - 1, False)
            await other.do("say", text="hello")
            assert (await one.until(lambda heard: heard["type"] == "chat"))["face"] == drawn[1]
            assert (await ann.asked("GET", f"/api/people/{bob.key}"))["face"] == drawn[1]
            for wrong in (-1, 2**32, "x"):
                assert await ann.refused("PATCH", "/api/me", {"face": wrong}) == (400, "service.body")

    run(scenario)


def test_a_personal_link_moves_an_identity_once(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as phone, Visitor(service) as thief:
            link = await ann.asked("POST", "/api/me/link")
            arrived = await phone.asked("POST", "/api/me/arrive", {"token": link["token"]})
            assert arrived["key"] == ann.key
            assert (await phone.asked("GET", "/api/me"))["key"] == ann.key
            assert await thief.refused("POST", "/api/me/arrive", {"token": link["token"]}) == (403, "service.link")
            assert (await thief.asked("GET", "/api/me"))["key"] == thief.key

    run(scenario)


def test_a_link_is_good_for_a_few_minutes_and_is_no_cookie() -> None:
    signer = Signer(b"secret")
    claim = Claim("ann", 0)
    token = signer.link(claim, now=1000.0)
    opened = signer.read_link(token, now=1000.0 + LINK_SECONDS)
    assert opened is not None
    assert opened.claim == claim
    assert signer.read_link(token, now=1001.0 + LINK_SECONDS) is None
    assert signer.read_cookie(token) is None
    assert signer.read_link(signer.cookie(claim), now=1000.0) is None
    assert Signer(b"another").read_link(token, now=1000.0) is None


def test_other_devices_can_be_signed_out(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as phone:
            table = await ann.table("le-plouf", 2)
            link = await ann.asked("POST", "/api/me/link")
            await phone.asked("POST", "/api/me/arrive", {"token": link["token"]})
            socket = await phone.at(table)
            await ann.asked("POST", "/api/me/only-here", {"secret": SECRET})
            assert (await socket.closed())[0] == 4401
            assert await phone.refused("GET", "/api/me/tables") == (401, "service.nobody")
            assert (await ann.asked("GET", "/api/me"))["key"] == ann.key

    run(scenario)


def test_an_answer_to_a_sign_out_that_is_lost_takes_nobody_their_identity(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as thief:
            old = ann.http.cookies["lido"]
            await ann.asked("POST", "/api/me/only-here", {"secret": SECRET})
            for visitor in (ann, thief):  # the answer was lost, and a thief has the cookie
                visitor.http.cookies.set("lido", old, domain="127.0.0.1")
            for visitor in (ann, thief):
                answer = await visitor.http.get("/api/me")
                assert (answer.status_code, answer.json()["code"]) == (401, "service.signed-out")
                assert "set-cookie" not in answer.headers
            wrong = {"secret": "a string of the thief"}
            assert await thief.refused("POST", "/api/me/only-here", wrong) == (401, "service.nobody")
            assert (await ann.asked("POST", "/api/me/only-here", {"secret": SECRET}))["key"] == ann.key
            assert (await ann.asked("POST", "/api/me"))["key"] == ann.key, "who has an identity keeps it"
            assert (await ann.asked("GET", "/api/me"))["key"] == ann.key
            new = (await thief.asked("POST", "/api/me"))["key"]
            assert new != ann.key
            assert (await thief.asked("GET", "/api/me"))["key"] == new

    run(scenario)


def test_a_signed_out_device_changes_nothing_however_often_it_tries(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as thief:
            link = await ann.asked("POST", "/api/me/link")
            await thief.asked("POST", "/api/me/arrive", {"token": link["token"]})
            stolen = thief.http.cookies["lido"]

            async def steal() -> list[int]:
                answers = []
                for number in range(40):
                    thief.http.cookies.set("lido", stolen)
                    answers.append((await thief.http.patch("/api/me", json={"name": f"thief {number}"})).status_code)
                return answers

            tries = asyncio.create_task(steal())
            await ann.asked("POST", "/api/me/only-here", {"secret": SECRET})
            await ann.asked("PATCH", "/api/me", {"name": "Ann"})
            assert (await tries)[-1] == 401
            me = await ann.asked("GET", "/api/me")
            assert (me["key"], me["name"]) == (ann.key, "Ann")

    run(scenario)


def test_a_person_deletes_their_identity_and_what_they_said(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob:
            await ann.asked("PATCH", "/api/me", {"name": "Ann"})
            table = await ann.table("le-plouf", 2)
            one, other = await ann.at(table), await bob.at(table)
            await one.do("sit", seat=1)
            await one.do("say", text="my secret")
            assert (await other.until(lambda heard: heard["type"] == "chat"))["text"] == "my secret"
            await ann.asked("DELETE", "/api/me")
            await one.closed()
            again = await bob.at(table)
            (talk,) = again.heard[0]["chat"]
            assert talk["text"] is None
            assert talk["name"] is None
            assert "name" not in again.info["seats"][0]
            assert await bob.refused("GET", f"/api/people/{ann.key}") == (404, "service.no-person")
            assert "lido" not in ann.http.cookies

    run(scenario)


def test_a_blocked_person_is_not_heard_and_cannot_sit_at_the_table_of_the_one_who_blocked_them(
    service: Service,
) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as eve, Visitor(service) as bob:
            await ann.asked("POST", f"/api/people/{eve.key}/block")
            assert (await ann.asked("GET", "/api/me"))["blocked"] == [eve.key]
            table = await ann.table("le-plouf", 2)
            host, blocked, other = await ann.at(table), await eve.at(table), await bob.at(table)
            assert await blocked.refused("sit", seat=1) == "service.blocked"
            n = await blocked.do("say", text="hello")
            await other.until(lambda heard: heard["type"] == "chat")
            await host.caught_up(n)
            await host.do("say", text="anybody?")
            await host.until(lambda heard: heard["type"] == "chat")
            assert [heard["text"] for heard in host.heard if heard["type"] == "chat"] == ["anybody?"]
            await ann.asked("DELETE", f"/api/people/{eve.key}/block")
            await blocked.do("sit", seat=1)

    run(scenario)


def test_cookies_of_others_on_the_same_host_hide_nobody() -> None:
    assert cookie_in('theme={"dark": [1, 2]}; lido=key.0.signature; other') == "key.0.signature"
    assert cookie_in("lidos=1") is None
    assert cookie_in(None) is None

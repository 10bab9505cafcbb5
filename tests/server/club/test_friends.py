"""Friends by a link, invitations, reactions, one's own history, and an identity on another device by a code."""

import asyncio
import json
from pathlib import Path

from lido.server.rooms.identity import FRIEND_SECONDS, Claim, Signer
from tests.server.club.push_server import PushServer, Receiver
from tests.server.postgres import Cluster
from tests.server.service import SECRET, Service, Visitor, begun, play_out, run


def test_friends_by_a_link_see_each_other_and_ask_each_other_to_tables(tmp_path: Path) -> None:
    with PushServer() as push, Service(tmp_path / "tables.db", push_to=push.address) as service:

        async def scenario() -> None:
            async with Visitor(service) as ann, Visitor(service) as bob, Visitor(service) as eve:
                await ann.asked("PATCH", "/api/me", {"name": "Ann"})
                phone = Receiver(f"{push.address}/bob")
                await bob.asked("POST", "/api/me/push", phone.subscription)
                token = (await ann.asked("POST", "/api/me/friend-link"))["token"]
                assert (await bob.asked("POST", "/api/friends/look", {"token": token}))["name"] == "Ann"
                assert await ann.refused("POST", "/api/friends", {"token": token}) == (403, "service.link")
                assert await bob.refused("POST", "/api/friends", {"token": token + "x"}) == (403, "service.link")
                await bob.asked("POST", "/api/friends", {"token": token})
                (friend,) = await bob.asked("GET", "/api/friends")
                assert (friend["key"], friend["here"], friend["tells"]) == (ann.key, False, False)
                await bob.asked("POST", f"/api/friends/{ann.key}/tell", {"on": True})
                # Ann comes, and Bob is told.
                await ann.connected("/api/lobby")
                came = await asyncio.to_thread(push.came.get, timeout=20)
                assert json.loads(phone.opened(came.body))["body"] == "Ann is here."
                assert (await bob.asked("GET", "/api/friends"))[0]["here"]
                # She asks him to her table; nobody else's friend is asked, and to no other table.
                table = await ann.table("le-plouf", 2)
                await ann.asked("POST", f"/api/friends/{bob.key}/invite/{table}")
                came = await asyncio.to_thread(push.came.get, timeout=20)
                told = json.loads(phone.opened(came.body))
                assert (told["body"], told["path"]) == ("Ann invites you to a table.", f"/t/{table}")
                assert [each["table"] for each in await bob.asked("GET", "/api/me/invitations")] == [table]
                refused = (400, "service.no-invitation")
                assert await ann.refused("POST", f"/api/friends/{eve.key}/invite/{table}") == refused
                assert await bob.refused("POST", f"/api/friends/{ann.key}/invite/{table}") == refused
                await ann.asked("DELETE", f"/api/friends/{bob.key}")
                assert await bob.asked("GET", "/api/friends") == []

        run(scenario)


def test_a_link_that_makes_friends_is_void_when_its_device_was_signed_out(tmp_path: Path) -> None:
    with Service(tmp_path / "tables.db") as service:

        async def scenario() -> None:
            async with Visitor(service) as ann, Visitor(service) as eve:
                token = {"token": (await ann.asked("POST", "/api/me/friend-link"))["token"]}
                await ann.asked("POST", "/api/me/only-here", {"secret": SECRET})
                for path in ("/api/friends/look", "/api/friends"):
                    assert await eve.refused("POST", path, token) == (403, "service.link")
                assert await ann.asked("GET", "/api/friends") == []
                new = {"token": (await ann.asked("POST", "/api/me/friend-link"))["token"]}
                await eve.asked("POST", "/api/friends", new)

        run(scenario)


def test_a_link_of_an_older_release_is_good_until_somebody_is_signed_out() -> None:
    signer, now = Signer(b"secret"), 1_000.0
    older = signer._signed("friend", f"ann.{int(now) + FRIEND_SECONDS}")
    assert signer.read_friend(older, now) == Claim("ann", 0)
    assert signer.read_friend(older, now + FRIEND_SECONDS + 1) is None
    assert signer.read_friend(signer.friend(Claim("ann", 3), now), now) == Claim("ann", 3)


def test_a_code_moves_an_identity_once(tmp_path: Path) -> None:
    with Service(tmp_path / "tables.db") as service:

        async def scenario() -> None:
            async with Visitor(service) as ann, Visitor(service) as phone:
                code = (await ann.asked("POST", "/api/me/link"))["code"]
                wrong = "AAAAAAAA" if code != "AAAAAAAA" else "BBBBBBBB"
                assert await phone.refused("POST", "/api/me/arrive", {"token": wrong}) == (403, "service.link")
                typed = f"{code[:4].lower()} {code[4:]}"
                assert (await phone.asked("POST", "/api/me/arrive", {"token": typed}))["key"] == ann.key
                assert await phone.refused("POST", "/api/me/arrive", {"token": code}) == (403, "service.link")
                for _ in range(20):
                    answer = await phone.refused("POST", "/api/me/arrive", {"token": wrong})
                assert answer == (429, "service.too-many")

        run(scenario)


def test_reactions_are_seen_at_every_node_and_not_by_who_blocks(postgres: Cluster, tmp_path: Path) -> None:
    database, log = postgres.database(), tmp_path / "log"
    with Service(database, log) as here, Service(database, log) as there:

        async def scenario() -> None:
            async with Visitor(here) as ann, Visitor(there) as bob, Visitor(here) as eve:
                table = await ann.table("le-plouf", 2)
                one, other, watcher = await ann.at(table), await bob.at(table), await eve.at(table)
                assert await watcher.refused("react", what="bravo") == "server.not-seated"
                await one.do("sit", seat=1)
                await eve.asked("POST", f"/api/people/{ann.key}/block")
                await one.do("react", what="wow")
                seen = await other.until(lambda heard: heard["type"] == "reaction")
                assert (seen["person"], seen["what"]) == (ann.key, "wow")
                await one.do("say", text="after that")
                await watcher.until(lambda heard: heard.get("event", {}).get("kind") == "said")
                assert all(heard["type"] != "reaction" for heard in watcher.heard)
                await one.send("react", number=99, what="rude")
                assert (await one.until(lambda heard: heard["type"] == "refused"))["code"] == "service.message"

        run(scenario)


def test_ones_history_has_results_and_what_one_is_good_at(tmp_path: Path) -> None:
    with Service(tmp_path / "tables.db") as service:

        async def scenario() -> None:
            async with Visitor(service) as ann, Visitor(service) as bob:
                for visitor in (ann, bob):
                    await visitor.asked("PATCH", "/api/me", {"rated": True})
                for loser in (1, 2, 2):
                    table = await ann.table("le-plouf", 2, rated=True)
                    places = [await ann.at(table), await bob.at(table)]
                    for seat, place in enumerate(places, 1):
                        await place.do("sit", seat=seat)
                    await begun(*places)
                    await places[loser - 1].do("resign", seat=loser)
                    await places[2 - loser].ended()
                table = await ann.table("plouf-party", 2, bots={2: "random"})
                alone = await ann.at(table)
                await alone.do("sit", seat=1)
                await begun(alone)
                await play_out(alone)
                mine = await ann.asked("GET", "/api/me/history")
                assert [game["result"] for game in mine["games"][1:]] == ["won", "won", "lost"]
                assert [game["others"][0].get("person") for game in mine["games"][1:]] == [bob.key] * 3
                (skill,) = (each for each in mine["skills"] if each["game"] == "le-plouf")
                assert (skill["won"], skill["drawn"], skill["lost"]) == (2, 0, 1)
                means = [point["mean"] for point in mine["ratings"]["le-plouf"]]
                assert means[0] < 25 < means[-1]
                assert mine["games"][0]["others"][0]["level"] == "random"
                assert [each["result"] for each in (await bob.asked("GET", "/api/me/history"))["games"]] == [
                    "lost", "lost", "won",
                ]  # fmt: skip

        run(scenario)

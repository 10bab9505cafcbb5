"""Several nodes on one PostgreSQL: any of them serves any table, and none of them is missed."""

import asyncio
from pathlib import Path

from tests.server.postgres import Cluster
from tests.server.service import Service, Visitor, begun, play_out, run


def test_people_at_different_nodes_and_a_bot_finish_a_game_though_a_node_dies(
    postgres: Cluster, tmp_path: Path
) -> None:
    database, log = postgres.database(), tmp_path / "log"
    with Service(database, log, lease_seconds=1) as here, Service(database, log, lease_seconds=1) as there:

        async def scenario() -> None:
            async with Visitor(here) as ann, Visitor(there) as bob:
                table = await ann.table("le-plouf", 3, bots={3: "random"}, public=True)
                one, other = await ann.at(table), await bob.at(table)
                await one.do("sit", seat=1)
                await other.until(lambda heard: heard.get("event", {}).get("kind") == "sat")
                while not all(seat.get("present") for seat in other.info["seats"][:1]):
                    await other.read()
                await other.do("sit", seat=2)
                await begun(one, other)
                await ann.asked("PATCH", "/api/me", {"name": "Ann"})
                while other.info["seats"][0].get("name") != "Ann":
                    await other.read()
                await one.do("say", text="good luck")
                assert (await other.until(lambda heard: heard["type"] == "chat"))["text"] == "good luck"
                here.kill()
                ann.service = there
                again = await ann.at(table, seen=one.n)
                await asyncio.gather(play_out(again, other))
                assert again.info["payoffs"] == other.info["payoffs"]

        run(scenario)

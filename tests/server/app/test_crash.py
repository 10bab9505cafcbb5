"""What is left of tables when the service ends: by a power cut, or as it should."""

import asyncio
import signal
from pathlib import Path

from tests.server.service import Service, Visitor, begun, first_move, play_out, run


def test_nothing_acknowledged_is_lost_when_the_service_is_killed_and_bots_go_on(tmp_path: Path) -> None:
    service = Service(tmp_path / "tables.db", lease_seconds=1, cold=True).start()

    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob:
            table, with_bot = await ann.table("le-plouf", 2), await ann.table("le-plouf", 2, bots={2: "random"})
            one, other = await ann.at(table, client="a"), await bob.at(table, client="b")
            await one.do("sit", seat=1)
            await other.do("sit", seat=2)
            await begun(one, other)
            started = other.n
            text, _ = first_move(one)
            n = await one.do("move", seat=1, move=text)
            against = await ann.at(with_bot)
            await against.do("sit", seat=1)
            await begun(against)
            await against.do("move", seat=1, move=first_move(against)[0])

            service.kill()
            service.start(cold=False)

            again, back = await ann.at(table, seen=one.n, client="a"), await bob.at(table, seen=started, client="b")
            back.number = other.number
            assert again.n == n
            assert [missed["n"] for missed in back.heard[0]["missed"]] == [n]
            assert await again.do("move", seat=1, move=text, number=one.number) == n
            await play_out(again, back, await ann.at(with_bot))
            assert again.info["payoffs"] == back.info["payoffs"]

    try:
        run(scenario)
    finally:
        service.stop()


def test_a_service_that_is_told_to_stop_says_so_to_everybody(tmp_path: Path) -> None:
    service = Service(tmp_path / "tables.db").start()

    async def scenario() -> None:
        async with Visitor(service) as ann:
            table = await ann.table("le-plouf", 2)
            socket, lobby = await ann.at(table), await ann.connected("/api/lobby")
            await lobby.read()
            await socket.do("sit", seat=1)
            assert await asyncio.to_thread(service.stop) == 0
            for each in (socket, lobby):
                assert await each.closed() == (1012, "the service restarts")
            assert [line["event"] for line in service.logged() if line["level"] == "error"] == []

    run(scenario)


def test_a_node_that_was_stopped_for_a_while_flags_nobody(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Visitor(service) as one, Visitor(service) as other:
            table = await one.table("le-plouf", 2, clock={"seconds": 2})
            sockets = [await visitor.at(table) for visitor in (one, other)]
            for seat, socket in enumerate(sockets, start=1):
                await socket.do("sit", seat=seat)
            await begun(*sockets)
            service.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(4)
            service.process.send_signal(signal.SIGCONT)
            await sockets[0].do("move", seat=1, move="c1")
            heard = [message["event"]["kind"] for message in sockets[0].heard if message["type"] == "news"]
            assert "resumed" in heard

    with Service(tmp_path / "tables.db") as service:
        run(scenario)

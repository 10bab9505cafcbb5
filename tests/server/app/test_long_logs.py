"""A long log over real sockets."""

from pathlib import Path

from lido.server.rooms.long_logs import PART
from tests.server.service import Service, Socket, Visitor, run


def test_a_long_log_comes_in_parts_also_to_somebody_who_reads_late(tmp_path: Path) -> None:
    async def scenario() -> None:
        with Service(tmp_path / "tables.db", talk_each=10_000, entries_each=10_000) as service:
            async with Visitor(service) as ann, Visitor(service) as ben:
                table = await ann.table("le-plouf", 2)
                socket = await ann.at(table)
                await socket.do("sit", seat=1)
                while told(socket) < 1.2 * PART:
                    for number in range(40):
                        await socket.send("say", number=socket.number + number + 1, text="x")
                    socket.number += 40
                    await socket.until(lambda message: message.get("number") == socket.number)
                late = await ben.connected(f"/api/tables/{table}/socket?seen=0")
                late.outbox.transport.pause_reading()
                await socket.do("say", text="the table goes on")
                late.outbox.transport.resume_reading()
                await late.until(lambda message: message["type"] == "welcome")
                *parts, welcome = late.heard
                assert [part["type"] for part in parts] == ["missed"]
                found = [news for part in parts for news in part["news"]] + welcome["missed"]
                assert [news["n"] for news in found] == list(range(1, welcome["n"] + 1))

    run(scenario)


def told(socket: Socket) -> int:
    """Bytes of the entries that a socket was told of."""
    return sum(len(text) for text in socket.raw if str(text).startswith('{"type":"news"'))

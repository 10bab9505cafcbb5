"""Records of finished games: shared by all who ask for them, limited in all, and sent in pieces."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from lido.errors import Refusal
from lido.server.messages import Resign
from lido.server.rooms import finished
from lido.server.rooms.room import Room
from lido.server.transport import answers
from lido.server.transport.answers import in_pieces
from tests.server.hub.desk import Desk, asked, on


async def over(desk: Desk) -> Room:
    """A table whose game is over."""
    room = await desk.begin()
    await room.carry_out(desk.connections[0], Resign(number=2, seat=1))
    return room


def count_readings(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables whose log is read from now on."""
    tables, read = list[str](), desk.store.entries

    async def entries(table: str, after: int = 0, limit: int | None = None) -> Any:
        tables.append(table)
        return await read(table, after, limit)

    monkeypatch.setattr(desk.store, "entries", entries)
    return tables


def test_a_record_that_is_longer_than_what_stays_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished, "MOST_BYTES", 1)

    async def scenario(desk: Desk) -> None:
        one, other = await over(desk), await over(desk)
        readings = count_readings(desk, monkeypatch)
        for _ in range(2):
            await desk.hub.record(one.id)
        assert readings == [one.id], "the newest stays"
        sent = await desk.hub.record(one.id)
        await desk.hub.record(other.id)
        assert await desk.hub.record(one.id) is sent, "so does one that is being sent"
        assert readings == [one.id, other.id]
        together = [desk.hub.record(other.id, f"192.0.2.{number}") for number in range(5)]
        assert len(set(map(id, await asyncio.gather(*together)))) <= 2
        assert len(readings) <= 4

    on(tmp_path, scenario)


def test_what_is_being_sent_is_limited_in_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        one, other = await over(desk), await over(desk)
        sent = await desk.hub.record(one.id)
        monkeypatch.setattr(finished, "MOST_BYTES", 1)
        monkeypatch.setattr(finished, "MOST_SENT", len(sent.document) + other.table.size)
        last = await desk.hub.record(other.id)
        third = await over(desk)
        with pytest.raises(Refusal) as refused:
            await desk.hub.record(third.id)
        assert refused.value.code == "service.not-now"
        assert await desk.hub.record(one.id) is sent, "for those that are sent already, nothing more is needed"
        del sent, last
        assert await desk.hub.record(third.id), "when one has been sent, there is room again"

    on(tmp_path, scenario)


def test_a_record_is_shared_until_it_has_been_sent_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished, "MOST_BYTES", 1)
    monkeypatch.setattr(answers, "PIECE", 100)

    async def scenario(desk: Desk) -> None:
        room, other, messages = await over(desk), await over(desk), list[dict[str, Any]]()
        readings, reads = count_readings(desk, monkeypatch), asyncio.Event()

        async def send(message: dict[str, Any]) -> None:
            messages.append(message)
            await reads.wait()

        answering = asyncio.create_task(asked(desk.hub, "GET", f"/api/tables/{room.id}/record", in_pieces(send)))
        while not messages:
            await asyncio.sleep(0.01)
        await desk.hub.record(other.id)
        await desk.hub.record(room.id)
        assert readings == [room.id, other.id]
        reads.set()
        await answering
        bodies = [message["body"] for message in messages[1:]]
        assert max(map(len, bodies)) == 100
        assert [message.get("more_body", False) for message in messages[1:]] == [True] * (len(bodies) - 1) + [False]
        assert len(json.loads(b"".join(bodies))["log"]) == room.table.n

    on(tmp_path, scenario)

"""A database that an earlier version wrote: a game that was stopped, with chat and ratings, and one that goes on."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import lido
from lido.server.messages import Move
from lido.server.rooms.connection import Connection
from lido.server.rooms.outbox import Outbox
from lido.verify import findings
from tests.server.hub.desk import Desk, Ear, on

DUMP = Path(__file__).parents[1] / "store" / "version-1.sql"
STOPPED, RUNNING = "67669a947794b2ef", "27a6732b77fb159d"
WINNER = "TlG79UOexzzk"
KEY = bytes.fromhex("e79853a95e6c933fe64eb30fde87cb05e9b5a0d721ae5a23435a5cf41bb3d55f")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with closing(sqlite3.connect(tmp_path / "tables.db")) as database:
        database.executescript(DUMP.read_text())
    return tmp_path


def test_the_key_that_signs_cookies_is_kept(folder: Path) -> None:
    async def scenario(desk: Desk) -> None:
        await desk.store.ready()
        assert await desk.store.key() == KEY

    on(folder, scenario)


def test_everybody_has_got_a_face(folder: Path) -> None:
    async def scenario(desk: Desk) -> None:
        seats = (await desk.hub.info(RUNNING)).seats
        faces = {seat.face for seat in seats if seat.person}
        assert len(faces) == 2
        assert all(face is not None and 0 <= face < 2**32 for face in faces)

    on(folder, scenario)


def test_a_finished_game_replays_and_is_proved_fair(folder: Path) -> None:
    async def scenario(desk: Desk) -> None:
        record = json.loads((await desk.hub.record(STOPPED)).document)
        assert record["seats"] == ["Ana", "Bo"]
        assert len(lido.replay(record).moves) == 6
        assert [finding.code for finding in findings(record)][-1] == "verify.stopped"
        assert list((await desk.store.texts(STOPPED)).values()) == ["Well played!"]
        assert [head.table for head in await desk.store.tables_of(WINNER)] == [STOPPED]
        ((mean, _),) = (await desk.store.ratings("croc-pool", [WINNER])).values()
        assert mean > 25

    on(folder, scenario)


def test_a_running_game_goes_on(folder: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.hub.known_room(RUNNING)
        assert len(room.table.running().moves) == 3
        seat = room.table.turn
        assert seat
        ear = Ear()
        connection = Connection(Outbox(ear.send), room.table.seat(seat).person or "", "new", "en")
        await room.enter(connection, None)
        await room.carry_out(connection, Move(number=1, seat=seat, move=room.table.running().legal_moves()[0]))
        assert ear.kinds()[-2:] == ["done", "moved"]
        assert [info.table for info in await desk.hub.lobby.tables()] == [RUNNING]

    on(folder, scenario)

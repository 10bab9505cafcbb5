"""This version reads what released versions wrote, and speaks with their pages."""

import json
import sqlite3
from contextlib import closing
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import lido
from lido.server.messages import Move
from lido.server.rooms.connection import Connection
from lido.server.rooms.outbox import Outbox
from lido.server.schema import schema
from lido.server.store.schema import MIGRATIONS
from lido.verify import findings
from tests.releases.schemas import Side, refused
from tests.server.hub.desk import Desk, Ear, on

HERE = Path(__file__).parent
RELEASES = sorted(path.parent for path in HERE.glob("*/database.json"))
SENT, GOT = {"$ref": "#/$defs/sent"}, {"$ref": "#/$defs/got"}


@pytest.fixture(params=RELEASES, ids=[path.name for path in RELEASES])
def release(request: pytest.FixtureRequest) -> Path:
    folder: Path = request.param
    return folder


def kept(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def test_there_is_a_release() -> None:
    assert RELEASES


def test_its_records_replay(release: Path) -> None:
    for game in (path for path in release.glob("*.json") if (HERE.parent / "records" / path.stem).is_dir()):
        record = kept(game)
        match = lido.replay(record)
        assert match.result
        assert [list(match.result.payoffs), match.result.reason] == list(record["result"].values())


def test_its_database_is_carried_on(release: Path, tmp_path: Path) -> None:
    tables = kept(release / "database.json")
    assert tables["migrations"] <= len(MIGRATIONS)
    with closing(sqlite3.connect(tmp_path / "tables.db")) as database:
        database.executescript((release / "database.sql").read_text("utf-8"))

    async def scenario(desk: Desk) -> None:
        record = json.loads((await desk.hub.record(tables["stopped"]["table"])).document)
        assert record["moves"] == tables["stopped"]["moves"]
        assert [finding.code for finding in findings(record)][-1] == "verify.stopped"
        assert list((await desk.store.texts(tables["stopped"]["table"])).values()) == ["Well played!"]
        assert [head.table for head in await desk.store.tables_of(tables["winner"])] == [tables["stopped"]["table"]]
        room = await desk.hub.known_room(tables["running"]["table"])
        match = room.table.running()
        assert list(match.moves) == tables["running"]["moves"]
        seat = match.turn
        assert seat
        ear = Ear()
        connection = Connection(Outbox(ear.send), room.table.seat(seat).person or "", "new", "en")
        await room.enter(connection, None)
        await room.carry_out(connection, Move(number=1, seat=seat, move=match.legal_moves()[0]))
        assert ear.kinds()[-2:] == ["done", "moved"]

    on(tmp_path, scenario)


def told(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """What a page of the old version would send or get in vain. A message of a new kind is ignored by it."""
    kinds = {option["$ref"] for option in old["$defs"]["got"]["anyOf"]}
    known = {"anyOf": [option for option in new["$defs"]["got"]["anyOf"] if option["$ref"] in kinds]}
    return [*refused(Side(SENT, new), Side(SENT, old)), *refused(Side(GOT, old), Side(known, new))]


def test_its_page_still_understands_the_service(release: Path) -> None:
    assert told(kept(release / "messages.schema.json"), schema()) == []


@pytest.mark.parametrize(
    ("message", "change"),
    [
        ("Sit", lambda it: it["properties"].pop("name")),
        ("Sit", lambda it: it["required"].append("name")),
        ("Move", lambda it: it["properties"]["move"].update(maxLength=3)),
        ("Reveal", lambda it: it["properties"]["do"].update(enum=["show"])),
        ("Welcome", lambda it: it["required"].remove("info")),
        ("Welcome", lambda it: it["properties"]["n"].update(type="string")),
        ("Info", lambda it: it["required"].remove("game")),
    ],
)
def test_a_message_that_has_changed_for_older_pages_is_found(message: str, change: Any) -> None:
    old, new = schema(), deepcopy(schema())
    assert told(old, new) == []
    change(new["$defs"][message])
    assert told(old, new)

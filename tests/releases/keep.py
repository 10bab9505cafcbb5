"""Keeps what this version writes, for later versions to read: `python -m tests.releases.keep`. `make release` does it.

That is a record of every game, a database with a finished and a running game, and the schema of the messages.
"""

import json
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import lido
from lido.server.messages import Move, Resign, Say
from lido.server.schema import text
from lido.server.store.schema import MIGRATIONS
from lido.version import VERSION
from tests.server.hub.desk import Desk, on

HERE = Path(__file__).parent
RECORDS = HERE.parent / "records"


def main() -> None:
    """Keep what this version writes in a folder of its own."""
    folder = HERE / VERSION
    folder.mkdir(exist_ok=True)
    (folder / "messages.schema.json").write_text(text(), "utf-8")
    for game in sorted(RECORDS.iterdir()):
        finished = next(path for path in sorted(game.glob("*.json")) if json.loads(path.read_bytes()).get("result"))
        record = lido.replay(finished.read_bytes()).record()
        (folder / f"{game.name}.json").write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    with tempfile.TemporaryDirectory() as work:
        tables: dict[str, Any] = {"migrations": len(MIGRATIONS)}
        on(Path(work), lambda desk: _played(desk, tables))
        with closing(sqlite3.connect(Path(work) / "tables.db")) as database:
            (folder / "database.sql").write_text("\n".join(database.iterdump()) + "\n", "utf-8")
    (folder / "database.json").write_text(json.dumps(tables, indent=1) + "\n", "utf-8")


async def _played(desk: Desk, tables: dict[str, Any]) -> None:
    """A game that goes on, and one with chat that was given up."""
    for name in ("running", "stopped"):
        room = await desk.begin(game="plouf-party", players=3) if name == "running" else await desk.begin()
        for number in range(2, 8):
            seat = room.table.turn
            assert seat
            move = room.table.running().legal_moves()[0]
            await room.carry_out(desk.connections[seat - 1], Move(number=number, seat=seat, move=move))
        tables[name] = {"table": room.id, "moves": room.table.running().moves}
    await room.carry_out(desk.connections[0], Say(number=20, text="Well played!"))
    await room.carry_out(desk.connections[1], Resign(number=20, seat=2))
    tables["winner"] = desk.connections[0].person


if __name__ == "__main__":
    main()

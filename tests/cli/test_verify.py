"""`lido verify` and `lido backup`."""

import asyncio
import json
from pathlib import Path

from lido.server.store import Store, open_store
from tests.cli.conftest import Lido
from tests.server.store.scenes import new, on
from tests.test_verify import recorded, stopped


def test_every_check_is_a_line(lido: Lido, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(recorded()))
    shown = lido("verify", str(file))
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert len(shown.stdout.splitlines()) == 7
    assert all(line.startswith("✓ ") for line in shown.stdout.splitlines())
    assert "SHA-256" in lido("verify", str(file), "--lang", "fr").stdout


def test_what_could_not_be_checked_has_another_mark(lido: Lido, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(recorded() | {"log": []}))
    said = lido("verify", str(file)).stdout.splitlines()
    assert [line[0] for line in said] == ["✓", "✓", "–"]
    assert "no log of a table" in said[2]


def test_the_first_thing_that_is_false_ends_it(lido: Lido, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(recorded() | {"log": stopped()["log"]}))
    shown = lido("verify", str(file))
    assert shown.exit_code == 1
    assert len(shown.stdout.splitlines()) == 3
    assert shown.stderr.startswith("✗ The log is of another game")


def test_what_is_no_record_gets_a_sentence(lido: Lido, tmp_path: Path) -> None:
    shown = lido("verify", str(tmp_path / "missing.json"))
    assert shown.exit_code == 1
    assert "missing.json cannot be read" in shown.stderr


def test_a_backup_is_a_database_that_can_be_served(lido: Lido, tmp_path: Path) -> None:
    source, target = tmp_path / "lido.db", tmp_path / "copy.db"

    async def scenario(store: Store) -> None:
        await store.append(new("t"))
        shown = await asyncio.to_thread(lido, "backup", str(source), str(target))
        assert shown.exit_code == 0
        assert "copy.db" in shown.words

    async def restored() -> None:
        store = await open_store(str(target))
        assert len(await store.entries("t")) == 1
        await store.close()

    on(str(source), scenario)
    asyncio.run(restored())


def test_what_cannot_be_copied_gets_a_sentence(lido: Lido, tmp_path: Path) -> None:
    shown = lido("backup", str(tmp_path / "missing.db"), str(tmp_path / "copy.db"))
    assert shown.exit_code == 1
    assert "missing.db could not be copied" in shown.stderr
    assert list(tmp_path.glob("*.db")) == []


def test_postgresql_is_left_to_its_own_tools(lido: Lido) -> None:
    shown = lido("backup", "postgresql://someone:secret@host/lido", "copy.dump")
    assert shown.exit_code == 1
    assert "pg_dump" in shown.stderr
    assert "secret" not in shown.stderr

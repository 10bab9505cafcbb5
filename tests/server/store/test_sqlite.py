"""What only a SQLite file can meet: syncs, kills, full disks, other processes, copies."""

import asyncio
import os
import platform
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from lido.errors import NotKept
from lido.server.store import Store, open_store
from lido.server.store.file import PATIENCE, backup
from tests.server.store.scenes import more, moves, new, on, person

ROOT = Path(__file__).parents[3]
CHILD = [sys.executable, "-m", "tests.server.store.child"]
HEADERS_OF = f"{platform.machine()}-linux-gnu"
"""Named, so that the compiler takes the headers it brings: a bare machine has none."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "lido.db"


def refusal(path: Path) -> str:
    """The code of the sentence with which a file is not opened."""
    with pytest.raises(NotKept) as refused:
        asyncio.run(open_store(str(path)))
    return refused.value.code


# On disk before anybody is told


def test_every_entry_is_synced_before_it_is_acknowledged(path: Path, tmp_path: Path) -> None:
    watch, seen, count = tmp_path / "syncs.so", tmp_path / "seen", 20
    source = Path(__file__).with_name("syncs.c")
    compiler = [sys.executable, "-m", "ziglang", "cc", "-target", HEADERS_OF, "-shared", "-fPIC", "-fno-sanitize=all"]
    subprocess.run([*compiler, "-o", watch, source], check=True, capture_output=True)
    env = os.environ | {"LD_PRELOAD": str(watch), "SYNCS": str(seen)}
    done = subprocess.run([*CHILD, path, str(count)], cwd=ROOT, env=env, capture_output=True, check=True)
    assert done.stdout.split() == [word for n in range(1, count + 1) for word in (b"written", str(n).encode())]
    calls = seen.read_text().split()
    assert calls.count("told") == count
    assert calls.count("wal") >= count
    for at in (at for at, call in enumerate(calls) if call == "told"):
        before = [call for call in calls[:at] if call != "told"]
        assert before[-1] == "sync", "not on disk when it was acknowledged"


@pytest.mark.parametrize("enough", [1, 7, 40])
def test_a_process_that_is_killed_loses_nothing_that_it_acknowledged(path: Path, enough: int) -> None:
    with subprocess.Popen([*CHILD, path, "1000000"], cwd=ROOT, stdout=subprocess.PIPE) as child:
        assert child.stdout
        acknowledged = [next(child.stdout) for _ in range(enough)]
        child.kill()
        acknowledged += child.stdout.readlines()

    async def scenario(store: Store) -> None:
        entries = await store.entries("t")
        assert len(entries) >= len(acknowledged) >= enough
        await store.append(more(moves("t", 1, entries[-1])))

    on(str(path), scenario)


# Disks that fail


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """For a while no file can grow beyond a size, as if the disk were full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_on_a_full_disk_nothing_is_half_written_and_play_goes_on_when_there_is_room(path: Path) -> None:
    async def scenario(store: Store) -> None:
        first = new("t", 3)
        await store.append(first)
        wal = path.with_name("lido.db-wal").stat().st_size
        large = moves("t", 400, first.entries[-1])
        with files_of_at_most(wal + 5000):
            done = await asyncio.gather(
                store.append(more(large, "c", 1)), store.append(new("u")), store.ready(), return_exceptions=True
            )
        assert [type(one) for one in done] == [NotKept] * 3
        assert isinstance(done[0], NotKept)
        assert done[0].code == "server.not-kept"
        assert await store.entries("t") == first.entries
        assert await store.entries("u") == []
        assert await store.origins("t") == {}
        await store.ready()
        await store.append(more(large, "c", 1))
        assert len(await store.entries("t")) == 403

    on(str(path), scenario)


def test_a_file_that_another_program_locks_is_not_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lido.server.store.file.PATIENCE", 0.01)

    async def scenario(store: Store) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(NotKept) as refused:
                await store.append(new("t"))
            assert "locked" in refused.value.said("fr")
            other.execute("ROLLBACK")
        await store.append(new("t"))

    on(str(path), scenario)


def test_while_another_program_writes_the_loop_goes_on_and_what_is_written_follows(path: Path) -> None:
    async def scenario(store: Store) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            writing = [asyncio.create_task(store.append(new(table))) for table in "tu"]
            began = asyncio.get_running_loop().time()
            done, _ = await asyncio.wait(writing, timeout=0.1)
            assert not done
            assert asyncio.get_running_loop().time() - began < PATIENCE, "the loop waited as well"
            other.execute("ROLLBACK")
        await asyncio.gather(*writing)
        assert [len(await store.entries(table)) for table in "tu"] == [1, 1]

    on(str(path), scenario)


def test_what_waits_when_a_store_is_closed_is_written(path: Path) -> None:
    async def scenario(store: Store) -> None:
        first = new("t")
        later = [more(moves("t", 1, first.entries[-1])), new("u")]
        writing = [asyncio.create_task(store.append(what)) for what in (first, *later)]
        await asyncio.sleep(0)  # they begin
        await store.close()
        await asyncio.gather(*writing)
        with pytest.raises(NotKept):
            await store.append(new("v"))

    async def written(store: Store) -> None:
        assert [len(await store.entries(table)) for table in "tu"] == [2, 1]

    on(str(path), scenario)
    on(str(path), written)


# Files that cannot be served


def test_one_process_at_a_time_serves_a_file(path: Path) -> None:
    async def scenario(store: Store) -> None:
        await store.append(new("t"))
        other = await asyncio.create_subprocess_exec(*CHILD, path, "1", cwd=ROOT, stderr=subprocess.PIPE)
        _, said = await other.communicate()
        assert other.returncode
        assert b"already served" in said
        assert len(await store.entries("t")) == 1

    on(str(path), scenario)
    on(str(path), scenario_of_nothing)


async def scenario_of_nothing(store: Store) -> None:
    await store.ready()


@pytest.mark.parametrize("how", ["symbolic link", "hard link", "new name", "another file at its name"])
def test_the_lock_follows_the_file_and_holds_for_its_name(path: Path, tmp_path: Path, how: str) -> None:
    other = tmp_path / "elsewhere" / "other.db"
    other.parent.mkdir()

    async def scenario(store: Store) -> None:
        opened = other
        if how == "symbolic link":
            other.symlink_to(path)
        elif how == "hard link":
            other.hardlink_to(path)
        elif how == "new name":
            path.rename(other)
        else:
            path.rename(other)
            opened = path
        with pytest.raises(NotKept) as refused:
            await open_store(str(opened))
        assert refused.value.code == "server.store-served"

    on(str(path), scenario)


def test_what_is_no_database_is_left_as_it_is(path: Path) -> None:
    path.write_text("a shopping list, long enough to be read as the head of a database" * 20)
    assert refusal(path) == "server.store-open"
    assert path.read_text().startswith("a shopping list")


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    assert refusal(tmp_path) == "server.store-open"


def test_no_database_is_made_below_a_file(path: Path) -> None:
    path.write_text("")
    assert refusal(path / "lido.db") == "server.store-open"


def test_the_database_of_another_program_is_left_as_it_is(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE people (shoe_size)")
    before = path.read_bytes()
    assert refusal(path) == "server.store-other"
    assert path.read_bytes()[100:] == before[100:]


def test_a_file_that_may_not_be_written_is_not_opened(path: Path, tmp_path: Path) -> None:
    on(str(path), scenario_of_nothing)
    for file in tmp_path.iterdir():
        file.chmod(0o444)
    with nobody_special(tmp_path):
        assert refusal(path) == "server.store-open"


@contextmanager
def nobody_special(folder: Path) -> Iterator[None]:
    """For a while this process has no rights over other people's files, even if root runs it."""
    if os.geteuid() != 0:
        yield
        return
    for above in (folder, *folder.parents[:3]):
        above.chmod(0o755)
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_new_file_is_for_its_owner_alone(path: Path) -> None:
    async def scenario(store: Store) -> None:
        await store.append(new("t"))
        files = list(path.parent.iterdir())
        assert len(files) >= 3
        assert {file.stat().st_mode & 0o077 for file in files} == {0}

    on(str(path), scenario)


# Copies


def test_a_copy_of_a_live_database_is_all_of_it_at_one_moment(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"

    async def scenario(store: Store) -> None:
        first = new("t", 50)
        await store.append(first)
        playing = asyncio.create_task(play(store))
        await asyncio.to_thread(backup, path, copy)
        playing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await playing

    async def play(store: Store) -> None:
        entries = await store.entries("t")
        while True:
            entries = moves("t", 1, entries[-1])
            await store.append(more(entries))

    async def restored(store: Store) -> None:
        entries = await store.entries("t")
        assert len(entries) >= 50
        assert [entry.body.before for entry in entries[1:]] == [entry.hash for entry in entries[:-1]]
        await store.append(more(moves("t", 1, entries[-1])))

    on(str(path), scenario)
    assert copy.stat().st_mode & 0o077 == 0
    assert not list(tmp_path.glob("copy.db-*"))
    on(str(copy), restored)


def test_a_copy_replaces_an_older_one(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"

    async def renamed(store: Store) -> None:
        await store.new_person(person("p", "old"))
        await asyncio.to_thread(backup, path, copy)
        await store.change_person(person("p", "new"))
        await asyncio.to_thread(backup, path, copy)

    async def restored(store: Store) -> None:
        assert await store.person("p") == person("p", "new")

    on(str(path), renamed)
    on(str(copy), restored)


@pytest.mark.parametrize("source", ["missing.db", "list.txt"])
def test_what_cannot_be_copied_leaves_the_target_alone(tmp_path: Path, source: str) -> None:
    (tmp_path / "list.txt").write_text("a shopping list" * 100)
    (tmp_path / "copy.db").write_text("an older copy")
    with pytest.raises(NotKept) as refused:
        backup(tmp_path / source, tmp_path / "copy.db")
    assert source in refused.value.said("en")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy.db", "list.txt"]
    assert (tmp_path / "copy.db").read_text() == "an older copy"


def test_a_copy_for_which_there_is_no_room_leaves_the_target_alone(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_text("an older copy")

    async def scenario(store: Store) -> None:
        await store.append(new("t", 100))
        with files_of_at_most(8192), pytest.raises(NotKept):
            backup(path, copy)

    on(str(path), scenario)
    assert copy.read_text() == "an older copy"
    assert not list(tmp_path.glob(".copy*"))

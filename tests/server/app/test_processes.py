"""Several processes behind one address: one that dies is replaced, and they all stop together."""

import os
import signal
import time
from pathlib import Path

import httpx
import pytest

from lido.errors import BadSetup
from lido.server import processes
from lido.server.settings import Settings
from tests.server.postgres import Cluster
from tests.server.service import PATIENCE, Service, Visitor, begun, play_out, run


def _nodes(service: Service) -> set[int]:
    """The processes that have said that they serve, but those that are gone."""
    started = {line["pid"] for line in service.logged() if line["event"] == "started"}
    return {pid for pid in started if Path(f"/proc/{pid}").exists() and _is_running(pid)}


def _is_running(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


def _wait_for(count: int, service: Service, but: frozenset[int] = frozenset()) -> set[int]:
    until = time.monotonic() + PATIENCE
    while len(found := _nodes(service) - but) != count:
        assert time.monotonic() < until, f"{found} serve"
        time.sleep(0.1)
    return found


def test_people_at_one_address_play_by_several_processes_though_one_dies(postgres: Cluster, tmp_path: Path) -> None:
    with Service(postgres.database(), tmp_path / "log", processes=2, lease_seconds=1) as service:
        before = _wait_for(2, service)

        async def scenario() -> None:
            async with Visitor(service) as ann, Visitor(service) as bob:
                table = await ann.table("le-plouf", 2)
                one, other = await ann.at(table), await bob.at(table)
                await one.do("sit", seat=1)
                await other.do("sit", seat=2)
                await begun(one, other)
                await play_out(one, other)
                assert one.info["payoffs"] == other.info["payoffs"]

        run(scenario)
        victim = min(before)
        os.kill(victim, signal.SIGKILL)
        _wait_for(2, service, but=frozenset({victim}))
        assert httpx.get(f"{service.address}/ready").status_code == httpx.codes.OK
        assert service.stop() == 0
        _wait_for(0, service)


def test_no_process_outlives_the_supervisor(postgres: Cluster, tmp_path: Path) -> None:
    service = Service(postgres.database(), tmp_path / "log", processes=2, cold=True).start()
    _wait_for(2, service)
    service.kill()
    _wait_for(0, service)


def test_sqlite_is_for_one_process(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "tables.db"), processes=2)
    with pytest.raises(BadSetup) as refused:
        processes.count(settings)
    assert refused.value.code == "service.setting-processes"


def test_zero_is_one_process_a_core() -> None:
    assert processes.count(Settings(database="postgresql://localhost/lido", processes=0)) == (os.cpu_count() or 1)

"""A report played by a Ray cluster of two workers. Ray is large: `make ray` installs it and runs this."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from ray.cluster_utils import Cluster

from lido.errors import BadSetup, LidoError
from lido.lab.cluster import on_cluster
from lido.lab.outcome import play
from lido.lab.processes import Job
from lido.lab.setup import set_up
from tests.cli.conftest import Lido

REPORT = ("report", "le-plouf", "--games", "13", "--iterations", "2")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where a cluster of two machines, each with one processor, can be joined."""
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    cluster.add_node(num_cpus=1)
    yield cluster.address
    cluster.shutdown()


def test_a_cluster_plays_the_same_games_as_this_process(address: str) -> None:
    setup = set_up("le-plouf", ["random", "gentle"], iterations=5)
    together = dict(on_cluster(address)([Job(setup, number) for number in range(1, 9)]))
    assert together == {number - 1: play(setup, number) for number in range(1, 9)}


def test_a_report_is_the_same_wherever_it_is_played(address: str, lido: Lido, tmp_path: Path) -> None:
    here, there = tmp_path / "here.html", tmp_path / "there.html"
    assert lido(*REPORT, "--out", str(here)).exit_code == 0
    assert lido(*REPORT, "--out", str(there), "--ray", address).exit_code == 0
    assert there.read_bytes() == here.read_bytes()


def test_a_game_that_fails_ends_it_with_a_sentence(address: str) -> None:
    setup = msgspec.structs.replace(set_up("le-plouf", ["random", "random"]), options={"depth": 3})
    with pytest.raises(LidoError, match=r"Game 1 could not be played: .*no option called 'depth'"):
        list(on_cluster(address)([Job(setup, 1)]))


def test_a_cluster_that_is_not_there_is_refused_with_a_sentence() -> None:
    with pytest.raises(BadSetup, match="No Ray cluster"):
        list(on_cluster("127.0.0.1:1")([Job(set_up("le-plouf", ["random", "random"]), 1)]))

"""Plays many games on a Ray cluster. Needs the extra `ray` on every machine of the cluster."""

import logging
import os
import socket
from collections.abc import Generator, Sequence
from itertools import islice
from typing import Any

import ray
from ray.exceptions import RayError

from lido.errors import BadSetup, LidoError
from lido.lab.outcome import Outcome
from lido.lab.processes import Executor, Job, tried

AHEAD = 2
"""Games submitted for each processor, so that none is ever idle."""

PATIENCE = 5
"""Seconds to wait for a connection."""


def on_cluster(address: str | None) -> Executor:
    """An executor for the cluster at a Ray address; None is the one of $RAY_ADDRESS, or a new one on this machine."""

    def play_all(jobs: Sequence[Job]) -> Generator[tuple[int, Outcome]]:
        if not jobs:
            return
        _join(address)
        try:
            yield from _played(jobs)
        except RayError as error:
            raise LidoError("arena.worker-lost") from error
        finally:
            ray.shutdown()

    return play_all


def _join(address: str | None) -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # otherwise Ray sends usage statistics
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # Ray's future default; it warns without it
    try:
        if address:
            _check_reachable(address)
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (OSError, RuntimeError, ValueError) as error:
        why = (str(error).splitlines() or [repr(error)])[0]
        raise BadSetup("report.cluster", address=address or "", why=why) from error


def _check_reachable(address: str) -> None:
    """Raise OSError if nothing listens at the address. Ray itself would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if port.isdigit():
        socket.create_connection((host, int(port)), PATIENCE).close()


def _played(jobs: Sequence[Job]) -> Generator[tuple[int, Outcome]]:
    play = ray.remote(tried)
    most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    todo = iter(enumerate(jobs))
    running: dict[Any, int] = {}
    while True:
        running |= {play.remote(job): index for index, job in islice(todo, most - len(running))}
        if not running:
            return
        for finished in ray.wait(list(running))[0]:
            index, answer = running.pop(finished), ray.get(finished)
            if isinstance(answer, LidoError):
                raise answer
            yield index, answer

"""Many games on a Ray cluster, each played by `lido.lab.arena`.

Needs the extra `ray`, on every machine of the cluster.
"""

import logging
import os
import socket
from collections.abc import Generator, Sequence
from itertools import islice
from typing import Any

import ray
from ray.exceptions import RayError

from lido.errors import BadSetup, LidoError
from lido.lab.arena import Outcome
from lido.lab.processes import Executor, Job, tried

AHEAD = 2
"""Games that are handed out for each processor, so that none waits for the next one."""

PATIENCE = 5
"""Seconds to wait for an answer from an address."""


def on_cluster(address: str | None) -> Executor:
    """Plays on the cluster at an address as Ray has them; without one on that of $RAY_ADDRESS, or on one of its own."""

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
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # Ray tells its makers how it is used unless told not to
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # what it will do some day; else it warns
    try:
        if address:
            _knock(address)
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (OSError, RuntimeError, ValueError) as error:
        why = (str(error).splitlines() or [repr(error)])[0]
        raise BadSetup("report.cluster", address=address or "", why=why) from error


def _knock(address: str) -> None:
    """See that somebody is there: Ray itself would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if port.isdigit():
        socket.create_connection((host, int(port)), PATIENCE).close()


def _played(jobs: Sequence[Job]) -> Generator[tuple[int, Outcome]]:
    play = ray.remote(tried)
    room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    todo = iter(enumerate(jobs))
    places: dict[Any, int] = {}
    while True:
        places |= {play.remote(job): place for place, job in islice(todo, room - len(places))}
        if not places:
            return
        for answered in ray.wait(list(places))[0]:
            place, answer = places.pop(answered), ray.get(answered)
            if isinstance(answer, LidoError):
                raise answer
            yield place, answer

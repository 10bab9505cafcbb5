import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

T = TypeVar("T")
LONG = 120
"""Seconds after which a condition is given up."""


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    """One event loop for the tests of a module, which share its workers."""
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture
def toy_worker(monkeypatch: pytest.MonkeyPatch) -> str:
    """The module of a worker whose questions say what becomes of it."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[3]))
    return "tests.server.workers.toys"


async def until(condition: Callable[[], bool]) -> None:
    """Wait until it is so."""

    async def wait() -> None:
        while not condition():
            await asyncio.sleep(0.01)

    await soon(wait())


async def soon(awaitable: Awaitable[T]) -> T:
    """What comes of it, which must not take for ever."""
    return await asyncio.wait_for(awaitable, LONG)

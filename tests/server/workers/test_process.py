"""Worker processes end when they are told to."""

import asyncio
from pathlib import Path

import pytest

from lido.server.workers.process import Process


def test_a_worker_that_says_more_than_anybody_reads_can_be_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[3]))

    async def scenario() -> None:
        process = await Process.started("tests.server.workers.flood")
        assert await process.receive() == "ready"
        while not process._out._paused:  # type: ignore[attr-defined]
            await asyncio.sleep(0.01)
        await asyncio.wait_for(process.close(), 20)

    asyncio.run(scenario())

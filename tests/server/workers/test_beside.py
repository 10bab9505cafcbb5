"""Long work beside the loop: shared between addresses, and not more of one than it may have."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from lido.errors import Refusal
from lido.server.workers import beside
from lido.server.workers.beside import AT_ONCE, MOST_EACH, Beside
from lido.server.workers.fair import Share


def on(scenario: Callable[[Beside], Awaitable[None]]) -> None:
    async def play() -> None:
        work = Beside()
        try:
            await scenario(work)
        finally:
            work.close()

    asyncio.run(play())


def test_one_address_that_wants_much_leaves_the_next_turn_to_another() -> None:
    async def scenario(work: Beside) -> None:
        order: list[str] = []
        go_on = asyncio.Event()

        async def one(address: str) -> None:
            async with work.turn(Share(address)):
                await go_on.wait()
                await asyncio.sleep(0.03)
                order.append(address)

        greedy = [asyncio.create_task(one("greedy")) for _ in range(MOST_EACH)]
        await asyncio.sleep(0)
        honest = asyncio.create_task(one("honest"))
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(*greedy, honest)
        assert order.index("honest") <= 2 * AT_ONCE

    on(scenario)


def test_who_wants_too_much_is_refused_and_who_took_too_much_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "MOST_SECONDS_EACH", 0.0)
    monkeypatch.setattr(beside, "SECONDS_EACH", 1.0)
    monkeypatch.setattr(beside, "LONGEST_WAIT", 1.0)

    async def scenario(work: Beside) -> None:
        loop = asyncio.get_running_loop()
        async with work.turn(Share("busy")):
            await asyncio.sleep(0.3)
        began = loop.time()
        async with work.turn(Share("other")):
            assert loop.time() - began < 0.2
        async with work.turn(Share("busy")):
            assert loop.time() - began > 0.2
            await asyncio.sleep(1.5)
        with pytest.raises(Refusal):
            async with work.turn(Share("busy")):
                pass
        async with work.turn(Share()):
            pass

    on(scenario)


def test_whoever_goes_while_they_wait_gives_their_place_back() -> None:
    async def scenario(work: Beside) -> None:
        async def forever() -> None:
            async with work.turn(Share("a")):
                await asyncio.Event().wait()

        tasks = [asyncio.create_task(forever()) for _ in range(MOST_EACH)]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for _ in range(MOST_EACH + 1):
            async with asyncio.timeout(5), work.turn(Share("a")):
                assert await work.work(sum, [1, 2]) == 3

    on(scenario)

"""The turns of those who use a table."""

import asyncio
from collections.abc import Awaitable, Callable

from lido.server.rooms.turns import Turns


def on(scenario: Callable[[Turns, list[str]], Awaitable[None]]) -> list[str]:
    """What happened, in order."""
    happened: list[str] = []
    asyncio.run(asyncio.wait_for(scenario(Turns(), happened), 10))
    return happened


async def use(turns: Turns, name: str, happened: list[str]) -> None:
    async with turns:
        happened.append(f"{name} begins")
        await asyncio.sleep(0)
        happened.append(f"{name} ends")


def test_everybody_has_a_turn_in_the_order_in_which_they_came() -> None:
    async def scenario(turns: Turns, happened: list[str]) -> None:
        await asyncio.gather(*(use(turns, name, happened) for name in "abc"))
        assert not turns.locked()

    assert on(scenario) == ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]


def test_whoever_waits_no_longer_is_passed_over() -> None:
    async def scenario(turns: Turns, happened: list[str]) -> None:
        async with turns:
            leaving = asyncio.create_task(use(turns, "leaving", happened))
            staying = asyncio.create_task(use(turns, "staying", happened))
            await asyncio.sleep(0)
            leaving.cancel()
            await asyncio.sleep(0)
        await staying
        assert leaving.cancelled()
        assert not turns.locked()

    assert on(scenario) == ["staying begins", "staying ends"]


def test_a_turn_that_comes_to_somebody_who_just_left_goes_on_to_the_next() -> None:
    async def scenario(turns: Turns, happened: list[str]) -> None:
        async with turns:
            leaving = asyncio.create_task(use(turns, "leaving", happened))
            staying = asyncio.create_task(use(turns, "staying", happened))
            await asyncio.sleep(0)
        leaving.cancel()  # its turn has come, and it has not noticed yet
        await staying
        assert not turns.locked()

    assert on(scenario) == ["staying begins", "staying ends"]


def test_an_error_ends_a_turn() -> None:
    async def scenario(turns: Turns, happened: list[str]) -> None:
        try:
            async with turns:
                raise ValueError
        except ValueError:
            happened.append("error")
        await use(turns, "next", happened)

    assert on(scenario) == ["error", "next begins", "next ends"]

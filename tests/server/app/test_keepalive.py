"""Pings by one timer for all sockets."""

import asyncio
from collections.abc import Callable

from lido.server.transport.keepalive import AT_ONCE, Keepalive


class Pinged:
    """A socket that says when it is pinged."""

    def __init__(self, ping: Callable[["Pinged"], None]) -> None:
        self._ping = ping

    def send_keepalive_ping(self) -> None:
        self._ping(self)


def test_sockets_are_pinged_in_the_order_in_which_they_came_a_few_in_each_turn_of_the_loop() -> None:
    async def scenario() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: failed.append(context["exception"]))
        pinged, all_are, turns = list[Pinged](), asyncio.Event(), list[int]()

        def ping(socket: Pinged) -> None:
            pinged.append(socket)
            if len(pinged) == len(sockets):
                all_are.set()
            if len(pinged) == 1:
                raise RuntimeError("this one fails")

        async def count_turns() -> None:
            while not all_are.is_set():
                turns.append(len(pinged))
                await asyncio.sleep(0)

        sockets = [Pinged(ping) for _ in range(3 * AT_ONCE)]
        keepalive = Keepalive(0.01)
        gone, again = Pinged(ping), sockets[0]
        for socket in (gone, again, *sockets[1:]):
            keepalive.add(socket)
        keepalive.drop(gone)
        keepalive.add(again)  # from now on
        async with asyncio.timeout(20):
            await asyncio.gather(all_are.wait(), count_turns())
        assert pinged == [*sockets[1:], again]
        steps = [after - before for before, after in zip(turns, [*turns[1:], len(pinged)], strict=True)]
        assert max(steps) <= AT_ONCE
        keepalive.drop(gone)  # nothing happens

    failed: list[Exception] = []
    asyncio.run(scenario())
    assert [str(each) for each in failed] == ["this one fails"], "and the others are pinged all the same"

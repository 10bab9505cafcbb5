"""A table of Splash! where a tower stands already."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from playwright.sync_api import Browser, Page

from tests.page.guide import Seen
from tests.page.hands import PATIENCE_MS, hand
from tests.server.service import Service, Socket, Visitor, begun

TRIES = 60
"""Moves within which a tower stands."""


def at_a_tower(browser: Browser, service: Service, levels: int, **device: Any) -> tuple[Page, Seen]:
    """The page of somebody who is to set a piece on a tower of so many levels, and what goes over its socket."""
    with ThreadPoolExecutor(1) as pool:  # while Playwright runs, this thread can run no other event loop
        table, cookies = pool.submit(lambda: asyncio.run(_built(service, levels))).result()
    context = browser.new_context(locale="en-GB", **device)
    context.add_cookies([{"name": name, "value": value, "url": service.address} for name, value in cookies.items()])
    page = context.new_page()
    seen = Seen(page)
    page.goto(f"{service.address}/t/{table}")
    hand(page, "take").wait_for(timeout=PATIENCE_MS)
    return page, seen


async def _built(service: Service, levels: int) -> tuple[str, dict[str, str]]:
    """A table of Splash! with a tower, and the cookies of whoever holds a piece."""
    async with Visitor(service) as one, Visitor(service) as two:
        table = await one.table("splash", 2, options={"draft": "deal", "hand": "steady"})
        sockets = [await visitor.at(table, client="c") for visitor in (one, two)]
        for seat, (visitor, socket) in enumerate(zip((one, two), sockets, strict=True), start=1):
            await visitor.asked("PATCH", "/api/me", {"name": ("Ana", "Ben")[seat - 1], "face": 5 * seat})
            await socket.do("sit", seat=seat)
        await begun(*sockets)
        n = sockets[0].n
        for _ in range(TRIES):
            for socket in sockets:
                await socket.caught_up(n)
            mover = next(socket for socket in sockets if socket.mine)
            view = mover.seats[str(mover.mine)]["view"]
            if view["held"] and view["levels"] >= levels:
                return table, dict((one, two)[sockets.index(mover)].http.cookies)
            n = await _move(mover, view)
    raise AssertionError("no tower stood")


async def _move(mover: Socket, view: dict[str, Any]) -> int:
    """Give the easiest piece, or set the piece in the middle of its target."""
    seat, legal = mover.mine, mover.legal(mover.mine)
    if "place" in legal:
        goals = [piece["pos"] for piece in view["pieces"] if piece["piece"] in view["targets"]] or [[0, 0, 0]]
        pose = [goals[0][0], goals[0][1], 0.0, 0]
        return await mover.do("move", seat=seat, move="place", details={"pose": pose})
    move = legal[0]
    if view["gifts"]:
        kinds = ("cube", "plate", "prism", "mini", "stick")
        gift = min(view["gifts"], key=lambda each: kinds.index(each["piece"].partition("-")[2]))
        move = gift["move"]
    return await mover.do("move", seat=seat, move=move)

"""At a table of the service: the effect of one's own move is there before the service has answered."""

import json
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from .conftest import Visit
from .people import spot, to_move, with_bot


class SlowLine:
    """A line over which moves can be held back, and their answers changed."""

    def __init__(self, page: Page) -> None:
        self.holds = False
        self._held: list[tuple[WebSocketRoute, str | bytes]] = []
        self._sockets: list[WebSocketRoute] = []
        page.route_web_socket("**/socket*", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        self._sockets.append(socket)
        socket.on_message(lambda message: self._sent(server, message))

    def _sent(self, server: WebSocketRoute, message: str | bytes) -> None:
        if self.holds and json.loads(message)["do"] == "move":
            self._held.append((server, message))
        else:
            server.send(message)

    def release(self) -> None:
        """Send what was held back."""
        self.holds = False
        for server, message in self._held:
            server.send(message)

    def refuse(self) -> None:
        """Answer as a service that refuses the move."""
        answer: dict[str, Any] = {"type": "refused", "code": "server.not-your-turn", "facts": {}, "sentence": ""}
        for _, message in self._held:
            self._sockets[-1].send(json.dumps({**answer, "number": json.loads(message)["number"]}))


def begun(visit: Visit) -> tuple[Page, SlowLine]:
    page = visit(None, own=True)
    line = SlowLine(page)
    with_bot(page, "le-plouf")
    spot(page, "c1").click()
    expect(page.locator("[data-piece]")).to_have_count(2)
    to_move(page).first.wait_for()
    line.holds = True
    return page, line


def test_a_move_is_seen_before_the_service_has_answered(visit: Visit) -> None:
    page, line = begun(visit)
    free = page.locator(".spot.open").first.get_attribute("data-spot") or ""
    spot(page, free).click()
    expect(page.locator(f'[data-piece="{free}"]')).to_be_attached()
    expect(page.locator("[data-piece]")).to_have_count(3)
    expect(page.locator(".spot.open")).to_have_count(0)
    line.release()
    expect(page.locator("[data-piece]")).to_have_count(4)
    to_move(page).first.wait_for()


def test_what_the_service_refuses_is_taken_back(visit: Visit) -> None:
    page, line = begun(visit)
    free = page.locator(".spot.open").first.get_attribute("data-spot") or ""
    spot(page, free).click()
    expect(page.locator(f'[data-piece="{free}"]')).to_be_attached()
    line.refuse()
    expect(page.locator(f'[data-piece="{free}"]')).to_have_count(0)
    expect(page.locator("[data-piece]")).to_have_count(2)
    to_move(page).first.wait_for()

"""The page speaks to its own service and to nobody else, and says what is kept of whom."""

from urllib.parse import urlsplit

from playwright.sync_api import Page, Request, WebSocket, expect

from .conftest import Visit
from .people import open_table

PATHS = ("/", "/new", "/new/le-plouf", "/watch", "/cup", "/me", "/privacy", "/rules/le-plouf", "/learn/croc-pool", "/r")


def test_nothing_is_sent_to_a_third_party(visit: Visit) -> None:
    page = visit(None, own=True)
    asked: list[str] = []

    def hear(page: Page) -> None:
        def request(request: Request) -> None:
            asked.append(request.url)

        def socket(socket: WebSocket) -> None:
            asked.append(socket.url)

        page.on("request", request)
        page.on("websocket", socket)

    hear(page)
    for path in PATHS:
        page.goto(path)
        page.get_by_role("heading").first.wait_for()
        page.wait_for_load_state("networkidle")
    open_table(page, "le-plouf", "here", "random")
    page.locator(".spot.open").first.wait_for()
    own = urlsplit(page.url).netloc
    addresses = {urlsplit(url).netloc for url in asked if not url.startswith(("data:", "blob:"))}
    assert addresses == {own}
    assert any(url.startswith("ws:") for url in asked)


def test_the_privacy_page_leads_to_deleting_everything(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("link", name="What is kept about you").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What is kept about you")
    for part in ("Chat", "Messages to your browser", "Tournaments"):
        expect(page.get_by_role("heading", name=part, exact=True)).to_be_visible()
    page.get_by_role("link", name="Delete").click()
    page.wait_for_url("**/me")

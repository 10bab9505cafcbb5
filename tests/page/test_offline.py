"""Without a network, after one visit."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.server.service import Service

from .conftest import LAPTOP, PATIENCE_MS


READY = """() => new Promise(resolve => {
    const look = () => navigator.serviceWorker.controller?.state === "activated" ? resolve() : setTimeout(look, 50);
    look();
})"""
"""Resolves when all files of the page are kept."""


@pytest.fixture(scope="module")
def installed(browser: Browser, service: Service) -> Iterator[BrowserContext]:
    """A browser that has visited the page once; the network is off since."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce", **LAPTOP)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto(service.address)
    page.evaluate(READY)
    page.close()
    context.set_offline(True)
    yield context
    context.close()


@pytest.fixture
def page(installed: BrowserContext, service: Service) -> Iterator[Page]:
    """The first page, without a network."""
    complaints: list[str] = []
    page = installed.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(service.address)
    yield page
    page.close()
    assert complaints == []


def test_the_first_page_says_what_needs_a_network(page: Page) -> None:
    expect(page.get_by_role("heading", name="Come and play by the pool")).to_be_visible()
    expect(page.get_by_text("No network: you can still play")).to_be_visible()
    expect(page.get_by_text("Games with people elsewhere need a network.")).to_be_visible()
    expect(page.get_by_text("This game needs a network.")).to_have_count(1)
    page.get_by_role("button", name="With friends").click()
    expect(page.get_by_text("Inviting friends needs a network.")).to_have_count(3)

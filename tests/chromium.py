"""The browser of the tests in `page` and `web`. No other test pays for importing Playwright."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests import needs


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A real Chromium, closed at the end of each module: while Playwright runs, no other event loop can."""
    program = needs.tool("chromium", "apt-get install chromium")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=program)
        yield launched
        launched.close()

"""Memory of the page after fifty games on the device, in one window: `make memory`."""

import argparse
import random
import tempfile
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright
from rich.console import Console

from tests.chromium import launched
from tests.page.people import click, ending, play_out, to_move
from tests.server.service import Service

MIB = 2**20


class Memory:
    """What the window takes: the heap of the page, all memory of its process (workers included), and its workers."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._browser: CDPSession = page.context.browser.new_browser_cdp_session()  # type: ignore[union-attr]

    def heap(self) -> float:
        """MiB of the page's own objects, after a collection."""
        self._session.send("HeapProfiler.collectGarbage")
        used: float = self._session.send("Runtime.getHeapUsage")["usedSize"]
        return used / MIB

    def resident(self) -> float:
        """MiB of the process that draws the page and runs its workers."""
        found = self._browser.send("SystemInfo.getProcessInfo")["processInfo"]
        sizes = [_resident(one["id"]) for one in found if one["type"] == "renderer"]
        return max(sizes) / MIB

    def workers(self) -> int:
        """How many workers run."""
        return len(self._page.workers)


def _resident(process: int) -> int:
    pages = int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1])
    return pages * 4096


def main() -> None:
    """Play the games, each the rematch of the one before, and print a line for every tenth."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--game", default="Le Plouf")
    asked = parser.parse_args()
    console, rng = Console(), random.Random(asked.game)
    with (
        tempfile.TemporaryDirectory() as folder,
        Service(Path(folder) / "tables.db") as service,
        sync_playwright() as play,
    ):
        browser = launched(play)
        page = browser.new_page(reduced_motion="reduce", locale="en-GB")
        page.goto(service.address)
        page.locator("article").filter(has=page.get_by_role("heading", name=asked.game, exact=True)).get_by_label(
            "Level"
        ).select_option("club")
        page.get_by_role("button", name=f"Play now {asked.game}").click()
        memory = Memory(page)
        for number in range(1, asked.games + 1):
            to_move(page).first.wait_for()
            play_out(page, rng, click)
            if number == 1 or number % 10 == 0:
                told = f"{memory.heap():6.1f} MiB of objects, {memory.resident():6.1f} MiB in all"
                console.print(f"after {number:3} games: {told}, {memory.workers()} workers")
            page.get_by_role("button", name="Rematch").first.click()
            ending(page).wait_for(state="hidden")
        browser.close()


if __name__ == "__main__":
    main()

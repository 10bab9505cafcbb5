"""How Splash! feels in a browser without a graphics card: `make stage`.

A real service and Debian's Chromium, headless, drawing in software, at 1280×720. Printed are the time from the
pointer to the aim on the placer's own screen, the time until the picture shows what the server's physics made
of that movement, and pictures per second with all thirty pieces on the table while the view is turned. It fails
below twenty.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from rich.console import Console
from tests.chromium import launched

from lido.games.splash.pieces import COLOURS, SIZES

WIDTH, HEIGHT = 1280, 720
FEWEST = 20.0
"""Pictures per second."""
SECONDS = 6
MOVES = 150
PILE = ("plate", "cube", "prism", "stick", "mini")
"""A pile from the bottom up."""
RING = 0.035

FULL_SIZE = """([width, height]) => Object.assign(document.querySelector(".stage").style, {
    position: "fixed", inset: 0, width: `${width}px`, height: `${height}px`, zIndex: 99
})"""
OPEN = """async wish => (await (await fetch("/api/tables", {
    method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(wish)
})).json()).table"""
TURN = """seconds => new Promise(done => {
    const stage = document.querySelector(".stage");
    const send = (kind, x) => stage.dispatchEvent(
        new PointerEvent(kind, {bubbles: true, pointerId: 1, pointerType: "mouse", clientX: x, clientY: 700}));
    stage.setPointerCapture = () => {};
    send("pointerdown", 100);
    let [pictures, x] = [0, 100];
    const began = performance.now();
    const next = now => {
        send("pointermove", (x += 2));
        pictures += 1;
        if (now - began < seconds * 1000) requestAnimationFrame(next);
        else done(pictures / ((now - began) / 1000));
    };
    requestAnimationFrame(next);
})"""
MEASURED = """name => performance.getEntriesByName(name).map(entry => entry.duration)"""


@contextmanager
def service() -> Iterator[str]:
    """A service of its own; its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "lido", "serve", "--port=0", f"--database={folder}/tables.db", "--bot-ms=50"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert process.stdout
        try:
            line = process.stdout.readline()
            yield next(word for word in line.split() if word.startswith("http")).rstrip("/")
        finally:
            process.terminate()
            process.wait()


def thirty() -> dict[str, Any]:
    """A record of a moment at which all thirty pieces lie on the table: six piles in a ring."""
    pieces = []
    for number, colour in enumerate(COLOURS):
        x, y = RING * (number % 3 - 1), RING * (number // 3 - 0.5)
        height = 0.0
        for shape in PILE:
            pieces.append({"piece": f"{colour}-{shape}", "pos": [x, y, height + SIZES[shape][2] / 2]})
            height += SIZES[shape][2]
    position: dict[str, Any] = {
        "pieces": [piece | {"quat": [1, 0, 0, 0]} for piece in pieces], "base": None, "reserves": [[], []],
        "drops": [1, 0], "box": [], "seat": 2, "step": "base", "held": None, "from": None,
    }  # fmt: skip
    return {"format": 1, "game": "splash", "players": 2, "options": {}, "position": position, "moves": []}


def pictures(page: Page, address: str) -> float:
    """Pictures per second with thirty pieces while the view is turned."""
    page.goto(f"{address}/r")
    content = json.dumps(thirty()).encode()
    files = [{"name": "thirty.json", "mimeType": "application/json", "buffer": content}]
    page.set_input_files("input[type=file]", files=files)  # type: ignore[arg-type]
    page.locator(".stage canvas").wait_for()
    page.evaluate(FULL_SIZE, [WIDTH, HEIGHT])
    page.evaluate(TURN, 2)  # it finds out how finely it can draw
    return float(page.evaluate(TURN, SECONDS))


def steered(page: Page, address: str) -> tuple[list[float], list[float]]:
    """Milliseconds from the pointer to the aim on the screen, and to the piece as the server carried it."""
    page.goto(address)
    page.wait_for_load_state("networkidle")
    wish = {"game": "splash", "players": 2, "options": {"draft": "deal"}, "bots": {"2": "gentle"}}
    table = page.evaluate(OPEN, wish)
    page.evaluate("table => sessionStorage.setItem(`lido.sit.${table}`, '[{\"seat\":1}]')", table)
    page.goto(f"{address}/t/{table}")
    page.locator(".gifts [data-move]").first.click()
    page.locator("[data-give]").click()
    page.locator('[data-hand="take"]').click(timeout=60_000)
    page.locator('[data-hand="let-go"]').wait_for()
    box = page.locator(".stage").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 3
    page.mouse.move(x, y)
    page.mouse.down()
    for move in range(MOVES):
        page.mouse.move(x + 40 * (move % 2), y)
        page.wait_for_timeout(60)
    return page.evaluate(MEASURED, "lido.hand-shown"), page.evaluate(MEASURED, "lido.hand-carried")


def opened(browser: Browser) -> Page:
    """A page of its own."""
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, reduced_motion="reduce")
    page.set_default_timeout(60_000)
    return page


def main() -> None:
    """Print the figures, and fail where there are too few pictures."""
    console = Console()
    with service() as address, sync_playwright() as playwright:
        browser = launched(playwright)
        rate = pictures(opened(browser), address)
        shown, carried = steered(opened(browser), address)
        browser.close()
    busy = f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores" if hasattr(os, "getloadavg") else "unknown"
    console.print(f"load of the machine: {busy}")
    for name, times in (("aim shown", shown), ("piece as the server carried it", carried)):
        median, late = statistics.median(times), statistics.quantiles(times, n=20)[-1]
        console.print(f"pointer to {name}: median {median:.0f} ms, p95 {late:.0f} ms ({len(times)} movements)")
    console.print(f"pictures per second, 30 pieces, {WIDTH}×{HEIGHT}, software: {rate:.1f} (at least {FEWEST:.0f})")
    if rate < FEWEST:
        raise SystemExit(1)


if __name__ == "__main__":
    main()

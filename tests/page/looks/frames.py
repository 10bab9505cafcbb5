"""How long the frames of the boards take, on a processor four times slower: `make frames`.

The scenes of the board games run in a window of the size of a phone. Of every frame the trace of Chromium says how much
processor time the page's own thread took (script, style, layout, paint), which a slow phone multiplies, and how much
the threads that fill the pixels took, which a phone leaves to its graphics card. Splash! runs at full speed: here the
script's own time counts, and what each quality asks of the graphics card.
"""

import time
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, sync_playwright

from tests.chromium import launched
from tests.web.serving import served

SLOWER = 4
MOST_MS = 34.0
"""Milliseconds of the page's own thread that no frame may take."""
PHONE: ViewportSize = {"width": 390, "height": 844}
SCENES = {
    "a pushed pawn": "game=le-plouf&scene=pushing&most=1",
    "a climb": "game=le-plouf&scene=climbing&most=1",
    "a full pool": "game=le-plouf&scene=over&most=1",
    "a fall": "game=plouf-party&scene=falling&most=1",
    "an accusation": "game=plouf-party&scene=accused&most=1",
    "an ending": "game=plouf-party&scene=over&most=1",
    "an eaten swimmer": "game=croc-pool&scene=eating&most=1",
    "the last tile": "game=croc-pool&scene=over&most=1",
}
TOWER = "screen=table-splash-giving"
LASTS_MS = 3_500
BACK_MS = 200
"""How long the board takes to go back before its move, which is no part of the scene."""
CATEGORIES = "devtools.timeline,disabled-by-default-devtools.timeline,toplevel,cc"
KINDS = {
    "FunctionCall": "script", "EvaluateScript": "script", "FireAnimationFrame": "script", "TimerFire": "script",
    "EventDispatch": "script", "UpdateLayoutTree": "style", "Layout": "layout", "PrePaint": "paint", "Paint": "paint",
    "Layerize": "paint", "Commit": "paint",
}  # fmt: skip
REPLAY = "document.querySelector('h2 button').click()"
INTERVALS = """() => {
    window.frames_ = [];
    const next = (now) => { window.frames_.push(now); requestAnimationFrame(next); };
    requestAnimationFrame(next);
}"""
DRAWS = """
let [calls, triangles] = [0, 0];
for (const name of ["drawElements", "drawArrays", "drawElementsInstanced", "drawArraysInstanced"]) {
    const own = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (mode, ...rest) {
        calls += 1;
        if (mode === this.TRIANGLES) triangles += (name.startsWith("drawElements") ? rest[0] : rest[1]) / 3;
        return own.call(this, mode, ...rest);
    };
}
window.draws_ = {};
const next = () => {
    const canvas = document.querySelector("canvas");
    if (calls && canvas) {
        const pixels = Math.round((10 * canvas.width) / canvas.clientWidth) / 10;
        const most = draws_[pixels] ?? [0, 0];
        draws_[pixels] = [Math.max(most[0], calls), Math.max(most[1], triangles)];
    }
    [calls, triangles] = [0, 0];
    requestAnimationFrame(next);
};
requestAnimationFrame(next);
const real = performance.now.bind(performance);
let pretended = 0;
performance.now = () => (window.pace_ ? (pretended += window.pace_) : real());
"""
"""Counts what is drawn in a frame, by the points for each pixel; and lets time pass at another pace."""
QUALITIES = 5
MOST_TURNS = 12


class Frame(NamedTuple):
    """Milliseconds of processor time: of the page's own thread, by what it did, and of the threads that draw."""

    main: float
    parts: dict[str, float]
    raster: float


@contextmanager
def traced(session: CDPSession) -> Iterator[list[dict[str, Any]]]:
    """The events of a trace, once it has ended."""
    events: list[dict[str, Any]] = []
    ended: list[bool] = []
    session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    session.on("Tracing.tracingComplete", lambda _: ended.append(True))
    session.send("Tracing.start", {"categories": CATEGORIES, "transferMode": "ReportEvents"})
    yield events
    session.send("Tracing.end")
    while not ended:
        session.send("Runtime.evaluate", {"expression": "0"})
        time.sleep(0.05)


def frames(events: list[dict[str, Any]]) -> list[Frame]:
    """The frames of a trace."""
    names = {(event["pid"], event["tid"]): event["args"]["name"] for event in events if event["name"] == "thread_name"}
    mains = [thread for thread, name in names.items() if name == "CrRendererMain"]
    begun: dict[tuple[int, int], list[float]] = {thread: [] for thread in mains}
    for event in events:
        if (
            event["name"] == "ProxyMain::BeginMainFrame"
            and event["ph"] == "X"
            and (event["pid"], event["tid"]) in begun
        ):
            begun[event["pid"], event["tid"]].append(event["ts"] + event["dur"])
    main = max(mains, key=lambda thread: len(begun[thread]))
    ends = sorted(begun[main])
    found = [Frame(0.0, defaultdict(float), 0.0) for _ in ends]

    def frame_at(ts: float) -> int:
        """The frame that shows what was done then: the one under way, or else the next."""
        return min(bisect_left(ends, ts), len(ends) - 1)

    inside: dict[str, float] = defaultdict(float)
    for event in sorted(events, key=lambda event: event.get("ts", 0)):
        if event.get("ph") != "X" or "tdur" not in event:
            continue
        thread, spent = (event["pid"], event["tid"]), event["tdur"] / 1000
        name, at = event["name"], frame_at(event["ts"])
        if thread == main and name == "ThreadControllerImpl::RunTask":
            found[at] = found[at]._replace(main=found[at].main + spent)
        elif thread == main and (kind := KINDS.get(name)) and event["ts"] >= inside[kind]:
            found[at].parts[kind] += spent
            inside[kind] = event["ts"] + event["dur"]  # what it calls is a part of it
        elif name == "RasterTask":
            found[at] = found[at]._replace(raster=found[at].raster + spent)
    return found


def scene(browser: Browser, address: str, name: str) -> bool:
    """Measure a scene, print it, and return whether all frames were quick enough."""
    page = browser.new_page(viewport=PHONE, is_mobile=True, has_touch=True, device_scale_factor=2)
    page.goto(f"{address}?{SCENES[name]}")
    page.wait_for_selector("html[data-complete]", state="attached")
    session = page.context.new_cdp_session(page)
    # Once before it counts: what a visit does only once, such as preparing sounds, is no part of a scene.
    page.evaluate(REPLAY)
    page.wait_for_timeout(LASTS_MS)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(INTERVALS)
    page.evaluate(REPLAY)
    page.wait_for_timeout(BACK_MS)
    with traced(session) as events:
        page.wait_for_timeout(LASTS_MS)
    intervals = [after - before for before, after in pairwise(page.evaluate("frames_"))]
    found = frames(events)
    worst = max(found, key=lambda frame: frame.main)
    parts = " ".join(f"{what} {worst.parts[what]:.1f}" for what in ("script", "style", "layout", "paint"))
    mains = sorted(frame.main for frame in found)
    raster = sum(frame.raster for frame in found) / len(found)
    print(
        f"| {name} | {len(found)} | {mains[len(mains) // 2]:.1f} | {worst.main:.1f} | {parts} "
        f"| {raster:.1f} | {sum(gap > MOST_MS for gap in intervals)} |",
        flush=True,
    )
    page.close()
    return worst.main <= MOST_MS


def turned(page: Page, seconds: float) -> None:
    """Turn the tower for a while."""
    box = page.locator(".stage").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    until, step = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        step += 1
        page.mouse.move(x + 40 * (step % 2), y)
    page.mouse.up()


def tower(browser: Browser, address: str) -> None:
    """Print the script's time of a frame of the tower, and what each quality draws."""
    page = browser.new_page(viewport={"width": 360, "height": 640})
    page.add_init_script(DRAWS)
    page.goto(f"{address}?{TOWER}")
    page.wait_for_selector("canvas[data-engine]")
    session = page.context.new_cdp_session(page)
    with traced(session) as events:
        turned(page, 4.0)
    scripts = sorted(
        event["tdur"] / 1000 for event in events if event["name"] == "FireAnimationFrame" and "tdur" in event
    )
    print(f"\nscript of {len(scripts)} frames: median {scripts[len(scripts) // 2]:.1f} ms, most {scripts[-1]:.1f} ms")
    print("\n| points for a pixel | draw calls | triangles |\n| ---: | ---: | ---: |")
    # The page lowers and raises the quality by the time that it believes a frame takes.
    for pace in (60.0, 2.0):
        page.evaluate("pace => { window.pace_ = pace }", pace)
        for _ in range(MOST_TURNS):
            turned(page, 2.0)
            if len(page.evaluate("draws_")) >= QUALITIES:
                break
    for pixels, (calls, triangles) in sorted(page.evaluate("draws_").items(), reverse=True):
        print(f"| {pixels} | {calls} | {triangles:.0f} |")
    page.close()


def main() -> None:
    """Measure everything; fails if a frame takes too long."""
    with served() as port, sync_playwright() as playwright:
        browser = launched(playwright)
        address = f"http://127.0.0.1:{port}/gallery.html"
        print("| scene | frames | median ms | most ms | of which | drawing ms | intervals over 34 ms |")
        print("| --- | ---: | ---: | ---: | --- | ---: | ---: |")
        quick = [scene(browser, address, name) for name in SCENES]
        tower(browser, address)
        browser.close()
    if not all(quick):
        raise SystemExit(f"A frame takes more than {MOST_MS} ms.")


if __name__ == "__main__":
    main()

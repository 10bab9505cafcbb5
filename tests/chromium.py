"""The browser of the tests, of the pictures and of the films: the same on every machine where it runs.

It comes with the packages of the page (`make build/chromium/ready`). Where it does not run, as on a Mac, it is the
`chromium` of the machine. No other test pays for importing Playwright.
"""

import os
import platform
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.web.serving import found_at, served

FOLDER = Path(__file__).parents[1] / "build" / "chromium"
RUNS_ON = ("linux", "x86_64")
DRAWS_IN_SOFTWARE = ("--use-angle=swiftshader-webgl", "--enable-unsafe-swiftshader")
"""WebGL; the page itself is drawn by the processor without a detour through WebGL, which takes ten times as long."""

# The Node that Playwright brings needs a library that a bare machine does not have; ours needs none.
os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(Path(sys.executable).with_name("node")))


def launched(playwright: Playwright, **options: Any) -> Browser:
    """A Chromium without a window."""
    options["args"] = [*DRAWS_IN_SOFTWARE, *options.get("args", ())]
    if (sys.platform, platform.machine()) != RUNS_ON:
        return playwright.chromium.launch(executable_path=shutil.which("chromium"), **options)
    libraries = [str(FOLDER / "lib"), *filter(None, [os.environ.get("LD_LIBRARY_PATH")])]
    env = os.environ | {"LD_LIBRARY_PATH": ":".join(libraries), "FONTCONFIG_FILE": str(FOLDER / "fonts.conf")}
    return playwright.chromium.launch(executable_path=FOLDER / "chromium", env=dict(env), **options)


@contextmanager
def opened() -> Iterator[Browser]:
    """A real Chromium, which finds the gallery."""
    with served() as port, sync_playwright() as playwright:
        browser = launched(playwright, args=found_at(port))
        yield browser
        browser.close()

"""The browser of the tests, of the pictures and of the films: the same on every machine where it runs.

It comes with the packages of the page (`make build/chromium/ready`). Where it does not run, as on a Mac, it is the
`chromium` of the machine. No other test pays for importing Playwright.
"""

import os
import platform
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

FOLDER = Path(__file__).parents[1] / "build" / "chromium"
RUNS_ON = ("linux", "x86_64")
DRAWS_IN_SOFTWARE = ("--use-angle=swiftshader-webgl", "--enable-unsafe-swiftshader")
"""WebGL; the page itself is drawn by the processor without a detour through WebGL, which takes ten times as long."""


def launched(playwright: Playwright, **options: Any) -> Browser:
    """A Chromium without a window."""
    options["args"] = [*DRAWS_IN_SOFTWARE, *options.get("args", ())]
    if (sys.platform, platform.machine()) != RUNS_ON:
        return playwright.chromium.launch(executable_path=shutil.which("chromium"), **options)
    libraries = [str(FOLDER / "lib"), *filter(None, [os.environ.get("LD_LIBRARY_PATH")])]
    env = os.environ | {"LD_LIBRARY_PATH": ":".join(libraries), "FONTCONFIG_FILE": str(FOLDER / "fonts.conf")}
    return playwright.chromium.launch(executable_path=FOLDER / "chromium", env=dict(env), **options)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A real Chromium, closed at the end of each module: while Playwright runs, no other event loop can."""
    with sync_playwright() as playwright:
        opened = launched(playwright)
        yield opened
        opened.close()

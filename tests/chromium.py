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
from functools import cached_property
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.web.serving import found_at, served

FOLDER = Path(__file__).parents[1] / "build" / "chromium"
RUNS_ON = ("linux", "x86_64")
DRAWS_IN_SOFTWARE = ("--use-angle=swiftshader-webgl", "--enable-unsafe-swiftshader")
"""WebGL; the page itself is drawn by the processor without a detour through WebGL, which takes ten times as long."""
WITHOUT_PICTURES = "--force-gpu-mem-available-mb=0"
"""No room for what a page looks like: it is laid out and used as ever, but its surface is not drawn. That is a third of
all the work, and few tests look at a picture."""

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


class Browsers:
    """Browsers that find the gallery, each started when it is first needed."""

    def __init__(self, playwright: Playwright, port: int) -> None:
        self._playwright, self._found = playwright, found_at(port)

    @cached_property
    def drawing(self) -> Browser:
        """One of which pictures are taken."""
        return launched(self._playwright, args=self._found)

    @cached_property
    def blank(self) -> Browser:
        """One that draws nothing but canvases."""
        return launched(self._playwright, args=[*self._found, WITHOUT_PICTURES])

    def close(self) -> None:
        for browser in self.__dict__.values():
            if isinstance(browser, Browser):
                browser.close()


@contextmanager
def opened() -> Iterator[Browsers]:
    """Real Chromiums."""
    with served() as port, sync_playwright() as playwright:
        browsers = Browsers(playwright, port)
        yield browsers
        browsers.close()

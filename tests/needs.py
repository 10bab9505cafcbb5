"""What a test needs that Lido does not bring: without it the test is not run, and the last lines say so."""

import os
import shutil
from collections import Counter
from typing import NoReturn

import pytest

ALL = "LIDO_TEST_ALL"
"""Set where everything must run: then what is missing fails."""
NOT_RUN = "not run: "


def tool(name: str, how: str) -> str:
    """The path of a program, or no test."""
    path = shutil.which(name)
    if path is None:
        missing(name, how)
    return path


def missing(what: str, how: str) -> NoReturn:
    """End the test: something is not on this machine, and this is how to get it."""
    if os.environ.get(ALL):
        pytest.fail(f"{what} is missing: {how}", pytrace=False)
    pytest.skip(f"{NOT_RUN}{what} is not on this machine. To get it: {how}")


def summary(reporter: pytest.TerminalReporter) -> None:
    """Say which tests were not run, and how to run them."""
    reasons = Counter(
        report.longrepr[2].split(NOT_RUN, 1)[1]
        for report in reporter.stats.get("skipped", [])
        if isinstance(report.longrepr, tuple) and NOT_RUN in report.longrepr[2]
    )
    if reasons:
        reporter.section("not run")
        for reason, count in reasons.items():
            reporter.line(f"{count} tests: {reason}")

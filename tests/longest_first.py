"""The order of the tests: those that took long the last time come first, so that none of them begins when others end.

How long each took is kept in pytest's cache. Every worker begins with as many of the long ones as any other: xdist
gives each a part of the list, one after the other, before it lets them steal from each other.
"""

from typing import cast

import pytest

LONG = 5.0
"""Seconds from which on a test counts as long."""
KEPT = "lido/long"
"""The name in the cache of the seconds of each long test."""


class LongestFirst:
    """A plugin of pytest."""

    def __init__(self, config: pytest.Config) -> None:
        self._cache = config.cache
        self._workers = cast(int, getattr(config, "workerinput", {}).get("workercount", 1))
        self._is_worker = hasattr(config, "workerinput")
        self._took: dict[str, float] = {}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Put the tests in order."""
        long = self._known()
        items[:] = ordered(items, {item: long.get(item.nodeid, 0.0) for item in items}, self._workers)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember how long a test took, with what it needed."""
        self._took[report.nodeid] = self._took.get(report.nodeid, 0.0) + report.duration

    def pytest_sessionfinish(self) -> None:
        """Keep what took long; of tests that did not run now, what is known."""
        if self._cache and not self._is_worker and self._took:
            known = {name: took for name, took in self._known().items() if name not in self._took}
            now = {name: round(took, 1) for name, took in self._took.items() if took >= LONG}
            self._cache.set(KEPT, known | now)

    def _known(self) -> dict[str, float]:
        return cast(dict[str, float], self._cache.get(KEPT, {})) if self._cache else {}


def ordered(items: list[pytest.Item], took: dict[pytest.Item, float], workers: int) -> list[pytest.Item]:
    """The same tests; each of as many parts as there are workers begins with its share of the long ones."""
    long = sorted((item for item in items if took[item] >= LONG), key=lambda item: -took[item])
    rest = iter([item for item in items if took[item] < LONG])
    found: list[pytest.Item] = []
    for part in range(workers):
        size = (len(items) - len(found)) // (workers - part)
        first = long[part::workers][:size]
        found += [*first, *(item for _, item in zip(range(size - len(first)), rest, strict=False))]
    missed = {*items} - {*found}
    return [*found, *(item for item in items if item in missed)]

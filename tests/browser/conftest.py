from collections.abc import Iterator

import pytest

from tests import needs
from tests.browser.node import ENGINE, Node


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    """The games of `make web` in Node."""
    if not (ENGINE / "core.js").exists():
        needs.missing("what `make web` builds", "make web")
    with Node() as process:
        yield process

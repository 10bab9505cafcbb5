from collections.abc import Iterator

import pytest

from tests.browser.node import Node


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    """The games of `make web` in Node."""
    with Node() as process:
        yield process

from collections.abc import Iterator

import pytest

from tests.server.service import Service


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that all tests share which do not end it or change its settings."""
    with Service(tmp_path_factory.mktemp("service") / "tables.db") as started:
        yield started

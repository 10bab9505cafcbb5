from collections.abc import Iterator

import pytest

from tests.server.postgres import Cluster, cluster


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL server of the tests' own."""
    with cluster() as server:
        yield server

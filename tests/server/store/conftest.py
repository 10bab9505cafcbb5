from pathlib import Path
from typing import Any

import pytest

from tests.server.postgres import Cluster


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a new, empty store is: every test that asks for it holds for both databases."""
    kinds: dict[str, Any] = {
        "sqlite": lambda: str(tmp_path / "lido.db"),
        "postgres": lambda: request.getfixturevalue("postgres").database(),
    }
    found: str = kinds[request.param]()
    return found


@pytest.fixture
def database(postgres: Cluster) -> str:
    """A new, empty PostgreSQL database."""
    return postgres.database()

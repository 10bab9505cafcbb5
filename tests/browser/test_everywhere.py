"""What `make everywhere` keeps, so that it goes on where it was stopped."""

from pathlib import Path

import pytest

from tests.browser import everywhere
from tests.browser.everywhere import Batch, _batches, _keep, _kept, _place


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(everywhere, "KEPT", tmp_path / "kept.json")


def test_it_goes_on_where_it_was_stopped() -> None:
    assert _kept() == {}
    _keep({"pool for 2": {"games": 100}})
    assert _kept() == {"pool for 2": {"games": 100}}
    assert list(_batches("pool", 2, 100, 170)) == [Batch("pool", 2, 100, 50), Batch("pool", 2, 150, 20)]


def test_nothing_is_kept_of_what_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    _keep({"pool for 2": {"games": 100}})
    monkeypatch.setattr(everywhere, "_mark", lambda: "other")
    assert _kept() == {}


def test_some_come_first() -> None:
    kinds = [("a", 2), ("a", 3), ("b", 2)]
    assert sorted(kinds, key=lambda kind: _place(kind, ["b", "a:3"])) == [("b", 2), ("a", 3), ("a", 2)]

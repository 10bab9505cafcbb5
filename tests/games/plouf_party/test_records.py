"""The kept games of Plouf Party: of every kind, and the table looks at their end as it did when they were made."""

import json
from typing import Any

import pytest

import lido
from tests.test_records_replay import FILES, index

KEPT = [file for file in FILES if file.parent.name == "plouf-party"]


def record(name: str) -> dict[str, Any]:
    (file,) = (file for file in KEPT if file.stem == name)
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


@pytest.mark.parametrize("name", [file.stem for file in KEPT])
def test_the_table_looks_as_it_did(name: str) -> None:
    seen = index("plouf-party")[name]["view"]
    view = lido.replay(record(name)).view(0)
    assert {field: view[field] for field in seen} == seen


def test_the_kept_games_are_of_every_kind() -> None:
    kept = [record(file.stem) for file in KEPT]
    kinds = {(game["players"], game["result"] and game["result"]["reason"]) for game in kept}
    assert {(players, "colours") for players in range(2, 7)} <= kinds
    assert {(players, "last-player") for players in range(2, 6)} <= kinds
    assert {(3, "stall"), (3, None)} <= kinds
    assert {tuple(game["options"].values()) for game in kept} >= {("fr", "aid"), ("en", "aid"), ("en", "none")}
    assert any(game["position"] for game in kept)
    assert any(game["result"] and max(game["result"]["payoffs"]) < 1 for game in kept)

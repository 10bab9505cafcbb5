"""The kept games of `tests/records/croc-pool` are of every kind; that they replay is shown beside them."""

import json
from pathlib import Path

RECORDS = Path(__file__).parents[2] / "records" / "croc-pool"
KEPT = [json.loads(file.read_text("utf-8")) for file in RECORDS.glob("*.json") if file.name != "index.json"]


def test_the_kept_games_are_of_both_layouts_and_every_end() -> None:
    ends = {record["result"]["reason"] if record["result"] else None for record in KEPT}
    assert {record["options"]["layout"] for record in KEPT} == {"first", "free"}
    assert ends == {"cleared", "stall", None}
    assert {record["result"]["payoffs"][0] for record in KEPT if record["result"]} == {0.0, 0.5, 1.0}
    assert any(record["position"] for record in KEPT)


def test_the_kept_games_hold_every_kind_of_move() -> None:
    moves = [move for record in KEPT for move in record["moves"]]
    assert "pass" in moves
    assert any(move.startswith("flip ") for move in moves)
    assert any(move.endswith("-bar") for move in moves)
    assert any(move.isalnum() for move in moves if move != "pass")

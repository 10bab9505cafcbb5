"""Old records must always replay: the games of `tests/records` end where they ended when they were made.

They are random games, kept as they were first written. `index.json` beside them says how many moves
each has and the position after the last one. Add to them; never write one of them anew.
"""

import json
from pathlib import Path
from typing import Any

import pytest

import lido

RECORDS = Path(__file__).parent / "records"
FILES = sorted(file for file in RECORDS.glob("*/*.json") if file.name != "index.json")


def index(game: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((RECORDS / game / "index.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_kept_game_ends_where_it_did(file: Path) -> None:
    kept = json.loads(file.read_text("utf-8"))
    match = lido.replay(file.read_bytes())
    expected = index(file.parent.name)[file.stem]
    assert (match.position(), len(match.moves)) == (expected["position"], expected["moves"])
    assert match.record(kept["seats"]) | {"engine": kept["engine"]} == {"laws": 1} | kept


def test_every_kept_game_is_in_the_index() -> None:
    for game in RECORDS.iterdir():
        assert sorted(index(game.name)) == sorted(file.stem for file in FILES if file.parent == game)


def test_the_kept_games_of_le_plouf_are_of_every_kind() -> None:
    kept = [json.loads(file.read_text("utf-8")) for file in FILES if file.parent.name == "le-plouf"]
    kinds = {(record["players"], record["result"] and record["result"]["reason"]) for record in kept}
    assert kinds == {(players, end) for players in (2, 3, 4) for end in ("pool-full", "repetition", None)}
    assert len(kept) >= 10
    assert any(record["position"] for record in kept)

"""Games that were played on a device: everything in them is decided again."""

import random
from typing import Any

import msgspec
import pytest

import lido
from lido.deal import bot_string, commitment
from lido.errors import BadRecord
from lido.server.table.events import Created, Over, read
from lido.server.table.given import Rebuilt, read_given, rebuilt
from lido.server.table.state import TableState

SEED = "5e" * 32
NOW = 2_000_000


def strings(players: int, bots: dict[str, str]) -> list[str]:
    return [
        bot_string(commitment(SEED), seat) if str(seat) in bots else f"string {seat}" for seat in range(1, players + 1)
    ]


def played(game: str = "le-plouf", players: int = 2, bots: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
    """A whole game by random moves, as a device gives it."""
    seated = {"2": "club"} if bots is None else bots
    match = lido.new(game, players=players, seed=SEED, strings=strings(players, seated))
    rng = random.Random(game)
    steps: list[dict[str, Any]] = []
    while match.turn is not None:
        move = rng.choice(match.legal_moves())
        steps.append({"do": "move", "seat": match.turn, "move": move, "at": 1_000_000 + len(steps)})
        match.play(move)
    return {
        "game": game, "players": players, "options": dict(match.options), "laws": match.laws, "seed": SEED,
        "strings": strings(players, seated), "bots": seated, "steps": steps, **more,
    }  # fmt: skip


def kept(document: dict[str, Any], person: str = "somebody") -> Rebuilt:
    return rebuilt(read_given(msgspec.json.encode(document)), person, NOW)


def state(made: Rebuilt) -> TableState:
    table = TableState(made.table, made.seed)
    for entry in made.entries:
        table.apply(read(entry.raw))
    return table


@pytest.mark.parametrize(("game", "players"), [("le-plouf", 4), ("plouf-party", 3), ("croc-pool", 2)])
def test_a_game_becomes_the_table_that_it_would_have_been(game: str, players: int) -> None:
    document = played(game, players, {str(seat): "club" for seat in range(2, players + 1)})
    table = state(kept(document))
    assert table.status == "over"
    assert table.match is not None
    assert [step["move"] for step in document["steps"]] == list(table.match.moves)
    assert table.seat(1).person == "somebody"
    assert table.seat(2).level == "club"


def test_the_log_says_that_it_was_played_on_a_device_and_when() -> None:
    made = kept(played())
    created, last = made.entries[0].body, made.entries[-1].body
    assert isinstance(created.event, Created)
    assert (created.event.device, created.event.host, created.event.rated) == (True, "somebody", False)
    assert created.at == 1_000_000
    assert isinstance(last.event, Over)


def test_the_same_game_has_the_same_table_and_another_person_another() -> None:
    document = played()
    assert kept(document).table == kept(document).table != kept(document, "other").table


def test_people_around_one_device_have_their_names() -> None:
    made = kept(played("plouf-party", 3, {}, names={"2": "Zoé"}))
    assert made.names == {1: None, 2: "Zoé", 3: None}


def test_moves_that_were_taken_back_and_a_resignation_are_played_again() -> None:
    document = played()
    first, second = document["steps"][:2]
    document["steps"] = [first, second, {"do": "undo", "seat": 1, "at": 0}, first, {"do": "resign", "seat": 1, "at": 0}]
    table = state(kept(document))
    assert table.match is not None
    assert len(table.match.moves) == 1
    assert (table.payoffs, table.reason) == ([0.0, 1.0], "resigned")


def test_nobody_plays_in_the_future() -> None:
    document = played()
    for step in document["steps"]:
        step["at"] = NOW + 1_000
    assert {entry.body.at for entry in kept(document).entries} == {NOW}


def broken(document: dict[str, Any], **change: Any) -> str:
    with pytest.raises(BadRecord) as refused:
        kept({**document, **change})
    return refused.value.code


def test_what_is_not_possible_is_refused_with_its_reason() -> None:
    document = played()
    steps = document["steps"]
    assert broken(document, steps=steps[:-1]) == "service.given-open"
    assert broken(document, steps=[{**steps[0], "move": "z9"}, *steps[1:]]) == "service.given-step"
    assert broken(document, steps=[*steps, steps[-1]]) == "service.given-step"
    assert broken(document, steps=[{**steps[0], "seat": 2}, *steps[1:]]) == "service.given-step"
    assert broken(document, strings=["one"]) == "service.given-deal"
    assert broken(document, strings=["one", "not that of a bot"]) == "service.given-deal"
    assert broken(document, seed="short") == "match.record-form"
    assert broken(document, game="splash") == "service.given-game"
    assert broken(document, more=1) == "match.record-form"


def test_the_step_that_is_not_possible_is_named() -> None:
    document = played()
    document["steps"][4]["move"] = "z9"
    with pytest.raises(BadRecord, match="Step 5 of this game is not possible") as refused:
        kept(document)
    assert refused.value.facts["number"] == 5

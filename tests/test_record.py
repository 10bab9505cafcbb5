"""A record says everything, is read strictly, and is never half written."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lido
from lido import record as records
from lido.match import begin

SOME_GAME = {"format": 1, "game": "le-plouf", "players": 2, "seed": "s", "deal": {}, "moves": ["a1", "c1"]}


def refused(record: Any) -> lido.BadRecord:
    with pytest.raises(lido.BadRecord) as refusal:
        lido.replay(record)
    assert refusal.value.said("en")
    assert refusal.value.said("fr") != refusal.value.said("en")
    return refusal.value


def test_a_game_comes_back_from_its_record() -> None:
    match = lido.new("le-plouf", players=3, seed=5, strings=["x", "y", "z"])
    for move in ("a1", "c1", "e5", "a3"):
        match.play(move)
    record = match.record(seats=["Ada", "Benoît", "a bot"])
    again = lido.replay(json.dumps(record))
    assert again.moves == match.moves
    assert again.position() == match.position()
    assert again.turn == 2
    assert again.record(seats=["Ada", "Benoît", "a bot"]) == record
    assert json.loads(json.dumps(record)) == record, "it is nothing but JSON"


def test_the_steps_of_a_record_are_its_moves_with_their_details() -> None:
    record = records.read(SOME_GAME | {"moves": ["a1", {"move": "c1", "speed": 3}]})
    assert list(record.steps()) == [(1, "a1", {}), (2, "c1", {"speed": 3})]
    for step in record.steps():
        step.details.clear()
    assert record.moves == ["a1", {"move": "c1", "speed": 3}], "what a caller does with the details changes no record"


def test_steps_stop_at_a_move_without_text() -> None:
    steps = records.read(SOME_GAME | {"moves": ["a1", {"speed": 3}]}).steps()
    assert next(steps).move == "a1"
    with pytest.raises(lido.BadRecord, match="2"):
        next(steps)


def test_a_cut_record_replays_without_its_end() -> None:
    match = lido.new("le-plouf", position="1AB2/1ABB1/1BAA1/1A1B1/5 1 A 2")
    match.play("b5-c5")
    ended = records.read(match.record() | {"log": ["…"], "stopped": {"payoffs": [0, 1], "reason": "pool-full"}})
    cut = ended.cut(0)
    assert records.written(cut) == {
        name: value for name, value in match.record().items() if name not in ("moves", "result")
    } | {"moves": [], "result": None}
    assert lido.replay(cut).turn == 1
    assert ended.moves == ["b5-c5"], "the record itself is as it was"


@pytest.mark.parametrize("count", [-1, 3])
def test_a_record_is_not_cut_where_it_has_no_move(count: int) -> None:
    with pytest.raises(ValueError, match="2 moves"):
        records.read(SOME_GAME).cut(count)


def test_a_match_begins_before_the_first_move_of_a_record() -> None:
    over = lido.new("le-plouf", position="1BA2/1ABB1/1BAA1/1A1B1/5 1 A 2")
    assert begin(SOME_GAME).moves == ()
    assert begin(over.record()).position() == over.position()
    with pytest.raises(lido.BadRecord, match="deal"):
        begin(SOME_GAME | {"deal": {"cards": 1}})


def test_a_record_may_be_a_mapping_or_text_or_bytes() -> None:
    text = json.dumps(SOME_GAME)
    assert lido.replay(SOME_GAME).moves == lido.replay(text).moves == lido.replay(text.encode()).moves == ("a1", "c1")


def test_a_game_from_a_position_comes_back_from_its_record() -> None:
    match = lido.new("le-plouf", players=2, position="5/5/5/5/A4 1 B 2", seed="kept")
    match.play("c1")
    assert (match.record()["position"], match.record()["seed"]) == ("5/5/5/5/A4 1 B 2", "kept")
    assert lido.replay(match.record()).position() == "5/5/5/5/A1B2 1 A 2"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        "{",
        "not JSON",
        json.dumps(SOME_GAME)[:-1],
        json.dumps(SOME_GAME) + "x",
        '{"deal":' + "[" * 100_000,
        '{"deal":' + "[" * 100_000 + "]" * 100_000 + "}",
        json.dumps(SOME_GAME | {"seed": "\ud800"}),
        json.dumps(SOME_GAME | {"seed": "\ud800"}, ensure_ascii=False),
        json.dumps(SOME_GAME).encode("utf-16"),
        json.dumps(SOME_GAME | {"seed": "é"}, ensure_ascii=False).encode("latin-1"),
        json.dumps(SOME_GAME | {"result": {"payoffs": [float("nan"), 1], "reason": "pool-full"}}),
        b"\x00\xff" * 50,
    ],
    ids=lambda text: repr(text)[:24],
)
def test_what_is_no_record_is_refused(text: str | bytes) -> None:
    assert refused(text).code == "match.record-form"


def test_a_list_is_no_record() -> None:
    assert refused([SOME_GAME]).code == "match.record-form"


@pytest.mark.parametrize("missing", ["game", "players", "moves"])
def test_a_record_lacks_nothing(missing: str) -> None:
    assert refused({name: value for name, value in SOME_GAME.items() if name != missing}).code == "match.record-form"


@pytest.mark.parametrize(
    "wrong",
    [
        {"format": 2},
        {"format": "1"},
        {"game": 7},
        {"game": None},
        {"players": "2"},
        {"players": 2.5},
        {"players": True},
        {"options": []},
        {"options": {"pace": [1]}},
        {"seed": 7},
        {"strings": "ab"},
        {"strings": [1]},
        {"moves": "a1"},
        {"moves": [1]},
        {"moves": [["a1"]]},
        {"moves": None},
        {"result": "won"},
        {"result": {"payoffs": [1, 0]}},
        {"result": {"payoffs": [1, 0], "reason": "pool-full", "by": "luck"}},
        {"seats": [1]},
        {"engine": 1},
        {"stopped": None},
        {"stopped": {"payoffs": [1, 0]}},
        {"log": None},
        {"log": "created"},
        {"log": [{"n": 1}]},
        {"note": "no such field"},
        {"Game": "le-plouf"},
    ],
    ids=str,
)
def test_every_field_is_of_its_kind_and_no_other_field_is_known(wrong: dict[str, Any]) -> None:
    assert refused(SOME_GAME | wrong).code == "match.record-form"
    assert refused(json.dumps(SOME_GAME | wrong)).code == "match.record-form"


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"game": "bridge"}, "match.game"),
        ({"game": "{0.__class__}"}, "match.game"),
        ({"players": 5}, "match.players"),
        ({"players": 10**30}, "match.players"),
        ({"options": {"pace": 1}}, "match.no-options"),
        ({"deal": {"card": 1}}, "match.record-deal"),
        ({"deal": None}, "match.record-deal"),
        ({"seed": None, "strings": ["ab"]}, "match.record-strings"),
        ({"seed": "\ud800"}, "match.seed"),
        ({"strings": ["\ud800"]}, "match.seed"),
        ({"seed": None, "deal": None}, "match.record-no-start"),
        ({"seed": None, "deal": [1]}, "le-plouf.deal"),
        ({"position": "5/5/5/5/5 1 A 2"}, "match.deal-and-position"),
        ({"seed": None, "position": "5/5/5/5/5 1 A 2"}, "match.deal-and-position"),
        ({"seed": None, "deal": None, "position": "nowhere"}, "le-plouf.position-form"),
        ({"seed": None, "deal": None, "position": "5/5/5/5/5 1 A 3"}, "le-plouf.position-players"),
    ],
    ids=str,
)
def test_a_record_that_cannot_begin_is_refused(wrong: dict[str, Any], why: str) -> None:
    error = refused(SOME_GAME | wrong)
    assert error.code == "match.record-start"
    reason = error.facts["why"]
    assert reason.code == why
    assert reason.said("fr") in error.said("fr")
    assert reason.said("en") in error.said("en")


@pytest.mark.parametrize("move", ["a1", "c3", "a1-a2", "pass", "", "c1\n", "{x}", "\ud800", "A1"])
def test_an_illegal_move_is_refused_and_numbered(move: str) -> None:
    error = refused(SOME_GAME | {"moves": ["a1", move]})
    assert (error.code, error.facts["number"]) == ("match.record-move", 2)
    assert error.facts["move"][:100] == move[:100]


@pytest.mark.parametrize("name", ["self", "code", "details", "game", "state", "power", "", "clé", "__class__"])
def test_details_that_the_game_does_not_take_are_refused(name: str) -> None:
    error = refused(SOME_GAME | {"moves": ["a1", {"move": "c1", name: {"move": "c1"}}]})
    assert (error.code, error.facts["number"]) == ("match.record-move", 2)
    assert error.facts["why"].code == "match.details"


@pytest.mark.parametrize("entry", [{}, {"move": None}, {"move": 1}, {"move": ["c1"]}, {"power": 3}])
def test_a_move_has_a_text(entry: dict[str, Any]) -> None:
    error = refused(SOME_GAME | {"moves": ["a1", entry]})
    assert (error.code, error.facts["number"]) == ("match.record-move-text", 2)


FINISHED = "5/1ABA1/1BAB1/1B1A1/1AB2 1 A 2"


@pytest.mark.parametrize(
    "result",
    [
        None,
        {"payoffs": [0.0, 1.0], "reason": "pool-full"},
        {"payoffs": [1.0, 0.0], "reason": "repetition"},
        {"payoffs": [1.0], "reason": "pool-full"},
    ],
)
def test_a_result_that_the_moves_do_not_lead_to_is_refused(result: dict[str, Any] | None) -> None:
    match = lido.new("le-plouf", players=2, position=FINISHED)
    match.play("b1-c1")
    record = match.record()
    assert record["result"] == {"payoffs": [1.0, 0.0], "reason": "pool-full"}
    assert refused(record | {"result": result}).code == "match.record-result"


def test_a_running_game_has_no_result() -> None:
    ended = {"payoffs": [1.0, 0.0], "reason": "pool-full"}
    assert refused(SOME_GAME | {"result": ended}).code == "match.record-result"


def test_nothing_is_played_after_the_end() -> None:
    match = lido.new("le-plouf", players=2, position=FINISHED)
    match.play("b1-c1")
    error = refused(match.record() | {"moves": ["b1-c1", "pass"]})
    assert error.facts["why"].code == "match.over"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from([*SOME_GAME, "position", "result", "options", "format"]), json_values))
def test_nothing_but_a_refusal_comes_of_a_damaged_record(damage: dict[str, Any]) -> None:
    try:
        match = lido.replay(SOME_GAME | damage)
    except lido.BadRecord:
        return
    assert match.game.id == "le-plouf"


def test_what_a_position_leaves_to_chance_is_drawn_from_the_seed_of_the_record() -> None:
    """Nobody wrote which number is under which swimmer that is still to be placed."""
    ends = []
    for seed in (5, 5, 6):
        match = lido.new("croc-pool", position="| R:- Y:- | R shut 0 place", seed=seed)
        while match.view(0)["step"] == "place":
            match.play(match.legal_moves()[0])
        ends.append(match.position())
        assert lido.replay(match.record()).position() == match.position()
    assert ends[0] == ends[1] != ends[2]


def test_a_record_names_its_laws_and_one_without_a_number_is_of_the_first() -> None:
    match = lido.new("croc-pool", seed=1)
    assert match.record()["laws"] == match.laws == 2
    old = {name: value for name, value in match.record().items() if name != "laws"}
    assert lido.replay(old).laws == 1
    assert lido.replay(match.record() | {"laws": 2}).laws == 2


def test_unknown_numbers_of_laws_are_refused() -> None:
    record = lido.new("le-plouf", seed=1).record()
    for laws in (0, 2):
        with pytest.raises(lido.BadRecord, match="no laws number"):
            lido.replay(record | {"laws": laws})

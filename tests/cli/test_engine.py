"""`lido engine`: every message of docs/protocol.md, and whatever else may come down the line."""

import io
import json
import subprocess
import sys
from typing import Any
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from lido.cli.engine import LONGEST_LINE, Session, reply, run

NEW = {"do": "new", "game": "le-plouf", "players": 2}


def ask(*messages: Any) -> list[dict[str, Any]]:
    """What the engine answers, message by message; bytes are sent as they are."""
    lines = [m if isinstance(m, bytes) else json.dumps(m).encode() for m in messages]
    answers = io.BytesIO()
    run(io.BytesIO(b"".join(line + b"\n" for line in lines)), answers)
    found = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert len(found) == len(lines)
    return found


def test_games_come_with_players_and_options() -> None:
    (answer,) = ask({"do": "games"})
    assert {"id": "le-plouf", "players": [2, 3, 4], "options": {}} in answer["games"]


def test_a_session_from_new_to_record() -> None:
    answers = ask(NEW, {"do": "play", "move": "c1"}, {"do": "legal"}, {"do": "position"}, {"do": "record"})
    assert answers[0] == {"ok": True}
    assert answers[1] == {"ok": True, "events": [{"event": "place", "seat": 1, "cell": "c1"}]}
    assert answers[2]["seat"] == 2
    assert answers[2]["moves"] == sorted(answers[2]["moves"])
    assert "c1" not in answers[2]["moves"]
    assert answers[3] == {"position": "5/5/5/5/2A2 1 B 2"}
    assert answers[4]["record"]["moves"] == ["c1"]


def test_a_record_can_be_loaded_and_undone() -> None:
    record = ask(NEW, {"do": "play", "move": "c1"}, {"do": "play", "move": "a5"}, {"do": "record"})[-1]["record"]
    loaded = ask({"do": "load", "record": record}, {"do": "undo"}, {"do": "position"})
    assert loaded == [{"ok": True}, {"ok": True}, {"position": "5/5/5/5/2A2 1 B 2"}]


def test_result_and_legal_of_a_finished_game() -> None:
    full = {**NEW, "position": "5/1ABA1/1ABA1/1BBA1/2B2 1 A 2"}
    answers = ask(full, {"do": "result"}, {"do": "legal"}, {"do": "go"}, {"do": "analyse"}, {"do": "perft", "depth": 4})
    assert answers[1] == {"over": True, "payoffs": [0.0, 1.0], "reason": "pool-full"}
    assert answers[2] == {"seat": None, "moves": []}
    assert "error" in answers[3]
    assert answers[4] == {"exact": False, "moves": [], "line": [], "beliefs": []}
    assert answers[5] == {"nodes": 1}


def test_perft_from_the_empty_board() -> None:
    answers = ask({**NEW, "position": "5/5/5/5/5 1 A 2"}, *({"do": "perft", "depth": d} for d in range(5)))
    assert [a["nodes"] for a in answers[1:]] == [1, 16, 240, 3360, 43680]


def test_a_bot_answers_the_same_to_the_same_seed_and_iterations() -> None:
    go = {"do": "go", "level": "expert", "iterations": 500, "seed": 3}
    answers = ask({**NEW, "position": "A1B1A/5/5/5/B3A 1 B 2"}, go, go, {"do": "legal"})
    assert answers[1] == answers[2]
    assert answers[1]["move"] in answers[3]["moves"]


def test_analysis_covers_the_legal_moves_in_their_order() -> None:
    answers = ask({**NEW, "players": 3}, {"do": "legal"}, {"do": "analyse"})
    assert [entry["move"] for entry in answers[2]["moves"]] == answers[1]["moves"]
    assert all(-1 <= entry["value"] <= 1 and entry["plies"] is None for entry in answers[2]["moves"])
    assert answers[2]["exact"] is False


def test_analysis_of_the_empty_board_for_two_is_exact() -> None:
    answers = ask(NEW, {"do": "legal"}, {"do": "analyse"})
    assert answers[2]["exact"] is True
    assert [entry["move"] for entry in answers[2]["moves"]] == answers[1]["moves"]
    assert answers[2]["moves"][0] == {"move": "a1", "value": 1, "plies": 109}, "a corner wins"
    assert answers[2]["moves"][1] == {"move": "a2", "value": 0, "plies": None}, "a side draws"


def test_analysis_counts_the_plies_to_the_end() -> None:
    """The pool has one free cell, b2, and the pawn on b1 can be pushed into it."""
    answers = ask({**NEW, "position": "5/1ABA1/1BAB1/2BA1/AB3 1 A 2"}, {"do": "analyse"})
    assert answers[1]["exact"] is True
    assert {"move": "a1-b1", "value": 1, "plies": 1} in answers[1]["moves"]


def test_what_is_wrong_is_answered_with_a_sentence() -> None:
    wrong: list[Any] = [
        b"",
        b"{",
        b"[1]",
        b"\xff\xfe",
        b'{"do":"new","game":"le-plouf","deal":' + b"[" * 100_000,
        {"do": "dance"},
        {"do": "legal"},
        {"do": "new", "game": "chess"},
        {"do": "new", "game": "le-plouf", "players": 5},
        {"do": "new", "game": "le-plouf", "players": True},
        {"do": "new", "game": "le-plouf", "options": {"depth": 3}},
        {"do": "new", "game": "le-plouf", "position": "A", "deal": {}},
        {"do": "new", "game": "le-plouf", "deal": {"ring": []}},
        {"do": "new", "game": "le-plouf", "colour": "blue"},
        {"do": "load", "record": {"format": 2}},
        {"do": "perft", "depth": 10**9},
    ]
    for answer in ask(*wrong):
        assert list(answer) == ["error"]
        assert answer["error"].endswith((".", ")"))


def test_a_line_too_long_is_refused_and_the_next_one_heard() -> None:
    answers = ask(b'{"do":"' + b"x" * (LONGEST_LINE + 5) + b'"}', {"do": "games"})
    assert "longer than" in answers[0]["error"]
    assert "games" in answers[1]


def test_a_refused_move_leaves_the_table_as_it_was() -> None:
    answers = ask(
        {**NEW, "position": "A1B1A/5/5/5/B3A 1 B 2"},
        {"do": "play", "move": "c3"},
        {"do": "play", "move": "a2", "pose": [0, 0, 0, 0]},
        {"do": "go", "ms": 5, "iterations": 5},
        {"do": "view", "seat": 3},
        {"do": "position"},
    )
    assert all("error" in answer for answer in answers[1:5])
    assert answers[5] == {"position": "A1B1A/5/5/5/B3A 1 B 2"}


MESSAGES = [
    *("games", "new", "load", "legal", "play", "view", "position", "result"),
    *("perft", "go", "analyse", "undo", "record"),
]
words = st.sampled_from(
    [
        "do",
        "new",
        "game",
        "le-plouf",
        "players",
        "play",
        "move",
        "c1",
        "legal",
        "view",
        "seat",
        "undo",
        "record",
        "load",
    ]
)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words | st.text(), inner, max_size=4),
    max_leaves=8,
)
message = st.fixed_dictionaries(
    {"do": st.sampled_from(MESSAGES)},
    optional=dict.fromkeys(
        ("game", "players", "seed", "deal", "position", "options", "record", "move", "seat", "level"), anything
    )
    | dict.fromkeys(("depth", "ms", "iterations"), anything | st.integers(0, 4)),
)


@patch("lido.bots.levels.DEFAULT_MS", 1)
@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.binary(max_size=60)
        | anything.map(lambda a: json.dumps(a).encode())
        | message.map(lambda m: json.dumps(m).encode()),
        max_size=8,
    )
)
def test_no_line_stops_it_or_changes_the_table_when_refused(lines: list[bytes]) -> None:
    table = Session()
    reply(json.dumps({**NEW, "seed": 1}).encode(), table)
    reply(b'{"do":"play","move":"c1"}', table)
    for line in lines:
        before = table.match.record()
        answer = json.loads(reply(line.replace(b"\n", b" "), table))
        if "error" in answer:
            assert "inside the engine" not in answer["error"]
            assert table.match.record() == before


def test_the_command_talks_line_by_line() -> None:
    engine = subprocess.Popen(
        [sys.executable, "-m", "lido", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with engine:
        assert engine.stdin
        assert engine.stdout
        for asked, said in ((NEW, {"ok": True}), ({"do": "perft", "depth": 2}, {"nodes": 240})):
            engine.stdin.write(json.dumps(asked) + "\n")
            engine.stdin.flush()
            assert json.loads(engine.stdout.readline()) == said
        engine.stdin.close()
        assert engine.wait() == 0

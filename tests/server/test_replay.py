"""Recorded games move by move, finished or not."""

import asyncio
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import lido
from lido.errors import Refusal
from lido.server.transport.limits import while_wanted
from lido.server.workers import replaying
from lido.server.workers.replaying import MOST_MOVES, replay_steps

START = {"format": 1, "game": "le-plouf", "players": 2, "position": "5/5/5/5/5 1 A 2"}
DEAL = {
    "ring": [
        "R1",
        "O2",
        "Y3",
        "G1",
        "B2",
        "P3",
        "R2",
        "O3",
        "Y1",
        "G2",
        "B3",
        "P1",
        "R3",
        "O1",
        "Y2",
        "G3",
        "B1",
        "P2",
    ],
    "tokens": ["R", "G", "B"],
    "faceup": [],
}


def played(*moves: str, since: int = 0, **start: Any) -> list[Any]:
    return list(replay_steps({**START, **start, "moves": list(moves)}, since))


def test_a_step_of_a_replay_has_the_events_and_the_legal_moves() -> None:
    first, second = played("c1")
    assert (first.number, first.move, first.seat, first.events, first.turn) == (0, None, None, [], 1)
    assert (second.number, second.move, second.seat, second.turn) == (1, "c1", 1, 2)
    assert second.events == [{"event": "place", "seat": 1, "cell": "c1"}]
    assert "c1" in first.legal
    assert "c1" not in second.legal
    assert [view["seat"] for view in second.views] == [0, 1, 2]


def test_every_seat_is_shown_what_it_knew_and_no_more() -> None:
    (moment,) = played(game="plouf-party", players=3, position=None, deal=DEAL)
    assert [view["tokens"] for view in moment.views] == [
        [None, None, None],
        ["R", None, None],
        [None, "G", None],
        [None, None, "B"],
    ]


def test_only_what_is_wanted_is_given() -> None:
    assert [moment.number for moment in played("c1", "a3", "e4", since=2)] == [2, 3]


def test_a_finished_game_is_shown_to_its_end() -> None:
    match = lido.new("le-plouf", position="1AB2/1ABB1/1BAA1/1A1B1/5 1 A 2")
    match.play("b5-c5")
    record = match.record() | {"stopped": {"payoffs": [0.0, 1.0], "reason": "pool-full"}, "log": ["…"]}
    *_, last = replay_steps(record)
    assert (last.turn, last.legal) == (None, [])
    assert last.events[-1]["event"] == "over"


def test_a_move_that_is_refused_says_why() -> None:
    with pytest.raises(lido.IllegalMove) as refusal:
        played("c3")
    assert refusal.value.code == "le-plouf.place-in-pool"


@pytest.mark.parametrize("moves", [None, "c1", [1], [{"to": "c1"}]])
def test_what_is_no_record_is_refused(moves: Any) -> None:
    with pytest.raises(lido.BadRecord):
        list(replay_steps({**START, "moves": moves}))


def test_nothing_is_simulated_for_somebody_who_only_looks() -> None:
    record = {"format": 1, "game": "splash", "players": 2, "options": {"draft": "deal"}, "seed": "x", "deal": None}
    match = lido.new("splash", players=2, options={"draft": "deal"}, seed="x")
    first = next(move for move in match.legal_moves() if move.startswith("give"))
    moves = [first, {"move": "place", "pose": [0, 0, 0, 0]}]
    with pytest.raises(lido.BadRecord) as refusal:
        list(replay_steps(record | {"deal": match.record()["deal"], "moves": moves}))
    assert refusal.value.code == "match.record-details"


def test_a_record_of_too_many_moves_is_refused_before_it_is_played() -> None:
    with pytest.raises(lido.BadRecord) as refusal:
        played(*["c1"] * (MOST_MOVES + 1))
    assert refusal.value.code == "service.replay-moves"


def test_a_replay_that_becomes_too_long_ends_without_being_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replaying, "MOST_BYTES", 50_000)
    made = 0

    def steps() -> Iterator[Any]:
        nonlocal made
        while made < 1000:
            made += 1
            yield replaying.ReplayStep(made, None, None, [], None, [], [], ["<svg/>" * 1000])

    with pytest.raises(Refusal) as refusal:
        replaying.encoded(steps())
    assert refusal.value.code == "service.replay-long"
    assert made < 20


def test_steps_are_written_as_a_list_would_be() -> None:
    steps = played("c1", "a3")
    assert replaying.encoded(steps) == msgspec.json.encode(steps)
    assert replaying.encoded([]) == b"[]"


def test_work_for_a_client_that_hangs_up_is_cancelled() -> None:
    async def scenario() -> None:
        cancelled = asyncio.Event()

        async def endless() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                cancelled.set()

        async def hangs_up() -> dict[str, str]:
            await asyncio.sleep(0)
            return {"type": "http.disconnect"}

        async def stays() -> dict[str, str]:
            await asyncio.Event().wait()
            return {}

        async def answer() -> int:
            return 7

        with pytest.raises(Refusal):
            await while_wanted(endless(), hangs_up)
        await asyncio.wait_for(cancelled.wait(), 10)
        assert await while_wanted(answer(), stays) == 7

    asyncio.run(scenario())

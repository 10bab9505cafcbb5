"""Accidents at a table of the service: declared, answered, carried out."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

import lido
from lido.errors import IllegalMove, LidoError, Refusal
from lido.games.splash.accidents import knocked
from lido.games.splash.again import simulated_again
from lido.games.splash.live.messages import AnswerAccident, AskAccident, Hold
from lido.match import PlayerView
from lido.server.messages import Leave, Move
from lido.server.rooms.connection import Connection
from lido.server.rooms.outbox import Outbox
from lido.server.rooms.room import Room
from lido.server.table import views
from lido.server.table.events import Clock
from lido.verify import findings
from tests.games.splash.live.test_hand import Piece, at_rest, of
from tests.server.hub.desk import Desk, Ear, on
from tests.server.hub.test_trouble import until

SEED = 3
"""Of a knock that brings a tower of two pieces down."""


async def towering(desk: Desk, monkeypatch: pytest.MonkeyPatch, **wish: Any) -> Room:
    """Splash! for three: two pieces stand, and seat 3 must give to seat 1. A knock is that of the seed."""
    monkeypatch.setattr("lido.server.rooms.hub.new_seed", lambda: "a tower")
    room = await desk.begin(game="splash", players=3, options={"draft": "deal"}, **wish)
    physics = room.context.live["splash"]

    async def carry_out(*_: Any, **__: Any) -> Piece:
        piece = Piece()
        piece.ended.set_result(at_rest(room))
        return piece

    async def knock(player_view: PlayerView, fault: int | None, *_: Any, **__: Any) -> Piece:
        piece = Piece()
        try:
            piece.ended.set_result(knocked(player_view.observation, fault, SEED))
        except LidoError as error:
            piece.ended.set_exception(error)
        return piece

    monkeypatch.setattr(physics, "carry_out", carry_out)
    monkeypatch.setattr(physics, "knock", knock)
    for giver in (1, 2):
        await give(desk, room, giver, 2 * giver)
        await room.carry_out(desk.connections[giver], Move(number=2 * giver + 1, seat=giver + 1, move="place"))
        await until(lambda: not of(room).busy and not room.lock.locked())
    assert (len(room.table.running().view(0)["pieces"]), room.table.turn) == (2, 3)
    desk.hear_nothing()
    return room


async def give(desk: Desk, room: Room, giver: int, number: int) -> None:
    move = room.table.running().legal_moves()[0]
    await room.carry_out(desk.connections[giver - 1], Move(number=number, seat=giver, move=move))


async def ask(desk: Desk, room: Room, seat: int, fault: int | None, number: int = 20) -> None:
    await of(room).handle(desk.connections[seat - 1], AskAccident(number=number, seat=seat, fault=fault))


async def answer(desk: Desk, room: Room, seat: int, agreed: bool = True) -> None:
    await of(room).handle(desk.connections[seat - 1], AnswerAccident(number=30, seat=seat, agreed=agreed))


def told(ear: Ear) -> list[tuple[int | None, list[int], str | None]]:
    """What was said of accidents: who declares one, who must answer, why nothing came of it."""
    said = [heard for heard in ear.heard if heard["type"] == "accident"]
    return [(one["seat"], one["waits"], one.get("why")) for one in said]


async def fallen(room: Room) -> None:
    await until(lambda: not of(room).busy and not room.lock.locked())


@pytest.mark.clause("SP-20", "SP-R13")
def test_an_accident_happens_when_all_have_agreed_and_the_record_verifies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(desk: Desk) -> None:
        room = await towering(desk, monkeypatch)
        await ask(desk, room, 1, 2)
        assert all(told(ear) == [(1, [2, 3], None)] for ear in desk.ears)
        assert not of(room).busy
        await answer(desk, room, 3)
        assert told(desk.ears[0])[-1] == (1, [2], None)
        await answer(desk, room, 2)
        assert of(room).busy
        with pytest.raises(Refusal, match="in the hand"):
            await give(desk, room, 3, 40)
        await fallen(room)
        match = room.table.running()
        assert match.moves[-1] == "accident"
        assert match.last_details["fault"] == 2
        assert match.view(0)["drops"] == [0, 0, 0]
        assert match.turn == 2, "the one at fault chooses the base"
        await room.carry_out(desk.connections[1], Move(number=41, seat=2, move=match.legal_moves()[0]))
        match = room.table.running()
        assert (match.turn, match.view(0)["step"]) == (3, "give")
        assert told(desk.ears[1])[-1] == (None, [], None)
        record = match.record()
        assert lido.replay(record).position() == match.position()
        assert simulated_again(record) == []
        for connection in desk.connections:
            await room.carry_out(connection, Leave(number=50))
        assert [finding.code for finding in findings((await desk.hub.record(room.id)).document)][-1] == "verify.stopped"

    on(tmp_path, scenario)


@pytest.mark.clause("SP-19")
def test_an_accident_is_not_the_fault_of_somebody_who_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(desk: Desk) -> None:
        room = await towering(desk, monkeypatch)
        room.table.away = 0
        await room.leave(desk.connections[1])
        await ask(desk, room, 1, 2)
        await answer(desk, room, 3)
        await until(lambda: told(desk.ears[0])[-1] == (None, [], "splash.accident-away"))
        assert not of(room).busy

    on(tmp_path, scenario)


@pytest.mark.clause("SP-19")
def test_one_person_among_bots_declares_an_accident_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room = await towering(desk, monkeypatch)
        for seat in (1, 2):
            await room.carry_out(desk.connections[seat - 1], Leave(number=40))
        await ask(desk, room, 3, None)
        await fallen(room)
        match = room.table.running()
        assert match.moves[-1] == "accident"
        assert match.turn == 3
        await room.carry_out(desk.connections[2], Move(number=41, seat=3, move=match.legal_moves()[0]))
        assert len(room.table.running().view(0)["box"]) == 1

    on(tmp_path, scenario)


def test_an_accident_that_somebody_declines_does_not_happen_nor_is_it_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(desk: Desk) -> None:
        room = await towering(desk, monkeypatch)
        moves = room.table.running().moves
        await ask(desk, room, 1, None)
        await answer(desk, room, 2, agreed=False)
        assert all(told(ear)[-1] == (None, [], "splash.accident-declined") for ear in desk.ears)
        with pytest.raises(Refusal) as refusal:
            await answer(desk, room, 3)
        assert refusal.value.code == "server.not-asked"
        with pytest.raises(Refusal) as refusal:
            await ask(desk, room, 1, None, 21)
        assert refusal.value.code == "splash.accident-declined"
        assert room.table.running().moves == moves
        assert not of(room).busy

    on(tmp_path, scenario)


def test_the_question_lapses_when_the_game_moves_on_or_the_asker_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(desk: Desk) -> None:
        room = await towering(desk, monkeypatch)
        await ask(desk, room, 1, None)
        await give(desk, room, 3, 40)
        assert told(desk.ears[1])[-1] == (None, [], None)
        with pytest.raises(Refusal):
            await answer(desk, room, 2)
        await ask(desk, room, 2, None, 21)
        assert told(desk.ears[0])[-1] == (2, [1, 3], None)
        await room.carry_out(desk.connections[1], Leave(number=41))
        await until(lambda: told(desk.ears[0])[-1] == (None, [], None))
        assert "accident" not in room.table.running().moves

    on(tmp_path, scenario)


def test_who_is_gone_need_not_answer_and_a_newcomer_hears_the_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(desk: Desk) -> None:
        room = await towering(desk, monkeypatch)
        await ask(desk, room, 1, None)
        late = Ear()
        back = Connection(Outbox(late.send), desk.connections[2].person, "d", "en")
        await room.enter(back, None)
        assert told(late) == [(1, [2, 3], None)]
        await answer(desk, room, 2)
        room.table.away = 1_000
        await room.leave(back)
        await room.leave(desk.connections[2])
        await asyncio.sleep(0.2)
        assert not of(room).busy, "a connection that drops for a moment is no yes"
        await until(lambda: room.table.running().moves[-1] == "accident")
        await fallen(room)

    on(tmp_path, scenario)


@pytest.mark.clause("SP-R13")
def test_an_accident_that_cannot_be_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room = await towering(desk, monkeypatch)
        with pytest.raises(Refusal) as refusal:
            await of(room).handle(desk.connections[0], AskAccident(number=20, seat=2, fault=None))
        assert refusal.value.code == "server.not-yours"
        await give(desk, room, 3, 40)
        for fault, code in ((1, "splash.accident-placer"), (4, "splash.accident-how")):
            with pytest.raises(IllegalMove) as illegal:
                await ask(desk, room, 2, fault)
            assert illegal.value.code == code
        await ask(desk, room, 2, 3)
        with pytest.raises(Refusal) as refusal:
            await ask(desk, room, 3, 2)
        assert refusal.value.code == "splash.accident-asked"
        piece = Piece()

        async def begin(*_: Any, **__: Any) -> Piece:
            return piece

        monkeypatch.setattr(room.context.live["splash"], "begin", begin)
        await of(room).handle(desk.connections[0], Hold(number=41, seat=1))
        for late in (ask(desk, room, 2, 3, 22), answer(desk, room, 3)):
            with pytest.raises(Refusal, match="in the hand"):
                await late
        piece.put_back()
        await fallen(room)

    on(tmp_path, scenario)


def test_without_a_tower_there_is_no_accident(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin(game="splash", players=2, options={"draft": "deal"})
        with pytest.raises(IllegalMove) as illegal:
            await ask(desk, room, 1, None)
        assert illegal.value.code == "splash.accident-when"

    on(tmp_path, scenario)


def test_a_tower_that_still_stands_changes_nothing_and_everybody_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(desk: Desk) -> None:
        room = await towering(desk, monkeypatch)

        async def knock(*_: Any, **__: Any) -> Piece:
            piece = Piece()
            piece.seen.pieces["red-cube"] = [0.0] * 7
            piece.ended.set_exception(IllegalMove("splash.accident-stands"))
            return piece

        monkeypatch.setattr(room.context.live["splash"], "knock", knock)
        before = room.table.running().view(0)
        await ask(desk, room, 1, None)
        for seat in (2, 3):
            await answer(desk, room, seat)
        await until(lambda: told(desk.ears[0])[-1] == (None, [], "splash.accident-stands"))
        assert room.table.running().view(0) == before
        frames = [heard for heard in desk.ears[0].heard if heard["type"] == "frame"]
        assert {piece: pose[:3] for piece, pose in frames[-1]["pieces"].items()} == {
            lying["piece"]: lying["pos"] for lying in before["pieces"]
        }
        await fallen(room)
        with pytest.raises(Refusal) as refused:
            await ask(desk, room, 1, None, 30)
        assert refused.value.code == "splash.accident-stands", "one knock a move"
        await give(desk, room, 3, 40)

    on(tmp_path, scenario)


@pytest.mark.clause("SP-19")
@pytest.mark.parametrize("clock", [Clock(60, "game", plus=5), Clock(60)], ids=["game", "move"])
@pytest.mark.parametrize("stands", [False, True], ids=["fell", "stands"])
def test_an_accident_costs_whoever_is_to_act_no_time_and_gives_them_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Clock, *, stands: bool
) -> None:
    async def scenario(desk: Desk) -> None:
        at = [1_000_000]
        desk.clock = lambda: at[0]
        room = await towering(desk, monkeypatch, clock=clock)
        *others, own = views.times(room.table, at[0])
        assert own
        physics = room.context.live["splash"]
        falls = physics.knock

        async def knock(player_view: PlayerView, fault: int | None, seed: str, **__: Any) -> Piece:
            piece: Piece = await falls(player_view, fault, seed)
            at[0] += 7_000
            if stands:
                piece.ended = asyncio.get_running_loop().create_future()
                piece.ended.set_exception(IllegalMove("splash.accident-stands"))
            return piece

        monkeypatch.setattr(physics, "knock", knock)
        at[0] += 20_000
        await ask(desk, room, 1, None)
        for seat in (2, 3):
            await answer(desk, room, seat)
        await fallen(room)
        assert (room.table.running().moves[-1] == "accident", room.table.turn) == (not stands, 3)
        assert views.times(room.table, at[0]) == [*others, own - 20_000]
        at[0] += 1_000
        await room.carry_out(desk.connections[2], Move(number=41, seat=3, move=room.table.running().legal_moves()[0]))
        assert views.times(room.table, at[0])[2] == (own - 16_000 if clock.per == "game" else own)

    on(tmp_path, scenario)


def test_a_command_that_is_sent_again_does_not_ask_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room = await towering(desk, monkeypatch)
        await ask(desk, room, 1, None)
        await answer(desk, room, 2, agreed=False)
        desk.hear_nothing()
        await ask(desk, room, 1, None)
        assert desk.ears[0].kinds() == ["done"]

    on(tmp_path, scenario)


def test_people_at_another_node_are_asked_and_answer_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room = await towering(desk, monkeypatch)
        elsewhere = await desk.twin(room)

        async def there(text: str) -> None:
            of(elsewhere).told(text)

        async def here(text: str) -> None:
            of(room).told(text)

        monkeypatch.setattr(room, "tell_live", there)
        monkeypatch.setattr(elsewhere, "tell_live", here)
        monkeypatch.setattr(type(room), "is_watched_elsewhere", True)
        ear = Ear()
        far = Connection(Outbox(ear.send), desk.connections[1].person, "e", "en")
        await elsewhere.enter(far, None)
        await ask(desk, room, 1, None)
        assert told(ear) == [(1, [2, 3], None)]
        await of(elsewhere).handle(far, AnswerAccident(number=2, seat=2, agreed=True))
        await until(lambda: told(ear)[-1] == (1, [3], None))
        await answer(desk, room, 3)
        await until(lambda: room.table.running().moves[-1] == "accident")
        await fallen(room)

    on(tmp_path, scenario)

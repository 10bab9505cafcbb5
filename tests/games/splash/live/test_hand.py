"""A hand over a tower: who may open it, what happens when its player goes, and commands that are sent twice."""

import asyncio
import math
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import pytest

import lido
from lido.errors import LidoError, Refusal
from lido.game import Json
from lido.games.splash.live import hand
from lido.games.splash.live.hand import Hand
from lido.games.splash.live.messages import Frame, Hold, LetGo
from lido.server.messages import AskUndo, Leave, Move, Resign, Return, Say
from lido.server.rooms.connection import Connection
from lido.server.rooms.outbox import Outbox
from lido.server.rooms.pauses import Pauses
from lido.server.rooms.room import Room
from lido.server.store import SignedOut
from lido.server.table import limits
from lido.server.table.events import Clock, Replaced, Taken
from tests.server.hub.desk import Desk, Ear, on
from tests.server.hub.test_trouble import until


class Piece:
    """A placement that ends when the test says so."""

    def __init__(self) -> None:
        self.ended: asyncio.Future[dict[str, Json]] = asyncio.get_running_loop().create_future()
        self.seen = Frame(t=0.0, held="piece", pieces={})
        self.opened = self.is_back = False
        self.opens_at = math.inf
        self.steered_at = asyncio.get_running_loop().time()

    def let_go(self, t: float | None = None) -> None:
        self.opened = True

    def put_back(self) -> None:
        self.is_back = True
        self.ended.set_exception(LidoError("splash.put-back"))

    async def __aiter__(self) -> AsyncIterator[Frame]:
        await asyncio.wait([self.ended])
        return
        yield

    async def details(self) -> dict[str, Json]:
        return await self.ended


async def holding(desk: Desk, monkeypatch: pytest.MonkeyPatch, players: int = 3, **wish: Any) -> tuple[Room, Piece]:
    """Splash!: seat 2 has the first piece in the hand, by a command of number 2."""
    room = await desk.begin(game="splash", players=players, options={"draft": "deal"}, **wish)
    await room.carry_out(desk.connections[0], Move(number=2, seat=1, move=room.table.running().legal_moves()[0]))
    piece = Piece()

    async def begin(*_: Any, **__: Any) -> Piece:
        return piece

    monkeypatch.setattr(room.context.live["splash"], "begin", begin)
    await of(room).handle(desk.connections[1], Hold(number=2, seat=2))
    desk.hear_nothing()
    return room, piece


def of(room: Room) -> Hand:
    """The hand over the table."""
    assert isinstance(room.live, Hand)
    return room.live


def at_rest(room: Room) -> dict[str, Any]:
    """What the physics says of setting the piece down in the middle."""
    probe = lido.replay(room.table.running().record())
    probe.perform("place", seed=1, pose=[0.0, 0.0, 0.0, 0])
    return dict(probe.last_details)


@pytest.mark.clause("SP-R12")
def test_the_piece_of_one_who_leaves_is_put_back_and_a_bot_places_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(desk: Desk) -> None:
        room, piece = await holding(desk, monkeypatch)
        await room.carry_out(desk.connections[1], Leave(number=3))
        assert piece.is_back
        assert not piece.opened
        assert not of(room).busy
        assert room.table.bot_turn() == (2, "club")
        with pytest.raises(Refusal, match="in the hand"):
            await room.carry_out(desk.connections[1], Return(number=4, seat=2))

    on(tmp_path, scenario)


@pytest.mark.clause("SP-R12")
@pytest.mark.parametrize("players", [2, 3])
def test_a_bot_places_the_piece_of_a_player_who_is_disconnected_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: int
) -> None:
    monkeypatch.setattr(hand, "GRACE", 0.0)

    async def scenario(desk: Desk) -> None:
        room, piece = await holding(desk, monkeypatch, players)
        await room.leave(desk.connections[1])
        await until(lambda: "replaced" in desk.ears[0].kinds())
        assert piece.is_back
        last = (await desk.store.entries(room.id))[-1].body.event
        assert last == Replaced(seat=2, level="club", why="away")
        assert not piece.opened

    on(tmp_path, scenario)


@pytest.mark.clause("SP-R12")
def test_a_placer_whose_clock_runs_out_lets_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room, piece = await holding(desk, monkeypatch, 2, clock=Clock(1))
        await until(lambda: piece.opened)
        assert not piece.is_back
        piece.ended.set_result(at_rest(room))
        await until(lambda: not of(room).busy and not room.lock.locked())
        assert room.table.running().moves[-1] == "place"
        assert room.table.status == "running"

    on(tmp_path, scenario)


def test_a_hand_whose_clock_ran_out_while_the_node_did_not_run_stays_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(desk: Desk) -> None:
        desk.clock = lambda: round(ms)
        ms = 1_000_000.0
        room, piece = await holding(desk, monkeypatch, 2, clock=Clock(5))
        pauses = desk.hub.context.pauses = Pauses(desk.now, lambda: ms / 1000)
        pauses.start()
        ms += 60_000
        piece.opens_at = 0.0
        of(room)._opening.ring(cast(Any, piece))
        await until(lambda: "resumed" in desk.ears[0].kinds())
        assert not piece.opened
        assert piece.opens_at > asyncio.get_running_loop().time() + 4
        for _ in range(24):
            ms += 250
            pauses.look()
        piece.opens_at = 0.0
        of(room)._opening.ring(cast(Any, piece))
        await until(lambda: piece.opened)

    on(tmp_path, scenario)


@pytest.mark.parametrize("moved", [{"piece"}, {"piece", "another"}])
def test_a_piece_is_taken_out_of_a_hand_that_nobody_steers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moved: set[str]
) -> None:
    async def scenario(desk: Desk) -> None:
        room, piece = await holding(desk, monkeypatch, 2)
        opening, watched = of(room)._opening, cast(Any, piece)
        piece.seen = Frame(t=1.0, held="piece", pieces={name: [0.0] * 7 for name in moved})
        opening.watch_player(watched)
        assert of(room).busy
        piece.steered_at -= 20.0
        opening.watch_player(watched)
        assert (piece.is_back, piece.opened) == (len(moved) == 1, len(moved) == 2)
        if piece.is_back:
            await until(lambda: "frame" in desk.ears[0].kinds())
            frame = next(heard for heard in desk.ears[0].heard if heard["type"] == "frame")
            view = room.table.running().view(2)
            assert frame["held"] is None
            assert frame["pieces"] == {view["held"]: view["start"]}
            assert not of(room).busy

    on(tmp_path, scenario)


def test_a_clock_goes_on_when_what_the_hand_let_go_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room, piece = await holding(desk, monkeypatch, 2, clock=Clock(1))
        await until(lambda: piece.opened)
        piece.ended.set_exception(LidoError("splash.placement-lost"))
        await until(lambda: room.table.status == "over")
        assert room.table.reason == "time"

    on(tmp_path, scenario)


@pytest.mark.clause("SP-R7")
def test_nobody_leaves_while_what_they_let_go_falls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room, piece = await holding(desk, monkeypatch)
        await of(room).handle(desk.connections[1], LetGo(number=3, t=0.5))
        with pytest.raises(Refusal, match="in the hand"):
            await room.carry_out(desk.connections[1], Leave(number=4))
        await room.carry_out(desk.connections[0], Leave(number=3))
        assert not piece.is_back

    on(tmp_path, scenario)


def test_a_command_of_the_hand_that_is_sent_again_is_answered_once_all_is_at_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(desk: Desk) -> None:
        room, piece = await holding(desk, monkeypatch)
        again = Ear()
        back = Connection(Outbox(again.send), desk.connections[1].person, "c", "en")
        await of(room).handle(back, Hold(number=2, seat=2))
        assert [heard["number"] for heard in again.heard] == [2]
        await of(room).handle(desk.connections[1], LetGo(number=3, t=0.5))
        await of(room).handle(back, LetGo(number=3, t=0.5))
        assert len(again.heard) == 1
        piece.ended.set_result(at_rest(room))
        await until(lambda: len(again.heard) == 2)
        assert again.heard[1] == {"type": "done", "number": 3, "n": room.table.n}

    on(tmp_path, scenario)


def test_a_placement_is_kept_though_somebody_chatted_at_another_node(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(desk: Desk) -> None:
        room, piece = await holding(desk, monkeypatch)
        elsewhere = await desk.twin(room)
        await of(room).handle(desk.connections[1], LetGo(number=3, t=0.5))
        await elsewhere.carry_out(desk.connections[0], Say(number=3, text="hello"))
        piece.ended.set_result(at_rest(room))
        await until(lambda: not of(room).busy and not room.lock.locked())
        assert "done" in desk.ears[1].kinds()
        assert room.table.running().moves[-1] == "place"

    on(tmp_path, scenario)


def test_what_falls_is_written_though_its_player_signs_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room, piece = await holding(desk, monkeypatch)
        await of(room).handle(desk.connections[1], LetGo(number=3, t=0.0))
        person = await desk.store.person(desk.connections[1].person)
        assert person
        await desk.hub.people.only_here(desk.hub.people.cookie(person), "secret")
        piece.ended.set_result(at_rest(room))
        await until(lambda: "moved" in desk.ears[0].kinds())

    on(tmp_path, scenario)


def test_a_hand_is_not_opened_by_somebody_who_was_signed_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room, piece = await holding(desk, monkeypatch)
        person = await desk.store.person(desk.connections[1].person)
        assert person
        await desk.hub.people.only_here(desk.hub.people.cookie(person), "secret")
        with pytest.raises(SignedOut):
            await of(room).handle(desk.connections[1], LetGo(number=3, t=0.0))
        assert not piece.opened

    on(tmp_path, scenario)


def test_nobody_who_was_signed_out_takes_a_piece(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room, _ = await holding(desk, monkeypatch)
        of(room)._put_back()
        person, before = await desk.store.person(desk.connections[1].person), room.table.n
        assert person
        await desk.hub.people.only_here(desk.hub.people.cookie(person), "secret")
        with pytest.raises(SignedOut):
            await of(room).handle(desk.connections[1], Hold(number=3, seat=2))
        assert not of(room).busy
        assert (await desk.store.entries(room.id))[-1].body.n == before

    on(tmp_path, scenario)


def as_two_nodes(monkeypatch: pytest.MonkeyPatch, here: Room, there: Room) -> None:
    """Let two rooms of one table hear what their live parts tell other nodes."""
    here.context.alone = there.context.alone = False
    for room, other in ((here, there), (there, here)):

        async def tell_live(text: str, other: Room = other) -> None:
            of(other).told(text)

        monkeypatch.setattr(room, "tell_live", tell_live)


def test_a_seat_whose_piece_is_in_a_hand_at_another_node_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(desk: Desk) -> None:
        room, piece = await holding(desk, monkeypatch)
        twin = await desk.twin(room)
        as_two_nodes(monkeypatch, room, twin)
        await of(room)._elsewhere.take()
        player = desk.connections[1]
        elsewhere = Connection(Outbox(Ear().send), player.person, "other", "en")
        for command in (Leave(number=1), Resign(number=1, seat=2), AskUndo(number=1, seat=2)):
            with pytest.raises(Refusal, match="in the hand"):
                await twin.carry_out(elsewhere, command)
        with pytest.raises(Refusal, match="in the hand"):
            await of(twin).handle(elsewhere, Hold(number=1, seat=2))
        await room.carry_out(player, Leave(number=3))
        assert piece.is_back
        await twin.catch_up(room.table.n)
        assert not of(twin)._elsewhere.is_busy

    on(tmp_path, scenario)


def test_of_two_hands_at_the_same_moment_neither_counts_and_no_tremor_comes_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(desk: Desk) -> None:
        room, piece = await holding(desk, monkeypatch)
        twin = await desk.twin(room)
        elsewhere = Connection(Outbox(Ear().send), desk.connections[1].person, "other", "en")
        drawn, other = [of(room)._tremor() for _ in range(3)], Piece()

        async def begin(*_: Any, **__: Any) -> Piece:
            return other

        monkeypatch.setattr(room.context.live["splash"], "begin", begin)
        await of(twin).handle(elsewhere, Hold(number=1, seat=2))  # before it heard of the first
        as_two_nodes(monkeypatch, room, twin)
        await of(room)._elsewhere.take()
        assert other.is_back
        assert of(twin)._tremor() not in drawn
        await of(twin)._elsewhere.take()
        assert not of(room).busy
        assert piece.is_back

    on(tmp_path, scenario)


def test_a_tremor_that_was_seen_does_not_come_again_and_chat_changes_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(desk: Desk) -> None:
        room, _ = await holding(desk, monkeypatch)
        drawn: list[str] = []

        async def begin(_: Any, tremor: str, **__: Any) -> Piece:
            drawn.append(tremor)
            return Piece()

        monkeypatch.setattr(room.context.live["splash"], "begin", begin)
        seen = of(room)._tremor()
        of(room)._put_back()
        for number in (1, 2):  # each time at a node that knows only the log
            twin = await desk.twin(room)
            next_one = twin.table.later_chance(f"tremor:{number + 1}", len(twin.table.running().moves))
            await twin.carry_out(desk.connections[0], Say(number=50 + number, text="hello"))
            elsewhere = Connection(Outbox(Ear().send), desk.connections[1].person, f"other {number}", "en")
            await of(twin).handle(elsewhere, Hold(number=1, seat=2))
            assert drawn[-1] == next_one, "nobody chooses it by what they write"
            of(twin)._put_back()
        assert len({seen, *drawn}) == 3
        taken = [entry.body.event for entry in await desk.store.entries(room.id)]
        assert sum(isinstance(event, Taken) for event in taken) == 3

    on(tmp_path, scenario)


def test_a_long_log_cannot_be_filled_by_taking_the_same_piece(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room, _ = await holding(desk, monkeypatch)

        async def begin(*_: Any, **__: Any) -> Piece:
            return Piece()

        monkeypatch.setattr(room.context.live["splash"], "begin", begin)
        for number in range(3, 7):  # in a short log nobody counts
            of(room)._put_back()
            await of(room).handle(desk.connections[1], Hold(number=number, seat=2))
        of(room)._put_back()
        monkeypatch.setattr(limits, "MOST_ENTRIES", room.table.n)
        with pytest.raises(Refusal, match="taken only 3 times"):
            await of(room).handle(desk.connections[1], Hold(number=9, seat=2))
        assert sum(isinstance(entry.body.event, Taken) for entry in await desk.store.entries(room.id)) == 5

    on(tmp_path, scenario)

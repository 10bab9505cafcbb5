"""The live part of a game: what a room asks it, and that other games have none."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Self
from unittest.mock import AsyncMock

import msgspec
import pytest

from lido.errors import Refusal
from lido.game import Json
from lido.games import part
from lido.match import PlayerView
from lido.server.messages import Command, Message, Move, Say
from lido.server.rooms.connection import Connection, encoded
from lido.server.rooms.live import Afterwards, Live, LivePart, RoomAccess
from lido.server.rooms.node_messages import NodeMessages
from lido.server.rooms.room import Room
from lido.server.schema import schema
from lido.server.settings import Settings
from lido.server.table.events import Clock
from lido.server.transport.sockets import Sockets
from tests.server.hub.desk import Desk, on
from tests.server.hub.test_trouble import until

pytestmark = pytest.mark.usefixtures("live_cards")


class Wave(msgspec.Struct, tag_field="do", tag="wave"):
    """A command of the toy's live part, which comes in a stream."""


class Waved(Message, tag="waved"):
    """Its answer."""


class Notes(list[str]):
    """What the tables of the toy share."""

    def __init__(self, processes: int) -> None:
        super().__init__()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        pass


class Watching(Live):
    """A live part that notes what it is asked, and does what the test says."""

    def __init__(self, room: RoomAccess, service: Notes) -> None:
        self.room = room
        self.asked = service
        self.takes_over = self.refuses = self.ends_turns = False

    async def handle(self, connection: Connection, command: Any) -> None:
        connection.outbox.say(encoded(Waved()))

    async def intercept(self, connection: Connection, command: Command) -> bool:
        return self.takes_over

    def guard(self, person: str, command: Command) -> Afterwards | None:
        if self.refuses:
            raise Refusal("service.stopping")

        async def afterwards() -> None:
            assert self.room.lock.locked()
            self.asked.append("afterwards")

        return afterwards

    def published(self) -> None:
        self.asked.append("published")

    def entered(self, connection: Connection) -> None:
        self.asked.append("entered")

    def left(self, connection: Connection) -> None:
        self.asked.append("left")

    def time_up(self) -> bool:
        self.asked.append("time up")
        return self.ends_turns

    async def perform(self, player_view: PlayerView, move: str, details: dict[str, Json]) -> dict[str, Json]:
        self.asked.append(f"perform {move}")
        return details

    def told(self, text: str) -> None:
        self.asked.append(f"told {text}")


@pytest.fixture
def live_cards(toys: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy `cards` has a live part, as any game may."""
    module = ModuleType("live")
    module.__dict__["LIVE"] = LivePart(
        table=Watching, service=Notes, commands=(Wave,), messages=(Waved,), streams={Wave: 2.0}
    )
    monkeypatch.setitem(sys.modules, "tests.toys.cards.live", module)
    part.cache_clear()
    yield
    part.cache_clear()


async def begin(desk: Desk, **wish: Any) -> tuple[Room, Watching]:
    """A table of the toy, and its live part."""
    room = await desk.begin(game="cards", **wish)
    assert isinstance(room.live, Watching)
    room.live.asked.clear()
    return room, room.live


def move(room: Room) -> Move:
    """A wrong guess of seat 1, which begins: the game goes on after it."""
    match = room.table.running()
    dealt = match.position()
    assert isinstance(dealt, list)
    wrong = [text for text in match.legal_moves() if int(text) not in dealt]
    return Move(number=2, seat=1, move=wrong[0])


def test_a_live_part_may_take_over_a_command_or_refuse_it(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room, live = await begin(desk)
        before, player = room.table.n, desk.connections[0]
        live.takes_over = True
        await room.carry_out(player, move(room))
        live.takes_over, live.refuses = False, True
        with pytest.raises(Refusal, match="restarts"):
            await room.carry_out(player, move(room))
        assert (room.table.n, live.asked) == (before, [])
        live.refuses = False
        await room.carry_out(player, move(room))
        assert live.asked == ["published", "afterwards"]

    on(tmp_path, scenario)


def test_it_knows_who_comes_and_goes_and_what_is_said_at_other_nodes(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room, live = await begin(desk)
        await room.enter(desk.connections[0], None)
        NodeMessages(desk.hub).take_in("live", f"{room.id} hello there")
        NodeMessages(desk.hub).take_in("live", "elsewhere hello")
        await room.leave(desk.connections[0])
        assert live.asked == ["entered", "told hello there", "left"]

    on(tmp_path, scenario)


def test_the_moves_of_bots_are_carried_out_by_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        async def choose(player_view: PlayerView, *_: Any, **__: Any) -> tuple[str, dict[str, Json]]:
            return player_view.game.legal_moves(player_view.observation)[0], {}

        monkeypatch.setattr(desk.hub.context.bots, "choose", choose)
        room, live = await begin(desk, bots={2: "random"})
        await room.carry_out(desk.connections[0], move(room))
        await until(lambda: live.asked.count("published") == 2)
        played = room.table.running().moves[1]
        assert live.asked == ["published", "afterwards", f"perform {played}", "published"]

    on(tmp_path, scenario)


def test_it_may_end_the_turn_of_one_whose_clock_ran_out(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room, live = await begin(desk, clock=Clock(1))
        live.ends_turns = True
        await until(lambda: live.asked.count("time up") == 2)
        assert room.table.status == "running"
        live.ends_turns = False
        await until(lambda: room.table.status == "over")
        assert room.table.reason == "time"

    on(tmp_path, scenario)


def test_its_messages_are_in_the_schema() -> None:
    parts = schema()["$defs"]
    assert {"Wave", "Waved", "Sit", "News"} <= parts.keys()


def test_its_commands_are_read_within_their_own_limit_and_refused_at_other_games(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room, _ = await begin(desk)
        other = await desk.begin(game="le-plouf")
        for at, kinds in ((room, ["waved", "waved", "refused"]), (other, ["refused"] * 3)):
            desk.hear_nothing()
            sent = iter([{"type": "websocket.receive", "text": '{"do":"wave"}'}] * 3)

            async def receive() -> dict[str, Any]:
                return next(sent, {"type": "websocket.disconnect"})  # noqa: B023 - used within the round

            await Sockets(desk.hub, Settings(messages_each=0.1), desk.club, AsyncMock())._serve(
                at, desk.connections[0], receive
            )
            assert desk.ears[0].kinds() == kinds
        assert [heard["code"] for heard in desk.ears[0].heard] == ["service.no-such-command"] * 2 + ["service.too-fast"]

    on(tmp_path, scenario)


def test_other_games_have_none(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin(game="le-plouf")
        assert room.live is None
        await room.carry_out(desk.connections[0], Say(number=2, text="hello"))
        assert desk.ears[1].kinds() == ["said", "chat"]

    on(tmp_path, scenario)


@pytest.mark.parametrize("game", ["le-plouf", "cards"])
def test_details_that_no_live_part_takes_are_refused(tmp_path: Path, game: str) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin(game=game) if game == "le-plouf" else (await begin(desk))[0]
        command = Move(number=2, seat=1, move=room.table.running().legal_moves()[0], details={"settled": []})
        with pytest.raises(Refusal) as refused:
            await room.carry_out(desk.connections[0], command)
        assert refused.value.code == "match.details"

    on(tmp_path, scenario)

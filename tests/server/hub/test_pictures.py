"""Pictures for clients that have no board for a game: drawn from the seat's own view, and only where asked for."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

import lido
from lido import pictures
from lido.server.messages import Move
from lido.server.rooms import drawing
from lido.server.rooms.connection import Connection
from lido.server.rooms.hub import TableWish
from lido.server.rooms.outbox import Outbox
from lido.server.rooms.room import Room
from lido.server.workers.replaying import replay_steps
from tests.server.hub.desk import Desk, Ear, on
from tests.server.hub.test_trouble import until


async def watched(room: Room, person: str) -> Ear:
    """A second socket of a person, which wants pictures."""
    ear = Ear()
    await room.enter(Connection(Outbox(ear.send), person, "pictures", "en", pictures=True), None)
    return ear


def drawn(ear: Ear) -> list[dict[str, Any]]:
    """The pictures that were sent, by seat."""
    return [message["pictures"] for message in ear.heard if message["type"] == "pictures"]


def test_a_socket_that_asks_for_pictures_is_sent_its_own_view_drawn(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin(game="plouf-party", players=3)
        ears = [await watched(room, person) for person in (desk.connections[0].person, "spectator")]
        turn = room.table.turn
        assert turn
        await until(lambda: all(len(drawn(ear)) == 1 for ear in ears))
        await room.carry_out(
            desk.connections[turn - 1], Move(number=2, seat=turn, move=room.table.running().legal_moves()[0])
        )
        await until(lambda: all(len(drawn(ear)) == 2 for ear in ears))
        for ear, seat in zip(ears, ("1", "0"), strict=True):
            views = [heard["views"][seat]["view"] for heard in ear.heard if "views" in heard]
            assert drawn(ear) == [{seat: pictures.svg(view)} for view in views]
        assert not any(drawn(ear) for ear in desk.ears)

    on(tmp_path, scenario)


def test_news_do_not_wait_for_pictures_and_only_the_newest_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, asked = threading.Event(), list[int]()

    def slow(view: dict[str, Any]) -> str:
        asked.append(view["seat"])
        go_on.wait(10)
        return f"<svg>{len(asked)}</svg>"

    monkeypatch.setattr(drawing, "picture", slow)

    async def scenario(desk: Desk) -> None:
        room = await desk.begin()
        ear = await watched(room, "spectator")
        await until(lambda: len(asked) == 1)
        for number, move in enumerate(("c1", "a3", "e4", "b1", "d1", "e2")):
            seat = number % 2
            command = Move(number=number + 5, seat=seat + 1, move=move)
            await asyncio.wait_for(room.carry_out(desk.connections[seat], command), 5)
        assert ear.kinds().count("moved") == 6
        assert drawn(ear) == []
        go_on.set()
        await until(lambda: len(drawn(ear)) == 2)
        assert [message["n"] for message in ear.heard if message["type"] == "pictures"][-1] == room.table.n
        assert len(asked) == 2

    on(tmp_path, scenario)


def test_whoever_wants_too_much_drawn_gets_none_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin()
        desk.hub.context.met("greedy", "an address")
        beside = desk.hub.context.beside
        beside._spent.spend("an address", 1e6)
        greedy, other = await watched(room, "greedy"), await watched(room, "spectator")
        await room.carry_out(desk.connections[0], Move(number=2, seat=1, move="c1"))
        await until(lambda: bool(drawn(other)))
        assert drawn(greedy) == []
        assert greedy.kinds()[-1] in ("moved", "presence")

    on(tmp_path, scenario)


@pytest.mark.usefixtures("toys")
def test_a_game_without_a_picture_sends_null_and_one_that_has_not_begun_nothing(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        begun = await desk.begin(game="cards")
        ear = await watched(begun, "spectator")
        await until(lambda: drawn(ear) == [{"0": None}])
        table, _ = await desk.hub.open_table("host", TableWish("le-plouf", 2))
        waiting = await watched(await desk.hub.known_room(table), "spectator")
        await asyncio.sleep(0.05)
        assert drawn(waiting) == []

    on(tmp_path, scenario)


def test_a_picture_that_fails_does_not_end_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin()
        ear = await watched(room, "spectator")
        await until(lambda: bool(drawn(ear)))
        monkeypatch.delattr("lido.games.le_plouf.picture.svg")
        await room.carry_out(desk.connections[0], Move(number=2, seat=1, move="c1"))
        await until(lambda: drawn(ear)[-1] == {"0": None})
        assert desk.ears[1].kinds()[-1] == "moved"

    on(tmp_path, scenario)


def test_a_replay_has_a_picture_of_every_view_if_asked() -> None:
    match = lido.new("plouf-party", players=2, seed=1)
    match.play(match.legal_moves()[0])
    steps = list(replay_steps(match.record(), with_pictures=True))
    assert len(steps) == 2
    for step in steps:
        assert step.pictures == [pictures.svg(view) for view in step.views]
    assert [step.pictures for step in replay_steps(match.record())] == [None, None]

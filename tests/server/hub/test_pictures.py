"""Pictures for clients that have no board for a game: drawn from the seat's own view, and only where asked for."""

from pathlib import Path
from typing import Any

import pytest

import lido
from lido import pictures
from lido.server.messages import Move
from lido.server.rooms.connection import Connection
from lido.server.rooms.hub import TableWish
from lido.server.rooms.outbox import Outbox
from lido.server.rooms.room import Room
from lido.server.workers.replaying import replay_steps
from tests.server.hub.desk import Desk, Ear, on


async def watched(room: Room, person: str) -> Ear:
    """A second socket of a person, which wants pictures."""
    ear = Ear()
    await room.enter(Connection(Outbox(ear.send), person, "pictures", "en", pictures=True), None)
    return ear


def drawn(heard: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """All views with a picture."""
    views = [view for message in heard for view in message.get("views", {}).values()]
    return [view for view in views if "picture" in view]


def test_a_socket_that_asks_for_pictures_is_sent_its_own_view_drawn(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin(game="plouf-party", players=3)
        ears = [await watched(room, person) for person in (desk.connections[0].person, "spectator")]
        turn = room.table.turn
        assert turn
        await room.carry_out(
            desk.connections[turn - 1], Move(number=2, seat=turn, move=room.table.running().legal_moves()[0])
        )
        for ear, seat in zip(ears, (1, 0), strict=True):
            found = drawn(ear.heard)
            assert [view["view"]["seat"] for view in found] == [seat, seat]
            assert [view["picture"] for view in found] == [pictures.svg(view["view"]) for view in found]
        assert not drawn([message for ear in desk.ears for message in ear.heard])

    on(tmp_path, scenario)


@pytest.mark.usefixtures("toys")
def test_a_game_without_a_picture_and_one_that_has_not_begun_send_null(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        begun = await desk.begin(game="cards")
        table, _ = await desk.hub.open_table("host", TableWish("le-plouf", 2))
        for room in (begun, await desk.hub.known_room(table)):
            ear = await watched(room, "spectator")
            assert [view["picture"] for view in drawn(ear.heard)] == [None]

    on(tmp_path, scenario)


def test_a_picture_that_fails_does_not_end_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin()
        ear = await watched(room, "spectator")
        monkeypatch.delattr("lido.games.le_plouf.picture.svg")
        await room.carry_out(desk.connections[0], Move(number=2, seat=1, move="c1"))
        assert drawn(ear.heard)[-1]["picture"] is None
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

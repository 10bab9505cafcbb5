"""A public table where somebody does not reveal is closed by itself, and another is open in its place."""

from pathlib import Path

import pytest

from lido.deal import commitment
from lido.server.messages import Reveal, Sit
from lido.server.rooms.connection import Connection
from lido.server.rooms.hub import TableWish
from lido.server.rooms.outbox import Outbox
from lido.server.table.seating import REVEALS_WITHIN
from tests.server.hub.desk import Desk, Ear, on
from tests.server.hub.test_trouble import until


@pytest.mark.parametrize("public", [True, False])
def test_the_others_find_their_seats_at_a_new_table(tmp_path: Path, public: bool) -> None:
    async def scenario(desk: Desk) -> None:
        ears = [Ear(), Ear()]
        people = [(await desk.hub.people.welcome("en")).key for _ in ears]
        sockets = [Connection(Outbox(ear.send), who, "c", "en") for ear, who in zip(ears, people, strict=True)]
        table, _ = await desk.hub.open_table(people[0], TableWish("le-plouf", 2, public=public))
        room = await desk.hub.known_room(table)
        for seat, connection in enumerate(sockets, start=1):
            await room.enter(connection, None)
            await room.carry_out(connection, Sit(number=1, seat=seat, commitment=commitment("s")))
        await room.carry_out(sockets[0], Reveal(number=2, seat=1, string="s"))
        desk.hub.start()
        now = desk.clock
        desk.clock = lambda: now() + REVEALS_WITHIN + 1
        if not public:
            await room.carry_out(sockets[1], Reveal(number=2, seat=2, string="s"))
            assert room.table.status == "running"
            return
        await until(lambda: ears[0].kinds()[-2:] == ["closed", "again"])
        again = ears[0].heard[-1]["info"]["again"]
        info = await desk.hub.info(again)
        assert [(seat.person, seat.kept) for seat in info.seats] == [(people[0], True), (None, False)]
        new = await desk.hub.known_room(again)
        await new.carry_out(sockets[0], Sit(number=9, seat=1, commitment=commitment("another")))

    on(tmp_path, scenario)

"""Budgets at a table: nobody fills its log, and its bots think on its host's account."""

import asyncio
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lido.deal import commitment
from lido.errors import LidoError, Refusal
from lido.match import PlayerView
from lido.server.messages import Reveal, SeatBot, Sit, Stand
from lido.server.rooms.connection import Connection
from lido.server.rooms.context import MOST_ENTRIES_AT_ONCE
from lido.server.rooms.hub import TableWish
from lido.server.rooms.outbox import Outbox
from lido.server.workers.fair import Share
from tests.server.hub.desk import Desk, Ear, on
from tests.server.hub.test_trouble import until


def test_who_adds_too_much_to_a_log_is_refused_and_others_are_not(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        host, other = [await desk.hub.people.welcome("en") for _ in range(2)]
        tables = [(await desk.hub.open_table(host.key, TableWish("le-plouf", 3)))[0] for _ in range(2)]
        room, elsewhere = [await desk.hub.known_room(table) for table in tables]
        busy = Connection(Outbox(Ear().send), host.key, "c", "en")
        for number in range(1, MOST_ENTRIES_AT_ONCE, 2):
            await room.carry_out(busy, SeatBot(number=number, seat=1, level="random"))
            await room.carry_out(busy, Stand(number=number + 1, seat=1))
        with pytest.raises(Refusal) as refused:
            await room.carry_out(busy, SeatBot(number=100, seat=1, level="random"))
        assert refused.value.code == "service.entries-each"
        assert room.table.n == 1 + MOST_ENTRIES_AT_ONCE
        await room.carry_out(
            Connection(Outbox(Ear().send), other.key, "c", "en"), Sit(number=1, seat=1, commitment=commitment("s"))
        )
        await elsewhere.carry_out(busy, SeatBot(number=1, seat=1, level="random"))

    on(tmp_path, scenario)


def test_bots_think_on_the_account_of_their_host_and_for_nobody_where_no_person_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(desk: Desk) -> None:
        asked: dict[str, Share] = {}

        async def choose(*_: Any, share: Share, **__: Any) -> tuple[str, dict[str, Any]]:
            asked[share.table] = share
            raise LidoError("workers.closed")

        monkeypatch.setattr(desk.hub.context.bots, "choose", choose)
        host = await desk.hub.people.welcome("en")
        desk.hub.context.met(host.key, "an address")
        bots_only, _ = await desk.hub.open_table(
            host.key, TableWish("le-plouf", 2, bots={"1": "random", "2": "random"})
        )
        with_person, _ = await desk.hub.open_table(host.key, TableWish("le-plouf", 2, bots={"1": "random"}))
        room = await desk.hub.known_room(with_person)
        person = Connection(Outbox(Ear().send), (await desk.hub.people.welcome("en")).key, "c", "en")
        await room.carry_out(person, Sit(number=1, seat=2, commitment=commitment("s")))
        await room.carry_out(person, Reveal(number=2, seat=2, string="s"))
        await until(lambda: len(asked) == 2)
        assert asked[bots_only] == Share("an address", host.key, bots_only, is_awaited=False)
        assert asked[with_person] == Share("an address", host.key, with_person, is_awaited=True)

    on(tmp_path, scenario)


def test_one_address_opens_a_limited_number_of_tables_by_whatever_names(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        opened = Counter[bool]()
        each = desk.hub.context.settings.tables_each
        for number in range(30):
            host = (await desk.hub.people.welcome("en")).key
            desk.hub.context.met(host, "an address")
            for public in (True, False):
                for _ in range(each // 2):
                    with suppress(Refusal):
                        await desk.hub.open_table(host, TableWish("le-plouf", 2, public=public))
                        opened[public] += 1
            if number == 29:
                desk.hub.context.met(host, "another")
                await desk.hub.open_table((await desk.hub.people.welcome("en")).key, TableWish("le-plouf", 2))
        assert opened == {True: 2 * each, False: 10 * each}

    on(tmp_path, scenario)


def test_bots_play_on_only_while_somebody_plays_or_watches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(desk: Desk) -> None:
        moved: list[str] = []

        async def choose(view: PlayerView, *_: Any, share: Share, **__: Any) -> tuple[str, dict[str, Any]]:
            moved.append(share.table)
            await asyncio.sleep(0.005)
            return next(iter(view.game.legal_moves(view.observation))), {}

        monkeypatch.setattr(desk.hub.context.bots, "choose", choose)
        desk.hub.context.settings = replace(desk.hub.context.settings, idle_seconds=0.2, lease_seconds=0.3)
        host = (await desk.hub.people.welcome("en")).key
        desk.hub.start()
        table, _ = await desk.hub.open_table(host, TableWish("croc-pool", 2, bots={"1": "random", "2": "random"}))
        await until(lambda: table not in desk.hub.rooms)
        assert await desk.store.needing_runner() == []
        before = len(moved)
        assert before
        room = await desk.hub.known_room(table)
        assert room.table.status == "running"
        await room.enter(Connection(Outbox(Ear().send), host, "c", "en"), None)
        await until(lambda: len(moved) > before + 20)

    on(tmp_path, scenario)

"""A table keeps the laws it was opened under, and a game that is over hides nothing."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lido.errors import BadRecord
from lido.game import SPECTATOR
from lido.games import find
from lido.server.messages import Leave, Resign
from lido.server.table import views
from lido.server.table.decision import Decision
from lido.server.table.events import Clock, Created, read
from lido.server.table.seating import open_table
from lido.server.table.state import TableState
from lido.server.workers.replaying import replay_steps
from lido.verify import findings
from tests.server.table.desk import SEED, Desk, begun
from tests.server.table.test_leaving import played_out

OLD_LOG = Path(__file__).parent / "old-croc-pool.jsonl"
"""The log of a table from before laws had numbers: a tie by the first laws, won by the second."""


def old_table() -> tuple[TableState, dict[str, Any]]:
    """The table of the old log, and its record."""
    entries = [read(line) for line in OLD_LOG.read_bytes().splitlines()]
    table = TableState("table", SEED)
    for entry in entries:
        table.apply(entry)
    return table, views.record(table, entries, {})


def test_a_table_without_laws_in_its_log_is_played_under_the_first() -> None:
    table, record = old_table()
    assert record["laws"] == 1
    assert table.payoffs == [0.5, 0.5]
    assert [finding.code for finding in findings(record)][-1] == "verify.ended"
    with pytest.raises(BadRecord) as newer:
        list(findings(record | {"laws": 2}))
    assert newer.value.code == "match.record-result"


def test_a_record_that_names_other_laws_than_the_log_is_refused() -> None:
    desk = played_out(begun("plouf-party", 3))
    record = views.record(desk.table, desk.log, {})
    assert record["laws"] == 2
    assert list(findings(record))
    with pytest.raises(BadRecord) as refused:
        list(findings(record | {"laws": 1}))
    assert refused.value.code == "verify.not-table"


def test_a_table_opened_under_the_first_laws_goes_on_under_them_without_newer_options() -> None:
    options: dict[str, str | int] = {"draft": "deal", "teams": 0}
    opened = open_table(SEED, "p1", game="splash", players=2, options=options, public=True).events[0]
    assert isinstance(opened, Created)
    assert opened.options["hand"] == "natural"
    desk = Desk("splash")
    desk.table, desk.log = TableState("table", SEED), []
    desk.apply(Decision([replace(opened, laws=1, options=options)]))
    desk.sit(1, 2).move()
    desk.place("p2", 2)
    match = desk.table.running()
    assert (match.laws, match.options) == (1, options)
    again = TableState("table", SEED)
    for entry in desk.log:
        again.apply(read(entry.raw))
    assert again.running().position() == match.position()
    desk.do("p1", Resign(number=1, seat=1))
    record = views.record(desk.table, desk.log, {})
    assert (record["laws"], record["options"]) == (1, options)
    assert list(findings(record))
    table, *_ = desk.rematch("p1", "again")
    assert (table.opened.laws, table.opened.options["hand"]) == (2, "natural")


@pytest.mark.parametrize("game", ["le-plouf", "plouf-party", "croc-pool", "splash"])
def test_a_new_table_takes_the_newest_laws(game: str) -> None:
    desk = begun(game)
    created = desk.log[0].body.event
    assert isinstance(created, Created)
    assert created.laws == desk.table.running().laws == find(game).laws
    assert ("laws" in json.loads(desk.log[0].raw)["event"]) == (find(game).laws > 1)


def seen_by(desk: Desk, seat: int) -> dict[str, Any]:
    view: dict[str, Any] = json.loads(bytes(views.seat_views(desk.table, [seat])[seat].view))
    return view


def ended(how: str) -> Desk:
    desk = begun("plouf-party", 2, clock=Clock(10))
    if how == "resigned":
        desk.do("p2", Resign(number=1, seat=2))
    elif how == "time":
        desk.at += 60_000
        desk.run_out()
    else:
        desk.do("p1", Leave(number=1))
        desk.do("p2", Leave(number=1))
    assert desk.table.reason == how
    return desk


@pytest.mark.parametrize("how", ["resigned", "time", "abandoned"])
def test_a_game_that_ended_outside_its_rules_shows_every_secret_to_everybody(how: str) -> None:
    desk = ended(how)
    for seat in (1, 2, SPECTATOR):
        view = seen_by(desk, seat)
        assert None not in view["tokens"]
        assert all(pawn["number"] for pawn in view["ring"])
    steps = list(replay_steps(views.record(desk.table, desk.log, {})))
    assert None not in steps[-1].views[SPECTATOR]["tokens"]


def test_a_stopped_game_is_replayed_with_its_secrets_until_its_end() -> None:
    desk = begun("plouf-party", 2)
    desk.move()
    desk.do("p2", Resign(number=1, seat=2))
    first, last = replay_steps(views.record(desk.table, desk.log, {}))
    assert first.views[SPECTATOR]["tokens"] == [None, None]
    assert None not in last.views[SPECTATOR]["tokens"]


def test_the_tiles_that_nobody_turned_over_are_shown_when_a_player_resigns() -> None:
    desk = begun("croc-pool")
    desk.do("p1", Resign(number=1, seat=1))
    tiles = [tile for stack in seen_by(desk, SPECTATOR)["squares"].values() for tile in stack["tiles"]]
    assert tiles
    assert all(tile["number"] for tile in tiles)


def test_secrets_stay_secret_while_a_game_goes_on_without_a_player_who_left() -> None:
    desk = begun("plouf-party", 3)
    desk.do("p1", Resign(number=1, seat=1))
    desk.do("p2", Leave(number=1))
    assert desk.table.status == "running"
    assert seen_by(desk, SPECTATOR)["tokens"] == [None, None, None]
    own = seen_by(desk, 3)["tokens"]
    assert own[:2] == [None, None]
    assert own[2]

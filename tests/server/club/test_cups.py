"""Tournaments at a real service, from opening to the final table; nothing is lost when it is killed."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosedError

from lido.server.club.cups.bracket import columns
from lido.server.club.cups.director import next_round, points
from lido.server.club.cups.events import Ended, Game, Joined, Left, Opened, Paired, entry
from lido.server.club.cups.standings import standings
from lido.server.club.cups.state import CupState
from lido.server.rooms.outbox import Closing
from lido.server.table.events import Clock
from tests.server.postgres import Cluster
from tests.server.service import Service, Socket, Visitor, begun, play_out, run

SOON = "tests.server.club.soon"
IMPATIENT = "tests.server.club.impatient"


async def opened(host: Visitor, guests: list[Visitor], bots: int, **wish: Any) -> str:
    cup: str = (await host.asked("POST", "/api/cups", {"title": "Friday", "game": "le-plouf", **wish}))["cup"]
    for visitor in (host, *guests):
        await visitor.asked("POST", f"/api/cups/{cup}", {"do": "join"})
    for _ in range(bots):
        await host.asked("POST", f"/api/cups/{cup}", {"do": "bot", "level": "random"})
    return cup


async def shown(visitor: Visitor, cup: str) -> dict[str, Any]:
    found: dict[str, Any] = await visitor.asked("GET", f"/api/cups/{cup}")
    return found


def waiting(visitor: Visitor, cup: dict[str, Any]) -> str | None:
    """The table of the visitor's game that has not begun."""
    mine = [team["team"] for team in cup["teams"] if any(each.get("person") == visitor.key for each in team["members"])]
    for game in cup["rounds"][-1]["games"] if cup["rounds"] else ():
        if game.get("status") == "open" and mine[0] in (game["one"], game["other"]):
            table: str = game["table"]
            return table
    return None


async def sit(visitor: Visitor, table: str) -> Socket:
    """Take the seat that is kept for the visitor."""
    place = await visitor.at(table)
    await place.do("sit", seat=next(each["seat"] for each in place.info["seats"] if each.get("person") == visitor.key))
    return place


async def play(visitor: Visitor, cup: str) -> None:
    """Play every game of the tournament."""
    while (now := await shown(visitor, cup))["status"] == "running":
        if table := waiting(visitor, now):
            place = await sit(visitor, table)
            await begun(place)
            await play_out(place)
        await asyncio.sleep(0.1)


@pytest.mark.parametrize("system", ["all", "swiss", "knockout"])
def test_a_tournament_is_played_to_its_table(system: str, tmp_path: Path) -> None:
    with Service(tmp_path / "tables.db", module=SOON) as service:

        async def scenario() -> None:
            async with Visitor(service) as ann, Visitor(service) as bob:
                cup = await opened(ann, [bob], 2, system=system)
                assert await bob.refused("POST", f"/api/cups/{cup}", {"do": "begin"}) == (400, "cup.host-only")
                assert await bob.refused("POST", f"/api/cups/{cup}", {"do": "join"}) == (400, "cup.joined")
                await ann.asked("POST", f"/api/cups/{cup}", {"do": "begin"})
                assert await bob.refused("POST", f"/api/cups/{cup}", {"do": "join"}) == (400, "cup.begun")
                await asyncio.gather(play(ann, cup), play(bob, cup))
                end = await shown(ann, cup)
                assert end["status"] == "over"
                assert len(end["rounds"]) == end["last_round"] == (3 if system == "all" else 2)
                games = [game for each in end["rounds"] for game in each["games"]]
                assert len(games) == (3 if system == "knockout" else 2 * len(end["rounds"]))
                assert sum(team["points"] for team in end["teams"]) == len(games)
                assert bool(end.get("bracket")) == (system == "knockout")
                for each in end["rounds"]:
                    for game in each["games"]:
                        record = await ann.asked("GET", f"/api/tables/{game['table']}/record")
                        assert game["points"] == list(points(CupState(""), Game("", 1, 2), record["result"]["payoffs"]))

        run(scenario)


def test_nothing_is_lost_when_the_service_is_killed_in_a_tournament(tmp_path: Path) -> None:
    """It is killed in every round, when people sit at their tables and bots play at others."""
    with Service(tmp_path / "tables.db", module=SOON, lease_seconds=0.5) as service:

        async def scenario() -> None:
            async with Visitor(service) as ann, Visitor(service) as bob:
                cup = await opened(ann, [bob], 2)
                await ann.asked("POST", f"/api/cups/{cup}", {"do": "begin"})
                known: list[Any] = []
                kills = 0
                while (now := await shown(ann, cup))["status"] == "running":
                    results = [game for each in now["rounds"] for game in each["games"] if game.get("points")]
                    assert all(game in results for game in known)
                    known = results
                    if len(now["rounds"]) > kills:
                        for visitor in (ann, bob):
                            if table := waiting(visitor, now):
                                await sit(visitor, table)
                        service.kill()
                        service.start()
                        kills += 1
                    for visitor in (ann, bob):
                        for game in now["rounds"][-1]["games"]:
                            if not game.get("points"):
                                await end(visitor, game["table"])
                    await asyncio.sleep(0.1)
                end_table = await shown(ann, cup)
                assert end_table["status"] == "over"
                assert len(end_table["rounds"]) == kills == 3
                assert sum(team["points"] for team in end_table["teams"]) == 6

        run(scenario)


async def reached(visitor: Visitor, table: str) -> Socket:
    """A place at a table, which is opened again soon after the service is back."""
    while True:
        try:
            return await visitor.at(table)
        except ConnectionClosedError as closed:
            if closed.rcvd is None or closed.rcvd.code != Closing.NO_TABLE:
                raise


async def end(visitor: Visitor, table: str) -> None:
    """Resign a game, if one plays it."""
    place = await reached(visitor, table)
    for each in place.info["seats"]:
        if each.get("person") != visitor.key:
            continue
        if place.info["status"] == "open":
            if each.get("kept"):
                await place.do("sit", seat=each["seat"])
            else:
                place.strings[each["seat"]] = f"string {each['seat']}"
                await place._reveal()
            if all(other.get("level") or other.get("person") == visitor.key for other in place.info["seats"]):
                await begun(place)
        if place.info["status"] == "running":
            await place.do("resign", seat=each["seat"])


def test_a_tournament_goes_on_at_another_node(postgres: Cluster, tmp_path: Path) -> None:
    database, log = postgres.database(), tmp_path / "log"
    settings: dict[str, Any] = {"lease_seconds": 1, "module": SOON}
    with Service(database, log, **settings) as here, Service(database, log, **settings) as there:

        async def scenario() -> None:
            async with Visitor(here) as ann, Visitor(there) as bob:
                cup = await opened(ann, [], 2)
                await bob.asked("POST", f"/api/cups/{cup}", {"do": "join"})
                await ann.asked("POST", f"/api/cups/{cup}", {"do": "leave"})
                await ann.asked("POST", f"/api/cups/{cup}", {"do": "begin"})
                here.kill()
                await play(bob, cup)
                assert (await shown(bob, cup))["status"] == "over"

        run(scenario)


def test_who_does_not_come_loses(tmp_path: Path) -> None:
    with Service(tmp_path / "tables.db", module=IMPATIENT) as service:

        async def scenario() -> None:
            async with Visitor(service) as ann, Visitor(service) as bob:
                cup = await opened(ann, [bob], 0)
                await ann.asked("POST", f"/api/cups/{cup}", {"do": "begin"})
                while not (table := waiting(ann, await shown(ann, cup))):
                    await asyncio.sleep(0.1)
                await sit(ann, table)
                while (now := await shown(ann, cup))["status"] == "running":
                    await asyncio.sleep(0.1)
                assert [team["points"] for team in now["teams"]] == [1.0, 0.0]
                assert now["teams"][0]["members"][0]["person"] == ann.key
                assert now["rounds"][0]["games"][0]["why"] == "absent"

        run(scenario)


def test_nobody_else_plays_a_game_of_a_tournament(tmp_path: Path) -> None:
    with Service(tmp_path / "tables.db", module=SOON) as service:

        async def scenario() -> None:
            async with Visitor(service) as ann, Visitor(service) as bob, Visitor(service) as cleo:
                cup = await opened(ann, [bob], 0)
                await ann.asked("POST", f"/api/cups/{cup}", {"do": "begin"})
                while not (table := waiting(bob, await shown(bob, cup))):
                    await asyncio.sleep(0.1)
                place, host, stranger = await sit(bob, table), await ann.at(table), await cleo.at(table)
                seat = next(each["seat"] for each in place.info["seats"] if each.get("person") == bob.key)
                await place.do("stand", seat=seat)
                assert await stranger.refused("sit", seat=seat) == "server.seat-kept"
                assert await host.refused("bot", seat=seat, level="random") == "server.seat-kept"
                await place.do("sit", seat=seat)

        run(scenario)


def test_teams_share_a_table_and_their_points(tmp_path: Path) -> None:
    with Service(tmp_path / "tables.db", module=SOON) as service:

        async def scenario() -> None:
            async with Visitor(service) as ann:
                cup = await opened(ann, [], 2, size=2)
                assert await ann.refused("POST", f"/api/cups/{cup}", {"do": "begin"}) == (400, "cup.team-incomplete")
                await ann.asked("POST", f"/api/cups/{cup}", {"do": "bot", "level": "random"})
                await ann.asked("POST", f"/api/cups/{cup}", {"do": "begin"})
                while not (table := waiting(ann, await shown(ann, cup))):
                    await asyncio.sleep(0.1)
                info = await ann.asked("GET", f"/api/tables/{table}")
                assert len(info["seats"]) == 4
                assert info["cup"] == cup
                await play(ann, cup)
                assert sum(team["points"] for team in (await shown(ann, cup))["teams"]) == 1

        run(scenario)


def test_what_makes_no_sense_is_refused(tmp_path: Path) -> None:
    with Service(tmp_path / "tables.db", module=SOON) as service:

        async def scenario() -> None:
            async with Visitor(service) as ann, Visitor(service) as bob:
                for wrong in ({"game": "croc-pool", "size": 2}, {"game": "le-plouf", "rounds": 3}):
                    code = await ann.refused("POST", "/api/cups", {"title": "x", **wrong})
                    assert code == (400, "cup.setup")
                cup = await opened(ann, [], 0)
                assert await ann.refused("POST", f"/api/cups/{cup}", {"do": "begin"}) == (400, "cup.too-few")
                leave = {"do": "leave", "team": 1, "place": 0}
                assert await bob.refused("POST", f"/api/cups/{cup}", leave) == (400, "cup.host-only")
                assert await bob.refused("POST", f"/api/cups/{cup}", {"do": "leave"}) == (400, "cup.not-in")
                assert await bob.refused("GET", "/api/cups/nothing") == (404, "cup.none")
                assert (await (await bob.connected("/api/cups/nothing/socket")).closed())[0] == 4404
                await ann.asked("POST", f"/api/cups/{cup}", {"do": "close"})
                assert await ann.refused("POST", f"/api/cups/{cup}", {"do": "close"}) == (400, "cup.ended")

        run(scenario)


# The table


def cup_of(*events: Any, system: str = "swiss") -> CupState:
    cup = CupState("cup")
    clock = Clock(seconds=60)
    first = Opened(host="h", game="le-plouf", options={}, system=system, clock=clock)
    for number, event in enumerate((first, *events), 1):
        cup.apply(entry("cup", number, number, cup.hash, event))
    return cup


def test_the_table_counts_points_then_whom_one_has_met_and_beaten() -> None:
    people = [Joined(team=number, person=f"p{number}") for number in range(1, 6)]
    cup = cup_of(
        *people,
        Paired(games=[Game("a", 1, 2), Game("b", 3, 4)], free=[5]),
        Ended(table="a", one=1, other=0, why="full"),
        Ended(table="b", one=0.5, other=0.5, why="draw"),
    )
    rows = {row.team: row for row in standings(cup)}
    assert [row.team for row in standings(cup)] == [1, 5, 3, 4, 2]
    assert (rows[1].points, rows[5].points, rows[3].points, rows[2].points) == (1, 1, 0.5, 0)
    assert (rows[3].against, rows[3].beaten, rows[2].against) == (0.5, 0.25, 1)
    assert [rows[team].place for team in (1, 5, 3, 4, 2)] == [1, 1, 3, 3, 5]


def test_a_free_round_counts_only_in_swiss_and_who_left_is_not_paired() -> None:
    people = [Joined(team=number, person=f"p{number}") for number in range(1, 4)]
    cup = cup_of(*people, Paired(games=[Game("a", 1, 2)], free=[3]), Left(team=2, place=0), system="all")
    assert {row.team: row.points for row in standings(cup)} == {1: 0, 2: 0, 3: 0}
    assert cup.teams[1].gone


@pytest.mark.parametrize("count", range(2, 18))
def test_a_bracket_leads_to_one_winner_and_the_best_meet_last(count: int) -> None:
    people = [Joined(team=number, person=f"p{number}") for number in range(1, count + 1)]
    cup = cup_of(*people, system="knockout")
    rounds = 0
    while (paired := next_round(cup)) is not None:
        rounds += 1
        assert not paired.free or rounds == 1, "only in the first round somebody goes through"
        cup.apply(entry("cup", cup.n + 1, 0, cup.hash, paired))
        for number, game in enumerate(paired.games):  # the better seed wins, or draws from the second seat
            better = float(game.one < game.other) if number % 2 or game.one < game.other else 0.5
            ended = Ended(table=game.table, one=better, other=1 - better, why="full")
            cup.apply(entry("cup", cup.n + 1, 0, cup.hash, ended))
    assert rounds == cup.last_round == (count - 1).bit_length()
    assert columns(cup)[-1] == [1]
    assert set(columns(cup)[-2]) == {1, 2}
    assert standings(cup)[0].team == 1
    assert sum(len(each.games) for each in cup.rounds) == count - 1


def test_who_leaves_a_knockout_is_passed_over() -> None:
    people = [Joined(team=number, person=f"p{number}") for number in range(1, 5)]
    cup = cup_of(*people, system="knockout")
    for event in (
        Paired(games=[Game("a", 1, 4), Game("b", 2, 3)]),
        Ended(table="a", one=1, other=0, why=""),
        Ended(table="b", one=1, other=0, why=""),
        Left(team=1, place=0),
    ):
        cup.apply(entry("cup", cup.n + 1, 0, cup.hash, event))
    last = next_round(cup)
    assert last == Paired(games=[], free=[2])
    cup.apply(entry("cup", cup.n + 1, 0, cup.hash, last))
    assert columns(cup)[-1] == [2]

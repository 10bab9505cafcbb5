"""The challenge of the day at the service: the same for everybody, simulated here, so many tries, and who did best."""

from collections.abc import Callable
from typing import Any

import pytest

import lido
from lido.games.splash.challenge import CHALLENGE, pieces_of
from lido.server.rooms.solving import today
from lido.verify import findings
from tests.server.postgres import Cluster
from tests.server.service import Service, Socket, Visitor, begun, run

CHALLENGES = "/api/challenges/splash"
MIDDLE, AWAY = {"pose": [0.0, 0.0, 0.0, 0]}, {"pose": [0.02, 0.0, 0.0, 0]}


async def tried(who: Visitor) -> tuple[str, Socket]:
    """Begin a try: its table, and a socket there with the first piece to place."""
    table = (await who.asked("POST", f"{CHALLENGES}/tries"))["table"]
    socket = await who.at(table)
    for seat in (1, 2):
        await socket.do("sit", seat=seat, here=True)
    await begun(socket)
    while socket.more_comes:
        await socket.read()
    return table, socket


async def place(socket: Socket, **details: Any) -> None:
    """Place the piece, and give the next one to oneself."""
    await socket.caught_up(await socket.do("move", seat=socket.turn, move="place", details=details))
    if socket.info["status"] == "running":
        await socket.caught_up(await socket.do("move", seat=socket.turn, move=socket.legal(socket.turn)[0]))


async def fallen(who: Visitor, *, standing: int = 1) -> str:
    """A whole try: so many pieces stand, and the next one falls."""
    table, socket = await tried(who)
    for details in [MIDDLE] * standing + [AWAY]:
        await place(socket, **details)
    await socket.ended()
    return table


def test_two_people_get_the_same_pieces_in_the_same_order(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob:
            told = await ann.asked("GET", CHALLENGES)
            assert told["task"] == {"pieces": list(pieces_of(today()))}
            assert told["task"] == (await bob.asked("GET", CHALLENGES))["task"]
            for who in (ann, bob):
                _, socket = await tried(who)
                assert socket.seats["2"]["view"]["held"] == pieces_of(today())[0]
                await place(socket, **MIDDLE)
                assert socket.seats["1"]["view"]["held"] == pieces_of(today())[1]

    run(scenario)


def test_the_tower_before_the_fall_counts_and_is_in_the_table_with_its_film(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob:
            await ann.asked("PATCH", "/api/me", {"name": "Ann"})
            low, high = await fallen(bob), await fallen(ann, standing=2)
            told = await bob.asked("GET", CHALLENGES)
            mine = [each for each in told["table"] if each["person"] in (ann.key, bob.key)]
            assert [(each["name"], each["table"], each["facts"]["pieces"]) for each in mine] == [
                ("Ann", high, 2),
                (None, low, 1),
            ]
            assert mine[0]["points"] == pytest.approx(mine[0]["facts"]["height"] + mine[0]["facts"]["beauty"])
            assert mine[0]["facts"]["led"] == 3
            assert told["me"]["best"]["table"] == low
            assert told["me"]["place"] == told["table"].index(mine[1]) + 1
            assert (told["me"]["left"], told["me"]["table"], told["me"]["streak"]) == (2, None, 1)
            film = await bob.asked("GET", f"{CHALLENGES}/tries/{high}")
            assert [step["piece"] for step in film] == list(pieces_of(today())[:2])
            assert film[-1]["pieces"].keys() == set(pieces_of(today())[:2])

    run(scenario)


def test_a_record_proves_that_the_day_decided_the_moves(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            table = await fallen(ann)
            record = await ann.asked("GET", f"/api/tables/{table}/record")
            found = {finding.code for finding in findings(record)}
            assert {"verify.challenge", "verify.stopped", "verify.physics"} <= found
            assert CHALLENGE.score(lido.replay(record)) is not None

    run(scenario)


def test_a_client_cannot_cheat(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob:
            table, socket = await tried(ann)
            settled = {**MIDDLE, "settled": []}
            assert await socket.refused("move", seat=2, move="place", details=settled) == "splash.place-how"
            assert await socket.refused("undo", seat=1) == "server.undo-irreversible"
            await socket.caught_up(await socket.do("move", seat=2, move="place", details=MIDDLE))
            first = socket.legal(2)
            assert first == [f"give {pieces_of(today())[1]}"]
            assert await socket.refused("move", seat=2, move=f"give {pieces_of(today())[3]}") == "server.challenge-move"
            assert await socket.refused("undo", seat=2) == "server.undo-irreversible"
            watcher = await bob.at(table)
            assert await watcher.refused("return", seat=1) == "server.challenge-alone"
            assert await bob.refused("GET", f"{CHALLENGES}/tries/{table}") == (409, "server.not-over")
            await socket.do("resign", seat=1)
            await socket.ended()
            assert await socket.refused("rematch") == "server.challenge-alone"
            assert (await ann.asked("GET", CHALLENGES))["me"]["best"]["facts"]["pieces"] == 1

    run(scenario)


def test_a_day_has_three_tries_and_one_that_goes_on_is_gone_on_with(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            table, socket = await tried(ann)
            assert (await ann.asked("POST", f"{CHALLENGES}/tries"))["table"] == table
            assert (await ann.asked("GET", CHALLENGES))["me"]["table"] == table
            await socket.do("resign", seat=1)
            for left in (1, 0):
                _, socket = await tried(ann)
                assert (await ann.asked("GET", CHALLENGES))["me"]["left"] == left
                await socket.do("resign", seat=1)
            assert await ann.refused("POST", f"{CHALLENGES}/tries") == (429, "service.challenge-tries")
            assert (await ann.asked("GET", CHALLENGES))["me"]["best"] is None

    run(scenario)


def test_what_is_no_challenge_is_refused(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            for game in ("le-plouf", "chess"):
                assert await ann.refused("GET", f"/api/challenges/{game}") == (404, "service.no-challenge")
                assert await ann.refused("POST", f"/api/challenges/{game}/tries") == (404, "service.no-challenge")
            table = await ann.table("splash", 2)
            assert await ann.refused("GET", f"{CHALLENGES}/tries/{table}") == (404, "service.no-challenge")

    run(scenario)


def test_whoever_is_deleted_is_in_no_table(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob:
            table = await fallen(ann)
            assert table in [each["table"] for each in (await bob.asked("GET", CHALLENGES))["table"]]
            await ann.asked("DELETE", "/api/me")
            assert table not in [each["table"] for each in (await bob.asked("GET", CHALLENGES))["table"]]

    run(scenario)


def test_it_is_the_same_with_postgres(postgres: Cluster, tmp_path: Any) -> None:
    async def scenario(service: Service) -> None:
        async with Visitor(service) as ann:
            table = await fallen(ann)
            told = await ann.asked("GET", CHALLENGES)
            assert [each["table"] for each in told["table"]] == [table]
            assert (told["people"], told["me"]["place"], told["me"]["streak"]) == (1, 1, 1)

    def played(service: Service) -> Callable[[], Any]:
        return lambda: scenario(service)

    with Service(postgres.database(), tmp_path / "log") as service:
        run(played(service))

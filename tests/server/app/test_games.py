"""Whole games of every kind over real sockets, with people, bots and spectators; and what the service says of games."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

import lido
from lido.words import LANGUAGES
from tests.server.service import Service, Socket, Visitor, begun, first_move, play_out, run

DOWN = [[0.0, 0.0, 0.0, 0.05, 1.0, 0.0, 0.0, 0.0], [0.5, 0.0, 0.0, 0.01, 1.0, 0.0, 0.0, 0.0]]
"""A path of the hand straight down to the table."""


def clumsy(socket: Socket) -> tuple[str, dict[str, Any]]:
    """Sets pieces of Splash! on the edge, so that they fall."""
    move, _ = first_move(socket)
    return move, {"details": {"pose": [0.011, 0.0, 0.0, 0]}} if move == "place" else {}


def story(socket: Socket) -> list[tuple[int, str, Any]]:
    """What a socket was told happened: the entries, with what everybody saw of them."""
    news = [heard for heard in socket.heard if heard["type"] == "news"]
    parts = [heard.get("missed") or heard.get("news") or [] for heard in socket.heard if heard["type"] != "news"]
    missed = [each for part in parts for each in part]
    return sorted((each["n"], each["hash"], json.dumps(each.get("game_events"))) for each in missed + news)


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("le-plouf", 3, {}),
        ("plouf-party", 3, {}),
        ("croc-pool", 2, {}),
        pytest.param("splash", 3, {"draft": "deal"}, marks=pytest.mark.slow),  # hands take their time
    ],
)
def test_two_people_and_a_bot_finish_a_game_and_somebody_who_comes_back_sees_the_same(
    service: Service, game: str, players: int, options: dict[str, Any]
) -> None:
    """Crocodile Pool Party is for two: there the second person looks on."""

    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob, Visitor(service) as cleo:
            table = await ann.table(game, players, options=options, bots={players: "random"})
            one, other, third = await ann.at(table), await bob.at(table), await cleo.at(table)
            if players == 3:
                await other.do("sit", seat=2)
            await one.do("sit", seat=1)
            while one.n < 6:
                await asyncio.gather(*(turn(socket) for socket in (one, other)))
            await third.caught_up(4)
            await third.outbox.close()
            again = await cleo.at(table, seen=third.n)
            await asyncio.gather(play_out(one, other, choose=clumsy), again.ended())
            assert again.info["payoffs"] == one.info["payoffs"]
            assert story(third) + story(again) == story(other)[-len(story(third) + story(again)) :]
            assert again.seats["0"]["view"]["result"] == one.seats["1"]["view"]["result"]
            record = await cleo.asked("GET", f"/api/tables/{table}/record")
            assert lido.replay(record).result is not None

    async def turn(socket: Socket) -> None:
        if socket.mine is None:
            await socket.read()
        else:
            seat, n = socket.mine, socket.n
            move, details = clumsy(socket)
            await socket.do("move", seat=seat, move=move, **details)
            await socket.caught_up(n + 1)

    run(scenario)


def test_every_game_tells_its_name_and_its_words_in_every_language(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            cards = {card["id"]: card for card in (await ann.asked("GET", "/api/games"))["games"]}
            assert cards["croc-pool"]["name"].keys() == set(LANGUAGES)
            assert cards["croc-pool"]["about"].keys() == set(LANGUAGES)
            english, french = [await ann.asked("GET", f"/api/games/splash/words/{each}") for each in ("en", "fr")]
            assert english.keys() == french.keys()
            assert all(code.startswith("splash.") for code in english)
            assert english["splash.no-hand"] == "You have no piece in the hand."
            text, clause = french["splash.taken"]
            assert clause.startswith("SP-")
            assert text != english["splash.taken"][0]
            assert await ann.refused("GET", "/api/games/chess/words/en") == (404, "service.no-game")
            assert (await ann.refused("GET", "/api/games/splash/words/xx"))[0] == 400

    run(scenario)


@asynccontextmanager
async def given_a_piece(service: Service) -> AsyncIterator[tuple[Socket, Socket]]:
    """Splash! for two people: the first has given, the second must place."""
    async with Visitor(service) as ann, Visitor(service) as bob:
        table = await ann.table("splash", 2, options={"draft": "deal"})
        one, other = await ann.at(table), await bob.at(table)
        await one.do("sit", seat=1)
        await other.do("sit", seat=2)
        await begun(one, other)
        await other.caught_up(await one.do("move", seat=1, move=one.legal(1)[0]))
        yield one, other


def test_a_client_cannot_say_how_a_piece_of_splash_falls(service: Service) -> None:
    async def scenario() -> None:
        async with given_a_piece(service) as (_, other):
            path: dict[str, Any] = {"path": DOWN, "release": 0.5}
            for details in (path, {"pose": [0, 0, 0, 0]}, dict[str, Any]()):
                settled = details | {"settled": []}
                assert await other.refused("move", seat=2, move="place", details=settled) == "splash.place-how"

    run(scenario)


def test_the_path_that_a_client_sends_is_what_its_hand_aims_at(service: Service) -> None:
    async def scenario() -> None:
        async with given_a_piece(service) as (one, other):
            start = other.seats["2"]["view"]["start"]
            await one.caught_up(await other.do("move", seat=2, move="place", details={"path": DOWN, "release": 1.0}))
            carried = one.heard[-1]["event"]["details"]
            assert carried["path"][0] == [0.0, *start]
            assert len(carried["path"]) > 40
            assert carried["release"] == 1.0

    run(scenario)

"""What people do at tables: sit, look on, talk, come back, take back, give up, play again."""

import asyncio
import json
from typing import Any

import pytest

from lido.server.rooms.lobby import MOST_EACH
from lido.server.rooms.missed import MOST_DRAWN
from tests.server.service import Service, Socket, Visitor, begun, first_move, play_out, run


async def pair(one: Visitor, other: Visitor, game: str = "le-plouf", **wish: Any) -> tuple[Socket, Socket, str]:
    """Two people at a table that has begun."""
    table = await one.table(game, 2, **wish)
    first, second = await one.at(table), await other.at(table)
    await first.do("sit", seat=1)
    await second.do("sit", seat=2)
    await begun(first, second)
    return first, second, table


async def move(mover: Socket, *others: Socket) -> str:
    """The seat to act plays any move, and everybody hears of it."""
    text, _ = first_move(mover)
    n = await mover.do("move", seat=mover.mine, move=text)
    for socket in (mover, *others):
        await socket.caught_up(n)
    return text


def test_a_table_starts_when_it_is_full_and_its_deal_was_committed_to_before(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob:
            opened = await ann.asked(
                "POST", "/api/tables", {"game": "plouf-party", "players": 2, "bots": {"2": "gentle"}}
            )
            spectator = await bob.at(opened["table"])
            assert spectator.info["status"] == "open"
            assert spectator.info["commitment"] == opened["commitment"]
            socket = await ann.at(opened["table"])
            await socket.do("sit", seat=1)
            await begun(socket)
            await spectator.until(lambda heard: heard.get("event", {}).get("kind") == "started")
            assert spectator.info["status"] == "running"
            assert "seed" not in spectator.info

    run(scenario)


def test_a_table_that_does_not_exist_is_refused_with_a_reason(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            socket = await ann.connected("/api/tables/0000/socket")
            assert await socket.closed() == (4404, "no such table")
            assert await ann.refused("GET", "/api/tables/0000") == (404, "service.no-table")
            wish = {"game": "le-plouf", "players": 9}
            assert await ann.refused("POST", "/api/tables", wish) == (400, "match.players")

    run(scenario)


def test_the_lobby_tells_of_public_tables_as_they_open_start_and_end(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob:
            lobby = await bob.connected("/api/lobby")
            assert (await lobby.read())["type"] == "lobby"
            hidden = await ann.table("le-plouf", 2)
            table = await ann.table("le-plouf", 2, public=True)

            async def shows(status: str) -> None:
                await lobby.until(lambda heard: (heard["info"]["table"], heard["info"]["status"]) == (table, status))

            await shows("open")
            socket = await ann.at(table)
            await socket.do("sit", seat=1)
            await socket.do("bot", seat=2, level="random")
            await begun(socket)
            await shows("running")
            await socket.do("resign", seat=1)
            await shows("over")
            assert hidden not in {heard["info"]["table"] for heard in lobby.heard[1:]}
            assert [info["table"] for info in await ann.asked("GET", "/api/me/tables")] == [table]

    run(scenario)


def test_nobody_fills_the_lobby_alone(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob:
            first = await ann.table("le-plouf", 2, public=True)
            many = [await bob.table("le-plouf", 2, public=True) for _ in range(MOST_EACH + 2)]
            shown = [info["table"] for info in await ann.asked("GET", "/api/tables")]
            assert first in shown
            assert [table for table in shown if table in many] == many[::-1][:MOST_EACH]

    run(scenario)


def test_several_people_share_a_device(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            socket = await ann.at(await ann.table("plouf-party", 2))
            await socket.do("sit", seat=1, here=True)
            await socket.do("sit", seat=2, here=True)
            await begun(socket)
            assert set(socket.seats) == {"1", "2"}
            await play_out(socket)
            assert sum(socket.info["payoffs"]) == 1

    run(scenario)


def test_people_who_share_a_device_have_names_at_the_table_until_the_identity_is_deleted(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob:
            await ann.asked("PATCH", "/api/me", {"name": "Ann"})
            table = await ann.table("plouf-party", 3)
            socket, spectator = await ann.at(table), await bob.at(table)
            assert await socket.refused("sit", seat=1, here=True, name="\u0007") == "service.name"
            assert await spectator.refused("sit", seat=1, name="Bob") == "server.name-here"
            for seat, name in ((1, {"name": " Zoé  B "}), (2, {"name": "Max"}), (3, {})):
                await socket.do("sit", seat=seat, here=True, **name)
            await begun(socket, spectator)
            names = ["Zoé B", "Max", "Ann"]
            assert [seat["name"] for seat in spectator.info["seats"]] == names
            news = [raw for raw, heard in zip(spectator.raw, spectator.heard, strict=True) if heard["type"] == "news"]
            assert all("Max" not in str(json.loads(raw)["event"]) for raw in news)
            await socket.do("leave")
            await spectator.ended()
            assert (await bob.asked("GET", f"/api/tables/{table}/record"))["seats"] == names
            await ann.asked("DELETE", "/api/me")
            await spectator.until(lambda heard: heard["type"] == "presence" and "name" not in heard["info"]["seats"][0])
            assert (await bob.asked("GET", f"/api/tables/{table}/record"))["seats"] == ["", "", ""]

    run(scenario)


def test_a_message_sent_twice_counts_once(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob:
            table = await ann.table("le-plouf", 2)
            socket, other = await ann.at(table, client="tab"), await bob.at(table)
            await socket.do("sit", seat=1)
            await other.do("sit", seat=2)
            await begun(socket, other)
            text, _ = first_move(socket)
            n = await socket.do("move", seat=1, move=text)
            assert await socket.do("move", seat=1, move=text, number=socket.number) == n
            again = await ann.at(table, client="tab", seen=n)
            again.number = socket.number - 1
            assert await again.do("move", seat=1, move=text) == n
            assert again.info["moves"] == 1
            thief = await bob.at(table, client="tab")
            assert await thief.do("say", text="my numbers are my own", number=1) == n + 1

    run(scenario)


def test_a_client_that_reconnects_gets_what_it_missed(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob:
            one, other, table = await pair(ann, bob)
            seen = other.n
            await other.outbox.close()
            while one.info["seats"][1].get("present"):
                await one.read()
            await move(one)
            again = await bob.at(table, seen=seen)
            (missed,) = again.heard[0]["missed"]
            assert missed["event"]["kind"] == "moved"
            assert missed["game_events"]
            assert again.mine == 2

    run(scenario)


@pytest.mark.parametrize(("game", "clock"), [("plouf-party", None), ("le-plouf", {"seconds": 60, "per": "move"})])
def test_what_was_missed_is_what_was_sent_at_the_time(service: Service, game: str, clock: Any) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob, Visitor(service) as eve:
            table = await ann.table(game, 2, public=True, clock=clock)
            sockets = [await each.at(table) for each in (ann, bob, eve)]
            for seat, each in enumerate(sockets[:2], start=1):
                await each.do("sit", seat=seat)
            await play_out(*sockets[:2])
            await sockets[2].ended()
            for visitor, live in zip((ann, bob, eve), sockets, strict=True):
                sent = {heard["n"]: heard for heard in live.heard if heard["type"] == "news"}
                back = await visitor.at(table, seen=1)
                missed = back.heard[0]["missed"]
                assert [each["n"] for each in missed] == sorted(sent)
                for each in missed[-MOST_DRAWN:]:
                    said = sent[each["n"]]
                    assert each == {name: part for name, part in said.items() if name != "info"}
                assert not any("views" in each for each in missed[:-MOST_DRAWN])
                new = await visitor.at(table, seen=0)
                assert not any("views" in each for each in new.heard[0]["missed"])

    run(scenario)


def test_a_ping_is_answered_at_once_at_a_table_and_in_the_lobby(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            for socket in (await ann.at(await ann.table("le-plouf", 2)), await ann.connected("/api/lobby")):
                await socket.send("ping", id=7)
                assert await socket.until(lambda heard: heard["type"] not in ("lobby", "changed")) == {
                    "type": "pong", "id": 7,
                }  # fmt: skip

    run(scenario)


def test_moves_out_of_turn_of_others_and_against_the_rules_are_refused(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob:
            one, other, _ = await pair(ann, bob)
            text, _ = first_move(one)
            assert await other.refused("move", seat=2, move=text) == "server.not-your-turn"
            assert await other.refused("move", seat=1, move=text) == "server.not-yours"
            answer = await one.ask("move", seat=1, move="z9")
            assert (answer["type"], answer["code"]) == ("refused", "le-plouf.not-a-move")
            assert answer["sentence"]
            await one.outbox.send('{"do":"move","seat":1}')
            answer = await one.until(lambda heard: heard["type"] == "refused" and "number" not in heard)
            assert answer["code"] == "service.message"
            await one.outbox.send('{"do":"say","number":9,"text":"x","more":1}')
            assert (await one.until(lambda heard: heard["type"] == "refused"))["code"] == "service.message"

    run(scenario)


def test_chat_is_limited_and_can_be_muted(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob:
            table = await ann.table("le-plouf", 2)
            one, other = await ann.at(table), await bob.at(table)
            await other.do("mute", on=True)
            answers = [await one.ask("say", text=f"word {count}") for count in range(8)]
            assert [answer["type"] for answer in answers[:5]] == ["done"] * 5
            assert answers[-1]["code"] == "service.chat-limit"
            await other.caught_up(answers[4]["n"])
            await other.do("mute", on=False)
            assert not [heard for heard in other.heard if heard["type"] == "chat"]

    run(scenario)


def test_a_move_is_taken_back_if_the_other_agrees(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob:
            one, other, _ = await pair(ann, bob, game="splash", options={"draft": "deal"})
            await move(one, other)
            placed = await other.do("move", seat=2, move="place", details={"pose": [0, 0, 0, 0]})
            await other.caught_up(placed)
            assert other.seats["2"]["undo"]
            await other.do("undo", seat=2)
            await one.until(lambda heard: heard.get("event", {}).get("kind") == "asked")
            assert one.info["seats"][1]["asked"]
            await one.do("answer", seat=1, agreed=True)
            await other.until(lambda heard: heard.get("event", {}).get("kind") == "undone")
            assert other.legal(2) == ["place"]

    run(scenario)


def test_a_piece_is_steered_by_hand_before_everybodys_eyes(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob, Visitor(service) as cleo:
            one, other, table = await pair(ann, bob, game="splash", options={"draft": "deal"})
            spectator = await cleo.at(table)
            await move(one, other, spectator)
            start = other.seats["2"]["view"]["start"]
            assert await one.refused("hold", seat=2) == "server.not-yours"
            await other.do("hold", seat=2)
            assert await other.refused("hold", seat=2) == "splash.hand-busy"
            for step in range(1, 6):
                await other.send("steer", t=step / 30, pose=[0.0, 0.0, 0.05 - step / 200, 1.0, 0.0, 0.0, 0.0])
            frame = await spectator.until(lambda heard: heard["type"] == "frame")
            assert frame["held"]
            assert 55 < frame["left"] <= 60
            placed = await other.do("let-go", t=0.3)
            await spectator.caught_up(placed)
            news = spectator.heard[-1]
            assert news["event"]["move"] == "place"
            assert news["event"]["details"]["path"][0][1:] == start
            assert other.number == 5

    run(scenario)


def test_the_clock_ends_a_game_whose_player_waits_too_long(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob:
            one, other, _ = await pair(ann, bob, clock={"seconds": 1, "per": "game"})
            assert one.info["seats"][0]["time"] <= 1000
            await move(one, other)
            await other.ended()
            assert other.info["reason"] == "time"
            assert other.info["payoffs"] == [1.0, 0.0]

    run(scenario)


def test_two_people_play_again_one_seat_further(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob:
            one, other, _ = await pair(ann, bob)
            await other.do("resign", seat=2)
            await one.ended()
            assert one.info["payoffs"] == [1.0, 0.0]
            await one.do("rematch")
            await other.until(lambda heard: heard.get("event", {}).get("kind") == "again")
            again = await bob.at(other.info["again"])
            kept = [(seat["seat"], seat["person"]) for seat in again.info["seats"]]
            assert kept == [(1, bob.key), (2, ann.key)]
            assert await again.refused("sit", seat=2) == "server.seat-kept"
            await again.do("sit", seat=1)
            assert other.info["again_by"] == ann.key
            assert await one.refused("rematch") == "server.rematch-open"
            asker = await ann.at(other.info["again"])
            await asker.do("stand", seat=2)
            await again.until(lambda heard: heard.get("event", {}).get("kind") == "stood")
            assert [player["person"] for player in again.info["declined"]] == [ann.key]

    run(scenario)


def test_a_bot_plays_for_a_player_who_leaves_and_the_seat_can_be_taken_back(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob:
            one, other, _ = await pair(ann, bob)
            await one.do("leave")
            await other.until(lambda heard: heard.get("event", {}).get("kind") == "left")
            assert other.info["seats"][0]["replaceable"]
            await other.do("replace", seat=1, level="random")
            await other.until(lambda heard: heard.get("event", {}).get("kind") == "moved")
            await one.do("return", seat=1)
            await other.until(lambda heard: heard.get("event", {}).get("kind") == "returned")
            assert "level" not in other.info["seats"][0]

    run(scenario)


def test_a_hint_is_a_legal_move_and_for_games_against_bots_or_learners_who_agreed(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob:
            alone = await ann.at(await ann.table("le-plouf", 2, bots={"2": "random"}))
            await alone.do("sit", seat=1)
            await begun(alone)
            learner, _, _ = await pair(ann, bob, hints=True)
            for socket in (alone, learner):
                answer = await socket.ask("hint", seat=1)
                assert answer["move"] in socket.legal(1)
            secret = await ann.at(await ann.table("plouf-party", 3, bots={"2": "random", "3": "match-20"}))
            await secret.do("sit", seat=1)
            await begun(secret)
            answer = await secret.ask("hint", seat=1)
            assert answer["line"][0] == answer["move"]
            assert [(one["seat"], one["event"]) for one in answer["beliefs"]] == [(2, "believe"), (3, "believe")]
            one, _, _ = await pair(ann, bob)
            assert await one.refused("hint", seat=1) == "service.no-hints-here"
            rated, _, _ = await pair(ann, bob, rated=True)
            assert await rated.refused("hint", seat=1) == "service.no-hints"

    run(scenario)


def test_the_record_of_a_game_is_there_when_it_is_over_and_can_be_analysed(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob:
            one, other, table = await pair(ann, bob)
            assert await ann.refused("GET", f"/api/tables/{table}/record") == (409, "server.not-over")
            await asyncio.gather(play_out(one, other))
            answer = await bob.http.get(f"/api/tables/{table}/record")
            assert answer.headers["content-disposition"] == f'attachment; filename="le-plouf-{table}.json"'
            record = answer.json()
            worth = await ann.asked("POST", "/api/analyse", {"record": record, "at": 1})
            assert worth["seat"] == 2
            assert record["moves"][1] in {move["move"] for move in worth["moves"]}
            assert all(-1 <= move["value"] <= 1 for move in worth["moves"])
            asked = {"record": record, "at": 10_000}
            assert await ann.refused("POST", "/api/analyse", asked) == (400, "service.no-such-move")

    run(scenario)

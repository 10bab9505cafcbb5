"""What a device gives and asks as a whole: finished games, which are verified, and the analysis of a whole game."""

import asyncio
import json
from pathlib import Path
from typing import Any

from lido.verify import findings
from tests.server.service import Service, Visitor, run
from tests.server.table.test_given import played

NO_MOVES: dict[str, Any] = {"format": 1, "game": "le-plouf", "players": 2, "position": "5/5/5/5/5 1 A 2", "moves": []}


def test_a_game_of_a_device_is_verified_and_kept_among_mine(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            document = played("croc-pool")
            table = (await ann.asked("POST", "/api/me/games", document))["table"]
            (mine,) = await ann.asked("GET", "/api/me/tables")
            assert (mine["table"], mine["status"], mine["moves"]) == (table, "over", len(document["steps"]))
            record = await ann.asked("GET", f"/api/tables/{table}/record")
            assert "verify.device" in [finding.code for finding in findings(record)]
            assert record["seed"] == document["seed"]
            again = await ann.asked("POST", "/api/me/games", document)
            assert again == {"table": table}
            assert len(await ann.asked("GET", "/api/me/tables")) == 1

    run(scenario)


def test_a_game_that_is_broken_is_refused_with_a_sentence_and_not_kept(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            document = played()
            document["steps"][2]["move"] = "z9"
            answer = await ann.http.post("/api/me/games", json=document)
            assert (answer.status_code, answer.json()["code"]) == (400, "service.given-step")
            assert answer.json()["sentence"].startswith("Step 3 of this game is not possible: ")
            assert await ann.asked("GET", "/api/me/tables") == []

    run(scenario)


def test_nobody_gives_more_games_than_the_limit(tmp_path: Path) -> None:
    async def scenario(service: Service) -> None:
        async with Visitor(service) as ann:
            answers = [await ann.http.post("/api/me/games", json=played()) for _ in range(3)]
            assert [answer.status_code for answer in answers] == [200, 200, 429]
            assert answers[2].json()["code"] == "service.given-each"

    with Service(tmp_path / "tables.db", tables_each=2) as service:
        run(lambda: scenario(service))


async def lines(ann: Visitor, body: dict[str, Any], most: int = 1_000) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    async with ann.http.stream("POST", "/api/analyse/game", json=body) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        async for line in answer.aiter_lines():
            found.append(json.loads(line))
            if len(found) == most:
                break
    return found


def test_a_whole_game_is_analysed_in_one_answer_from_the_position_that_is_wanted_first(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            record = {**NO_MOVES, "moves": ["c1", "a3", "e4"]}
            found = await lines(ann, {"record": record, "first": 2})
            assert [line["at"] for line in found] == [2, 3, 0, 1]
            assert [line["seat"] for line in found] == [1, 2, 1, 2]
            alone = await ann.asked("POST", "/api/analyse", {"record": record, "at": 2})
            assert {move["move"] for move in found[0]["moves"]} == {move["move"] for move in alone["moves"]}

    run(scenario)


def test_the_analysis_of_a_game_says_what_is_wrong_with_it(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            broken = await ann.http.post(
                "/api/analyse/game", json={"record": {**NO_MOVES, "moves": ["z9"]}, "first": 1}
            )
            assert (broken.status_code, broken.json()["code"]) == (400, "match.record-move")
            missing = await ann.http.post("/api/analyse/game", json={"record": NO_MOVES, "first": 1})
            assert missing.json()["code"] == "service.no-such-move"
            late = await lines(ann, {"record": {**NO_MOVES, "moves": ["c1", "z9"]}})
            assert [line.get("code") for line in late] == [None, None, "match.record-move"]

    run(scenario)


def test_the_analysis_of_a_game_keeps_to_the_limit_and_stops_when_nobody_reads(tmp_path: Path) -> None:
    async def scenario(service: Service) -> None:
        async with Visitor(service) as ann:
            record = {**NO_MOVES, "moves": ["c1", "a3", "e4", "a1", "e1", "e5", "a5"]}
            began = asyncio.get_running_loop().time()
            assert len(await lines(ann, {"record": record}, most=7)) == 7
            assert asyncio.get_running_loop().time() - began > 0.4, "five at once, then five a second"
            # Nobody reads the eighth: there is room for another of the two that one address may have.
            assert len(await lines(ann, {"record": NO_MOVES})) == 1
            assert len(await lines(ann, {"record": NO_MOVES})) == 1

    with Service(tmp_path / "tables.db", analyses_each=4) as service:
        run(lambda: scenario(service))

"""Le Plouf for two at the service: who can sit there, what an analysis says, and a table that goes missing."""

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from lido.games.le_plouf.solution import lookup
from tests.server.service import Service, Visitor, run

WIN_IN_ONE = "5/1ABA1/1BAB1/2BA1/AB3 1 A 2"
SEARCHERS = ["random", "gentle", "club", "expert"]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with a table in its data folder, if only of phase 1 and of the last moves."""
    folder = tmp_path_factory.mktemp("solved")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LIDO_DATA", str(folder))
        shutil.copy(lookup.small().path, lookup.whole_file())
        with Service(folder / "tables.db") as started:
            yield started


def analysed(position: str, players: int = 2) -> dict[str, Any]:
    return {"record": {"format": 1, "game": "le-plouf", "players": players, "position": position, "moves": []}}


def test_the_offer_says_which_bots_play_what_with_how_many(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            offer = await ann.asked("GET", "/api/games")
            assert offer["levels"] == [*SEARCHERS, "master", "perfect"]
            levels = {card["id"]: card["levels"] for card in offer["games"]}
            assert levels["le-plouf"] == {"2": [*SEARCHERS, "master", "perfect"], "3": SEARCHERS, "4": SEARCHERS}
            assert levels["croc-pool"] == {"2": SEARCHERS}
            cards = {card["id"]: card for card in offer["games"]}
            assert cards["croc-pool"]["ratings"]["club"]["mean"] == 25.0
            assert {name: card["matches"] for name, card in cards.items() if card["ratings"]}["croc-pool"]
            assert cards["splash"]["matches"] is False

    run(scenario)


def test_an_analysis_says_what_is_known_and_how_far_off_the_end_is(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            found = await ann.asked("POST", "/api/analyse", analysed(WIN_IN_ONE))
            assert (found["seat"], found["exact"]) == (1, True)
            assert {"move": "a1-b1", "value": 1.0, "plies": 1} in found["moves"]
            guessed = await ann.asked("POST", "/api/analyse", analysed("5/5/5/5/5 1 A 3", players=3))
            assert guessed["exact"] is False
            assert guessed["line"][0] in [move["move"] for move in guessed["moves"]]
            assert (found["line"], found["beliefs"]) == ([], [])
            assert {move["plies"] for move in guessed["moves"]} == {None}

    run(scenario)


def test_bots_that_know_the_game_are_refused_elsewhere_at_once(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            for game, players, level, code in (
                ("le-plouf", 3, "master", "le-plouf.solution-two-only"),
                ("croc-pool", 2, "perfect", "match.level"),
            ):
                wish = {"game": game, "players": players, "bots": {"2": level}}
                assert await ann.refused("POST", "/api/tables", wish) == (400, code)

    run(scenario)


@pytest.fixture
def table_lost(service: Service) -> Iterator[Callable[[], None]]:
    """Takes the table away; afterwards it is there again."""
    aside = lookup.whole_file().with_suffix(".aside")

    def lose() -> None:
        lookup.whole_file().rename(aside)

    yield lose
    aside.rename(lookup.whole_file())


def test_a_game_goes_on_where_the_table_is_missing_and_no_new_one_begins(
    service: Service, table_lost: Callable[[], None]
) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            socket = await ann.at(await ann.table("le-plouf", 2, bots={2: "perfect"}))
            await socket.do("sit", seat=1)
            table_lost()
            while socket.mine != 1:
                await socket.read()
            n = await socket.do("move", seat=1, move="c1")
            await socket.caught_up(n + 1)
            assert len(socket.seats["1"]["view"]["cells"]) == 2
            wish = {"game": "le-plouf", "players": 2, "bots": {"2": "perfect"}}
            assert await ann.refused("POST", "/api/tables", wish) == (400, "le-plouf.solution-not-here")

    run(scenario)

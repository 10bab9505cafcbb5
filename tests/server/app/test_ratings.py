"""Ratings: whose change after a game, and that nobody gets around a loss."""

import asyncio

from tests.server.app.test_tables import pair
from tests.server.service import Service, Visitor, run


async def want_ratings(*visitors: Visitor) -> None:
    for visitor in visitors:
        await visitor.asked("PATCH", "/api/me", {"rated": True})


def test_rated_games_change_the_ratings_of_those_who_want_them(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob:
            await want_ratings(ann, bob)
            one, other, table = await pair(ann, bob, rated=True)
            await other.do("resign", seat=2)
            await one.ended()
            winner, loser = [(await ann.asked("GET", f"/api/people/{who.key}"))["ratings"] for who in (ann, bob)]
            assert winner["le-plouf"] > 25 > loser["le-plouf"]
            assert one.info["seats"][0]["rating"] == winner["le-plouf"]
            changes = [(seat["change"]["before"], seat["change"]["after"]) for seat in one.info["seats"]]
            assert changes == [(25.0, winner["le-plouf"]), (25.0, loser["le-plouf"])]
            assert (await bob.asked("GET", f"/api/tables/{table}"))["seats"][1]["change"]["before"] == 25.0

    run(scenario)


def test_nobody_dodges_a_loss_by_wanting_no_ratings_for_a_moment(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob:
            await want_ratings(ann, bob)
            one, other, _ = await pair(ann, bob, rated=True)
            await bob.asked("PATCH", "/api/me", {"rated": False})
            await other.do("resign", seat=2)
            await one.ended()
            assert one.info["seats"][1]["change"]["after"] < 25.0

    run(scenario)


def test_two_games_that_end_together_both_change_a_rating(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann, Visitor(service) as bob:
            await want_ratings(ann, bob)
            tables = [await pair(ann, bob, rated=True) for _ in range(2)]
            await asyncio.gather(*(other.do("resign", seat=2) for _, other, _ in tables))
            for one, _, _ in tables:
                await one.ended()
            changes = sorted(one.info["seats"][1]["change"]["before"] for one, _, _ in tables)
            assert changes[0] < changes[1] == 25.0, "one was computed from the other"

    run(scenario)

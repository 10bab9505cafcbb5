"""Whose placement goes on next, and how many pieces somebody may hold."""

import asyncio
from collections import Counter
from typing import Any

import pytest

from lido.errors import Refusal
from lido.games.splash.live.placing import MOST_AN_ADDRESS, MOST_BOTS_EACH, MOST_EACH, PhysicsPool, Placing
from lido.games.splash.live.turns import Owner, Turns, Wanting
from lido.match import PlayerView
from lido.server.workers.fair import Share


def served(wanting: list[Wanting], number: int, seconds: float = 0.01) -> Counter[str]:
    """How often each person goes on, where all are always behind."""
    turns, names = Turns(), Counter[str]()
    turns.take_part([each.owner for each in wanting])
    for _ in range(number):
        chosen = turns.next(wanting)
        turns.charge(chosen.owner, seconds)
        names[chosen.owner.person] += 1
    return names


def test_who_holds_many_pieces_gets_no_more_time_than_who_holds_one() -> None:
    many = [Wanting(number, Owner("a", "many"), True, 1.0) for number in range(12)]
    one = Wanting(99, Owner("b", "one"), False, 1.0)
    names = served([*many, one], 1000)
    assert names["one"] > 450


def test_who_comes_by_many_names_gets_no_more_than_another_address() -> None:
    many = [Wanting(number, Owner("a", f"many {number}"), True, 1.0) for number in range(12)]
    one = Wanting(99, Owner("b", "one"), False, 1.0)
    assert served([*many, one], 1000)["one"] > 450


def test_people_at_one_address_share_its_time() -> None:
    many = [Wanting(number, Owner("a", "many"), True, 1.0) for number in range(12)]
    one = Wanting(99, Owner("a", "one"), False, 1.0)
    assert served([*many, one], 1000)["one"] > 450


def test_hands_come_before_falls_of_others_who_have_had_as_much() -> None:
    fall, hand = Wanting(1, Owner("a", "falls"), False, 0.3), Wanting(2, Owner("b", "holds"), True, 0.01)
    turns = Turns()
    turns.take_part([fall.owner, hand.owner])
    assert turns.next([fall, hand]) == hand


def test_what_falls_goes_on_though_the_same_person_holds_another_piece() -> None:
    turns, owner, behind, went = Turns(), Owner("a", "p"), {1: 0.0, 2: 0.0}, Counter[int]()
    turns.take_part([owner])
    for _ in range(1000):
        behind = {id: late + 0.01 for id, late in behind.items()}
        chosen = turns.next([Wanting(id, owner, id == 1, late) for id, late in behind.items()])
        behind[chosen.id] = 0.0
        went[chosen.id] += 1
    assert went[2] > 50


def test_who_comes_back_is_not_behind_for_long() -> None:
    turns, stays, comes = Turns(), Owner("a", "stays"), Owner("b", "comes")
    turns.take_part([stays, comes])
    turns.charge(comes, 100.0)
    turns.take_part([stays])
    turns.take_part([stays, comes])
    waits = [Wanting(1, stays, False, 1.0), Wanting(2, comes, False, 1.0)]
    before = 0
    while (chosen := turns.next(waits)).owner != comes:
        turns.charge(chosen.owner, 0.1)
        before += 1
    assert 1 < before < 10


# How many


def pool_of_nothing(monkeypatch: pytest.MonkeyPatch) -> tuple[PhysicsPool, list[asyncio.Future[None]]]:
    """A pool whose placements end when the test says so."""
    begun: list[asyncio.Future[None]] = []

    class Piece:
        def __init__(self) -> None:
            self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def begin(*_: Any) -> Any:
        piece = Piece()
        begun.append(piece.ended)
        return piece

    pool = PhysicsPool(1)
    monkeypatch.setattr(pool, "_begun", begin)
    return pool, begun


class Anything:
    """A view that nobody looks at."""

    observation = None


async def hold(pool: PhysicsPool, address: str, person: str) -> Placing:
    view: PlayerView = Anything()  # type: ignore[assignment]
    return await pool.begin(view, share=Share(address, person, "t"))


def test_a_person_holds_few_pieces_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        pool, begun = pool_of_nothing(monkeypatch)
        for _ in range(MOST_EACH):
            await hold(pool, "a", "p")
        with pytest.raises(Refusal) as refused:
            await hold(pool, "a", "p")
        assert refused.value.code == "splash.too-many-held"
        await hold(pool, "a", "other")
        begun[0].set_result(None)
        await asyncio.sleep(0)
        await hold(pool, "a", "p")

    asyncio.run(scenario())


def test_people_at_one_address_hold_not_more_than_a_worker_carries(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        pool, _ = pool_of_nothing(monkeypatch)
        for number in range(MOST_AN_ADDRESS):
            await hold(pool, "a", str(number))
        for _ in range(2):
            with pytest.raises(Refusal):
                await hold(pool, "a", "one more")
        await hold(pool, "b", "one more")

    asyncio.run(scenario())


def test_bots_place_few_pieces_at_a_time_for_one_host_and_where_nobody_plays() -> None:
    async def scenario() -> None:
        pool = PhysicsPool(1)
        host = Share("a", "host", "t")
        places = [pool.place_for_bot(host._replace(table=str(table))) for table in range(2)]
        assert places[0] is places[1]
        for _ in range(MOST_BOTS_EACH):
            await places[0].acquire()
        assert places[0].locked()
        assert not pool.place_for_bot(Share("a", "another", "t")).locked()
        bots_only = pool.place_for_bot(host._replace(is_awaited=False))
        assert bots_only is pool.place_for_bot(Share("b", "another", "t", is_awaited=False))

    asyncio.run(scenario())

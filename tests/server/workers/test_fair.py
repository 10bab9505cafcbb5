"""Who is served next by workers that many want."""

from collections import Counter

import pytest

from lido.server.workers import fair
from lido.server.workers.fair import FairQueue, Share, Spent


def served(queue: FairQueue[str], number: int, again: dict[str, Share]) -> list[str]:
    """Who is served, each for a second; those named ask again at once."""
    names = []
    for _ in range(number):
        name = queue.pop(lambda _: 1.0)
        names.append(name)
        if name in again:
            queue.put(0, again[name], name)
    return names


def test_who_asks_at_many_tables_is_served_no_more_than_who_asks_at_one() -> None:
    queue: FairQueue[str] = FairQueue()
    many = Share("a", "many")
    for table in range(20):
        queue.put(0, many._replace(table=str(table)), "many")
    one = Share("b", "one", "t")
    queue.put(0, one, "one")
    assert Counter(served(queue, 10, {"one": one})) == {"one": 5, "many": 5}


def test_who_comes_by_many_names_from_one_address_is_served_no_more_than_another_address() -> None:
    queue: FairQueue[str] = FairQueue()
    for name in range(20):
        queue.put(0, Share("a", str(name), "t"), "many")
    one = Share("b", "one", "t")
    queue.put(0, one, "one")
    assert Counter(served(queue, 10, {"one": one})) == {"one": 5, "many": 5}


def test_people_at_one_address_share_it() -> None:
    queue: FairQueue[str] = FairQueue()
    for table in range(20):
        queue.put(0, Share("a", "many", str(table)), "many")
    one = Share("a", "one", "t")
    queue.put(0, one, "one")
    assert Counter(served(queue, 10, {"one": one})) == {"one": 5, "many": 5}


def test_who_comes_late_is_not_owed_the_time_before() -> None:
    queue: FairQueue[str] = FairQueue()
    early, late = Share("a", "early", "t"), Share("b", "late", "t")
    queue.put(0, early, "early")
    queue.put(0, Share("a", "early", "other"), "early")
    served(queue, 50, {"early": early})
    queue.put(0, late, "late")
    assert Counter(served(queue, 10, {"early": early, "late": late}))["early"] >= 4


def test_questions_of_one_table_are_answered_in_turn() -> None:
    queue: FairQueue[str] = FairQueue()
    for name in "abc":
        queue.put(0, Share("a", "p", "t"), name)
    assert served(queue, 3, {}) == ["a", "b", "c"]
    assert len(queue) == 0


def test_what_takes_longer_than_expected_counts_as_what_it_takes() -> None:
    queue: FairQueue[str] = FairQueue()
    slow, quick = Share("a", "slow", "t"), Share("b", "quick", "t")
    queue.put(0, slow, "slow")
    queue.put(0, quick, "quick")
    names = []
    for _ in range(12):
        name = queue.pop(lambda _: 1.0)
        names.append(name)
        share = {"slow": slow, "quick": quick}[name]
        queue.put(0, share, name)
        queue.charge(0, share, 2.0 if name == "slow" else 0.0)
    assert names.count("quick") >= 2 * names.count("slow")


def test_lower_ranks_go_first() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.put(1, Share("a", "p", "t"), "later")
    queue.put(0, Share("a", "p", "t"), "first")
    assert served(queue, 2, {}) == ["first", "later"]


def test_newcomers_do_not_keep_out_who_waits_and_nothing_is_kept_of_those_who_are_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fair, "MOST_KNOWN", 3)
    queue: FairQueue[str] = FairQueue()
    stays, names = Share("z", "stays", "t"), []
    queue.put(0, stays, "stays")
    for number in range(100):
        queue.put(0, Share(str(number), "p", "t"), "goes")
        names += served(queue, 1, {"stays": stays})
    assert names.count("stays") >= 10
    assert len(queue._ranks[0]._had) < 60


def test_a_budget_is_that_of_a_person_and_of_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair, "MOST_SECONDS_EACH", 10.0)
    monkeypatch.setattr(fair, "MOST_SECONDS_AN_ADDRESS", 25.0)
    spent = Spent()
    people = [Share("a", str(name)) for name in range(3)]
    spent.spend(people[0], 11.0)
    assert [spent.is_too_much(share) for share in people] == [True, False, False]
    spent.spend(people[1], 9.0)
    spent.spend(people[2], 9.0)
    assert all(spent.is_too_much(share) for share in people)
    assert not spent.is_too_much(Share("b", "another"))
    assert not spent.is_too_much(Share())

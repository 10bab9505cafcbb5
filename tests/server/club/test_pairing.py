"""Who is paired with whom, of those who wait."""

from hypothesis import given
from hypothesis import strategies as st

from lido.server.club.pairing import ANYBODY, NEAR, WIDER, pairs
from lido.server.store import Seek

NOW = 1_000_000


def seek(person: str, mean: float = 25.0, waited: int = 0, game: str = "le-plouf", pace: str = "quick") -> Seek:
    return Seek(person, game, pace, mean, NOW - waited)


def paired(*seeks: Seek, **blocks: set[str]) -> list[set[str]]:
    return [{one.person, other.person} for one, other in pairs(seeks, NOW, blocks)]


def test_who_waited_longest_gets_the_nearest_rating() -> None:
    assert paired(seek("a", 20, waited=5_000), seek("b", 23), seek("c", 21)) == [{"a", "c"}]


def test_a_far_rating_is_reached_in_time() -> None:
    far = NEAR + 1.9 * WIDER
    assert paired(seek("a", 25, waited=1_000), seek("b", 25 + far)) == []
    assert paired(seek("a", 25, waited=2_000), seek("b", 25 + far)) == [{"a", "b"}]


def test_who_has_waited_long_plays_anybody() -> None:
    assert paired(seek("a", 0, waited=ANYBODY), seek("b", 60)) == [{"a", "b"}]


def test_only_the_same_game_at_the_same_pace() -> None:
    assert paired(seek("a"), seek("b", game="croc-pool"), seek("c", pace="calm")) == []


def test_nobody_meets_whom_they_block_or_who_blocks_them() -> None:
    assert paired(seek("a"), seek("b"), a={"b"}) == []
    assert paired(seek("a"), seek("b"), b={"a"}) == []
    assert paired(seek("a", waited=1), seek("b"), seek("c", 26), a={"b"}) == [{"a", "c"}]


@given(st.lists(st.tuples(st.floats(0, 50), st.integers(0, 30_000)), max_size=30))
def test_nobody_is_paired_twice_and_at_most_one_waits_on_who_plays_anybody(people: list[tuple[float, int]]) -> None:
    seeks = [seek(f"p{number}", mean, waited) for number, (mean, waited) in enumerate(people)]
    found = [person for pair in pairs(seeks, NOW) for person in (pair[0].person, pair[1].person)]
    assert len(found) == len(set(found))
    left = [each for each in seeks if each.person not in found]
    assert sum(NOW - each.since >= ANYBODY for each in left) <= (len(left) == 1)

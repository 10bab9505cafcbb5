"""Draws that anybody can make again. The known answers were computed with `openssl dgst -sha256 -mac HMAC`."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import permutations

import pytest

from lido import deal
from lido.deal import Draws, bot_string, commitment, later

# The numbers below 10, and the shuffle of 0 to 7, that each seed and strings give.
KNOWN = [
    ("7", [], [4, 3, 8, 5, 4, 6, 1, 6, 8, 5, 1, 2, 5, 3, 4, 3], [4, 1, 3, 6, 7, 2, 5, 0]),
    ("7", ["a", "b"], [0, 1, 6, 7, 3, 8, 1, 5, 5, 7, 0, 9, 8, 5, 6, 5], [0, 5, 3, 1, 7, 6, 4, 2]),
    ("7", ["b", "a"], [8, 1, 6, 2, 4, 6, 2, 8, 5, 7, 0, 7, 1, 3, 4, 9], [3, 6, 1, 5, 2, 7, 0, 4]),
    ("le jeu", ["a", 'é"b'], [1, 3, 0, 0, 2, 2, 2, 2, 1, 4, 1, 0, 8, 7, 3, 4], [7, 3, 1, 6, 0, 2, 4, 5]),
]


@pytest.mark.parametrize(("seed", "strings", "digits", "order"), KNOWN)
def test_the_draws_are_those_of_the_documented_stream(
    seed: str, strings: list[str], digits: list[int], order: list[int]
) -> None:
    draws = Draws(seed, strings)
    assert [draws.below(10) for _ in digits] == digits
    assert Draws(seed, strings).shuffled(range(8)) == order


def first_draws(seed: str, strings: Iterable[str]) -> tuple[int, ...]:
    draws = Draws(seed, list(strings))
    return tuple(draws.below(2**32) for _ in range(4))


def test_the_same_seed_and_strings_give_the_same_draws() -> None:
    assert first_draws("seed", ["a", "b"]) == first_draws("seed", ["a", "b"])


def test_every_string_and_their_order_and_the_seed_change_the_draws() -> None:
    different = [["a", "b"], ["b", "a"], ["ab"], ["ab", ""], ["a", "b", ""], ["a,b"], ['a","b'], [], [""]]
    streams = {first_draws(seed, strings) for seed in ("", "s", "s ") for strings in different}
    assert len(streams) == 3 * len(different)


def given(monkeypatch: pytest.MonkeyPatch, words: list[int]) -> Draws:
    """Draws from 32-bit numbers of the test's own."""

    def stream(key: bytes) -> Iterator[int]:
        return iter(words)

    monkeypatch.setattr(deal, "_words", stream)
    return Draws("")


@pytest.mark.parametrize("bound", [3, 5, 6, 7, 10, 3 * 2**30, 2**32 - 1])
def test_numbers_that_would_favour_some_outcomes_are_skipped(monkeypatch: pytest.MonkeyPatch, bound: int) -> None:
    fair = 2**32 // bound * bound
    draws = given(monkeypatch, [fair, 2**32 - 1, fair - 1, 0, 1])
    assert [draws.below(bound) for _ in range(3)] == [bound - 1, 0, 1]


@pytest.mark.parametrize("bound", [1, 2, 256, 2**32])
def test_no_number_is_skipped_where_all_outcomes_are_as_likely(monkeypatch: pytest.MonkeyPatch, bound: int) -> None:
    draws = given(monkeypatch, [2**32 - 1, 0])
    assert [draws.below(bound), draws.below(bound)] == [bound - 1, 0]


def test_every_order_comes_from_exactly_one_sequence_of_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    sequences = [(third, second) for third in range(3) for second in range(2)]
    orders = [tuple(given(monkeypatch, list(sequence)).shuffled("xyz")) for sequence in sequences]
    assert sorted(orders) == sorted(permutations("xyz"))


def test_a_shuffle_leaves_what_it_was_given_alone() -> None:
    cards = [1, 2, 3, 4]
    Draws("seed").shuffled(cards)
    assert cards == [1, 2, 3, 4]
    assert Draws("seed").shuffled([]) == []


def test_small_numbers_come_out_about_as_often() -> None:
    draws = Draws("often")
    seen = Counter(draws.below(6) for _ in range(6000))
    chi_square = sum((seen[face] - 1000) ** 2 / 1000 for face in range(6))
    assert chi_square < 20.5, "one stream in a thousand is worse than that"


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment("7") == "7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451"
    assert commitment("é") == "4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c"


def test_what_chance_decides_later_comes_from_the_same_key() -> None:
    key = hmac.digest(b"seed", b'["a","b"]', "sha256")
    assert later("seed", ("a", "b"), "tremor:1:7") == hmac.digest(key, b"later:tremor:1:7", "sha256").hex()


def test_the_string_of_a_bot_is_documented() -> None:
    assert bot_string("ab12", 3) == hashlib.sha256(b"ab12:3").hexdigest()

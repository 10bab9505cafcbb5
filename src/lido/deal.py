"""Deals that can be proved fair.

Whatever chance decides in a game is drawn here, from a seed and one string per seat, by
HMAC-SHA-256. A server publishes `commitment(seed)` before anyone sits down. Each person sits
down with the commitment to a string and reveals the string when all seats are taken; the
string of a bot follows from the server's commitment (`bot_string`). So nobody can choose the
deal or foresee it, and anyone can draw it again once the seed is known (docs/fair-deals.md).

The stream of draws is documented, so that it can be checked in any language:

1. the key is HMAC-SHA-256 with the seed (UTF-8) as key, over the seats' strings as a JSON
   array (no spaces, not escaped beyond what JSON needs, UTF-8);
2. the stream is HMAC-SHA-256 with that key over 0, 1, 2, … (8 bytes, big-endian), read as
   4-byte big-endian numbers;
3. a number below n is the first of them under the largest multiple of n, modulo n;
4. a shuffle goes from the last place to the second, exchanging each with a place drawn at
   or before it;
5. what chance decides during the game is HMAC-SHA-256 with the same key over `later:` and
   what it is for (`later`).
"""

import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def commitment(secret: str) -> str:
    """What is published before a seed or a string: its SHA-256, in hexadecimal."""
    return hashlib.sha256(secret.encode()).hexdigest()


def bot_string(commitment: str, seat: int) -> str:
    """The string of a bot, which nobody chooses: SHA-256 of `<commitment to the seed>:<seat>`, in hexadecimal."""
    return hashlib.sha256(f"{commitment}:{seat}".encode()).hexdigest()


class Draws:
    """The draws that a seed and the seats' strings give, one after the other."""

    def __init__(self, seed: str, strings: Sequence[str] = ()) -> None:
        self._words = _words(_key(seed, strings))

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, each exactly as likely."""
        limit = 2**32 - 2**32 % bound
        while (word := next(self._words)) >= limit:
            pass
        return word % bound

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in an order drawn among all orders."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def later(seed: str, strings: Sequence[str], purpose: str) -> str:
    """What chance decides during the game for a purpose, in hexadecimal."""
    return hmac.digest(_key(seed, strings), f"later:{purpose}".encode(), "sha256").hex()


def _key(seed: str, strings: Sequence[str]) -> bytes:
    text = json.dumps(list(strings), separators=(",", ":"), ensure_ascii=False)
    return hmac.digest(seed.encode(), text.encode(), "sha256")


def _words(key: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.digest(key, counter.to_bytes(8, "big"), "sha256")
        for at in range(0, len(block), 4):
            yield int.from_bytes(block[at : at + 4], "big")
        counter += 1

"""The file of values: a header, a directory, and compressed blocks that can be read one by one.

| bytes | |
| --- | --- |
| 8 | `MAGIC` |
| 4 | how long the header is, little-endian |
| … | the header: `Header` as JSON |
| 8 · (blocks + 1) | where each block begins, counted from the end of the directory; one more for the end |
| 4 · blocks | the CRC-32 of each block's values as little-endian 16-bit numbers |
| … | the blocks |

A block holds the values (see `retrograde`) of `BLOCK` positions with numbers in a row. It is one
byte a position, the place of the value in `Header.codes`, or `RARE`; then two bytes for each rare one, in order;
all compressed with zlib. A block may be missing: it takes no bytes, and nothing is known of its positions.
"""

import hashlib
import mmap
import zlib
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from lido.errors import NoSolution
from lido.games.le_plouf.solution.index import made
from lido.games.le_plouf.solution.neighbours import number_of
from lido.games.le_plouf.solution.rules import fingerprint

MAGIC = b"LIDO-LP\n"
BLOCK = 1 << 14
RARE = 255
KEPT_BLOCKS = 512
"""How many blocks are kept in memory once they have been read: 16 MB."""

Values = NDArray[np.int16]


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a table says of itself."""

    format: Literal[1] = 1
    game: str = "le-plouf"
    rules: str
    """The mark of the rules it was made with: `lido.games.le_plouf.solution.rules.fingerprint`."""
    positions: int
    """How many positions have a number."""
    won: int
    """Of those in the table, how many are won, drawn and lost for the player to move."""
    drawn: int
    lost: int
    longest: int
    """The most plies that a win in the table takes."""
    codes: tuple[int, ...]
    """The values that a byte stands for."""
    checksum: str
    """The SHA-256 of the directory, which has a checksum of every block."""

    @property
    def blocks(self) -> int:
        """How many blocks there are, missing ones too."""
        return -(-self.positions // BLOCK)


def unpacked(content: bytes, codes: NDArray[np.int16], count: int) -> Values:
    """The values of a block of `count` positions."""
    raw = zlib.decompress(content)
    places = np.frombuffer(raw, dtype=np.uint8, count=count)
    values = codes[places]
    values[places == RARE] = np.frombuffer(raw, dtype="<i2", offset=count)
    return values


class SolutionFile:
    """An open table. Raises BadRecord for a file that is no table, is damaged, or is of other rules."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise NoSolution("le-plouf.solution-file", path=path, why=error) from error
        self.header, at = self._header()
        blocks = self.header.blocks
        directory = self._map[at : at + 12 * blocks + 8]
        if hashlib.sha256(directory).hexdigest() != self.header.checksum:
            raise NoSolution("le-plouf.solution-damaged", path=path)
        self._starts = np.frombuffer(directory, dtype="<u8", count=blocks + 1).astype(np.int64) + at + len(directory)
        if len(self._map) != self._starts[-1]:
            raise NoSolution("le-plouf.solution-damaged", path=path)
        self.checks = np.frombuffer(directory, dtype="<u4", offset=8 * blocks + 8)
        """The checksum of every block."""
        self._codes = np.array([*self.header.codes, *[0] * (RARE + 1 - len(self.header.codes))], dtype=np.int16)
        self.block = lru_cache(KEPT_BLOCKS)(self._block)

    def _header(self) -> tuple[Header, int]:
        """The header, and where the directory begins."""
        if self._map[:8] != MAGIC:
            raise NoSolution("le-plouf.solution-not-a-table", path=self.path)
        end = 12 + int.from_bytes(self._map[8:12], "little")
        try:
            header = msgspec.json.decode(self._map[12:end], type=Header)
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise NoSolution("le-plouf.solution-damaged", path=self.path) from error
        if header.rules != mark():
            raise NoSolution("le-plouf.solution-other-rules", path=self.path)
        return header, end

    def _block(self, number: int) -> Values | None:
        """The values of a block, or None where it is missing."""
        start, end = self._starts[number : number + 2].tolist()
        if start == end:
            return None
        count = min(BLOCK, self.header.positions - number * BLOCK)
        try:
            values = unpacked(self._map[start:end], self._codes, count)
        except (zlib.error, ValueError) as error:
            raise NoSolution("le-plouf.solution-damaged", path=self.path) from error
        if zlib.crc32(values.astype("<i2").tobytes()) != self.checks[number]:
            raise NoSolution("le-plouf.solution-damaged", path=self.path)
        return values

    def value(self, number: int) -> int | None:
        """The value of the position with that number, or None where the table does not say."""
        block = self.block(number // BLOCK) if number < self.header.positions else None
        return None if block is None else int(block[number % BLOCK])

    def value_of(self, state: np.record) -> int | None:
        """The value of the position that a game of two stands at, or None where the table does not say."""
        return self.value(number_of(made(), state))

    def blocks(self) -> Iterator[Values | None]:
        """The values of all blocks, in order."""
        return (self._block(number) for number in range(self.header.blocks))


@cache
def mark() -> str:
    """The mark of the rules as they are now."""
    return fingerprint(made())

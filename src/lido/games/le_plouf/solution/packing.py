"""Writing a table: see `lido.games.le_plouf.solution.table` for the form of the file."""

import hashlib
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from lido.errors import NoSolution
from lido.games.le_plouf.solution.table import BLOCK, MAGIC, RARE, Header, Values, mark
from lido.lab.processes import cores

CHUNK = 256
"""Blocks that are packed at a time."""


def write(path: Path, values: Values, kept: range, tick: Callable[[int], None]) -> None:
    """Write the blocks in `kept` of all the values there are, and report from time to time how many are written."""
    counts = _counted(values[kept.start * BLOCK : kept.stop * BLOCK])
    codes = np.array(sorted(counts, key=lambda value: (-counts[value], value))[:RARE], dtype=np.int16)
    blocks = range(-(-len(values) // BLOCK))
    lengths, checks = np.zeros(len(blocks) + 1, dtype="<u8"), np.zeros(len(blocks), dtype="<u4")
    unfinished = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with unfinished.open("wb") as body:
            for number, content, check in _packed(values, kept, codes):
                lengths[number + 1], checks[number] = len(content), check
                body.write(content)
                tick(number - kept.start + 1)
        directory = np.cumsum(lengths, dtype="<u8").tobytes() + checks.tobytes()
        header = Header(
            rules=mark(),
            positions=len(values),
            won=sum(count for value, count in counts.items() if value > 0),
            drawn=counts.get(0, 0),
            lost=sum(count for value, count in counts.items() if value < 0),
            longest=max(counts) - 1,
            codes=tuple(codes.tolist()),
            checksum=hashlib.sha256(directory).hexdigest(),
        )
        _put_before(unfinished, header, directory)
        unfinished.replace(path)
    except OSError as error:
        raise NoSolution("le-plouf.solution-file", path=path, why=error.strerror) from error


def _put_before(body: Path, header: Header, directory: bytes) -> None:
    """Write header and directory in front of the blocks, which are known only when all blocks are packed."""
    head = msgspec.json.encode(header)
    whole = body.with_name(body.name + ".whole")
    with whole.open("wb") as file, body.open("rb") as blocks:
        file.write(MAGIC + len(head).to_bytes(4, "little") + head + directory)
        while part := blocks.read(1 << 24):
            file.write(part)
    whole.replace(body)


def _counted(values: Values) -> dict[int, int]:
    """How often there is each value."""
    counts = np.zeros(1 << 16, dtype=np.int64)
    for at in range(0, len(values), CHUNK * BLOCK):
        counts += np.bincount(values[at : at + CHUNK * BLOCK].view(np.uint16), minlength=1 << 16)
    found = np.flatnonzero(counts)
    return dict(zip(found.astype(np.uint16).view(np.int16).tolist(), counts[found].tolist(), strict=True))


def _packed(values: Values, kept: range, codes: NDArray[np.int16]) -> Iterator[tuple[int, bytes, int]]:
    """The blocks as they are kept, each with its number and its checksum, by all cores."""
    places = np.full(1 << 16, RARE, dtype=np.uint8)
    places[codes.view(np.uint16)] = np.arange(len(codes))

    def pack(number: int) -> tuple[int, bytes, int]:
        block = np.asarray(values[number * BLOCK : (number + 1) * BLOCK])
        coded = places[block.view(np.uint16)]
        content = coded.tobytes() + block[coded == RARE].astype("<i2").tobytes()
        return number, zlib.compress(content), zlib.crc32(block.astype("<i2").tobytes())

    with ThreadPoolExecutor(cores()) as pool:
        for start in range(kept.start, kept.stop, CHUNK):
            yield from pool.map(pack, range(start, min(start + CHUNK, kept.stop)))

"""Pictures of a page, small enough to keep, and how much two of them differ.

A picture is an array of rows, columns and colours (0 to 255). Chromium draws a page at a quarter of its size, and
sixteen points are averaged: a point stands for 16 by 16 pixels, so that the edges of letters do not count but a colour,
a place and a size do.
"""

import base64
import lzma
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import CDPSession

Picture = NDArray[np.uint8]

DRAWN = 4
AVERAGED = 4
POINT = DRAWN * AVERAGED
"""Pixels of the page, in each direction, for a point of a small picture."""
HIGHEST = 1800
"""Pixels of a long page that are looked at."""
LEVELS = 8
"""Colours are kept to multiples of this."""
MOST = 20
"""The greatest difference of a point that is no change, from 0 to 255; a kept picture is off by half a level."""
MOST_MEAN = 3.0
"""The same for the mean of a whole picture."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def decoded(png: bytes) -> Picture:
    """The picture in a PNG file as Chromium writes them: 8 bits, RGB or RGBA."""
    assert png.startswith(SIGNATURE)
    at, content = len(SIGNATURE), b""
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width, height, _, colours = struct.unpack(">IIBB", body[:10])
            channels = {2: 3, 6: 4}[colours]
        elif kind == b"IDAT":
            content += body
        at += size + 12
    rows = np.frombuffer(zlib.decompress(content), np.uint8).reshape(height, 1 + width * channels)
    return _unfiltered(rows, channels).reshape(height, width, channels)[:, :, :3]


def _unfiltered(rows: Picture, channels: int) -> Picture:
    """The bytes of the rows, each of which begins with the filter by which it is stored."""
    found = rows[:, 1:].copy()
    above = np.zeros_like(found[0])
    for row, kind in zip(found, rows[:, 0], strict=True):
        if kind == 1:
            points = row.reshape(-1, channels)
            np.cumsum(points, axis=0, dtype=np.uint8, out=points)
        elif kind == 2:
            row[:] = row + above
        elif kind:
            _predict(row, above, channels, _mean if kind == 3 else _nearest)
        above = row
    return found


def _predict(row: Picture, above: Picture, channels: int, guess: Callable[[int, int, int], int]) -> None:
    """Add to every byte of a row what is guessed from its neighbours; slow, and rarely met."""
    for at in range(len(row)):
        left, corner = (int(row[at - channels]), int(above[at - channels])) if at >= channels else (0, 0)
        row[at] = (int(row[at]) + guess(left, int(above[at]), corner)) % 256


def _mean(left: int, above: int, _: int) -> int:
    return (left + above) // 2


def _nearest(left: int, above: int, corner: int) -> int:
    return min(left, above, corner, key=lambda byte: abs(left + above - corner - byte))


def encoded(picture: Picture) -> bytes:
    """A PNG file."""
    height, width = picture.shape[:2]
    rows = np.zeros((height, 1 + width * 3), np.uint8)
    rows[:, 1:] = picture.reshape(height, -1)

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return SIGNATURE + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows.tobytes())) + chunk(b"IEND", b"")


def taken(session: CDPSession, width: int, height: int, scale: float = 1.0, beyond: bool = True) -> Picture:
    """What the page shows from its upper left corner; a canvas may be blank `beyond` the visible part."""
    clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": scale}
    asked = {"format": "png", "optimizeForSpeed": True, "captureBeyondViewport": beyond, "clip": clip}
    return decoded(base64.b64decode(session.send("Page.captureScreenshot", asked)["data"]))


def small(session: CDPSession, width: int, height: int, beyond: bool = True) -> Picture:
    """The page as a small picture."""
    return averaged(taken(session, width, min(height, HIGHEST), 1 / DRAWN, beyond), AVERAGED)


def averaged(picture: Picture, each: int) -> Picture:
    """The picture with one point for `each` times `each`; what is left over at the edges is dropped."""
    height, width = (size // each for size in picture.shape[:2])
    parts = picture[: height * each, : width * each].reshape(height, each, width, each, 3)
    mean: Picture = parts.mean(axis=(1, 3)).round().astype(np.uint8)
    return mean


class Difference(NamedTuple):
    """How much two pictures differ: by the mean, and at the point where they differ most."""

    mean: float
    most: float

    @property
    def is_change(self) -> bool:
        return self.mean > MOST_MEAN or self.most > MOST


SIZE_CHANGED = Difference(255.0, 255.0)


def difference(one: Picture, other: Picture) -> Difference:
    """Between two small pictures."""
    if one.shape != other.shape:
        return SIZE_CHANGED
    apart = np.abs(one.astype(np.int16) - other.astype(np.int16))
    return Difference(float(apart.mean()), float(apart.max()))


def kept(pictures: dict[str, Picture], path: Path) -> None:
    """Write small pictures to one file."""
    parts = [struct.pack(">H", len(pictures))]
    for name, picture in sorted(pictures.items()):
        height, width = picture.shape[:2]
        levels = np.round(picture / LEVELS).astype(np.uint8)
        # Neighbours are mostly alike, and so are the three colours: only what differs is stored.
        levels[:, 1:] -= levels[:, :-1].copy()
        levels[1:] -= levels[:-1].copy()
        levels[:, :, 1:] -= levels[:, :, :-1].copy()
        parts += [struct.pack(">B", len(name)), name.encode(), struct.pack(">HH", width, height)]
        parts += [levels[:, :, colour].tobytes() for colour in range(3)]
    path.write_bytes(lzma.compress(b"".join(parts), preset=9 | lzma.PRESET_EXTREME))


def read(path: Path) -> dict[str, Picture]:
    """The pictures of such a file."""
    content = memoryview(lzma.decompress(path.read_bytes()))
    (count,), at = struct.unpack(">H", content[:2]), 2
    found = {}
    for _ in range(count):
        end = at + 1 + content[at]
        name, (width, height) = str(content[at + 1 : end], "ascii"), struct.unpack(">HH", content[end : end + 4])
        at, stored = end + 4 + 3 * width * height, content[end + 4 :][: 3 * width * height]
        sums = np.frombuffer(stored, np.uint8).reshape(3, height, width).transpose(1, 2, 0)
        for axis in (2, 0, 1):
            sums = sums.cumsum(axis=axis, dtype=np.uint8)
        found[name] = np.minimum(sums.astype(np.uint16) * LEVELS, 255).astype(np.uint8)
    return found

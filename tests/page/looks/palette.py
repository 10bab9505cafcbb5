"""Makes pictures small: PNG with a palette of at most 256 colours. The browser decodes, so no library is needed."""

import base64
import struct
import zlib

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Browser

COLOURS = 256
DECODE = """async (data) => {
  const picture = await createImageBitmap(await (await fetch(data)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const drawing = canvas.getContext("2d");
  drawing.drawImage(picture, 0, 0);
  const { data: pixels } = drawing.getImageData(0, 0, picture.width, picture.height);
  let text = "";
  for (let at = 0; at < pixels.length; at += 8192) text += String.fromCharCode(...pixels.subarray(at, at + 8192));
  return [picture.width, picture.height, btoa(text)];
}"""

Pixels = NDArray[np.uint8]


def small(browser: Browser, png: bytes) -> bytes:
    """The picture with a palette."""
    page = browser.new_page()
    width, height, data = page.evaluate(DECODE, f"data:image/png;base64,{base64.b64encode(png).decode()}")
    page.close()
    pixels = np.frombuffer(base64.b64decode(data), np.uint8).reshape(height, width, 4)[:, :, :3]
    return written(*reduced(pixels))


def reduced(pixels: Pixels) -> tuple[Pixels, Pixels]:
    """The number of a colour for every pixel, and the colours: boxes of colours are halved until there are enough."""
    packed = pixels.astype(np.uint32) @ np.array([65536, 256, 1], np.uint32)
    found, where, counts = np.unique(packed, return_inverse=True, return_counts=True)
    colours = np.stack([found >> 16, found >> 8 & 255, found & 255], axis=1).astype(np.float64)
    boxes = [np.arange(len(found))]
    while len(boxes) < COLOURS:
        spread = [np.ptp(colours[box], axis=0).max() * counts[box].sum() ** 0.4 for box in boxes]
        widest = int(np.argmax(spread))
        if not spread[widest]:
            break
        box = boxes.pop(widest)
        box = box[np.argsort(colours[box][:, np.ptp(colours[box], axis=0).argmax()], kind="stable")]
        half = int(np.searchsorted(np.cumsum(counts[box]), counts[box].sum() / 2))
        half = min(max(half, 1), len(box) - 1)
        boxes += [box[:half], box[half:]]
    numbers = np.empty(len(found), np.uint8)
    palette = np.empty((len(boxes), 3), np.uint8)
    for number, box in enumerate(boxes):
        numbers[box] = number
        palette[number] = np.average(colours[box], axis=0, weights=counts[box]).round()
    return numbers[where].reshape(pixels.shape[:2]), palette


def written(numbers: Pixels, palette: Pixels) -> bytes:
    """A PNG of numbered colours."""
    height, width = numbers.shape
    rows = np.concatenate([np.zeros((height, 1), np.uint8), numbers], axis=1)
    chunks = [
        (b"IHDR", struct.pack("!IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", palette.tobytes()),
        (b"IDAT", zlib.compress(rows.tobytes(), 9)),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack("!I", len(body)) + kind + body + struct.pack("!I", zlib.crc32(kind + body)) for kind, body in chunks
    )

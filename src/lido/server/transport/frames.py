"""Frames of WebSocket (RFC 6455, 5.2), as far as nearly all messages need them: whole texts."""

import struct

TEXT = 0x81
"""A whole text, in one frame."""
MASKED = 0x80
TWO_BYTES, EIGHT_BYTES = 126, 127
MASK = 4


def frame(payload: bytes) -> bytes:
    """A text as a server sends it."""
    length = len(payload)
    if length < TWO_BYTES:
        return bytes((TEXT, length)) + payload
    if length < 2**16:
        return struct.pack("!BBH", TEXT, TWO_BYTES, length) + payload
    return struct.pack("!BBQ", TEXT, EIGHT_BYTES, length) + payload


def bounds(data: bytes, at: int) -> tuple[int, int]:
    """Where the mask of the frame at `at` begins and where the frame ends; beyond the data if that is not known yet.

    Frames without a mask, or with a length of eight bytes, are left to the library.
    """
    beyond = len(data) + 1
    if len(data) < at + 2 or not data[at + 1] & MASKED:
        return at, beyond
    length = data[at + 1] - MASKED
    if length < TWO_BYTES:
        return at + 2, at + 2 + MASK + length
    if length == EIGHT_BYTES or len(data) < at + 4:
        return at, beyond
    return at + 4, at + 4 + MASK + int.from_bytes(data[at + 2 : at + 4])

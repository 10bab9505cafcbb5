"""The chain of hashes through the log of a table: each entry names the hash of the one before it."""

import hashlib

FIRST = "0" * 64
"""What stands for the hash before the first entry."""


def digest(raw: bytes) -> str:
    """The hash of an entry: SHA-256 of its bytes, in hexadecimal."""
    return hashlib.sha256(raw).hexdigest()

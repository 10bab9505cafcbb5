"""A table as the lobby and other nodes know it without reading its log."""

import msgspec


class Head(msgspec.Struct):
    """What is known of a table without reading its log: one row, written with the entries that change it."""

    table: str
    game: str
    status: str
    public: bool
    info: bytes
    """JSON for the lobby (`messages.Info`, without names or presence)."""
    needs_runner: bool
    """Whether a node must look after it: a bot is to act or a clock runs."""

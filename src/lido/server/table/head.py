"""A table as the lobby and other nodes know it without reading its log."""

import msgspec


class Head(msgspec.Struct):
    """The row of a table beside its log, written with the entries that change it."""

    table: str
    game: str
    status: str
    public: bool
    info: bytes
    """JSON for the lobby (`messages.Info`, without names or presence)."""
    needs_runner: bool
    """Whether a node must run the table: a bot is to act or a clock runs."""

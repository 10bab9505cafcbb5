"""What the sockets of the club send (docs/server.md)."""

from lido.server.club.cups.shown import Cup
from lido.server.messages import Message


class Waiting(Message, tag="waiting"):
    """Somebody waits for a stranger: what for, since when, and how many wait for the same, they included."""

    game: str
    pace: str
    since: int
    waiting: int


class Paired(Message, tag="paired"):
    """A stranger was found: a seat is kept for both at this table, for half a minute."""

    table: str


MESSAGES: tuple[type[Message], ...] = (Waiting, Paired, Cup)

"""Quick reactions at a table, which are seen for a moment and kept nowhere."""

from typing import Literal, TypeAlias

from lido.server.messages import Command, Message

Feeling: TypeAlias = Literal["bravo", "laugh", "wow", "oops", "think", "hello"]


class React(Command, tag="react"):
    """Let everybody at the table see how one feels; only whoever has a seat may."""

    what: Feeling


class Reacted(Message, tag="reaction"):
    """How somebody at the table feels."""

    person: str
    what: Feeling

"""The messages of placing a piece by hand."""

from typing import Annotated

import msgspec
from msgspec import Meta

from lido.server.messages import Command, Message, Seat

HandPose = Annotated[list[float], Meta(min_length=7, max_length=7)]
"""`[x, y, z, qw, qx, qy, qz]`, in metres."""


class Hold(Command, tag="hold"):
    """Splash!: take the piece into the hand, at a pose. From now on it is simulated in real time."""

    seat: Seat
    pose: HandPose


class Steer(msgspec.Struct, tag_field="do", tag="steer", forbid_unknown_fields=True):
    """Splash!: where the hand goes, at most 60 a second; not answered. `t` is in seconds since `hold`."""

    t: float
    pose: HandPose


class LetGo(Command, tag="let-go"):
    """Splash!: open the hand, `t` seconds after `hold`."""

    t: float


class Frame(Message, tag="frame"):
    """Splash!: where the pieces are, 30 times a second while something moves. Not kept."""

    t: float
    """Seconds since the piece was taken into the hand."""
    held: str | None
    pieces: dict[str, list[float]]
    """Only those that moved: `[x, y, z, qw, qx, qy, qz]`."""

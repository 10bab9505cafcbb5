"""The messages of placing a piece by hand, and of accidents."""

from typing import Annotated

import msgspec
from msgspec import Meta

from lido.server.messages import Command, Message, Seat

HandPose = Annotated[list[float], Meta(min_length=7, max_length=7)]
"""`[x, y, z, qw, qx, qy, qz]`, in metres."""


class Hold(Command, tag="hold"):
    """Splash!: take the piece into the hand, at the `start` of the view. From now on it is simulated in real time."""

    seat: Seat


class Steer(msgspec.Struct, tag_field="do", tag="steer", forbid_unknown_fields=True):
    """Splash!: what the hand aims at, at most 60 a second; not answered. `t` is in seconds since `hold`.

    The hand lags behind, sways and trembles; the frames say where it brings the piece.
    """

    t: float
    pose: HandPose


class LetGo(Command, tag="let-go"):
    """Splash!: open the hand, `t` seconds after `hold`."""

    t: float


class AskAccident(Command, tag="ask-accident"):
    """Splash!: declare an accident, the `fault` of a seat or, with null, of nobody.

    When all people at the table have agreed, the physics knocks the tower.
    """

    seat: Seat
    fault: Seat | None


class AnswerAccident(Command, tag="answer-accident"):
    """Splash!: agree, or not, that there was an accident."""

    seat: Seat
    agreed: bool


class Accident(Message, tag="accident"):
    """Splash!: which seat declares an accident and is waiting for the others; null when nobody does any more."""

    seat: int | None
    fault: int | None
    """Whose fault it is; null for nobody's."""
    waits: list[int]
    """The seats of the people who have not agreed yet."""
    why: str | None = None
    """The code of the reason why nothing came of the last one."""


class Frame(Message, tag="frame"):
    """Splash!: where the pieces are, 30 times a second while something moves. Not kept."""

    t: float
    """Seconds since the piece was taken into the hand."""
    held: str | None
    pieces: dict[str, list[float]]
    """Only those that moved: `[x, y, z, qw, qx, qy, qz]`."""
    touch: float = 0.0
    """How hard something new was touched since the last frame, from 0 to 1; 0 for nothing."""
    left: float | None = None
    """Seconds until the hand of a person opens by itself; null where it is open or the program leads it."""

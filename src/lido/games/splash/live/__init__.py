"""Splash! live at the service: everybody sees a piece carried by a hand and falling, in real time."""

from lido.games.splash.live.hand import Hand
from lido.games.splash.live.messages import Accident, AnswerAccident, AskAccident, Frame, Hold, LetGo, Steer
from lido.games.splash.live.placing import PhysicsPool
from lido.server.rooms.live import LivePart

MOST_POSES = 90.0
"""Poses that a client may send in a second."""

LIVE = LivePart(
    table=Hand,
    service=PhysicsPool,
    commands=(Hold, Steer, LetGo, AskAccident, AnswerAccident),
    messages=(Frame, Accident),
    streams={Steer: MOST_POSES},
)

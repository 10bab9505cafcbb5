"""What `lido engine` can do with Splash! beside what it does with every game. See docs/protocol.md."""

from typing import Any

from lido.cli.engine import Answer, Message, Session
from lido.games.splash import GAME


class Judge(Message):
    """What a scene of Splash! comes to, from poses alone; the table is not asked."""

    scene: dict[str, Any]
    new: str | None = None
    target: str | None = None

    def answer(self, session: Session) -> Answer:
        return GAME.judged(self.scene, self.new, self.target)


class Accident(Message):
    """The tower of Splash! fell, by the doing of a seat that was not to act, or by nobody's."""

    scene: dict[str, Any]
    fault: int | None

    def answer(self, session: Session) -> Answer:
        return {"ok": True, "events": session.match.play("accident", scene=self.scene, fault=self.fault)}


MESSAGES = (Judge, Accident)

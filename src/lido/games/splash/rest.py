"""Where pieces come to rest: from the physics, or from a record of what the physics once said."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from lido.errors import BadPosition, IllegalMove
from lido.game import Json
from lido.games.splash.physics.hand import Placement
from lido.games.splash.physics.path import Path
from lido.games.splash.physics.world import settled
from lido.games.splash.pieces import Scene
from lido.games.splash.rules import poses
from lido.games.splash.scene import ANYWHERE, read_poses
from lido.games.splash.space import Pose


@dataclass
class Simulated:
    """Asks the physics, and keeps what it said."""

    path: Path | None = None
    """How the hand sets the piece it holds."""
    lying: Mapping[str, Pose] | None = None
    """Where that brought everything, if the path has been carried out already."""
    scenes: list[Mapping[str, Pose]] = field(default_factory=list)

    def placed(self, scene: Scene, piece: str) -> Mapping[str, Pose]:
        assert self.path is not None
        return self._kept(Placement.whole(scene, piece, self.path) if self.lying is None else self.lying)

    def left(self, scene: Scene) -> Mapping[str, Pose]:
        return self._kept(settled(scene))

    def _kept(self, scene: Mapping[str, Pose]) -> Mapping[str, Pose]:
        self.scenes.append(scene)
        return scene

    def document(self) -> Json:
        """Every scene that came to rest, one after the other."""
        return [poses(scene) for scene in self.scenes]


class Recorded:
    """Tells what a record says, and refuses it where it cannot be so."""

    def __init__(self, document: Json) -> None:
        if not isinstance(document, list):
            raise IllegalMove("splash.settled")
        self._document = document
        try:
            self._scenes = [read_poses(scene, ANYWHERE) for scene in document]
        except BadPosition as error:
            raise IllegalMove("splash.settled") from error

    def placed(self, scene: Scene, piece: str) -> Mapping[str, Pose]:
        return self._next({*scene, piece})

    def left(self, scene: Scene) -> Mapping[str, Pose]:
        return self._next(set(scene))

    def _next(self, pieces: set[str]) -> Mapping[str, Pose]:
        if not self._scenes or self._scenes[0].keys() != pieces:
            raise IllegalMove("splash.settled")
        return self._scenes.pop(0)

    def document(self) -> Json:
        """Every scene of the record, or IllegalMove where it goes on after the move is done."""
        if self._scenes:
            raise IllegalMove("splash.settled")
        return self._document

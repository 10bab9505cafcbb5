"""How hard things touch while a piece is placed: what a hand feels and a table hears. It changes nothing."""

from lido.games.splash.physics.world import World

HARD = 0.25
"""Metres per second at which a touch is as hard as it is said to be: a fall from three millimetres."""
SOFT = 0.02
"""A touch that is softer is none; a piece that is set down slowly is felt as this."""
APART = 0.1
"""Seconds after which two pieces that parted touch anew."""


class Touch:
    """Watches a world for new contacts."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._speeds = world.speeds()
        self._seen: dict[tuple[int, int], float] = {}
        self._hardest = 0.0

    def look(self, time: float, held: int | None) -> None:
        """See what touches now. What the piece in the hand, a number of a geom, touches is felt however soft it is."""
        for pair, normal in self._world.contacts().items():
            if time - self._seen.get(pair, -APART) >= APART:
                one, other = pair
                speed = abs(float((self._speeds[other] - self._speeds[one]) @ normal)) / HARD
                least = SOFT if held in pair else 0.0
                if speed >= SOFT or least:
                    self._hardest = max(self._hardest, min(1.0, max(speed, least)))
            self._seen[pair] = time
        self._speeds = self._world.speeds()

    def taken(self) -> float:
        """How hard the hardest new touch since the last time was, from 0 to 1; 0 where there was none."""
        hardest, self._hardest = self._hardest, 0.0
        return hardest

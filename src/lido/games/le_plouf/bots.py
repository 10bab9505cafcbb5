"""The bots that only Le Plouf has: two that know the solution of the game for two players."""

from lido.bots.own import OwnBots, OwnLevel
from lido.errors import BadSetup
from lido.games.le_plouf.master import Master
from lido.games.le_plouf.perfect import Perfect, exact, refusal


def _perfect_refusal(level: str, players: int) -> BadSetup | None:
    return refusal(level, players, whole=True)


BOTS = OwnBots(
    levels={
        "master": OwnLevel(Master, refusal),
        "perfect": OwnLevel(Perfect, _perfect_refusal, stand_in="master"),
    },
    exact=exact,
)

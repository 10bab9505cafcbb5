"""Live games to watch, the best first."""

from lido.server.messages import Info, Player
from lido.server.rooms.context import NodeContext
from lido.server.table.ratings import MODEL

MOST_READ, MOST_SHOWN = 500, 40


async def live(context: NodeContext) -> list[Info]:
    """The public games that people play now: the highest ratings first."""
    heads = await context.store.heads(status=["running"], public=True, limit=MOST_READ)
    infos = [info for info in await context.lobby.named(heads) if any(_plays(player) for player in info.seats)]
    for game in {info.game for info in infos}:
        there = [player for info in infos if info.game == game for player in info.seats if player.person]
        ratings = await context.store.ratings(game, sorted({player.person or "" for player in there}))
        for player in there:
            if player.person in ratings:
                player.rating = ratings[player.person][0]
    return sorted(infos, key=_worth, reverse=True)[:MOST_SHOWN]


def _plays(player: Player) -> bool:
    return player.person is not None and player.level is None and not player.left


def _worth(info: Info) -> tuple[float, int]:
    """How good a game is to watch: the mean rating of its people, and how many play."""
    means = [player.rating or MODEL.rating().mu for player in info.seats if player.person]
    return sum(means) / len(means), len(means)

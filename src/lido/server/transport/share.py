"""What a link to the page shows in chats and on social sites: a title, a description and a picture.

Whoever has the link of a table sees what everybody at the table sees, and no more.
"""

import asyncio
import html
import json
import re
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from lido import pictures, registry
from lido.errors import LidoError
from lido.game import SPECTATOR
from lido.games import games
from lido.match import new
from lido.server.logging import log_error
from lido.server.messages import Info, Player
from lido.server.rate_limits import Buckets
from lido.server.rooms.hub import Hub, Shown
from lido.server.settings import Settings
from lido.server.table.views import picture as picture_of
from lido.server.transport.card import HEIGHT, WIDTH, Sitter, card
from lido.server.workers.rasteriser import Rasteriser
from lido.words import LANGUAGES, catalogue, language_info, say

TABLES, GAMES = ("t", "r"), ("rules", "learn", "practice", "new")
"""The first parts of the addresses that name a table, and of those that name a game."""
ADDRESS = re.compile(rf"/({'|'.join(TABLES + GAMES)})/([\w-]{{1,40}})/?")
PICTURE = re.compile(rf"/share/({'|'.join(LANGUAGES)})/(t|g)/([\w-]{{1,40}})\.png")
HOME_PICTURE = "/share/home.png"
"""The picture of everything else; it is made with the page."""
PATIENCE = 1.0
"""Seconds that the page waits for a table: it is shown without its names rather than late."""
MOST_KEPT = 64
"""Pictures in memory."""
AT_ONCE = 10
"""Pictures that one address may ask for in one go."""

Key = tuple[object, ...]


class Link(NamedTuple):
    """What a link shows; `picture` is a path of the service."""

    title: str
    description: str
    picture: str = HOME_PICTURE


class Share:
    """The links and pictures of one node."""

    def __init__(self, hub: Hub, settings: Settings, fonts: Sequence[str]) -> None:
        self._hub = hub
        self._base = settings.base_path
        self._rasteriser = Rasteriser(list(fonts))
        self._limits = Buckets(settings.pictures_each, AT_ONCE)
        self._kept: OrderedDict[Key, asyncio.Task[bytes | None]] = OrderedDict()

    async def head(self, path: str, origin: str, language: str, visitor: str = "") -> str:
        """What the head of the page says at one of its addresses.

        `origin` is the scheme and host of the request, and `visitor` the address it comes from.
        """
        link = await self._link(path, language, visitor)
        address, image = f"{origin}{self._base}{path}", f"{origin}{self._base}{link.picture}"
        tags = {
            "og:site_name": "Lido",
            "og:type": "website",
            "og:locale": language_info(language).locale,
            "og:url": address,
            "og:title": link.title,
            "og:description": link.description,
            "og:image": image,
            "og:image:type": "image/png",
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "og:image:alt": link.title,
        }
        named = {"description": link.description, "twitter:card": "summary_large_image"}
        return "".join([
            f"<title>{html.escape(link.title)}</title>",
            *(f'<meta name="{name}" content="{html.escape(value)}">' for name, value in named.items()),
            *(f'<meta property="{name}" content="{html.escape(value)}">' for name, value in tags.items()),
        ])  # fmt: skip

    async def _link(self, path: str, language: str, address: str) -> Link:
        """What an address shows; what is not known looks like the page itself."""
        found = ADDRESS.fullmatch(path)
        if found and found[1] in TABLES:
            try:
                shown = await asyncio.wait_for(self._hub.shown(found[2], address), PATIENCE)
            except (LidoError, TimeoutError):
                return _home(language)
            return _table(shown, language)
        if found and any(game.id == found[2] for game in games()):
            return _game(found[1], found[2], language)
        return _home(language)

    async def picture(self, path: str, address: str) -> bytes | None:
        """The PNG at a path, asked for from an address; None where the picture of the page must do."""
        found = PICTURE.fullmatch(path)
        if found is None:
            return None
        language, kind, name = found.groups()
        if kind == "g":
            known = any(game.id == name for game in games())
            return await self._drawn((language, name), address, lambda: game_card(name, language)) if known else None
        try:
            shown = await self._hub.shown(name, address)
        except LidoError:
            return None
        sitting = sitters(shown.info, language)
        key = (language, name, shown.n, *sitting)
        return await self._drawn(key, address, lambda: table_card(shown, sitting, language))

    async def _drawn(self, key: Key, address: str, draw: Callable[[], str]) -> bytes | None:
        """A picture from memory, or drawn now: once, however many ask for it."""
        task = self._kept.get(key)
        if task is None:
            if not self._limits.take(address):
                return None
            task = self._kept[key] = asyncio.create_task(self._draw(draw))
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        drawn = await asyncio.shield(task)
        if drawn is None:
            self._kept.pop(key, None)
        return drawn

    async def _draw(self, draw: Callable[[], str]) -> bytes | None:
        try:
            return await self._rasteriser.png(await asyncio.to_thread(draw))
        except Exception as error:  # a game of another package may fail in any way
            log_error("a picture of a link could not be drawn", error)
            return None


def table_card(shown: Shown, sitting: Sequence[Sitter], language: str) -> str:
    """The picture of a table as SVG; before the game begins, with an example of the game."""
    game = shown.info.game
    board = example(game) if shown.view is None else picture_of(shown.view)
    return card(say(f"{game}.name", language), sitting, board)


def game_card(game: str, language: str) -> str:
    """The picture of a game as SVG."""
    return card(say(f"{game}.name", language), (), example(game), _about(game, language))


@cache
def example(game: str) -> str | None:
    """The fullest picture of the positions in the lesson of a game, or else of its start."""
    if not pictures.has_picture(game):
        return None
    views = [new(game, seed="example").view(SPECTATOR)]
    folder = registry.folder(game)
    if folder and (lesson := folder / "lesson.json").is_file():
        course = json.loads(lesson.read_text("utf-8"))
        views += [_position(game, each, course) for each in course["lessons"]]
    drawn = (picture_of(view) or "" for view in views)
    return max(drawn, key=len) or None


def _position(game: str, lesson: dict[str, Any], course: dict[str, Any]) -> dict[str, Any]:
    """The position of a lesson as everybody may see it."""
    start = (
        {"position": lesson["position"]} if "position" in lesson else {"deal": lesson.get("deal", course.get("deal"))}
    )
    match = new(game, players=lesson["players"], options=lesson.get("options"), seed="example", **start)
    for move in lesson.get("moves", ()):
        match.play(move)
    return match.view(SPECTATOR)


def sitters(info: Info, language: str) -> list[Sitter]:
    """Who sits at a table, as the picture shows them."""
    best = max(info.payoffs or (0,))
    won = [bool(info.payoffs) and min(info.payoffs or ()) < best == payoff for payoff in info.payoffs or ()]
    won += [False] * (len(info.seats) - len(won))
    return [
        Sitter(name, *_face(player), won=has_won)
        for name, player, has_won in zip(_names(info, language), info.seats, won, strict=True)
    ]


def _face(player: Player) -> tuple[int | None, str | None]:
    """The seed of the face of a person, or the level of a bot; those who share a device have faces of their own."""
    if player.person is None:
        return None, player.level
    return (player.face or 0) + (player.seat if player.here else 0), None


def _names(info: Info, language: str) -> list[str]:
    """The names of all seats, with the number of the seat after those that several players have."""
    names = [_name(player, language) for player in info.seats]
    counted = Counter(names)
    free = say("site.free", language)
    return [
        f"{name} {seat}" if counted[name] > 1 and name != free else name for seat, name in enumerate(names, start=1)
    ]


def _name(player: Player, language: str) -> str:
    if player.person is not None:
        return player.name or say("site.guest", language)
    if player.level is None:
        return say("site.free", language)
    code = f"site.bot-{player.level}"
    return say(code, language) if code in catalogue() else player.level


def _home(language: str) -> Link:
    return Link(say("share.home-title", language), say("share.home", language))


def _game(page: str, game: str, language: str) -> Link:
    name = say(f"{game}.name", language)
    titles = {
        "rules": say("site.rules-of", language, game=name),
        "learn": say("share.learn-title", language, game=name),
    }
    return Link(titles.get(page, name), _about(game, language), f"/share/{language}/g/{game}.png")


def _about(game: str, language: str) -> str:
    """What a game is about, in a sentence."""
    code = f"{game}.about"
    return say(code if code in catalogue() else "share.home", language)


def _table(shown: Shown, language: str) -> Link:
    info = shown.info
    game, names = say(f"{info.game}.name", language), _names(info, language)
    taken = ", ".join(name for name, player in zip(names, info.seats, strict=True) if player.person or player.level)
    image = f"/share/{language}/t/{info.table}.png?{shown.n}"
    if info.status == "open":
        said = say("share.open", language, who=taken) if taken else say("share.open-empty", language)
        return Link(say("share.open-title", language, game=game), said, image)
    if info.status == "running":
        return Link(say("share.running-title", language, game=game, who=taken), say("share.running", language), image)
    if info.status == "over":
        title = say("share.over-title", language, game=game, what=_outcome(info, names, language))
        return Link(title, say("share.over", language, who=taken), image)
    return Link(game, say("share.closed", language), image)


def _outcome(info: Info, names: Sequence[str], language: str) -> str:
    """Who has won."""
    payoffs = info.payoffs or []
    if not payoffs or min(payoffs) == max(payoffs):
        return say("site.ending-draw", language)
    winners = [name for name, payoff in zip(names, payoffs, strict=True) if payoff == max(payoffs)]
    return say("site.ending-win" if len(winners) > 1 else "site.ending-wins", language, who=", ".join(winners))

"""What a link shows: who sits at the table and what everybody may see there, in the language of whoever asks."""

import asyncio
import re
import struct
from pathlib import Path
from typing import Any

import pytest

from lido import words
from lido.server.messages import Move
from lido.server.settings import Settings
from lido.server.transport import share
from lido.server.transport.page import Page
from lido.server.transport.share import AT_ONCE, Share
from lido.server.workers import rasteriser
from lido.server.workers.rasteriser import MOST_WAITING, Rasteriser
from tests.server.hub.desk import Desk, on

ORIGIN = "https://example.org"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"><rect width="4" height="2" fill="#ff0000"/></svg>'


def shared(desk: Desk, **settings: Any) -> Share:
    return Share(desk.hub, Settings(base_path="/lido", **settings), [])


def tags(head: str) -> dict[str, str]:
    """The content of every element, by its name."""
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', head)
    return {**dict(found), "title": head.partition("<title>")[2].partition("</title>")[0]}


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    width, height = struct.unpack("!II", png[16:24])
    return width, height


def test_a_link_to_a_table_names_the_game_and_who_sits_there(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin(game="croc-pool")
        person = await desk.store.person(desk.connections[0].person)
        assert person
        await desk.hub.people.change(person, name='<i>"Ana" & co')
        said = tags(await shared(desk).head(f"/t/{room.id}", ORIGIN, "en"))
        assert said["og:title"] == said["title"] == "Crocodile Pool Party: &lt;i&gt;&quot;Ana&quot; &amp; co, Guest"
        assert said["og:url"] == f"{ORIGIN}/lido/t/{room.id}"
        assert said["og:image"] == f"{ORIGIN}/lido/share/en/t/{room.id}.png?{room.table.n}"
        assert (said["twitter:card"], said["og:locale"]) == ("summary_large_image", "en_GB")
        french = tags(await shared(desk).head(f"/r/{room.id}", ORIGIN, "fr"))
        assert french["og:description"] == "Une partie est en cours. Ouvrez le lien pour la regarder."
        assert "/share/fr/t/" in french["og:image"]
        for language in words.LANGUAGES:
            told = tags(await shared(desk).head(f"/r/{room.id}", ORIGIN, language))
            assert told["og:description"] == words.say("share.running", language)
            assert told["og:locale"].startswith(f"{language}_")

    on(tmp_path, scenario)


def test_links_to_games_and_to_what_nobody_knows(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        links = shared(desk)
        rules = tags(await links.head("/rules/le-plouf", ORIGIN, "en"))
        assert rules["title"] == "Le Plouf: the rules"
        assert rules["description"].startswith("Walk around the pool")
        assert rules["og:image"] == f"{ORIGIN}/lido/share/en/g/le-plouf.png"
        home = tags(await links.head("/", ORIGIN, "en"))
        assert home["og:image"] == f"{ORIGIN}/lido/share/home.png"
        for unknown in ("/t/nobody", "/r/nobody", "/rules/chess", "/me"):
            assert tags(await links.head(unknown, ORIGIN, "en")) == {**home, "og:url": f"{ORIGIN}/lido{unknown}"}
        for unknown in ("/share/en/t/nobody.png", "/share/en/g/chess.png"):
            assert await links.picture(unknown, "a") is None

    on(tmp_path, scenario)


def test_a_picture_is_drawn_once_for_each_state_of_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    async def png(self: Rasteriser, svg: str) -> bytes:
        drawn.append(svg)
        return svg.encode()

    monkeypatch.setattr(Rasteriser, "png", png)

    async def scenario(desk: Desk) -> None:
        room = await desk.begin(game="le-plouf")
        links, path = shared(desk), f"/share/en/t/{room.id}.png"
        first, same = await asyncio.gather(links.picture(path, "a"), links.picture(path, "b"))
        assert first == same
        assert len(drawn) == 1
        await room.carry_out(desk.connections[0], Move(number=2, seat=1, move="c1"))
        assert await links.picture(path, "a") != first
        assert len(drawn) == 2

    on(tmp_path, scenario)


def test_an_address_that_asks_for_too_many_pictures_gets_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def png(self: Rasteriser, svg: str) -> bytes:
        return b"drawn"

    monkeypatch.setattr(Rasteriser, "png", png)
    monkeypatch.setattr(share, "MOST_KEPT", 0)

    async def scenario(desk: Desk) -> None:
        links = shared(desk, pictures_each=0.01)
        got = [await links.picture("/share/en/g/le-plouf.png", "a") for _ in range(AT_ONCE + 2)]
        assert got == [b"drawn"] * AT_ONCE + [None] * 2
        assert await links.picture("/share/en/g/le-plouf.png", "b") == b"drawn"

    on(tmp_path, scenario)


def test_a_whole_picture_has_the_size_that_sites_want(tmp_path: Path) -> None:
    async def scenario(desk: Desk) -> None:
        room = await desk.begin(game="plouf-party", players=3)
        png = await shared(desk).picture(f"/share/fr/t/{room.id}.png", "a")
        assert png
        assert size(png) == (1200, 630)

    on(tmp_path, scenario)


def test_what_cannot_be_drawn_in_time_or_at_all_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        drawing = Rasteriser([])
        png = await drawing.png(SVG)
        assert png
        assert size(png) == (4, 2)
        assert await drawing.png("<svg") is None
        assert await drawing.png(SVG + " " * rasteriser.MOST_BYTES) is None
        many = await asyncio.gather(*(drawing.png("<svg") for _ in range(MOST_WAITING)), drawing.png(SVG))
        assert many == [None] * (MOST_WAITING + 1), "the last would have had to wait for too many"
        monkeypatch.setattr(rasteriser, "SECONDS", 0.0)
        assert await drawing.png(SVG) is None

    asyncio.run(scenario())


def test_the_head_of_the_page_is_said_once_and_before_all_else(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        '<html lang="en"><head><meta charset="utf-8" /><title>Old</title><meta name="description" content="old" />'
        '<link href="x"></head></html>'
    )
    body = Page("", tmp_path).index("<title>New</title>", "fr").body.decode()
    assert body == (
        '<html lang="fr"><head><base href="/"><meta charset="utf-8" /><title>New</title><link href="x"></head></html>'
    )

"""What people do at the page: open tables, play by clicking, look whether something is there."""

import random
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError, expect

QUICK_MS = 1_500
"""How long a click may take; what was open a moment ago may no longer be."""
WORTHWHILE = re.compile(r"(?:swimmer|crocodile|stack|bar)[ ,].*You can go here")
"""In Crocodile Pool Party games end sooner when people eat and go to the bar."""

MOST_CHOICES = 1_000
"""No game takes so many."""

Use = Callable[[Locator], None]


def click(place: Locator) -> None:
    place.click(timeout=QUICK_MS)


def tap(place: Locator) -> None:
    place.tap(timeout=QUICK_MS)


def open_table(page: Page, game: str, *seats: str, players: int | None = None) -> None:
    """Open a table on its page: `here`, `friend` or a bot's level for each seat."""
    page.goto(re.sub(r"^(https?://[^/]+).*", rf"\1/new/{game}", page.url))
    page.get_by_role("button", name="Open the table").wait_for()
    many = page.get_by_role("button", name=str(players or len(seats)), exact=True)
    if many.count():  # not in a game for just so many
        many.click()
    for number, who in enumerate(seats, start=1):
        page.get_by_label(f"Seat {number}").select_option(who)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")


OPEN = """async wish => {
    await fetch("/api/me");
    const options = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish) };
    const { table } = await (await fetch("/api/tables", options)).json();
    sessionStorage.setItem(`lido.sit.${table}`, '[{"seat":1}]');
    return table;
}"""


def seated(page: Page, game: str, players: int, **wish: Any) -> None:
    """Open a table with options of the game and sit on its first seat, without the pages on the way to it."""
    home = re.sub(r"^(https?://[^/]+).*|.*", r"\1", page.url, count=1)
    page.goto(f"{home}/icon.svg")
    table = page.evaluate(OPEN, {"game": game, "players": players, **wish})
    page.goto(f"{home}/t/{table}")


def with_bot(page: Page, game: str, bots: int = 1) -> None:
    """Sit down at a table with bots that play at random."""
    seated(page, game, bots + 1, bots={str(seat): "random" for seat in range(2, bots + 2)})


def spot(page: Page, name: str) -> Locator:
    return page.locator(f'[data-spot="{name}"]')


CHOICES = ".spot.open, .bar button, .accusation button:enabled"
"""On the board and beside it."""
SEEN = """() => [
    document.querySelectorAll(".theatre").length,
    [...document.querySelectorAll(".spot.open")].map(spot => [spot.dataset.spot, spot.getAttribute("aria-label")]),
    [...document.querySelectorAll(".bar button, .accusation button:enabled")].map(button => button.innerText),
]"""
"""Notices over the board, what can be chosen on it, and what beside it. Asking once is quicker than by locators."""
TOLD = "document.querySelectorAll('.log li').length"


def to_move(page: Page) -> Locator:
    """Something on the board or beside it that can be chosen."""
    return page.locator(CHOICES)


def ending(page: Page) -> Locator:
    return page.get_by_role("region", name="The game is over.")


def choose(page: Page, rng: random.Random, use: Use = click) -> None:
    """Choose one of the things that can be chosen now; a notice that lies over the board is closed first."""
    notices, spots, texts = page.evaluate(SEEN)
    for notice in page.locator(".theatre").all() if notices else ():
        with suppress(TimeoutError):  # it closes by itself too
            use(notice)
    if notices:
        _, spots, texts = page.evaluate(SEEN)
    buttons = [at for at, text in enumerate(texts) if text not in ("Cancel", "Annuler", "")]
    worthwhile = [name for name, label in spots if WORTHWHILE.search(label)]
    names = worthwhile or [name for name, _ in spots]
    index = rng.randrange(len(names) + len(buttons)) if names or buttons else -1
    try:
        if 0 <= index < len(names):
            use(spot(page, names[index]))
        elif index >= 0:
            use(page.locator(".bar button, .accusation button:enabled").nth(buttons[index - len(names)]))
    except TimeoutError:  # the turn went on meanwhile, or an error that the page tells lies over what can be chosen
        assert page.locator(".toast").all_inner_texts() == []


def play_out(page: Page, rng: random.Random, use: Use = click) -> None:
    """Play until the game is over."""
    for _ in range(MOST_CHOICES):
        page.locator(f"{CHOICES}, .ending").first.wait_for()
        if page.locator(".ending").is_visible():
            break
        choose(page, rng, use)
    expect(ending(page)).to_contain_text(re.compile("win|draw"))


def told(page: Page) -> int:
    """How many lines the log has."""
    lines: int = page.evaluate(TOLD)
    return lines


def play_one(page: Page, rng: random.Random, use: Use = click) -> None:
    """Choose until a move is made."""
    to_move(page).first.wait_for()
    before = told(page)
    for _ in range(MOST_CHOICES):
        page.wait_for_function(f"before => {TOLD} > before || document.querySelector('{CHOICES}, .ending')", arg=before)
        if told(page) > before or page.locator(".ending").is_visible():
            return
        choose(page, rng, use)


def resign(page: Page) -> None:
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Resign").click()


def begin_lesson(page: Page) -> None:
    """In the first lesson of Le Plouf: make the first move, skip the second, and make a wrong third."""
    spot(page, "c1").click()
    expect(page.get_by_text("That pawn is dry, for now.")).to_be_visible()
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Skip").click()
    expect(page.get_by_text("Land on a pawn")).to_be_visible()
    spot(page, "a4").click()
    spot(page, "a3").click()
    expect(page.get_by_text("Try again.")).to_be_visible()

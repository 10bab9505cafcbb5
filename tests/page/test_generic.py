"""A game of another package, which the page has no board for: the picture of the service, and its moves as buttons."""

import json
import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

import lido

from .axe import serious
from .conftest import LAPTOP, PHONE, Visit
from .people import Use, click, ending, open_table, tap, told, with_bot

GAME = "cannonball"
HAND = 5
"""The cards of each of two players, and so the rounds of their game."""


@pytest.fixture(scope="module", autouse=True)
def installed() -> None:
    assert GAME in {game.id for game in lido.games()}, "the example game is missing: make .venv/examples-ready"


def moves(page: Page) -> Locator:
    return page.locator("button[data-move]")


def picture(page: Page) -> Locator:
    return page.locator('img[src^="data:image/svg+xml,"]')


def is_drawn(page: Page) -> bool:
    """Whether the browser could read the picture, and it is large enough to be seen."""
    drawn: bool = picture(page).evaluate(
        "async image => { await image.decode(); return image.naturalWidth > 0 && image.clientWidth > 200 }"
    )
    return drawn


def card_by_card(page: Page, rng: random.Random, use: Use, play: str) -> Iterator[int]:
    """Play to the end, a button a move; the moves that could be chosen between before each."""
    confirm = page.get_by_role("alertdialog").get_by_role("button", name=play)
    while True:
        moves(page).or_(ending(page)).or_(page.get_by_role("region", name="La partie est finie")).first.wait_for()
        count = moves(page).count()
        if not count:
            return
        yield count
        chosen = moves(page).nth(rng.randrange(count))
        written = chosen.inner_text()
        use(chosen)
        if use is tap:
            use(confirm)
        expect(page.locator(f'button[data-move="{written}"]')).to_have_count(0)


@pytest.mark.parametrize(("device", "use"), [(PHONE, tap), (LAPTOP, click)], ids=["phone", "laptop"])
def test_a_game_without_a_board_is_played_to_its_end(visit: Visit, device: dict[str, object], use: Use) -> None:
    page = visit("/", device)
    page.get_by_role("button", name="Play now Cannonball").click()
    seen = set()
    for count in card_by_card(page, random.Random(GAME), use, "Play"):
        assert is_drawn(page)
        seen.add((count, picture(page).get_attribute("src")))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert [count for count, _ in sorted(seen, reverse=True)] == list(range(HAND, 0, -1))
    expect(ending(page)).to_contain_text("win")
    assert told(page) >= 2 * HAND
    expect(page.get_by_role("list", name="Game log")).to_contain_text("Guest jumps:")


def test_it_is_played_in_french(visit: Visit) -> None:
    page = visit("/", locale="fr-FR")
    card = page.locator("article").filter(has=page.get_by_role("heading", name="La Bombe"))
    expect(card).to_contain_text("Des sauts cachés")
    expect(page.get_by_role("link", name="La Bombe")).to_have_count(0)  # there are no lessons and no rules
    card.get_by_role("button", name="Jouer La Bombe").click()
    for _ in card_by_card(page, random.Random(1), click, "Jouer"):
        expect(page.locator(".banner")).to_contain_text("À vous")
    expect(page.get_by_role("list", name="Journal de la partie")).to_contain_text("Invité saute :")


def test_its_aim_is_told_on_a_first_visit_to_its_table(visit: Visit) -> None:
    host = visit()
    open_table(host, GAME, "here", "random")
    guest = visit(re.sub(r"^https?://[^/]+", "", host.url))
    for page in (host, guest):
        expect(page.locator(".banner .aim")).to_contain_text("Take more rounds than everybody else.")


def test_a_move_is_typed_and_a_wrong_one_refused_in_the_words_of_the_game(visit: Visit) -> None:
    page = visit(None)
    with_bot(page, GAME)
    moves(page).first.wait_for()
    hand = moves(page).all_inner_texts()
    field = page.get_by_role("textbox", name="Your move")
    absent = next(card for card in map(str, range(1, 13)) if card not in hand)
    field.fill(absent)
    field.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="hold")).to_contain_text(f"You do not hold the {absent}.")
    expect(field).to_have_value(absent)
    field.fill(hand[0])
    expect(page.locator(f'button[data-move="{hand[0]}"]')).to_be_visible()
    field.press("Enter")
    expect(page.locator(f'button[data-move="{hand[0]}"]')).to_have_count(0)


def test_it_is_played_by_keys_alone(visit: Visit) -> None:
    page = visit(None)
    with_bot(page, GAME)
    moves(page).first.focus()
    for left in range(HAND - 1, 0, -1):
        page.keyboard.press("Enter")
        expect(moves(page)).to_have_count(left)
        page.keyboard.press("Tab")
        expect(page.get_by_role("textbox", name="Your move")).to_be_focused()
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(ending(page)).to_contain_text("win")


def test_it_is_seen_in_words_and_replayed_with_pictures_from_every_seat(visit: Visit) -> None:
    page = visit()
    open_table(page, GAME, "here", "here")
    page.get_by_role("button", name="I am Guest 1").click()
    moves(page).first.wait_for()
    own = moves(page).all_inner_texts()
    page.get_by_role("button", name="Text board").click()
    expect(page.get_by_role("row", name=re.compile("^Your cards"))).to_contain_text(", ".join(own))
    page.get_by_role("button", name="Text board").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Resign").click()
    page.get_by_role("link", name="Replay").click()
    page.get_by_role("slider").wait_for()
    pictures = set()
    for seat in ("a spectator", "Guest 1", "Guest 2"):
        page.get_by_role("button", name=seat, exact=True).click()
        assert is_drawn(page)
        pictures.add(picture(page).get_attribute("src"))
    assert len(pictures) == 3


def without_pictures(client: WebSocketRoute) -> None:
    """Let the messages of the service through as if the game had no picture."""
    server = client.connect_to_server()

    def received(text: str | bytes) -> None:
        message = json.loads(text)
        message.update({"pictures": dict.fromkeys(message["pictures"])} if message["type"] == "pictures" else {})
        client.send(json.dumps(message))

    server.on_message(received)


def test_a_game_without_pictures_is_shown_as_text(visit: Visit) -> None:
    page = visit(None, own=True)
    page.route_web_socket(re.compile("/socket"), without_pictures)
    with_bot(page, GAME)
    moves(page).first.wait_for()
    expect(page.get_by_text("This game has no picture.")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("^Your cards"))).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("device", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_axe_finds_nothing_serious(visit: Visit, device: dict[str, object], scheme: str) -> None:
    page = visit(None, device, color_scheme=scheme)
    with_bot(page, GAME)
    moves(page).first.wait_for()
    assert serious(page) == []

"""What tests do with a board of the gallery."""

from playwright.sync_api import Locator, Page, expect


def spot(page: Page, name: str) -> Locator:
    return page.locator(f'[data-spot="{name}"]')


def replayed(page: Page) -> Locator:
    """The board with its last move in motion."""
    board = page.locator("svg[role=group]")
    page.get_by_role("button", name="replay").click()
    expect(board).to_have_attribute("aria-busy", "true")
    return board


def played(page: Page) -> Locator:
    """The move that the board has handed over."""
    return page.locator("small").first


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

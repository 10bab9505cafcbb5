"""Everybody who is drawn, in the gallery."""

import pytest
from playwright.sync_api import expect

from .conftest import Open
from .gallery import Gallery


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everybody_is_shown_and_no_two_faces_are_drawn_alike(gallery: Gallery, theme: str) -> None:
    gallery.show("people", "phone", theme)
    page = gallery.page
    faces = page.locator("#faces .face:not(.small) svg")
    expect(faces).to_have_count(40)
    assert len(set(faces.evaluate_all("faces => faces.map(face => face.innerHTML)"))) == 40
    bots = page.locator("#bots .face:not(.small) svg")
    assert len(set(bots.evaluate_all("faces => faces.map(face => face.innerHTML)"))) == 6


def test_who_floats_bobs_unless_motion_is_unwanted(gallery: Gallery, show: Open) -> None:
    moving = "document.getAnimations().length"
    gallery.show("people")  # where no motion is wanted
    assert gallery.page.evaluate(moving) == 0
    assert show("people").evaluate(moving) > 0

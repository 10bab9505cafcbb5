"""The picture of an arena."""

from xml.etree import ElementTree

import pytest

from lido.lab import picture
from lido.lab.results import Results, summarise
from lido.lab.setup import set_up
from tests.lab.games import outcome

SVG = "{http://www.w3.org/2000/svg}"


def told() -> Results:
    setup = set_up("le-plouf", ["expert", "club", "random"])
    tables = ["expert club random", "club random expert", "random expert club"]
    games = [(table, [float(level == "expert") for level in table.split()]) for table in tables]
    return summarise(setup, [outcome(number, *game) for number, game in enumerate(games * 4, start=1)])


def drawn(language: str = "en") -> ElementTree.Element:
    return ElementTree.fromstring(picture.svg(told(), language))


def test_every_bot_has_a_rating_and_a_payoff_at_every_seat() -> None:
    names = [str(title.text).partition(":")[0] for title in drawn().iter(f"{SVG}title")]
    assert {name: names.count(name) for name in names} == {"expert": 4, "club": 4, "random": 4}


def test_everything_is_inside_the_picture() -> None:
    shown = drawn()
    width, height = float(shown.attrib["width"]), float(shown.attrib["height"])
    for element in shown.iter():
        for name, limit in (("x", width), ("x1", width), ("x2", width), ("cx", width), ("y", height), ("y1", height)):
            assert 0 <= float(element.get(name, 0)) <= limit


def test_ratings_stand_in_their_order_from_left_to_right() -> None:
    dots = [
        (float(dot.attrib["cx"]), dot.findtext(f"{SVG}title", "").partition(":")[0])
        for dot in drawn().iter(f"{SVG}circle")
    ][:3]
    strengths = [(standing.rating.mean, standing.level) for standing in told().standings]
    assert [name for _, name in sorted(dots)] == [name for _, name in sorted(strengths)]


@pytest.mark.parametrize(
    ("language", "title", "mark"),
    [("en", "Mean payoff by seat, 95 %", "0.2"), ("fr", "Gain moyen par place, 95 %", "0,2")],
)
def test_it_speaks_the_language_asked_for(language: str, title: str, mark: str) -> None:
    texts = [text.text for text in drawn(language).iter(f"{SVG}text")]
    assert title in texts
    assert mark in texts

"""The page of a report."""

import re
from functools import cache
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from lido.lab.arena import Outcome
from lido.lab.figures import Row, rows, shares
from lido.lab.findings import Findings, findings
from lido.lab.page import html
from lido.lab.plan import Part, Table, plan
from lido.lab.summary import Estimate
from lido.lab.trajectory import Trajectory
from tests.lab.games import outcome

WON = {"le-plouf": "pool-full", "croc-pool": "cleared", "plouf-party": "colours", "splash": "drops"}


def made(table: Table) -> list[Outcome]:
    """Two games of a table, in which seat 1 wins and then seat 2."""
    seats = table.setup.seats
    chances = ((1 / seats,) * seats, (1.0,) + (0.0,) * (seats - 1))
    tower = table.setup.game == "splash"
    gone = Trajectory(choices=(5, 3), heights=(1, 4)) if tower else Trajectory(choices=(5, 3), chances=chances)
    levels = table.setup.players if table.part != Part.RATINGS else ("club", "random")
    return [
        outcome(
            number,
            " ".join(levels),
            [float(seat == number) for seat in range(1, seats + 1)],
            reason=WON[table.setup.game],
            trajectory=gone,
            events=({"place": 4, "drop": 1},) * seats,
        )
        for number in (1, 2)
    ]


@cache
def found(game: str) -> Findings:
    planned = plan(game, 50, ms=20, iterations=None, seed="1")
    return findings(planned, [made(table) for table in planned])


class Reader(HTMLParser):
    """Sees that whatever is opened is closed, in order."""

    VOID = ("meta",)

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)


@pytest.mark.parametrize("game", WON)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_page_is_whole_and_needs_nothing_else(game: str, language: str) -> None:
    page = html(found(game), "lido report", language)
    reader = Reader()
    reader.feed(page)
    assert reader.open == []
    assert "script" not in reader.seen
    assert "link" not in reader.seen
    assert not re.search(r'(?:src|href)="(?!#)|url\((?!#)|@import', page)
    assert len(re.findall("<figure>", page)) >= 4 * len(found(game).players)


def test_a_page_says_what_was_measured_and_what_it_means() -> None:
    page = html(found("plouf-party"), "lido report plouf-party --seed 1", "en")
    assert "First player&#x27;s payoff" in page or "First player's payoff" in page
    assert "edition = en" in page
    assert "How far the later winner is behind whoever is first" in page
    assert "lido report plouf-party --seed 1" in page
    assert "(PP-14)" in page


def test_a_tower_has_heights_and_no_drama() -> None:
    page = html(found("splash"), "lido report splash", "en")
    assert "Highest tower" in page
    assert "drama and lead changes are not measured" in page
    assert "<dt>Drama</dt>" not in page


def test_rows_stand_where_their_values_are() -> None:
    values = [Row("one", Estimate(0.2, 0.1, 0.3)), Row("other", Estimate(0.6, 0.5, 0.7))]
    picture = ElementTree.fromstring(rows("both", values, "fr", digits=2, even=0.5))
    places = [float(dot.attrib["cx"]) for dot in picture.iter("circle")]
    (even,) = [float(line.attrib["x1"]) for line in picture.iter("line") if line.attrib["stroke-dasharray"] != "none"]
    assert places[0] < even < places[1]
    texts = [text.text for text in picture.iter("text")]
    assert "0,20" in texts
    assert texts[:3] == ["0,1", "0,2", "0,3"]


def test_marks_have_the_digits_they_need() -> None:
    picture = ElementTree.fromstring(rows("near", [Row("one", Estimate(0.5, 0.4, 0.62))], "en", digits=2))
    assert [text.text for text in picture.iter("text")][:3] == ["0.40", "0.45", "0.50"]


def test_values_that_are_all_the_same_are_drawn_too() -> None:
    picture = ElementTree.fromstring(rows("same", [Row("one", Estimate(0.0, 0.0, 0.0))], "en", digits=1))
    assert len(list(picture.iter("circle"))) == 1


def test_shares_are_of_all_values() -> None:
    assert shares([0, 1, 9, 10], 0, 10, 2) == [0.5, 0.5]
    assert shares([0, 1, 99], 0, 2, 2) == pytest.approx([1 / 3, 2 / 3])
    assert shares([3, 3], 3, 3, 2) == [1.0, 0.0]

"""The page of a report."""

import re
from functools import cache
from html.parser import HTMLParser

import pytest

from lido import words
from lido.lab.outcome import Outcome
from lido.lab.page import html
from lido.lab.plan import Matchup, Part
from lido.lab.report import Report, ReportRequest, assemble
from lido.lab.trajectory import Trajectory
from tests.lab.games import outcome

WON = {"le-plouf": "pool-full", "croc-pool": "cleared", "plouf-party": "colours", "splash": "drops"}


def made(matchup: Matchup) -> list[Outcome]:
    """Two games of a matchup, in which seat 1 wins and then seat 2."""
    seats = matchup.setup.seats
    chances = ((1 / seats,) * seats, (1.0,) + (0.0,) * (seats - 1))
    tower = matchup.setup.game == "splash"
    gone = (
        Trajectory(choices=(5, 3), counts={"height": (1, 4)}) if tower else Trajectory(choices=(5, 3), chances=chances)
    )
    levels = matchup.setup.players if matchup.part != Part.RATINGS else ("club", "random")
    return [
        outcome(
            number,
            " ".join(levels),
            [float(seat == number) for seat in range(1, seats + 1)],
            reason=WON[matchup.setup.game],
            trajectory=gone,
            events=({"place": 4, "drop": 1},) * seats,
        )
        for number in (1, 2)
    ]


@cache
def report(game: str) -> Report:
    request = ReportRequest(game, games=50, ms=20)
    return assemble(request, request.matchups(), [made(matchup) for matchup in request.matchups()])


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
    page = html(report(game), language)
    reader = Reader()
    reader.feed(page)
    assert reader.open == []
    assert "script" not in reader.seen
    assert "link" not in reader.seen
    assert not re.search(r'(?:src|href)="(?!#)|url\((?!#)|@import', page)
    assert len(re.findall("<figure>", page)) >= 4 * len(report(game).players)


def test_a_page_says_what_was_measured_and_what_it_means() -> None:
    page = html(report("plouf-party"), "en")
    assert "First player&#x27;s payoff" in page or "First player's payoff" in page
    assert "edition = en" in page
    assert "How far the later winner is behind the leader" in page
    assert "lido report plouf-party --games 50 --ms 20 --seed 1" in page
    assert "(PP-14)" in page


def test_a_game_shows_its_own_measures_with_its_own_words() -> None:
    page = html(report("splash"), "en")
    assert "<h2>The tower</h2>" in page
    assert "<span>Highest tower</span><strong>4.0</strong>" in page
    assert "<dt>Falls</dt><dd>The share of placements that bring the tower down.</dd>" in page
    assert "over the games. Placing a piece counts as one move" in page
    assert "Highest tower" not in html(report("le-plouf"), "en")


def test_a_game_without_playouts_has_no_drama() -> None:
    page = html(report("splash"), "en")
    assert "drama and lead changes are not measured" in page
    assert "<dt>Drama</dt>" not in page


@pytest.mark.usefixtures("toys")
def test_a_game_without_a_picture_or_a_module_for_reports_has_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    for code in ("name", "over-guessed"):
        monkeypatch.setitem(words.catalogue(), f"cards.{code}", {"en": "Cards", "fr": "Cartes"})
    monkeypatch.setitem(WON, "cards", "guessed")
    request = ReportRequest("cards", games=9)
    matchups = request.matchups()
    assert {matchup.setup.ms for matchup in matchups} == {20}
    page = html(assemble(request, matchups, [made(matchup) for matchup in matchups]), "en")
    assert "<h1>Cards: report</h1>" in page
    assert 'class="board"' not in page

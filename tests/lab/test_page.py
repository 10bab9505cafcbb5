"""The page of a report."""

import re
from html.parser import HTMLParser

import msgspec
import pytest

from lido import words
from lido.lab.effects import same
from lido.lab.outcome import Outcome
from lido.lab.page import html
from lido.lab.plan import Matchup, Part
from lido.lab.report import Report, ReportRequest, assemble
from lido.lab.trajectory import Trajectory
from tests.lab.games import outcome
from tests.lab.reports import WON, made, report


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
    assert len(re.findall("<figure>", page)) >= 3 * len(report(game).players)


def test_a_page_says_what_was_measured_and_what_it_means() -> None:
    page = html(report("plouf-party"), "en")
    assert "First player&#x27;s payoff" in page or "First player's payoff" in page
    assert "edition = en" in page
    assert "How far the later winner (of several the best placed) is behind the leader" in page
    assert "lido report plouf-party --games 50 --ms 20 --seed 1" in page
    assert "(PP-14)" in page


def test_a_game_shows_its_own_measures_with_its_own_words() -> None:
    page = html(report("splash"), "en")
    assert "<h2>The tower</h2>" in page
    assert "<dt>Highest tower</dt>" in page
    assert "<span>Highest tower</span>" not in page  # of two games
    assert "<dt>Falls</dt><dd>The share of placements that bring the tower down.</dd>" in page
    assert "over the games. Placing a piece counts as one move" in page
    assert "Highest tower" not in html(report("le-plouf"), "en")


def test_a_game_without_playouts_has_no_drama() -> None:
    page = html(report("splash"), "en")
    assert "drama and lead changes are not measured" in page
    assert "<dt>Drama</dt>" not in page
    assert "lead at the end" not in page
    assert "lead at the end" in html(report("le-plouf"), "en")


def test_a_game_that_cannot_be_drawn_has_no_share_of_draws() -> None:
    page = html(report("splash"), "en")
    assert "Games with more than one winner" not in page
    assert "somebody always wins" in page
    assert '<th scope="col">equal</th>' not in page
    for drawn in map(html, map(report, ("le-plouf", "plouf-party", "croc-pool")), ["en"] * 3):
        assert "<dt>Games with more than one winner</dt>" in drawn
        assert "somebody always wins" not in drawn
        assert '<th scope="col">equal</th>' not in drawn  # as none of these games was


def test_pairs_say_how_many_of_their_games_were_drawn_where_some_were() -> None:
    page = html(between_two(outcome(1, "club random", (1, 0)), outcome(2, "random club", (0.5, 0.5))), "en")
    assert '<th scope="col">equal</th>' in page
    assert "<td>1 : 0</td><td>1</td>" in page


def test_a_number_of_players_with_whom_nobody_drew_has_a_sentence_instead_of_a_chart() -> None:
    page = html(report("croc-pool"), "en")
    assert (
        "With 2 players no game had more than one winner, in 8 games; the table of all numbers has the intervals."
        in page
    )
    assert "Share of games with more than one winner, 2 players" not in page


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


def test_headlines_have_intervals_and_lead_to_their_table() -> None:
    page = html(report("croc-pool"), "en")
    cards = re.findall(
        r"<li><span>(.*?)</span><strong>(.*?)</strong><small>(.*?)</small><small>in 2 games</small></li>", page
    )
    assert len(cards) == 2  # the means of two games are not said
    many = html(of_croc_pool(*[(1.0, 0.0)] * 6), "en")
    assert "<span>Length</span><strong>30.0</strong><small>–</small><small>in 6 games</small>" in many
    assert many.count("<li><span>") == 8
    assert {name: interval for name, _, interval in cards}["First player's payoff"] == "0.013–0.987"
    assert 'From the table for <a href="#players-2">2 players</a>, level club: 2 games.' in page
    assert 'id="players-2"' in page


def test_tables_of_endings_say_of_how_many_games() -> None:
    page = html(report("le-plouf"), "en")
    endings = page.split('id="endings"')[1].split("</section>")[0]
    assert endings.count('<th scope="row">games</th><td>2</td><td>2</td><td>2</td><td>2</td><td></td>') == 3
    assert "too few games: 2</small></td>" in endings
    many = html(of_croc_pool(*[(1.0, 0.0)] * 6), "en").split('id="endings"')[1].split("</section>")[0]
    assert "in 6 games</small></td>" in many


def test_a_measure_that_some_games_do_not_have_says_how_many_do() -> None:
    drawn = html(of_croc_pool(*[(1.0, 0.0)] * 5, (0.5, 0.5)), "en")
    rows = drawn.split('id="players-2"')[1].split("<tr>")
    assert "<small>in 5 games</small>" in next(row for row in rows if ">Drama</th>" in row)
    assert "in 5 games" not in next(row for row in rows if ">Lead changes per game</th>" in row)


def test_the_mean_of_a_few_games_is_not_said() -> None:
    few = html(of_croc_pool(*[(1.0, 0.0)] * 4, *[(0.5, 0.5)] * 3), "en")
    rows = few.split('id="players-2"')[1].split("<tr>")
    drama = next(row for row in rows if ">Drama</th>" in row)
    assert "<td><small>too few games: 4</small></td>" in drama
    assert "too few" not in next(row for row in rows if ">Length</th>" in row)
    assert (
        "too few games" not in html(report("croc-pool"), "en").split(">First player's payoff</th>")[1].split("</tr>")[0]
    )


def of_croc_pool(*payoffs: tuple[float, ...]) -> Report:
    """A report whose matchups had games with these payoffs."""
    request = ReportRequest("croc-pool", games=50, ms=20)
    matchups = request.matchups()
    played = [
        [msgspec.structs.replace(made(matchup)[0], number=at, payoffs=paid) for at, paid in enumerate(payoffs, start=1)]
        for matchup in matchups
    ]
    return assemble(request, matchups, played)


def test_one_game_is_not_many() -> None:
    one = between_two(outcome(1, "club random", (1, 0)))
    assert "1 two-player game, at least 1 for each pair." in html(one, "en")
    assert "1 partie à deux" in html(one, "fr")


@pytest.mark.parametrize(
    ("lengths", "ends"), [((20, 21, 22, 23), ("20", "23 +")), ((20, 27, 33, 40), ("20–25", "38 +")), ((30,) * 4, None)]
)
def test_a_distribution_names_its_first_range_and_its_last(
    lengths: tuple[int, ...], ends: tuple[str, str] | None
) -> None:
    request = ReportRequest("croc-pool", games=50, ms=20)
    matchups = request.matchups()
    played = [
        [msgspec.structs.replace(made(matchup)[0], number=number, moves=moves) for number, moves in enumerate(lengths)]
        for matchup in matchups
    ]
    page = html(assemble(request, matchups, played), "en")
    figure = page.split("<figcaption>Games by length")[1:]
    assert len(figure) == bool(ends)
    for end in ends or ():
        assert f">{end}</text>" in figure[0].split("</figure>")[0]
        assert f"<title>club, {end}: 0." in figure[0].split("</figure>")[0]


def test_every_seat_has_its_payoff_in_a_table() -> None:
    table = html(report("le-plouf"), "en").split('id="players-4"')[1].split("</table>")[0]
    assert [f"Payoff of seat {seat}</th>" in table for seat in (2, 3, 4, 5)] == [True, True, True, False]


def test_of_two_players_seat_one_says_all() -> None:
    table = html(report("le-plouf"), "en").split('id="players-2"')[1].split("</table>")[0]
    assert "Payoff of seat" not in table
    assert "Seat imbalance" not in table
    assert 'id="seats"' not in html(report("croc-pool"), "en")


def test_more_seats_are_shown_at_the_level_of_the_summary_beside_what_chance_does() -> None:
    page = html(report("le-plouf"), "en")
    assert "Mean payoff by seat, 4 players, club" in page
    assert "Mean payoff by seat, 2 players" not in page
    row = page.split('id="players-4"')[1].split("Seat imbalance by chance alone")[1].split("</tr>")[0]
    assert re.findall(r"<td>(.*?)</td>", row) == ["0.750"] * 4  # two games: one seat may win both


def test_games_that_went_alike_are_counted_as_such() -> None:
    request = ReportRequest("le-plouf", games=50, ms=20)
    matchups = request.matchups()
    lines = [[("a",)], [("a",), ("a",), ("b",)]]
    played = [
        [
            msgspec.structs.replace(made(matchup)[0], number=number, line=line)
            for number, line in enumerate(lines[matchup.level == "expert"] * 2, start=1)
        ]
        for matchup in matchups
    ]
    table = html(assemble(request, matchups, played), "en").split('id="players-2"')[1].split("</table>")[0]
    rows = dict(re.findall(r'<th scope="row">(.*?)</th>(.*?)</tr>', table))
    assert re.findall(r"<td>(\d+)</td>", rows["games"]) == ["1", "1", "1", "6"]
    assert re.findall(r"<td>(\d+)</td>", rows["not counted: like one of these to the last move"]) == [
        "1",
        "1",
        "1",
        "0",
    ]
    assert re.findall(r"<td>(\d+)</td>", rows["different games among them"]) == ["1", "1", "1", "2"]


def between_two(*outcomes: Outcome) -> Report:
    """A report in which `random` and `club` met in these games."""
    request = ReportRequest("le-plouf", games=50, ms=20, players=("random", "club"))
    matchups = request.matchups()
    played = [[*outcomes] if matchup.part == Part.RATINGS else made(matchup) for matchup in matchups]
    return assemble(request, matchups, played)


@pytest.mark.parametrize(("games", "bold"), [(4, False), (5, False), (6, True)])
def test_who_is_stronger_is_bold_where_exact_odds_say_so(games: int, bold: bool) -> None:
    page = html(between_two(*[outcome(number, "club random", (1, 0)) for number in range(1, games + 1)]), "en")
    row = next(line for line in page.split("<tr>") if f"{games} : 0" in line)
    assert ("<b>" in row) == bold


def test_results_that_ratings_do_not_describe_are_named() -> None:
    """Three bots of which each beats the next: their ratings are the same."""
    circle = [("club random", (1, 0)), ("random gentle", (1, 0)), ("gentle club", (1, 0))]
    request = ReportRequest("le-plouf", games=50, ms=20, players=("random", "gentle", "club"))
    matchups = request.matchups()
    games = [outcome(number, *circle[number % 3]) for number in range(1, 61)]
    played = [games if matchup.part == Part.RATINGS else made(matchup) for matchup in matchups]
    page = html(assemble(request, matchups, played), "en")
    told = re.search(r"the score that the ratings predict: (.*?)\.</p>", page)
    assert told
    assert told[1].count("–") == 3
    few = html(between_two(outcome(1, "club random", (1, 0))), "en")
    assert "A rating begins as a guess" in few
    assert "does not describe" not in few


def test_games_of_two_that_went_alike_count_once() -> None:
    ways = [("club random", (1, 0)), ("random club", (0, 1))]
    found = between_two(*[outcome(number, *ways[number % 2], line=("a1", "a2")) for number in range(1, 9)])
    assert found.ratings
    assert [(pair.won, pair.lost) for pair in found.ratings.pairs] == [(2, 0)]


def test_a_bot_that_never_moved_has_a_page() -> None:
    request = ReportRequest("le-plouf", games=50, ms=20)
    matchups = request.matchups()
    none = Trajectory(choices=(), chances=())
    played = [[msgspec.structs.replace(each, trajectory=none) for each in made(matchup)] for matchup in matchups]
    assert "</html>" in html(assemble(request, matchups, played), "en")


def test_a_team_that_shares_its_win_played_the_same_game() -> None:
    usual = [outcome(1, "club " * 4, (1, 0, 0, 0), line=("a1", "a2"))]
    shared = [outcome(1, "club " * 4, (0.5, 0, 0.5, 0), line=("a1", "a2"))]
    assert same(usual, shared) == (1, 1)


def test_names_of_bots_stay_text() -> None:
    request = ReportRequest("le-plouf", games=50, ms=20, players=("random", "club"))
    matchups = request.matchups()
    spoilt = [
        Matchup(each.part, msgspec.structs.replace(each.setup, players=("cmd:<b>",) * each.setup.seats), each.games)
        for each in matchups
        if each.part == Part.LEVELS
    ]
    page = html(assemble(request, spoilt, [made(matchup) for matchup in spoilt]), "en")
    assert "<b>" not in page.replace("cmd:&lt;b&gt;", "")
    assert "Only one bot was measured" in page


def test_a_turn_of_plouf_party_is_said_to_be_two_moves() -> None:
    page = html(report("plouf-party"), "en")
    assert "of all players together. A turn counts as two moves" in page

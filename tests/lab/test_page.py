"""The page of a report."""

import re
from functools import cache
from html.parser import HTMLParser

import msgspec
import pytest

from lido import words
from lido.lab.effects import same, timed
from lido.lab.outcome import Outcome
from lido.lab.page import html
from lido.lab.plan import Matchup, Part
from lido.lab.report import Report, ReportRequest, assemble
from lido.lab.setup import set_up
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


def changed(line: tuple[str, ...], game: str = "croc-pool") -> str:
    """The page of a report in which the games with a changed option went so, and the others a, b."""
    request = ReportRequest(game, games=50, ms=20)
    matchups = request.matchups()
    lines = [line if matchup.part == Part.OPTIONS else ("a", "b") for matchup in matchups]
    played = [
        [msgspec.structs.replace(outcome, line=moves) for outcome in made(matchup)]
        for matchup, moves in zip(matchups, lines, strict=True)
    ]
    return html(assemble(request, matchups, played), "en")


def test_an_option_that_changed_no_game_is_said_to_have_changed_none() -> None:
    page = changed(("a", "b"))
    assert "layout = free changed none of 2 games of 2 players of level club" in page
    assert "layout = first (default)" not in page


def test_an_option_that_changed_some_is_shown_with_how_many_went_alike() -> None:
    page = changed(("a", "c"), "plouf-party")
    assert "changed none" not in page
    assert "edition = fr (default)" in page
    assert "Of the 2 pairs of games with the same seeds, 0 went alike to the last move." in page
    assert "By rule" not in page
    assert "The difference is that of 2 pairs of games with the same seeds." in page


def test_what_was_the_same_in_every_game_is_not_compared() -> None:
    table = changed(("a", "c")).split("layout = first (default)")[1].split("</table>")[0]
    heads = re.findall(r'<th scope="row">(.*?)</th>', table)
    assert heads == ["First player's payoff", "Drama"]  # lengths, choices and lead changes are the same
    assert "too few pairs differ" in table


def test_pairs_of_games_are_compared() -> None:
    request = ReportRequest("croc-pool", games=50, ms=20)
    matchups = request.matchups()
    played = [made(matchup) * 4 for matchup in matchups]
    for matchup, games in zip(matchups, played, strict=True):
        more = 3 * (matchup.part == Part.OPTIONS)
        games[:] = [
            msgspec.structs.replace(each, number=number, line=(f"{number}", f"{more}"), moves=20 + 9 * number + more)
            for number, each in enumerate(games, start=1)
        ]
        if more:
            games[0] = msgspec.structs.replace(games[0], moves=games[0].moves + 2)
    page = html(assemble(request, matchups, played), "en")
    row = page.split("layout = first (default)")[1].split('<th scope="row">Length</th>')[1].split("</tr>")[0]
    assert "60.5" in row
    assert "63.8" in row
    found = re.search(r"<b>\+3.2 <small>\(\+(.*?) to \+(.*?)\)", row)  # which no two intervals of lengths could tell
    assert found
    assert 2.5 < float(found[1]) < float(found[2]) < 6


def test_an_option_that_no_bot_sees_is_said_to_change_nothing() -> None:
    page = html(report("plouf-party"), "en")
    assert "memory = none was not tried: these bots do not use it" in page
    assert "memory = aid (default)" not in page
    assert "edition = en" in page


def test_bots_that_think_by_the_clock_are_said_to() -> None:
    assert "think by the clock" not in changed(("a", "c"))
    names = ["random", "club", "expert"]
    assert timed(set_up("croc-pool", names[:2], ms=20), names) == ["expert"]
    assert timed(set_up("croc-pool", names[:2], iterations=20), names) == []
    assert timed(set_up("splash", names, ms=20), names) == ["club", "expert"]
    assert "A move takes 20 ms at most, so the results of gentle, club and expert depend" in html(
        report("splash"), "en"
    )
    assert "so the results of expert depend" in html(report("le-plouf"), "en")
    assert "think by the clock" in html(report("splash"), "en")


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


def test_an_option_that_changes_the_start_by_rule_is_said_to() -> None:
    page = changed(("a", "c"))
    assert "with 24 legal moves instead of 60, so none can go alike" in page
    assert "went alike to the last move" not in page


def test_a_turn_of_plouf_party_is_said_to_be_two_moves() -> None:
    page = html(report("plouf-party"), "en")
    assert "of all players together. A turn counts as two moves" in page

"""What the page of a report says of options."""

import re

import msgspec

from lido.lab.effects import timed
from lido.lab.page import html
from lido.lab.plan import Part
from lido.lab.report import ReportRequest, assemble
from lido.lab.setup import set_up
from tests.lab.reports import made, report


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


def test_an_option_that_changes_the_start_by_rule_is_said_to() -> None:
    page = changed(("a", "c"))
    assert "with 24 legal moves instead of 60, so none can go alike" in page
    assert "went alike to the last move" not in page

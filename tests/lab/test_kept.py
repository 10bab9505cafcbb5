"""Reports of games that a folder keeps."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from lido.errors import BadSetup
from lido.lab.game_file import GameFile
from lido.lab.outcome import Outcome
from lido.lab.page import html
from lido.lab.plan import Matchup, Part
from lido.lab.report import ReportRequest, assemble, kept_report
from lido.lab.setup import file_name, seatings
from tests.lab.games import outcome
from tests.lab.reports import made

REQUEST = ReportRequest("splash", games=31, ms=150)


def games(matchup: Matchup) -> list[Outcome]:
    if matchup.part != Part.RATINGS:
        return made(matchup)
    ways = seatings(matchup.setup)
    return [outcome(number, " ".join(way), (1, 0), reason="drops") for number, way in enumerate(ways, start=1)]


def keep(folder: Path, matchups: Sequence[Matchup]) -> None:
    for matchup in matchups:
        with GameFile(folder / file_name(matchup.setup), matchup.setup) as file:
            for game in games(matchup):
                file.add(game)


def test_the_page_of_games_that_are_kept_is_that_of_games_that_were_played(tmp_path: Path) -> None:
    matchups = REQUEST.matchups()
    keep(tmp_path, matchups)
    played = assemble(REQUEST, matchups, [games(matchup) for matchup in matchups])
    again = kept_report("splash", tmp_path)
    assert html(again, "en").replace("--games 62", "--games 31") == html(played, "en")
    assert [(effect.option, effect.value) for effect in again.effects] == [
        ("draft", "deal"),
        ("teams", 2),
        ("teams", 3),
        ("hand", "steady"),
        ("hand", "windy"),
    ]


def test_a_report_without_some_of_its_pairs_is_only_a_part_of_one(tmp_path: Path) -> None:
    *others, ratings = REQUEST.matchups()
    keep(tmp_path, others)
    with pytest.raises(BadSetup, match="only a part of a report"):
        kept_report("splash", tmp_path)
    with GameFile(tmp_path / "pairs.jsonl", ratings.setup) as file:
        for game in games(ratings)[1:]:
            file.add(game)
    with pytest.raises(BadSetup, match="only a part of a report"):
        kept_report("splash", tmp_path)


def test_a_folder_without_games_has_no_report(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="keeps no games"):
        kept_report("splash", tmp_path)

"""Arenas and reports as library calls: progress, resuming, and stopping at any moment."""

import os
import signal
import threading
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from lido.errors import BadRecord, LidoError
from lido.lab.arena import play_arena
from lido.lab.batches import Batch, Count, OnProgress, Progress, play_batches
from lido.lab.outcome import Outcome, play
from lido.lab.page import html
from lido.lab.processes import Job, play_all
from lido.lab.report import ReportRequest, make_report
from lido.lab.setup import Setup, set_up

SETUP = set_up("le-plouf", ["random", "gentle"], iterations=2)
OTHER = set_up("le-plouf", ["random", "random"], iterations=2)


def here(jobs: Sequence[Job]) -> Generator[tuple[int, Outcome]]:
    """Plays in this process, the last job first."""
    for index, job in reversed(list(enumerate(jobs))):
        yield index, play(*job)


def stored(path: Path) -> int:
    """How many games a file holds."""
    return path.read_bytes().count(b"\n") - 1


class Stop(Exception):
    pass


def stop_at(count: int) -> OnProgress:
    """Raises Stop when so many games are done."""

    def stop(progress: Progress) -> None:
        if progress.done == count:
            raise Stop

    return stop


def test_an_arena_tells_its_progress_from_the_first_game_to_the_last(tmp_path: Path) -> None:
    seen: list[Progress] = []
    results = play_arena(SETUP, 3, tmp_path / "games.jsonl", progress=seen.append, execute=here)
    assert [progress.parts for progress in seen] == [{"games": Count(done, 3)} for done in range(4)]
    assert [outcome.number for outcome in results.outcomes] == [1, 2, 3]
    assert list(results.outcomes) == [play(SETUP, number) for number in (1, 2, 3)]


def test_a_callback_may_stop_an_arena_and_the_same_call_resumes_it(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with pytest.raises(Stop):
        play_arena(SETUP, 6, path, progress=stop_at(4), execute=here)
    assert stored(path) == 4
    seen: list[Progress] = []
    resumed = play_arena(SETUP, 6, path, progress=seen.append, execute=here)
    assert [progress.done for progress in seen] == [4, 5, 6]
    assert resumed == play_arena(SETUP, 6, tmp_path / "whole.jsonl", execute=here)


def test_a_finished_arena_plays_nothing_more(tmp_path: Path) -> None:
    def refuse(jobs: Sequence[Job]) -> Generator[tuple[int, Outcome]]:
        assert not jobs
        yield from ()

    path = tmp_path / "games.jsonl"
    whole = play_arena(SETUP, 4, path, execute=here)
    assert play_arena(SETUP, 4, path, execute=refuse) == whole
    assert play_arena(SETUP, 2, path, execute=refuse).games == 2


def test_a_game_that_fails_keeps_those_before_it(tmp_path: Path) -> None:
    def failing(jobs: Sequence[Job]) -> Generator[tuple[int, Outcome]]:
        yield 0, play(*jobs[0])
        raise LidoError("arena.worker-lost")

    with pytest.raises(LidoError, match="has died"):
        play_arena(SETUP, 3, tmp_path / "games.jsonl", execute=failing)
    assert stored(tmp_path / "games.jsonl") == 1


def test_a_file_is_free_again_after_a_stop(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with pytest.raises(Stop):
        play_arena(SETUP, 2, path, progress=stop_at(0), execute=here)
    assert play_arena(SETUP, 2, path, execute=here).games == 2


def test_batches_share_a_part_and_keep_step(tmp_path: Path) -> None:
    batches = [
        Batch(SETUP, 2, tmp_path / "one", "both"),
        Batch(OTHER, 1, tmp_path / "two", "both"),
        Batch(set_up("le-plouf", ["gentle", "gentle"], iterations=2), 1, tmp_path / "three", "alone"),
    ]
    asked: list[tuple[Setup, int]] = []

    def noting(jobs: Sequence[Job]) -> Generator[tuple[int, Outcome]]:
        asked.extend(jobs)
        yield from here(jobs)

    seen: list[Progress] = []
    played = play_batches(batches, progress=seen.append, execute=noting)
    assert [len(outcomes) for outcomes in played] == [2, 1, 1]
    assert seen[0].parts == {"both": Count(0, 3), "alone": Count(0, 1)}
    assert (seen[-1].done, seen[-1].games) == (4, 4)
    assert [number for _, number in asked] == [1, 1, 1, 2]


def test_ctrl_c_stops_the_processes_and_loses_no_finished_game(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"

    def interrupt(progress: Progress) -> None:
        if progress.done == 3:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        play_arena(SETUP, 500, path, progress=interrupt)
    assert 3 <= stored(path) < 500


def test_an_arena_can_be_played_in_a_thread(tmp_path: Path) -> None:
    assert threading.current_thread() is threading.main_thread()
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(play_arena, SETUP, 2, tmp_path / "games.jsonl", execute=play_all).result()
    assert found.games == 2


def test_a_report_is_resumed_and_ends_as_if_it_had_not_been_stopped(tmp_path: Path) -> None:
    request = ReportRequest("le-plouf", games=13, iterations=1)
    with pytest.raises(Stop):
        make_report(request, tmp_path / "stopped", progress=stop_at(6), execute=here)
    seen: list[Progress] = []
    resumed = make_report(request, tmp_path / "stopped", progress=seen.append, execute=here)
    assert (seen[0].done, seen[0].games) == (6, 24)
    assert set(seen[0].parts) == {"levels", "ratings"}
    assert html(resumed, "en") == html(make_report(request, tmp_path / "whole", execute=here), "en")
    assert "lido report le-plouf --games 13 --iterations 1 --seed 1" in html(resumed, "en")


def test_a_game_recommends_the_numbers_of_its_report() -> None:
    splash, plouf = ([*ReportRequest(game).matchups()] for game in ("splash", "le-plouf"))
    assert {(matchup.games, matchup.setup.ms) for matchup in splash} == {(6, 150), (36, 150)}
    assert {(matchup.games, matchup.setup.ms) for matchup in plouf} == {(55, 20), (336, 20)}
    assert {matchup.setup.ms for matchup in ReportRequest("splash", iterations=3).matchups()} == {None}


def test_stored_games_of_an_earlier_version_are_read_or_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    judged = set_up("le-plouf", ["random", "random"], playouts=2)
    whole = play_arena(judged, 1, path, execute=here)
    assert b'"course":{"choices":[' in path.read_bytes(), "the name that files have always had"
    assert play_arena(judged, 1, path, execute=here) == whole
    path.write_bytes(path.read_bytes().replace(b'"course":{', b'"course":{"heights":[0,1],'))
    with pytest.raises(BadRecord, match=r"Line 2 of .* another version"):
        play_arena(judged, 1, path, execute=here)

"""The file of games: it grows, survives being cut off anywhere, and is never mistaken for another."""

import resource
from pathlib import Path
from typing import Any

import pytest

import lido
from lido.errors import BadRecord
from lido.lab.game_file import GameFile, records
from lido.lab.outcome import Outcome, play
from lido.lab.setup import Setup, set_up

SETUP = set_up("le-plouf", ["random", "random"], seed=1)


@pytest.fixture(scope="module")
def games() -> list[Outcome]:
    return [play(SETUP, number) for number in (1, 2, 3)]


@pytest.fixture
def path(tmp_path: Path, games: list[Outcome]) -> Path:
    """A file with three games, not in their order."""
    path = tmp_path / "new" / "games.jsonl"
    with GameFile(path, SETUP) as file:
        for game in (games[2], games[0], games[1]):
            file.add(game)
    return path


def kept(path: Path, setup: Setup = SETUP) -> dict[int, Outcome]:
    with GameFile(path, setup) as file:
        return file.outcomes


def test_what_is_added_is_read_again(path: Path, games: list[Outcome]) -> None:
    assert kept(path) == {game.number: game for game in games}
    assert len(path.read_bytes().splitlines()) == 4


def test_every_game_is_a_record_that_replays(path: Path, games: list[Outcome], tmp_path: Path) -> None:
    again = [lido.replay(record) for record in records(path)]
    assert [match.result for match in again] == [(game.payoffs, game.reason) for game in games]
    with pytest.raises(BadRecord, match="is the file of an arena"):
        lido.replay(path)
    with pytest.raises(BadRecord, match="No such file"):
        list(records(tmp_path / "nothing.jsonl"))
    (tmp_path / "other.jsonl").write_text("{}\n")
    with pytest.raises(BadRecord):
        list(records(tmp_path / "other.jsonl"))


def test_two_arenas_do_not_write_to_one_file(path: Path) -> None:
    before = path.read_bytes()
    with GameFile(path, SETUP), pytest.raises(BadRecord, match="Another process"):
        GameFile(path, SETUP)
    assert path.read_bytes() == before
    assert len(kept(path)) == 3


def test_a_file_cut_off_anywhere_keeps_its_whole_lines(path: Path, games: list[Outcome]) -> None:
    content = path.read_bytes()
    for length in range(len(content)):
        path.write_bytes(content[:length])
        lines = content[:length].count(b"\n")
        assert list(kept(path)) == [3, 1, 2][: max(0, lines - 1)]


def test_a_torn_line_makes_way_for_the_next(path: Path, games: list[Outcome]) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:-20])
    with GameFile(path, SETUP) as file:
        file.add(games[1])
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("more", "names"),
    [
        ({"seed": 2}, "seed"),
        ({"iterations": 9}, "iterations"),
        ({"seats": 3}, "seats"),
        ({"ms": 10, "seed": 3}, "ms, seed"),
    ],
)
def test_the_file_of_another_arena_is_refused(path: Path, more: dict[str, Any], names: str) -> None:
    before = path.read_bytes()
    with pytest.raises(BadRecord, match=f"another set-up \\(different: {names}\\)"):
        kept(path, set_up("le-plouf", ["random", "random"], **({"seed": 1} | more)))
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"dear diary", b"dear diary\n", b'{"arena":1}\n', b"\xff\n", b"\n\n"])
def test_a_file_that_is_no_arena_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "diary"
    path.write_bytes(content)
    with pytest.raises(BadRecord, match="not a file of games"):
        kept(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("wrong", [b"{", b'{"number":1}', b""])
def test_a_spoilt_line_before_the_last_is_refused(path: Path, wrong: bytes) -> None:
    lines = path.read_bytes().splitlines()
    lines[2] = wrong
    path.write_bytes(b"\n".join(lines) + b"\n")
    with pytest.raises(BadRecord, match="Line 3 of"):
        kept(path)


def test_a_game_with_others_at_its_table_is_refused(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'["random","random"],"payoffs"', b'["random","club"],"payoffs"', 1))
    with pytest.raises(BadRecord, match="Line 2 of"):
        kept(path)


def test_a_disk_that_is_full_is_said_and_costs_no_game_before(path: Path, games: list[Outcome]) -> None:
    with GameFile(path, SETUP) as file:
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 10, limits[1]))
        try:
            with pytest.raises(BadRecord, match="the disk is full"):
                file.add(games[0])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert kept(path) == {game.number: game for game in games}


def test_a_place_that_cannot_be_written_to_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="cannot be read or written"):
        kept(tmp_path)

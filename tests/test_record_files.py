"""Records on disk: what is saved is whole, and what cannot be saved or read is refused with a sentence."""

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lido
from lido import record as records
from lido.record import load, save
from tests.test_record import SOME_GAME


def test_a_saved_record_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "partie é.json"
    record = lido.replay(SOME_GAME).record(["Benoît", "Ada"])
    save(record, path)
    assert json.loads(path.read_text("utf-8")) == record
    assert lido.replay(load(path)).moves == ("a1", "c1")
    save(record | {"moves": []}, path)
    assert lido.replay(load(path)).moves == ()
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def full_disk(*arguments: Any) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def pulled_plug(*arguments: Any) -> None:
    raise KeyboardInterrupt


class FullFile:
    """An open file on a disk that is full by the time it is written to."""

    def __init__(self, handle: int, *arguments: Any, **more: Any) -> None:
        self.file = open(handle, *arguments, **more)  # noqa: SIM115

    def __enter__(self) -> "FullFile":
        return self

    def __exit__(self, *error: object) -> None:
        self.file.close()

    def write(self, text: str) -> None:
        self.file.write(text[: len(text) // 2])
        full_disk()


@pytest.mark.parametrize(("step", "failure"), [("fdopen", FullFile), ("fsync", full_disk), ("replace", full_disk)])
def test_a_save_that_fails_leaves_what_was_saved_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, failure: Callable[..., Any]
) -> None:
    path = tmp_path / "game.json"
    save({"moves": ["a1"]}, path)
    monkeypatch.setattr(os, step, failure)
    with pytest.raises(lido.BadRecord) as refusal:
        save({"moves": ["a1", "c1"]}, path)
    assert refusal.value.code == "match.record-save"
    assert os.strerror(errno.ENOSPC) in str(refusal.value)
    assert json.loads(path.read_bytes()) == {"moves": ["a1"]}
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_a_save_that_is_interrupted_leaves_what_was_saved_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    save({"moves": ["a1"]}, path)
    monkeypatch.setattr(os, "replace", pulled_plug)
    with pytest.raises(KeyboardInterrupt):
        save({"moves": ["a1", "c1"]}, path)
    assert json.loads(path.read_bytes()) == {"moves": ["a1"]}
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_an_interruption_just_after_the_save_is_not_swallowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, replace = tmp_path / "game.json", os.replace

    def interrupted_after(*arguments: Any) -> None:
        replace(*arguments)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted_after)
    with pytest.raises(KeyboardInterrupt):
        save({"moves": ["a1"]}, path)
    assert json.loads(path.read_bytes()) == {"moves": ["a1"]}


def test_the_name_of_a_file_is_not_taken_for_a_record() -> None:
    with pytest.raises(lido.BadRecord, match=r"Give the path of a file as pathlib.Path\('game.json'\)"):
        lido.replay("game.json")


def test_a_saved_record_is_for_its_owner_unless_its_file_was_for_others(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save({}, path)
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    save({"moves": []}, path)
    assert path.stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path, name: str) -> None:
    for refuse in (load, lambda path: save({}, path)):
        with pytest.raises(lido.BadRecord) as refusal:
            refuse(tmp_path / name)
        assert refusal.value.said("fr")


def test_a_place_that_cannot_be_written_to_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(lido.BadRecord) as refusal:
        save({}, tmp_path / "file" / "game.json")
    assert refusal.value.code == "match.record-save"
    with pytest.raises(lido.BadRecord):
        save({}, tmp_path)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing.json", tmp_path):
        with pytest.raises(lido.BadRecord) as refusal:
            load(path)
        assert refusal.value.code == "match.record-file"


def test_a_file_too_large_to_be_a_record_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MOST_BYTES", 10)
    (tmp_path / "ten").write_bytes(b"x" * 10)
    (tmp_path / "eleven").write_bytes(b"x" * 11)
    assert load(tmp_path / "ten") == b"x" * 10
    with pytest.raises(lido.BadRecord) as refusal:
        load(tmp_path / "eleven")
    assert refusal.value.code == "match.record-size"

"""The folders that Lido writes to."""

import tempfile
from pathlib import Path

import pytest

from lido import folder


@pytest.fixture
def temp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_the_temporary_folder_is_private_and_always_the_same(temp: Path) -> None:
    found = Path(folder.temporary())
    assert found.parent == temp
    assert found.stat().st_mode & 0o777 == 0o700
    assert folder.temporary() == str(found)


@pytest.mark.parametrize("mode", [0o770, 0o707])
def test_a_folder_that_others_could_have_filled_is_not_used(temp: Path, mode: int) -> None:
    found = Path(folder.temporary())
    found.chmod(mode)
    other = Path(folder.temporary())
    assert other != found
    assert other.stat().st_mode & 0o777 == 0o700


def test_a_link_in_its_place_is_not_followed(temp: Path) -> None:
    found = Path(folder.temporary())
    found.rmdir()
    (temp / "elsewhere").mkdir(mode=0o700)
    found.symlink_to(temp / "elsewhere")
    assert folder.temporary() != str(found)

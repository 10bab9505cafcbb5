"""The `lido` command and the world around it: closed streams, full disks, Ctrl-C before anything has begun."""

import subprocess
import sys
from pathlib import Path

import pytest

INTERRUPTED_EARLY = """
import lido.cli, lido.cli.app

def interrupted():
    raise KeyboardInterrupt

lido.cli.app.app = interrupted
lido.cli.main()
"""


def shell(command: str, given: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    """Run a shell command in which `lido` is this one."""
    alone = command.replace("lido", f"{sys.executable} -m lido")
    return subprocess.run(alone, shell=True, input=given, capture_output=True, check=False)


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize("command", ["lido play >&-", "lido play <&-", "lido engine <&-", "lido engine >&-"])
def test_a_closed_stream_gets_a_sentence(command: str) -> None:
    ended = shell(command)

    assert ended.returncode == 1
    assert ended.stderr.decode() == (
        "Lido needs its standard input and its standard output, and one of them is closed.\n"
    )


@pytest.mark.usefixtures("data")
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
@pytest.mark.parametrize("command", ["lido --version", "lido --help", "lido play le-plouf", "lido engine"])
def test_a_full_disk_gets_a_sentence(command: str) -> None:
    ended = shell(f"{command} >/dev/full", b'{"do":"games"}\n')

    assert ended.returncode == 1
    assert ended.stderr.decode() == "Lido cannot go on: No space left on device.\n"


@pytest.mark.usefixtures("data")
def test_a_reader_who_leaves_is_not_complained_to() -> None:
    ended = shell("lido play le-plouf --seats random,random | head -n 1")

    assert ended.stderr == b""


@pytest.mark.usefixtures("data")
def test_bytes_that_are_no_text_are_no_move() -> None:
    ended = shell("lido play le-plouf", b"\xff\nquit\n")

    assert ended.returncode == 0
    assert ended.stderr == b""


def test_ctrl_c_before_anything_has_begun_is_silent() -> None:
    ended = subprocess.run([sys.executable, "-c", INTERRUPTED_EARLY], capture_output=True, check=False)

    assert (ended.returncode, ended.stderr) == (130, b"")


def test_nothing_that_takes_time_to_load_is_loaded_before_ctrl_c_is_listened_to() -> None:
    loaded = "import lido.cli, sys; print({'numba', 'numpy', 'prompt_toolkit', 'rich', 'typer'} & sys.modules.keys())"

    assert subprocess.check_output([sys.executable, "-c", loaded]) == b"set()\n"

"""`lido` at a real terminal: keys, completion, interruptions."""

import io
import json
import signal
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

import lido as engine
from tests.cli.conftest import Lido, Terminal

ASKS = "your move: "
GAME = ("play", "le-plouf", "--seats", "person,random", "--seed", "1")
SECRETS = ("play", "plouf-party", "--seats", "person,person", "--seed", "curtain")


def handed_over(child: "pexpect.spawn[str]") -> str:
    """Let A take a turn in a game with secrets; what is shown from then until B is asked to look."""
    child.expect("A plays now")
    child.sendline("")
    for answer in ("accuse 2 red", "pick 4", "cw"):
        child.expect(ASKS)
        child.sendline(answer)
    child.expect("B plays now")
    return str(child.before)


def kept_moves(data: Path) -> tuple[str, ...]:
    (path,) = (data / "games").glob("*.json")
    return engine.replay(path.read_bytes()).moves


def test_a_game_with_every_command_at_a_terminal(terminal: Terminal, data: Path, tmp_path: Path) -> None:
    child = terminal(*GAME)
    child.expect(ASKS)
    child.sendline("b2")
    child.expect("b2 is in the pool: pawns are placed on the rim")
    child.sendline("c1")
    child.expect("move 2")
    child.expect(ASKS)
    child.sendline("hint")
    child.expect("seems best: ")
    child.sendline("undo")
    child.expect("Taken back")
    child.sendline("undo")
    child.expect("There is no move to take back")
    child.sendline("E1")
    child.expect("move 2")
    child.sendline(f"save {tmp_path / 'own.json'}")
    child.expect("The game is saved in ")
    child.sendline("quit")
    child.expect("To continue: lido play --load ")
    child.expect(pexpect.EOF)
    child.wait()

    assert child.exitstatus == 0
    assert kept_moves(data)[0] == "e1"
    assert engine.replay((tmp_path / "own.json").read_bytes()).moves == kept_moves(data)


def test_the_terminal_is_not_asked_where_its_cursor_is(terminal: Terminal) -> None:
    child = terminal(*GAME)
    child.logfile_read = said = io.StringIO()
    child.expect(ASKS)
    child.sendline("c1")
    child.expect("move 2")
    child.expect(ASKS)

    assert "\x1b[6n" not in said.getvalue()


def test_no_key_brings_back_what_another_person_typed(terminal: Terminal) -> None:
    child = terminal(*SECRETS)
    handed_over(child)
    child.sendline("")
    child.expect(ASKS)
    child.send("\x1b[A" * 3 + "moves\r")
    child.expect(r"pick \d+ +pick \d+")

    assert "accuse" not in str(child.before)


def test_the_curtain_erases_what_can_be_scrolled_back_to(terminal: Terminal) -> None:
    assert handed_over(terminal(*SECRETS)).rpartition("\x1b[2J")[2].startswith("\x1b[H\x1b[3J")


def test_where_nothing_can_be_erased_the_curtain_is_a_screenful_of_empty_lines(terminal: Terminal) -> None:
    assert handed_over(terminal(*SECRETS, term="dumb")).endswith("\r\n" * 24)


def test_tab_completes_moves_and_commands(terminal: Terminal, data: Path) -> None:
    child = terminal(*GAME)
    child.expect(ASKS)
    child.send("mo")
    child.expect("moves")
    child.send("\t\r")
    child.expect("a1  a2  a3")
    child.expect(ASKS)
    child.send("c")
    child.expect("c5")
    child.send("\t\r")
    child.expect("move 2")
    child.expect(ASKS)
    child.sendeof()
    child.expect("To continue")

    assert kept_moves(data)[0] == "c1"


@pytest.mark.parametrize(
    ("leave", "code"),
    [
        (lambda child: child.sendintr(), 130),
        (lambda child: child.sendeof(), 0),
        (lambda child: child.kill(signal.SIGTERM), 143),
        (lambda child: child.kill(signal.SIGHUP), 129),
    ],
    ids=["ctrl-c", "ctrl-d", "sigterm", "sighup"],
)
def test_an_interrupted_game_goes_on(
    terminal: Terminal, lido: Lido, leave: Callable[["pexpect.spawn[str]"], None], code: int
) -> None:
    child = terminal(*GAME)
    child.expect(ASKS)
    child.sendline("c1")
    child.expect("move 2")
    child.expect(ASKS)
    leave(child)
    child.expect("To continue: lido play --load ")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == code

    again = lido("play", "--load", "last")

    assert "A places a pawn on c1." in again.stdout


def test_a_game_in_french(terminal: Terminal) -> None:
    child = terminal(*GAME, "--lang", "fr")
    child.expect("A, à vous : ")
    child.sendline("b2")
    child.expect("b2 est dans la piscine")
    child.sendline("aide")
    child.expect("Poussez les autres à l'eau")
    child.sendline("quitter")
    child.expect("rien n'est donc gardé")


def test_arrows_step_through_a_record(terminal: Terminal, data: Path, tmp_path: Path) -> None:
    match = engine.new("le-plouf", seed=1)
    match.play("c1")
    path = tmp_path / "record.json"
    path.write_text(json.dumps(match.record()))

    child = terminal("replay", str(path))
    child.expect("move 0 of 1")
    child.expect("q quit:")
    child.send("\x1b[C")
    child.expect("move 1 of 1")
    child.expect("q quit:")
    child.send("\x1b[D")
    child.expect("move 0 of 1")
    child.expect("q quit:")
    child.sendline("q")
    child.expect(pexpect.EOF)

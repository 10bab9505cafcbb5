"""`lido play` through pipes: whole games, commands, refusals, and games that are never lost."""

import json
import os
import random
import re
import signal
from pathlib import Path

import pytest

import lido as engine
from lido.cli.play import judged
from lido.games.le_plouf import LePlouf
from tests.cli.conftest import Lido


def only_record(data: Path) -> engine.Match:
    (path,) = (data / "games").glob("*.json")
    return engine.replay(path.read_bytes())


def random_game(players: int, seed: int) -> list[str]:
    draw = random.Random(seed)
    match = engine.new("le-plouf", players=players)
    while not match.result:
        match.play(draw.choice(match.legal_moves()))
    return list(match.moves)


def test_help_names_the_commands(lido: Lido) -> None:
    shown = lido("--help")

    assert shown.exit_code == 0
    assert all(command in shown.words for command in ("play", "replay", "engine"))


def test_the_version_is_the_librarys(lido: Lido) -> None:
    assert lido("--version").stdout == f"lido {engine.__version__}\n"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bots_play_a_whole_game_among_themselves(lido: Lido, data: Path, players: int) -> None:
    shown = lido("play", "le-plouf", "--seats", ",".join(["random"] * players), "--seed", "1")

    assert shown.exit_code == 0
    match = only_record(data)
    assert match.result is not None
    assert re.findall(r"^(\d+)\. [A-D] ", shown.stdout, re.MULTILINE)[-1] == str(len(match.moves))
    assert "To see it again: lido replay " in shown.stdout


def test_the_same_seed_gives_the_same_random_game(lido: Lido, data: Path) -> None:
    games = [lido("play", "le-plouf", "--seats", "random,random", "--seed", "9").stdout for _ in range(2)]

    assert games[0].split("The game is saved")[0] == games[1].split("The game is saved")[0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_people_play_a_whole_game_carelessly_typed(
    lido: Lido, data: Path, monkeypatch: pytest.MonkeyPatch, players: int
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    moves = random_game(players, seed=players)
    careless = "".join(f"  {move.upper().replace('-', ' - ')}\n" for move in moves)

    shown = lido("play", "le-plouf", "--seats", ",".join(["person"] * players), lines=careless)

    assert shown.exit_code == 0
    assert list(only_record(data).moves) == moves
    assert "\x1b" not in shown.stdout
    said = shown.stdout.split("The game is saved")[0]
    assert max(len(line) for line in said.splitlines()) <= 80


def test_whole_games_are_told_in_french(lido: Lido, data: Path) -> None:
    shown = lido("play", "le-plouf", "--seats", "random,random,random", "--seed", "3", "--lang", "fr")

    assert "Plouf ! " in shown.stdout
    assert "remonte sur le bord en" in shown.stdout
    assert "La piscine est pleine" in shown.stdout
    assert "Pour la revoir : lido replay" in shown.stdout


@pytest.mark.parametrize(
    ("setting", "question"),
    [("fr_BE.UTF-8", "A, à vous : "), ("de", "A, dein Zug: "), ("ita", "A, your move: "), ("C.UTF-8", "A, your")],
)
def test_the_language_is_the_systems(lido: Lido, monkeypatch: pytest.MonkeyPatch, setting: str, question: str) -> None:
    monkeypatch.setenv("LC_ALL", "")
    monkeypatch.setenv("LC_MESSAGES", setting)

    assert question in lido("play", "le-plouf").stdout


def test_commands_are_typed_in_the_language_or_in_english(lido: Lido, data: Path) -> None:
    shown = lido("play", "le-plouf", "--lang", "de", "--seats", "person,random", lines="c1\nzurück\na1\nundo\nende\n")

    assert shown.exit_code == 0
    assert shown.stdout.count("Zurückgenommen") == 2


def test_a_refused_move_says_its_rule_and_asks_again(lido: Lido, data: Path) -> None:
    shown = lido("play", "le-plouf", "--seats", "person,person", lines="b2\nc1\n")

    assert "b2 is in the pool: pawns are placed on the rim. (LP-2)" in shown.stdout
    assert only_record(data).moves == ("c1",)


def test_help_moves_and_hint(lido: Lido) -> None:
    shown = lido("play", "le-plouf", "--seats", "person,person", lines="help\nmoves\nhint\n").stdout

    assert "Push the others into the pool" in shown
    assert "take your last move back" in shown
    assert "a1  a2  a3" in shown
    assert "seems best: " in shown


def test_commands_are_understood_in_both_languages(lido: Lido, data: Path) -> None:
    shown = lido("play", "le-plouf", "--lang", "fr", "--seats", "person,random", lines="c1\nannuler\nundo\nquit\n")

    assert "Coup repris." in shown.stdout
    assert "Il n'y a pas de coup à reprendre." in shown.stdout


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_hint_judges_by_an_even_share_of_the_win(players: int) -> None:
    even = 2 / players - 1

    assert judged(even, players) == "terminal.value-even"
    assert judged(1, players) == "terminal.value-winning"
    assert judged(even + (1 - even) / 2, players) == "terminal.value-good"
    assert judged(even - (even + 1) / 2, players) == "terminal.value-bad"
    assert judged(-1, players) == "terminal.value-losing"


def test_undo_goes_back_over_the_bots_replies(lido: Lido, data: Path) -> None:
    lido("play", "le-plouf", "--seats", "person,random,random", "--seed", "1", lines="c1\na1\nundo\nquit\n")

    assert len(only_record(data).moves) == 3
    assert only_record(data).turn == 1


def test_undo_does_not_go_back_over_another_person(lido: Lido, data: Path) -> None:
    shown = lido("play", "le-plouf", "--seats", "person,person", lines="c1\na1\nundo\n")

    assert "B has moved since" in shown.stdout
    assert only_record(data).moves == ("c1", "a1")


def test_undo_does_not_go_back_over_what_was_shown(lido: Lido, data: Path) -> None:
    shown = lido("play", "croc-pool", "--seats", "person,random", "--seed", "1", lines="flip d2\nundo\n")

    assert "so the move cannot be taken back" in shown.words
    assert only_record(data).moves[0] == "flip d2"


def test_people_who_share_a_screen_but_not_their_secrets_take_turns_at_it(
    lido: Lido, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LePlouf, "secrets", True)

    shown = lido("play", "le-plouf", "--seats", "person,person", lines="\nc1\n\na1\n\n").stdout

    assert [line[0] for line in shown.splitlines() if "when nobody else is looking" in line] == ["A", "B", "A"]


def test_one_person_alone_needs_no_curtain(lido: Lido, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LePlouf, "secrets", True)

    assert "when nobody else is looking" not in lido("play", "le-plouf", "--seats", "person,random").stdout


def test_the_menu_takes_enter_for_an_answer(lido: Lido, data: Path) -> None:
    shown = lido("play", lines="\n\n\n").stdout

    assert "Welcome to Lido!" in shown
    assert "club bot" in shown
    assert "A, your move: " in shown


def test_the_menu_asks_again_until_it_understands(lido: Lido) -> None:
    shown = lido("play", lines="chess\nle-plouf\ntwo\n7\n3\nnobody\nclub,club,club\nRandom, person\n").stdout

    assert "There is no game called 'chess'." in shown
    assert "'two' is not a number of players." in shown
    assert "le-plouf cannot be played by 7." in shown
    assert "'nobody' cannot play at a seat." in shown
    assert "4 players are named for 3 seats." in shown
    assert "random bot" in shown
    assert shown.count("player ") >= 2


def test_the_menu_does_not_ask_what_there_is_no_choice_about(lido: Lido) -> None:
    shown = lido("play", lines="croc-pool\nrandom\n").stdout

    assert "How many players?" not in shown
    assert "A, your move: " in shown


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["no-such-game"], "There is no game called 'no-such-game'."),
        (["le-plouf", "--players", "5"], "le-plouf cannot be played by 5."),
        (["le-plouf", "--players", "0"], "le-plouf cannot be played by 0."),
        (["le-plouf", "--players", "-1"], "le-plouf cannot be played by -1."),
        (["le-plouf", "--players", "99999999999"], "le-plouf cannot be played by 99999999999."),
        (["le-plouf", "--seats", "person,dolphin"], "'dolphin' cannot play at a seat."),
        (["le-plouf", "--seats", "person,perfect"], "needs the table of all positions"),
        (["croc-pool", "--seats", "person,master"], "There is no bot of level 'master'"),
        (["le-plouf", "--seats", "person,club", "--players", "3"], "2 players are named for 3 seats."),
        (["le-plouf", "--option", "edition=fr"], "le-plouf has no options, so it has none called 'edition'."),
        (["le-plouf", "--option", "edition"], "'edition' is not an option: write name=value."),
        (["le-plouf", "--load", "last"], "A loaded game keeps its settings"),
        (["--load", "last"], "There is no unfinished game in "),
    ],
)
def test_what_cannot_be_played_gets_a_sentence(lido: Lido, arguments: list[str], sentence: str) -> None:
    shown = lido("play", *arguments)

    assert shown.exit_code == 1
    assert sentence in shown.stderr


def test_the_menu_does_not_ask_about_players_who_cannot_play(lido: Lido) -> None:
    shown = lido("play", "--players", "0", lines="le-plouf\n\n\n")

    assert shown.exit_code == 1
    assert "le-plouf cannot be played by 0." in shown.stderr


def test_a_number_of_players_too_long_to_be_one(lido: Lido) -> None:
    assert "is not a number of players." in lido("play", lines=f"le-plouf\n{'9' * 5000}\n").words


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_signals_during_a_save_lose_no_move(
    lido: Lido, data: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals, code: int
) -> None:
    fsync, saves = os.fsync, [0]

    def interrupted(handle: int) -> None:
        saves[0] += 1
        if saves[0] > 1:  # and again while the players leave
            signal.raise_signal(number)
        fsync(handle)

    monkeypatch.setattr(os, "fsync", interrupted)

    shown = lido("play", "le-plouf", "--seats", "person,person", lines="c1\na1\ne1\n")

    assert shown.exit_code == code
    assert "To continue: lido play --load " in shown.stdout
    assert only_record(data).moves == ("c1", "a1")


def test_leaving_says_how_to_go_on(lido: Lido, data: Path) -> None:
    shown = lido("play", "le-plouf", "--seats", "person,person", lines="c1\nquit\n")

    (path,) = (data / "games").glob("*.json")
    assert f"To continue: lido play --load {path}\n" in shown.stdout


def test_how_to_go_on_can_be_typed_in_a_shell(lido: Lido, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIDO_DATA", str(tmp_path / "my games"))

    shown = lido("play", "le-plouf", "--seats", "person,person", lines="c1\nquit\n")

    (path,) = (tmp_path / "my games" / "games").glob("*.json")
    assert f"To continue: lido play --load '{path}'\n" in shown.stdout


def test_leaving_before_the_first_move_keeps_nothing(lido: Lido, data: Path) -> None:
    assert "nothing is saved" in lido("play", "le-plouf", lines="quit\n").stdout
    assert not data.exists()


def test_last_is_the_newest_unfinished_game(lido: Lido, data: Path) -> None:
    lido("play", "le-plouf", "--seats", "person,person", lines="c1\na1\n")
    lido("play", "le-plouf", "--seats", "random,random")
    (data / "games" / "broken.json").write_text("{")

    shown = lido("play", "--load", "last", lines="e1\n")

    assert "move 3" in shown.stdout
    assert "A places a pawn on c1." in shown.stdout
    assert len(list((data / "games").iterdir())) == 3
    assert "A places a pawn on e1." in lido("play", "--load", "last").stdout


def unfinished(path: Path, move: str, age: int) -> None:
    """A game that was left `age` seconds after the beginning of time, after one move."""
    match = engine.new("le-plouf", seed=1)
    match.play(move)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(match.record()))
    os.utime(path, (age, age))


def test_last_is_the_newest_of_two_unfinished_games(lido: Lido, data: Path) -> None:
    unfinished(data / "games" / "a.json", "c1", age=2)
    unfinished(data / "games" / "b.json", "a1", age=1)

    assert "A places a pawn on c1." in lido("play", "--load", "last").stdout


def test_last_passes_over_what_does_not_replay_and_links_to_nothing(lido: Lido, data: Path) -> None:
    unfinished(data / "games" / "sound.json", "c1", age=1)
    unfinished(data / "games" / "unsound.json", "a1", age=2)
    unsound = data / "games" / "unsound.json"
    unsound.write_text(unsound.read_text().replace("a1", "b2"))
    (data / "games" / "nowhere.json").symlink_to(data / "nothing.json")

    assert "A places a pawn on c1." in lido("play", "--load", "last").stdout


def test_a_file_of_the_players_own_is_read_and_left_alone(lido: Lido, data: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.json"
    shown = lido("play", "le-plouf", "--seats", "person,person", lines=f"c1\nsave {own}\nquit\n")
    before = own.read_bytes()
    assert f"The game is saved in {own}" in shown.stdout

    assert f"To continue: lido play --load {own}" in lido("play", "--load", str(own)).stdout
    lido("play", "--load", str(own), lines="a1\n")

    assert own.read_bytes() == before
    assert engine.replay(before).moves == ("c1",)


def test_a_loaded_game_may_be_given_to_others(lido: Lido, data: Path) -> None:
    lido("play", "le-plouf", "--seats", "person,person", lines="c1\n")

    shown = lido("play", "--load", "last", "--seats", "random,person", lines="quit\n")

    assert "random bot" in shown.stdout


def test_a_disk_that_cannot_be_written_to_does_not_stop_the_game(lido: Lido, data: Path) -> None:
    data.write_text("a file where the folder should be")

    shown = lido("play", "le-plouf", "--seats", "person,person", lines="c1\na1\nsave\nquit\n")

    assert shown.exit_code == 0
    assert shown.words.count("The game could not be saved to ") == 2, "at the first move, and when asked to save"
    assert "B places a pawn on a1." in shown.stdout
    assert "This game could not be saved." in shown.stdout


def test_save_overwrites_records_and_nothing_else(lido: Lido, data: Path, tmp_path: Path) -> None:
    own, letter = tmp_path / "own.json", tmp_path / "letter.txt"
    own.write_text(json.dumps(engine.new("le-plouf").record()))
    letter.write_text("Dear Ada")

    shown = lido("play", "le-plouf", "--seats", "person,person", lines=f"c1\nsave {own}\nsave {letter}\nsave .\n")

    assert engine.replay(own.read_bytes()).moves == ("c1",)
    assert letter.read_text() == "Dear Ada"
    assert shown.words.count("is not a record of a game: it is not overwritten.") == 2


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("~nosuchuser/x", "has no home folder here."), ("a\0b", "could not be saved to")],
)
def test_a_file_that_cannot_be_gets_a_sentence(lido: Lido, name: str, sentence: str) -> None:
    shown = lido("play", "le-plouf", "--seats", "person,person", lines=f"save {name}\nquit\n")

    assert shown.exit_code == 0
    assert sentence in shown.words


@pytest.mark.parametrize("command", [["play", "--load"], ["replay"]])
@pytest.mark.parametrize(
    "content", [b"", b"{", b"\xff\xfe", b'{"game":"le-plouf","players":2,"moves":["z9"],"seed":"1"}']
)
def test_a_broken_record_gets_a_sentence(lido: Lido, tmp_path: Path, command: list[str], content: bytes) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(content)

    shown = lido(*command, str(path))

    assert shown.exit_code == 1
    assert "record" in shown.stderr
    assert len(shown.stderr.splitlines()) == 1


def test_a_missing_record_gets_a_sentence(lido: Lido) -> None:
    shown = lido("replay", "nowhere.json")

    assert shown.exit_code == 1
    assert "nowhere.json cannot be read: No such file or directory." in shown.stderr

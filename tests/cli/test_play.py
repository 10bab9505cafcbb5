"""`lido play` through pipes: whole games, commands, refusals, and games that are never lost."""

import random
import re
from pathlib import Path

import pytest

import lido as engine
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

    assert games[0].split("The game is kept")[0] == games[1].split("The game is kept")[0]


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
    said = shown.stdout.split("The game is kept")[0]
    assert max(len(line) for line in said.splitlines()) <= 80


def test_whole_games_are_told_in_french(lido: Lido, data: Path) -> None:
    shown = lido("play", "le-plouf", "--seats", "random,random,random", "--seed", "2", "--lang", "fr")

    assert "Plouf ! " in shown.stdout
    assert "remonte en" in shown.stdout
    assert "La piscine est pleine" in shown.stdout
    assert "Pour la revoir : lido replay" in shown.stdout


def test_the_language_is_the_systems(lido: Lido, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "")
    monkeypatch.setenv("LC_MESSAGES", "fr_BE.UTF-8")

    assert "A, à vous : " in lido("play", "le-plouf").stdout


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


def test_undo_goes_back_over_the_bots_replies(lido: Lido, data: Path) -> None:
    lido("play", "le-plouf", "--seats", "person,random,random", "--seed", "1", lines="c1\na1\nundo\nquit\n")

    assert len(only_record(data).moves) == 3
    assert only_record(data).turn == 1


def test_undo_does_not_go_back_over_another_person(lido: Lido, data: Path) -> None:
    shown = lido("play", "le-plouf", "--seats", "person,person", lines="c1\na1\nundo\n")

    assert "B has moved since" in shown.stdout
    assert only_record(data).moves == ("c1", "a1")


def test_undo_is_refused_where_something_may_have_been_seen(
    lido: Lido, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LePlouf, "secrets", True)

    shown = lido("play", "le-plouf", "--seats", "person,random", lines="c1\nundo\n")

    assert "in a game with secrets no move is taken back" in shown.words
    assert len(only_record(data).moves) == 2


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
    shown = lido("play", lines="\n\n").stdout

    assert "Welcome to Lido!" in shown
    assert "club bot" in shown
    assert "A, your move: " in shown


def test_the_menu_asks_again_until_it_understands(lido: Lido) -> None:
    shown = lido("play", lines="two\n7\n3\nnobody\nclub,club,club\nRandom, person\n").stdout

    assert "'two' is not a number of players." in shown
    assert "le-plouf cannot be played by 7." in shown
    assert "'nobody' is not who can sit here." in shown
    assert "4 are named for 3 seats." in shown
    assert "random bot" in shown
    assert shown.count("player ") >= 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["no-such-game"], "There is no game called 'no-such-game'."),
        (["le-plouf", "--players", "5"], "le-plouf cannot be played by 5."),
        (["le-plouf", "--seats", "person,dolphin"], "'dolphin' is not who can sit here."),
        (["le-plouf", "--seats", "person,club", "--players", "3"], "2 are named for 3 seats."),
        (["le-plouf", "--option", "edition=fr"], "le-plouf has no option called 'edition'."),
        (["le-plouf", "--option", "edition"], "'edition' is not an option: write name=value."),
        (["le-plouf", "--load", "last"], "A loaded game is what it is"),
        (["--load", "last"], "There is no unfinished game in "),
    ],
)
def test_what_cannot_be_played_gets_a_sentence(lido: Lido, arguments: list[str], sentence: str) -> None:
    shown = lido("play", *arguments)

    assert shown.exit_code == 1
    assert sentence in shown.stderr


def test_leaving_says_how_to_go_on(lido: Lido, data: Path) -> None:
    shown = lido("play", "le-plouf", "--seats", "person,person", lines="c1\nquit\n")

    (path,) = (data / "games").glob("*.json")
    assert f"To go on: lido play --load {path}\n" in shown.stdout


def test_leaving_before_the_first_move_keeps_nothing(lido: Lido, data: Path) -> None:
    assert "nothing is kept" in lido("play", "le-plouf", lines="quit\n").stdout
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


def test_a_file_of_the_players_own_is_read_and_left_alone(lido: Lido, data: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.json"
    shown = lido("play", "le-plouf", "--seats", "person,person", lines=f"c1\nsave {own}\nquit\n")
    before = own.read_bytes()
    assert f"The game is kept in {own}" in shown.stdout

    assert f"To go on: lido play --load {own}" in lido("play", "--load", str(own)).stdout
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
    assert shown.words.count("The game could not be saved to ") == 1
    assert "B places a pawn on a1." in shown.stdout
    assert "This game could not be kept." in shown.stdout


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

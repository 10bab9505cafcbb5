"""Plouf Party in the terminal: the pool, the curtain between players, the words, another game after a tie."""

import io
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import lido as engine
from lido.cli.local_game import LocalGame
from lido.cli.screen import Screen
from lido.games.plouf_party import terminal as plouf_party
from lido.games.plouf_party.picture import PLACES
from lido.words import LANGUAGES, say
from tests.cli.conftest import Lido
from tests.games.plouf_party.games import random_match
from tests.games.plouf_party.scenes import begun, played
from tests.test_records_replay import RECORDS

TIE = RECORDS / "plouf-party" / "four-tie.json"


def pawns(match: engine.Match, seat: int = 0) -> tuple[list[str], list[str]]:
    """What stands in the middle line of every space, and the pawns in the water."""
    lines = plouf_party.board(match.view(seat), []).plain.splitlines()
    ring = [lines[3 * row + 1][5 * column : 5 * column + 5].strip() for column, row in PLACES]
    return ring, re.findall(r"\(.{3}\)", "".join(line[5:35] for line in lines[3:12]))


def words(pawn: dict[str, Any] | None) -> list[str]:
    """A pawn of a view: its letter, and its number if that is shown."""
    return [] if pawn is None else [pawn["colour"], *([str(pawn["number"])] if pawn["number"] else [])]


def story(table: LocalGame) -> list[int]:
    """The numbers of the moves that the screen tells of."""
    screen = Screen(Console(width=100, file=io.StringIO()), "en", clears=False)
    with screen.console.capture() as shown:
        screen.draw(table.scene(table.viewer))
    return [int(number) for number in re.findall(r"(\d+)\. [A-F] ", shown.get())]


def test_pawns_stand_around_the_pool_and_swim_in_it() -> None:
    match = begun(tokens="ROY", faceup="Y3")
    played(match, "pick 5, cw, pick 12, cw")
    ring, water = pawns(match)
    assert ring[:6] == ["▐ R ▌", "▐ R ▌", "▐ R ▌", "▐ O ▌", "▐ O ▌", ""]
    assert ring[8] == "▐O 3▌"
    assert water == ["(Y 3)", "( B )"]


@pytest.mark.parametrize("memory", ["aid", "none"])
@pytest.mark.parametrize("seed", range(10))
def test_the_board_shows_what_the_view_shows(seed: int, memory: str) -> None:
    match = random_match(random.Random(seed), 60, memory=memory)
    view = match.view(0)
    ring, water = pawns(match)
    assert [pawn.strip("▐▌").split() for pawn in ring] == [words(pawn) for pawn in view["ring"]]
    assert [pawn.strip("()").split() for pawn in water] == [words(pawn) for pawn in view["water"]]


@pytest.mark.clause("PP-R12")
def test_without_memory_only_the_last_turn_is_told() -> None:
    told = {}
    for memory in ("aid", "none"):
        table = LocalGame(begun(tokens="ROY", memory=memory), ["person"] * 3)
        told[memory] = [story(table)]
        for move in ("pick 5", "cw", "pick 17", "cw", "decline", "pick 12"):
            table.play(move)
            told[memory].append(story(table))
    assert told["aid"][5] == [1, 2, 3, 4, 5]
    assert told["none"] == [[], [1], [1, 2], [3], [3, 4], [3, 4, 5], [6]]


@pytest.mark.clause("PP-R12")
def test_a_finished_game_is_told_without_memory_too() -> None:
    table = LocalGame(engine.new("plouf-party", players=2, seed=1, options={"memory": "none"}), ["person"] * 2)
    while table.match.turn:
        table.play(table.match.legal_moves()[0])
    assert len(story(table)) > 3


def test_the_spaces_of_the_last_move_are_marked() -> None:
    match = begun(tokens="ROY")
    events = played(match, "pick 5, cw")
    lines = plouf_party.board(match.view(0), events).plain.splitlines()
    assert [(row, line.index("▲") // 5) for row, line in enumerate(lines) if "▲" in line] == [(5, 7)]
    assert lines[1][20:25] == "  ·  "


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(3))
def test_the_whole_table_fits_a_terminal_of_24_lines(seed: int, language: str) -> None:
    table = LocalGame(engine.new("plouf-party", players=6, seed=seed), ["person"] * 6)
    chance = random.Random(seed)
    screen = Screen(Console(width=80, file=io.StringIO()), language, clears=False)
    while table.match.turn:
        table.play(chance.choice(table.match.legal_moves()))
        with screen.console.capture() as shown:
            screen.draw(table.scene(table.viewer))
        lines = shown.get().splitlines()
        assert len(lines) <= 18
        assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("language", LANGUAGES)
def test_bots_play_a_whole_game_among_themselves(lido: Lido, language: str) -> None:
    shown = lido("play", "plouf-party", "--seats", ",".join(["random"] * 4), "--seed", "3", "--lang", language)
    assert shown.exit_code == 0
    assert say("plouf-party.truth", language, colours="A ").removesuffix(".") in shown.stdout


def test_players_who_share_a_screen_see_only_what_is_theirs(lido: Lido) -> None:
    deal = engine.new("plouf-party", players=2, seed="curtain").record()["deal"]
    first, second = (plouf_party._colour(token, "en") for token in deal["tokens"])
    lines = "\npick 4\nundo\ncw\n\nquit\n"
    shown = lido("play", "plouf-party", "--seats", "person,person", "--seed", "curtain", lines=lines).stdout
    before, own, other = re.split(r".* plays now, and this is for . alone\..*", shown)
    assert f"1: {first}" not in before + other
    assert f"2: {second}" not in before + own
    assert f"1: {first}" in own
    assert f"2: {second}" in other
    assert "so the move cannot be taken back" in " ".join(own.split())


def test_against_bots_a_number_that_came_out_is_taken_back_and_stays_shown() -> None:
    table = LocalGame(engine.new("plouf-party", players=3, seed="9"), ["person", "random", "random"])
    before = table.match.view(1)["ring"][4]["number"]
    table.play("pick 4")
    came_out = table.match.view(1)["ring"][4]["number"]
    table.undo(1)
    assert before is None
    assert table.match.moves == ()
    assert table.match.view(1)["ring"][4]["number"] == came_out is not None


@pytest.mark.clause("PP-16")
@pytest.mark.parametrize(("answer", "games"), [("", 2), ("yes", 2), ("oui", 2), ("no", 1)])
def test_after_a_tie_another_game_is_offered(lido: Lido, data: Path, answer: str, games: int) -> None:
    kept = json.loads(TIE.read_text("utf-8"))
    last, unfinished = kept["moves"].pop(), data / "games" / "plouf-party-tie.json"
    unfinished.parent.mkdir(parents=True)
    unfinished.write_text(json.dumps(kept | {"result": None}), "utf-8")
    shown = lido("play", "--load", "last", "--seats", ",".join(["person"] * 4), lines=f"\n{last}\n{answer}\n\nquit\n")
    assert shown.exit_code == 0
    assert "A tie! Another game?" in shown.words
    assert shown.stdout.count("Plouf Party · move 0") == games - 1


def test_no_other_game_is_offered_after_a_win(lido: Lido) -> None:
    assert "Another game? [yes]" not in lido("play", "plouf-party", "--seats", "random,random", "--seed", "1").words

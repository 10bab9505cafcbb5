"""The board of Le Plouf in the terminal, and what careless typing means."""

import io
import random

import pytest
from rich.console import Console

import lido
from lido.cli.local_game import LocalGame
from lido.cli.prompt import meant
from lido.cli.screen import Screen
from lido.games.le_plouf import terminal as le_plouf
from lido.words import LANGUAGES

POSITION = "ABAB1/A4/2B1B/1A3/B3A 2 B 2"


def drawn(match: lido.Match, last: list[dict[str, object]]) -> dict[str, list[str]]:
    """The three lines of every cell."""
    lines = le_plouf.board(match.view(0), last).plain.splitlines()
    return {
        file + rank: [
            line[3 + 7 * column : 10 + 7 * column] for line in lines[3 * (5 - int(rank)) : 3 * (5 - int(rank)) + 3]
        ]
        for column, file in enumerate("abcde")
        for rank in "12345"
    }


def test_every_pawn_stands_on_its_cell_with_its_letter() -> None:
    match = lido.new("le-plouf", players=2, position=POSITION)

    letters = {cell: lines[1][3] for cell, lines in drawn(match, []).items() if "▐" in lines[1]}

    owners = {cell: "AB"[seat - 1] for cell, seat in match.view(0)["cells"].items()}
    assert letters == owners


def test_the_last_move_is_marked_where_pawns_arrived_and_left() -> None:
    match = lido.new("le-plouf", players=2, position=POSITION)

    cells = drawn(match, match.play("b5-a4"))

    assert {cell for cell, lines in cells.items() if lines[0][0] == "┏"} == {"a4", "b4"}
    assert {cell for cell, lines in cells.items() if lines[1][3] == "·"} == {"b5"}


def test_the_board_is_16_lines_of_at_most_38_columns() -> None:
    lines = le_plouf.board(lido.new("le-plouf").view(0), []).plain.splitlines()

    assert len(lines) == 16
    assert max(map(len, lines)) == 38


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 4])
def test_the_whole_table_is_as_high_as_the_board_at_80_columns(players: int, language: str) -> None:
    table = LocalGame(lido.new("le-plouf", players=players), ["random"] * players)
    draw = random.Random(3)
    while not table.match.result:
        table.play(draw.choice(table.match.legal_moves()))
        console = Console(file=io.StringIO(), width=80, record=True)
        Screen(console, language, clears=False).draw(table.scene(0))
        assert len(console.export_text().splitlines()) == 16


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("a2-a4", "a2-a4"),
        ("A2 A4", "a2-a4"),
        ("a2a4", "a2-a4"),
        ("A3 > a4 = C3", "a3-a4=c3"),
        ("b1  -  b3", "b1-b3"),
        ("Accuse  3 BLUE", "accuse 3 blue"),
    ],
)
def test_a_move_is_understood_without_its_signs(typed: str, move: str) -> None:
    assert meant(typed, ["a2-a4", "a3-a4=c3", "pass"]) == move


def test_what_could_be_two_moves_is_left_to_the_rules() -> None:
    assert meant("1 12", ["1-12", "11-2"]) == "1 12"

"""The board of Crocodile Pool Party in the terminal, and where a chosen tile can go."""

import lido
from lido.cli.play import reached
from lido.games.croc_pool import terminal as croc_pool
from tests.cli.conftest import Lido
from tests.games.croc_pool.scenes import pool

BARS = ("a1", "b1", "e14", "f14")


def drawn(match: lido.Match, last: list[dict[str, object]]) -> dict[str, str]:
    """The six characters of every square."""
    lines = croc_pool.board(match.view(0), last).plain.splitlines()
    return {
        f"{file}{rank}": lines[14 - rank][3 + 6 * column : 9 + 6 * column]
        for column, file in enumerate("abcdef")
        for rank in range(1, 15)
    }


def test_swimmers_crocodiles_and_stacks_stand_on_their_squares() -> None:
    squares = drawn(pool("a3:r(1) c5:R2 d9:y(1)+R4+Y2 f7:y(3)"), [])
    signs = {square: text.strip() for square, text in squares.items() if text.strip(" ~╫") and square not in BARS}
    assert signs == {"a3": "(A)", "c5": "A2", "d9": "B2×3", "f7": "(B)"}


def test_a_stack_of_twelve_fits_its_square() -> None:
    tower = "+".join([*(f"r({n})" for n in range(1, 6)), *(f"y({n})" for n in range(2, 7)), "R6", "Y1"])
    assert drawn(pool(f"c5:{tower}"), [])["c5"] == " B1×12"


def test_the_bars_say_whose_they_are_and_what_they_hold() -> None:
    squares = drawn(pool("a3:r(1) f7:y(3)", "R open 0", "R:Y1,R2,r(3) Y:-"), [])
    assert squares["e14"] + squares["f14"] == "[ bar  A:3 ]"
    assert squares["a1"] + squares["b1"] == "[ bar  B:0 ]"


def test_ladders_stand_where_a_bar_is_entered() -> None:
    squares = drawn(lido.new("croc-pool"), [])
    assert {square for square, text in squares.items() if "╫" in text} == {"c1", "a2", "b2", "d14", "e13", "f13"}


def test_where_the_last_move_came_to_is_marked() -> None:
    match = pool("c5:R2 c7:y(1) f7:y(3)")
    squares = drawn(match, match.play("c5-c7"))
    assert {square: text for square, text in squares.items() if "•" in text} == {"c7": "• A2×2"}


def test_where_a_chosen_tile_can_go_is_marked() -> None:
    match = pool("c14:R2 c12:y(1) b14:r(1) f7:y(3)", "R open 0")
    goals = reached("c14", match.legal_moves())
    assert goals == {"bar", "b13", "c12", "d13"}
    squares = drawn(match, [{"event": "goal", "to": goal} for goal in goals])
    assert {square for square, text in squares.items() if "○" in text or "»" in text} == {"b13", "c12", "d13", "e14"}
    assert squares["c12"] == "» (B) "


def test_a_square_typed_alone_shows_where_its_tile_can_go(lido: Lido) -> None:
    shown = lido("play", "croc-pool", "--seats", "person,person", "--seed", "1", lines="c5\nc5-c6\n").stdout
    first, chosen, *_ = shown.split("your move: ")
    assert "○" not in first
    assert chosen.count("○") == 11
    assert "A goes from c5 to c6." in shown


def test_in_le_plouf_too(lido: Lido) -> None:
    moves = "a1\nb1\na2\nc1\na3\nd1\na4\ne1\na5\ne2\n"
    shown = lido("play", "le-plouf", "--seats", "person,person", lines=f"{moves}a2\n").stdout
    assert "┏" in shown.split("your move: a2\n")[-1]


def test_the_board_is_15_lines_of_at_most_42_columns() -> None:
    lines = croc_pool.board(lido.new("croc-pool").view(0), []).plain.splitlines()
    assert len(lines) == 15
    assert max(map(len, lines)) == 42


def test_whole_games_are_told_in_both_languages(lido: Lido) -> None:
    for language, sentence in (("en", "turns over"), ("fr", "retourne")):
        shown = lido("play", "croc-pool", "--seats", "random,random", "--seed", "2", "--lang", language)
        assert shown.exit_code == 0
        assert sentence in shown.stdout


def test_swimmers_to_place_are_counted_beside_the_board(lido: Lido) -> None:
    shown = lido("play", "croc-pool", "--seats", "person,person", "--option", "layout=free", lines="c3\n").words
    assert "5 to place" in shown


def test_in_the_end_the_numbers_never_shown_are_told() -> None:
    position = "c7:r(4)+Y2 d9:r(1) | R:y(3),R6 Y:- | R open 60"
    assert croc_pool.truth(position, "en") == "Never turned over: A 1, 4; B 3."
    assert croc_pool.truth("c7:R4+Y2 | R:y(3),R6 Y:- | R open 0", "fr") == "Jamais retournés : A – ; B 3."
    assert croc_pool.truth("c7:R4+Y2 | R:R6 Y:- | R open 0", "en") == ""

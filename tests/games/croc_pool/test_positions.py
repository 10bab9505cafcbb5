"""Positions as text: what is read, what is drawn, what is refused."""

from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import lido
from tests.games.croc_pool.reference import made_by_eating, written
from tests.games.croc_pool.scenes import at
from tests.games.croc_pool.strategies import placings, tables

GIVEN = "b3:r(3) e4:y(2)+R4 | R:Y1,r(5) Y:- | R shut 12"
TOO_MANY = "a3:r a4:r a5:r a6:r a7:r a8:r a9:r c9:y | R:- Y:- | R shut 0"


def test_a_position_reads_back() -> None:
    assert at(GIVEN).position() == GIVEN


def test_numbers_left_out_are_drawn_from_the_seed() -> None:
    position = "b3:r e4:y+R4 f9:y | R:Y1,r(5) Y:y | R shut 12"
    drawn = [at(position, seed).position() for seed in range(100)]
    assert drawn == [at(position, seed).position() for seed in range(100)]
    assert {text.split()[0] for text in drawn} == {f"b3:r({number})" for number in (1, 2, 3, 6)}
    assert all(text.count("(") == 5 for text in drawn)
    assert at(drawn[0], seed=99).position() == drawn[0]


def test_swimmers_still_to_be_placed_get_the_numbers_that_are_left() -> None:
    match = at("b3:r(3) c3:r(6) b12:y(1) | R:- Y:- | Y shut 0 place")
    while match.view(0)["step"] == "place":
        match.play(match.legal_moves()[0])
    numbers = {side: sorted(match.position().split(f"{side}(")[1:]) for side in "ry"}
    assert {side: [text[0] for text in texts] for side, texts in numbers.items()} == {
        "r": list("123456"),
        "y": list("123456"),
    }


@pytest.mark.parametrize(
    ("position", "clause"),
    [
        (TOO_MANY, "CP-1"),
        ("a3:r(2) a4:R2 c9:y | R:- Y:- | R shut 0", "CP-1"),
        ("a3:r(2) c9:y | R:- Y:R2 | R shut 0", "CP-1"),
        ("a3:R2+y c9:y | R:- Y:- | R shut 0", "CP-15"),
        ("a3:r c9:y | R:- Y:- | R shut 61", "CP-R9"),
        ("a3:r c9:y | R:- Y:- | R shut 0 must=a3", "CP-8"),
        ("a3:R1+R2 c9:y | R:- Y:- | R shut 0", "CP-R2"),
        ("a3:r+R2 c9:y | R:- Y:- | R shut 0", "CP-R2"),
        ("a3:R1+Y1+Y2 c9:r | R:- Y:- | R shut 0", "CP-R2"),
        ("a3:R1+y+R2 c9:y | R:- Y:- | R shut 0", "CP-R2"),
        ("a3:R1 c9:Y1 | R:- Y:- | R shut 0 must=c9", "CP-8"),
        ("a3:y+R1 c9:Y1 | R:- Y:- | R shut 0 must=a3", "CP-8"),
        ("a3:R1 c9:Y1 | R:- Y:- | R shut 1 must=a3", "CP-R9"),
        ("a3:R1 c9:Y1 | R:- Y:- | R shut 60 must=a3", "CP-R9"),
        ("a3:R1 c9:Y1 | R:- Y:- | R shut 0 must=c8", "CP-8"),
        ("f1:y a13:r a14:R4 b14:r | R:- Y:- | R shut 0 must=a14", "CP-R5"),
        ("a3:R1 | R:- Y:- | R shut 0 must=a3", "CP-19"),
        ("c3:R1 | R:- Y:- | Y shut 0 place", "CP-3"),
        ("c6:r | R:- Y:- | Y shut 0 place", "CP-4"),
        ("a2:r b2:r a11:y | R:- Y:- | Y shut 0 place", "CP-4"),
        ("c3:r | R:- Y:- | R shut 0 place", "CP-3"),
        ("c3:r d3:r | R:- Y:- | R shut 0 place", "CP-3"),
        ("c3:r | R:R1 Y:- | Y shut 0 place", "CP-3"),
        ("c3:r | R:- Y:- | Y open 0 place", "CP-3"),
        ("c3:r | R:- Y:- | Y shut 1 place", "CP-3"),
        ("d2:r b3:r e3:r b4:r e4:r c5:r d10:y b11:y e11:y b12:y e12:y c13:y | R:- Y:- | R shut 0 place", "CP-3"),
    ],
)  # fmt: skip
def test_a_position_that_the_rules_cannot_have_is_refused(position: str, clause: str) -> None:
    with pytest.raises(lido.BadPosition) as refusal:
        at(position)
    assert refusal.value.clause == clause
    assert refusal.value.said("fr") != refusal.value.said("en")


@pytest.mark.clause("CP-15", "CP-16", "CP-R2")
@pytest.mark.parametrize("height", [2, 3, 4, 5])
def test_a_stack_is_read_if_eating_can_have_made_it(height: int) -> None:
    for kinds in product("ryRY", repeat=height):
        stack = tuple(f"{kind}{n}" if kind in "RY" else f"{kind}({n})" for n, kind in enumerate(kinds, start=1))
        try:
            at(f"c7:{'+'.join(stack)} | R:- Y:- | R shut 0")
            read = True
        except lido.BadPosition:
            read = False
        assert read == made_by_eating(stack), stack


@pytest.mark.parametrize(
    "position",
    [
        "", "a3:r", "e14:r c9:y | R:- Y:- | R shut 0", "c9:y a3:r | R:- Y:- | R shut 0",
        "b3:r a3:r c9:y | R:- Y:- | R shut 0", "a3:r a3:y | R:- Y:- | R shut 0", "a3:R c9:y | R:- Y:- | R shut 0",
        "a3:r(7) c9:y | R:- Y:- | R shut 0", "a3:r  c9:y | R:- Y:- | R shut 0", "a3:r c9:y | R:- Y:- | R shut 0\n",
        "a3:r c9:y | R: Y:- | R shut 0", "a3:r c9:y | R:- Y:- | R shut 00",
        "a3:r c9:y | R:- Y:- | R shut 0 place must=a3",
        "a3:r c9:y | R:- Y:- | R ajar 0", "a3:r c9:y | R:- Y:- | G shut 0", "a15:r c9:y | R:- Y:- | R shut 0",
        "a3:r c9:y | R:- Y:- | R shut ٣", "a3:r c9:y | R:- Y:- | R shut 1٣",
    ],
)  # fmt: skip
def test_what_is_no_position_is_refused(position: str) -> None:
    with pytest.raises(lido.BadPosition):
        at(position)


@pytest.mark.parametrize("position", [5, [GIVEN], {"position": GIVEN}, True, 1.5])
def test_a_position_is_a_text(position: object) -> None:
    with pytest.raises(lido.BadPosition):
        lido.new("croc-pool", position=position)


@st.composite
def nearly_positions(draw: st.DrawFn) -> str:
    """A position with a few characters changed, taken out or put in."""
    text = written(draw(tables() | placings()))
    for _ in range(draw(st.integers(1, 3))):
        place, kept = draw(st.integers(0, len(text))), draw(st.integers(0, 2))
        text = text[:place] + draw(st.text("abcdefRYry0123456789:+,()| -=\n", max_size=2)) + text[place + kept :]
    return text


@settings(max_examples=300)
@given(nearly_positions() | st.text("abRYry0123:+,()| -", max_size=40) | st.text())
@example("| R:- Y:- | R shut 0")
@example("| R:- Y:- | R shut 0 place")
def test_a_text_is_a_position_written_as_it_must_be_or_is_refused(text: str) -> None:
    try:
        match = at(text)
    except lido.BadPosition:
        return
    assert strip_numbers(match.view(0)["position"]) == strip_numbers(text)
    assert at(match.position(), seed=1).position() == match.position()


def strip_numbers(text: str) -> str:
    """A position without the numbers in brackets."""
    parts = text.split("(")
    return parts[0] + "".join(part[2:] for part in parts[1:])

"""Axes and charts."""

from collections.abc import Sequence
from xml.etree import ElementTree

import pytest

from lido.lab.charts import Charts, Curve, Group, Value, shares
from lido.lab.drawing import PAGE, Axis, Box
from lido.lab.estimates import Estimate, exact

BOX = Box(0, 20, 400, 220)


def parsed(chart: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<svg>{chart}</svg>")


def rows(
    values: Sequence[Value], language: str = "en", *, digits: int, even: float | None = None
) -> ElementTree.Element:
    return parsed(Charts(PAGE, language).rows(BOX, values, digits=digits, even=even))


@pytest.mark.parametrize(
    ("values", "marks", "digits"),
    [
        ([0.1, 0.7], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7], 1),
        ([0.4, 0.62], [0.4, 0.45, 0.5, 0.55, 0.6, 0.65], 2),
        ([0, 96], [0, 20, 40, 60, 80, 100], 0),
        ([3.0, 3.0], [3.0, 3.0001], 4),
        ([-7, 12], [-10, -5, 0, 5, 10, 15], 0),
    ],
)
def test_an_axis_has_round_marks_around_its_values(values: list[float], marks: list[float], digits: int) -> None:
    axis = Axis(values, 0, 100)
    assert axis.marks == pytest.approx(marks)
    assert axis.digits == digits
    assert [axis.place(axis.marks[0]), axis.place(axis.marks[-1])] == pytest.approx([0, 100])


def test_an_axis_may_run_upwards() -> None:
    axis = Axis([0, 10], 200, 100)
    assert axis.place(5) == pytest.approx(150)


def test_rows_stand_where_their_values_are() -> None:
    values = [Value("one", Estimate(0.2, 0.1, 0.3)), Value("other", Estimate(0.6, 0.5, 0.7))]
    picture = rows(values, "fr", digits=2, even=0.5)
    places = [float(dot.attrib["cx"]) for dot in picture.iter("circle")]
    (even,) = [float(line.attrib["x1"]) for line in picture.iter("line") if line.attrib["stroke-dasharray"] != "none"]
    assert places[0] < even < places[1]
    texts = [text.text for text in picture.iter("text")]
    assert "0,20" in texts
    assert texts[:3] == ["0,1", "0,2", "0,3"]


def test_marks_have_the_digits_they_need() -> None:
    picture = rows([Value("one", Estimate(0.5, 0.4, 0.62))], digits=2)
    assert [text.text for text in picture.iter("text")][:3] == ["0.40", "0.45", "0.50"]


def test_values_that_are_all_the_same_are_drawn_too() -> None:
    picture = rows([Value("one", Estimate(0.0, 0.0, 0.0))], digits=1)
    assert len(list(picture.iter("circle"))) == 1


def test_an_empty_place_in_a_group_is_not_drawn() -> None:
    here = Value("one", Estimate(0.5, 0.4, 0.6))
    groups = [Group("seat 1", [here, None]), Group("seat 2", [None, here])]
    picture = parsed(Charts(PAGE, "en").groups(BOX, groups, digits=2, even=0.5))
    left, right = [float(dot.attrib["cx"]) for dot in picture.iter("circle")]
    centre = {text.text: float(text.attrib["x"]) for text in picture.iter("text")}
    assert left < centre["seat 1"] < centre["seat 2"] < right


def test_a_curve_rises_with_its_values() -> None:
    picture = parsed(
        Charts(PAGE, "en").curves(
            BOX,
            [Curve("one", [Estimate(at, at, at) for at in (0, 1, 3)])],
            below="time",
            ends=("now", "then"),
            places=["a", "b", "c"],
        )
    )
    (low, middle), (again, high) = [
        (float(line.attrib["y1"]), float(line.attrib["y2"]))
        for line in picture.iter("line")
        if line.attrib["stroke-width"] == "2.5"
    ]
    assert low == BOX.bottom > middle == again > high
    assert [text.text for text in picture.iter("text")][-3:] == ["now", "then", "time"]


def test_a_curve_has_a_band_between_the_ends_of_its_intervals() -> None:
    curve = Curve("one", [Estimate(1, 0, 4), Estimate(2, 1, 3)])
    picture = parsed(Charts(PAGE, "en").curves(BOX, [curve], below="time", ends=("now", "then"), places=["1/2", "2/2"]))
    (band,) = picture.iter("polygon")
    heights = [float(corner.split(",")[1]) for corner in band.attrib["points"].split()]
    assert heights[0] == BOX.bottom > heights[1] > heights[2] > heights[3]
    told = [dot.findtext("title") for dot in picture.iter("circle")]
    assert told == ["one, 1/2: 1.00 (0.00 … 4.00)", "one, 2/2: 2.00 (1.00 … 3.00)"]


def test_a_dot_tells_its_number_and_its_interval() -> None:
    picture = rows([Value("one", Estimate(-0.5, -0.6, 0.62))], "fr", digits=2)
    assert [dot.findtext("title") for dot in picture.iter("circle")] == ["one: −0,50 (−0,60 … 0,62)"]


def test_shares_are_of_all_values_and_have_intervals() -> None:
    assert [share.value for share in shares([0, 1, 9, 10], 0, 6, 2)] == [0.5, 0.5]
    assert [share.value for share in shares([0, 1, 99], 0, 1, 2)] == pytest.approx([1 / 3, 2 / 3])
    assert shares([3, 3], 3, 1, 2) == [exact(1, 2), exact(0, 2)]

"""The option `hand` (SP-R15)."""

import pytest

import lido
from lido.words import say

DEGREES = ("natural", "steady", "windy")


@pytest.mark.clause("SP-R15")
def test_hands_are_natural_unless_the_table_says_otherwise() -> None:
    assert lido.new("splash").options["hand"] == "natural"
    for degree in DEGREES:
        game = lido.new("splash", options={"hand": degree})
        assert game.options["hand"] == lido.replay(game.record()).options["hand"] == degree
    with pytest.raises(lido.BadSetup) as refusal:
        lido.new("splash", options={"hand": "drunk"})
    assert refusal.value.code == "match.option-value"


@pytest.mark.parametrize("degree", DEGREES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_degree_has_a_name_and_a_sentence(degree: str, language: str) -> None:
    assert say("splash.option-hand", language)
    assert say(f"splash.option-hand-{degree}", language)
    assert say(f"splash.option-hand-{degree}-about", language).endswith(".")

"""Without a card: its code, run by this processor, does the same as the processor's own, and nothing undefined."""

import json
from pathlib import Path

import numpy as np
import pytest

import lido
from lido import target, vector
from tests.adapters.setups import Setup, every_record
from tests.card.native import checked

CACHE = Path(__file__).parents[2] / "build" / "card-cache"
GAMES, STEPS = 64, 400


@every_record
def test_the_code_for_a_card_does_as_the_processor_does(setup: Setup, tmp_path: Path) -> None:
    file = tmp_path / "played.npz"
    given = [setup.game, str(setup.players), json.dumps(setup.options), str(GAMES), str(STEPS), str(file)]
    assert target.run("tests.card.native", given, CACHE).returncode == 0
    played = np.load(file)
    envs = vector.make(setup.game, players=setup.players, options=setup.options, n=GAMES, seed=1)
    for _ in range(STEPS):
        envs.step(envs.sample())
    for name, array in envs._games.arrays.items():
        expected = array.view(np.uint8) if array.dtype.names else array
        assert np.array_equal(played[name].reshape(-1), expected.reshape(-1)), name
    assert played["found"].tolist() == [0, 0], "shifts too far, and bits of nothing looked for"
    assert played["ended"] > 0


def test_every_shift_and_every_search_for_a_bit_is_checked() -> None:
    text = "  %a = shl i64 %x, %y\n  %b = ashr i8 %z, %w\n  %c = shl i64 %x, 3\n"
    text += "  %d = call i64 @llvm.cttz.i64(i64 %x, i1 true)\n  %e = call i64 @llvm.cttz.i64(i64 %x, i1 false)\n"
    found = checked(text)
    assert found.count("call void @lido_shifts") == 2
    assert found.count("call void @lido_looks") == 1


def test_without_a_card_a_sentence_says_so() -> None:
    with pytest.raises(lido.BadSetup, match="There is no device gpu: it is one of cpu, cuda"):
        vector.make("le-plouf", n=2, device="gpu")

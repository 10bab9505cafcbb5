"""Games on a card without one: what the driver is asked for, what other libraries are handed, and what is said."""

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lido
from lido import target, vector
from lido.batch import generators
from lido.card import CardArray, arrays, code, driver, games
from tests.card.fake import FakeDriver
from tests.card.test_native import CACHE

N = 300


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[FakeDriver]:
    """For one test, a driver without a card, and no code for it."""
    made = FakeDriver()
    ptx = tmp_path / "empty.ptx"
    ptx.touch()
    monkeypatch.setattr(driver, "_library", lambda: made)
    monkeypatch.setattr(games, "ptx_file", lambda shown, players: ptx)
    driver.card.cache_clear()
    yield made
    driver.card.cache_clear()


class Elsewhere:
    """An array of another library on the card."""

    def __init__(self, array: CardArray) -> None:
        self.array = array

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.array.__dlpack_device__()

    def __dlpack__(self, **asked: Any) -> Any:
        return self.array.__dlpack__(**asked)


def made() -> vector.VectorEnv:
    return vector.make("le-plouf", n=N, seed=1, device="cuda")


def test_all_games_are_launched_with_the_arrays_that_are_handed_out(fake: FakeDriver) -> None:
    envs = made()
    held = envs._games.arrays
    gc.collect()
    observations, rewards, *_ = envs.step(envs.sample())
    assert [launch.name for launch in fake.launches] == ["begin", "draw", "advance"]
    for launch in fake.launches:
        assert launch.blocks * launch.threads >= N > (launch.blocks - 1) * launch.threads
        assert launch.values[: len(held)] == [array.address for array in held.values()]
        assert launch.values[-1] == N
    assert (observations.shape, observations.dtype) == ((N, *envs.observation_shape), np.uint8)
    assert observations.address == held["observations"].address
    assert rewards.shape == (N, 2)
    assert np.array_equal(held["rngs"].numpy(), generators(1, N))


def test_moves_may_come_from_numpy_or_from_another_library(fake: FakeDriver) -> None:
    envs = made()
    envs.step(np.arange(N))
    given, narrow = fake.launches[-1].values[-4:-2]
    assert (given, narrow) == (envs.sample().address, 0)
    assert envs.sample().numpy().tolist() == list(range(N))
    for kind, is_narrow in ((np.int64, 0), (np.int32, 1)):
        theirs = CardArray(driver.card(), (N,), np.dtype(kind))
        envs.step(Elsewhere(theirs))
        assert fake.launches[-1].values[-4:-2] == [theirs.address, is_narrow]


def test_moves_of_another_shape_or_kind_are_refused(fake: FakeDriver) -> None:
    envs = made()
    for shape, kind in (((N - 1,), np.int64), ((N,), np.int16), ((N,), np.float32), ((N, 1), np.int64)):
        with pytest.raises(lido.BadSetup):
            envs.step(Elsewhere(CardArray(driver.card(), shape, np.dtype(kind))))
    with pytest.raises(lido.BadSetup):
        envs.step([0])
    assert [launch.name for launch in fake.launches] == ["begin"]


def test_an_illegal_move_is_told_by_a_later_call_and_once(fake: FakeDriver) -> None:
    envs = made()
    assert isinstance(envs._games, games.CardGames)
    envs._games._refused.value = 7
    with pytest.raises(lido.IllegalMove, match="A move was not legal in game 7"):
        envs.wait()
    envs.wait()


def test_what_is_handed_over_is_the_memory_itself_and_lives_as_long_as_it_is_held(fake: FakeDriver) -> None:
    array = CardArray(driver.card(), (3, 4), np.dtype(np.bool_))
    array.fill_from(np.eye(3, 4, dtype=np.bool_))
    address = array.address
    found = arrays.borrowed(array)
    assert found == (address, (3, 4), "b1", True)
    capsule = array.__dlpack__()
    del array
    gc.collect()
    assert address in fake.held
    del capsule
    gc.collect()
    assert address not in fake.held
    assert not arrays._lent


def test_a_copy_or_another_device_is_not_handed_over(fake: FakeDriver) -> None:
    array = CardArray(driver.card(), (3,), np.dtype(np.int64))
    for asked in ({"copy": True}, {"dl_device": (1, 0)}):
        with pytest.raises(BufferError):
            array.__dlpack__(**asked)


def test_without_a_driver_or_a_card_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch, fake: FakeDriver) -> None:
    fake.start = 100
    with pytest.raises(lido.BadSetup, match=r"no graphics card of NVIDIA .*no CUDA-capable device is detected"):
        made()
    monkeypatch.undo()
    monkeypatch.setattr(driver, "LIBRARIES", ("no such library",))
    driver.card.cache_clear()
    with pytest.raises(lido.BadSetup, match="needs an NVIDIA driver, and none was found"):
        made()


def test_an_unknown_device_is_refused() -> None:
    with pytest.raises(lido.BadSetup, match="There is no device gpu: it is one of cpu, cuda"):
        vector.make("le-plouf", n=2, device="gpu")


def test_a_game_of_another_package_becomes_code_for_a_card(tmp_path: Path) -> None:
    file = tmp_path / "cannonball.ptx"
    assert target.run("lido.card.build", ["lido.planes:encoding", "cannonball", "3", str(file)], CACHE).returncode == 0
    text = file.read_text()
    assert all(f".entry {name}(" in text for name in code.KERNELS)
    assert ".extern" not in text, "something is called that is not there"

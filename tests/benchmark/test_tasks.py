"""The tasks of the benchmark: what they measure is what they say, and a player is told no secret."""

import hashlib
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lido
from lido.benchmark import Entrant, Score, board, entrant, run, tasks
from lido.benchmark.evolve import evolve
from lido.benchmark.net import Net, NetPlayer, load
from lido.benchmark.tasks import SPLITS
from lido.games.le_plouf.benchmark import POSITIONS as SOLVED
from lido.games.le_plouf.benchmark import positions as solved_positions
from lido.games.le_plouf.perfect import exact
from lido.games.plouf_party.benchmark import FIELD, Searcher, positions, surprise
from lido.match import PlayerView
from lido.planes import encoding

ROOT = Path(__file__).parents[2]


def entering(player: Any) -> Entrant:
    return Entrant("tested", lambda item, task: player)


class Best:
    """Plays by the solution."""

    def choose(self, player_view: PlayerView, *, ms: int | None = None, iterations: int | None = None) -> str:
        found = exact(player_view)
        assert found
        return max(found, key=lambda worth: worth.value).move


class Worst:
    def choose(self, player_view: PlayerView, *, ms: int | None = None, iterations: int | None = None) -> str:
        found = exact(player_view)
        assert found
        return min(found, key=lambda worth: worth.value).move


def test_every_task_has_its_splits() -> None:
    assert list(tasks()) == ["le-plouf-regret", "plouf-party-colours", "plouf-party-field", "splash-tower"]
    for task in tasks().values():
        assert tuple(task.items) == SPLITS
        assert task.items["test"] > 0


@pytest.mark.parametrize(
    ("task", "player"),
    [
        ("le-plouf-regret", "random"),
        ("plouf-party-colours", "random"),
        ("plouf-party-colours", "ppo"),
        ("plouf-party-field", "ppo"),
    ],
)
def test_a_score_is_the_same_again(task: str, player: str) -> None:
    one, two = (run(tasks()[task], entrant(player), "validation", 3) for _ in range(2))
    assert one.score == pytest.approx(two.score, abs=1e-4)  # the sums of a network may differ in their last digits
    assert math.isfinite(one.score)
    assert one.items == 3


class Copying:
    """Plays as the weakest of the field does, and keeps what it was shown."""

    def __init__(self) -> None:
        self._player = Searcher(FIELD[-1], "copy")
        self.moves: tuple[str, ...] = ()

    def choose(self, player_view: PlayerView, *, ms: int | None = None, iterations: int | None = None) -> str:
        self.moves = player_view.moves
        return self._player.choose(player_view)


def test_the_field_plays_as_it_always_has() -> None:
    """If this fails, the field is another one: raise the version of the task, measure its scores again."""
    task, told = tasks()["plouf-party-field"], []
    for item in range(4):
        player = Copying()
        task.measure(entering(player), task, "validation", item)
        told.append(" ".join(player.moves))
    assert hashlib.sha256("\n".join(told).encode()).hexdigest()[:16] == "7350add3c92e7be8"
    assert task.version == 3


def test_perfect_play_gives_nothing_away() -> None:
    task = tasks()["le-plouf-regret"]
    assert run(task, entering(Best()), "test", 60).score == 0
    assert run(task, entering(Worst()), "test", 60).score >= 1


def test_the_positions_of_le_plouf_are_different_and_in_both_phases() -> None:
    for split, count in SOLVED.items():
        assert len(solved_positions(split)) == count
    found = solved_positions("test")
    assert len(set(found)) > 0.8 * len(found)
    shared = {text for text in set(found) & set(solved_positions("validation")) if sum(map(str.isalpha, text)) > 7}
    assert len(shared) < 10  # with few pawns on the board there are few positions
    assert found[0] == lido.new("le-plouf").position()


class Knowing:
    """Says one colour of each opponent, by a table that the test has made."""

    def __init__(self, tokens: list[str], shift: int) -> None:
        self.tokens, self.shift = tokens, shift
        self.views: list[PlayerView] = []

    def colours(self, player_view: PlayerView) -> dict[int, dict[str, float]]:
        self.views.append(player_view)
        letters = "ROYGBP"
        unknown = [seat for seat in range(1, 5) if player_view.observation.tokens[seat - 1] < 0]
        return {
            seat: {letters[(letters.index(self.tokens[seat - 1]) + self.shift) % 6]: 1.0}
            | dict.fromkeys((letter for letter in letters), 0.0)
            | {letters[(letters.index(self.tokens[seat - 1]) + self.shift) % 6]: 1.0}
            for seat in unknown
        }


def test_who_knows_the_colours_is_not_surprised_and_who_is_wrong_is() -> None:
    task = tasks()["plouf-party-colours"]
    tokens = positions("test")[0]["deal"]["tokens"]
    right, wrong = Knowing(tokens, 0), Knowing(tokens, 1)
    assert surprise(entering(right), task, "test", 0) < 0.01
    assert surprise(entering(wrong), task, "test", 0) > 6
    (view,) = right.views
    known = [token for token in view.observation.tokens[:4].tolist() if token >= 0]
    assert len(known) < 4  # it was asked without being told


def test_rules_alone_hold_all_that_is_possible_to_be_as_likely() -> None:
    score = run(tasks()["plouf-party-colours"], entrant("random"), "validation", 5).score
    assert math.log(2) < score < math.log(6)


def test_unknown_tasks_players_and_splits_are_refused() -> None:
    task = tasks()["le-plouf-regret"]
    for name in ("nobody", "no_such_module:Player", "lido:NoSuchPlayer"):
        with pytest.raises(lido.BadSetup):
            entrant(name)
    with pytest.raises(lido.BadSetup, match="There is no split exam"):
        run(task, entrant("random"), "exam")


def scored(player: str, score: float, task: str = "le-plouf-regret") -> Score:
    return Score(task, tasks()[task].version, "test", player, score, 0.01, 600, 3.0)


def test_a_score_of_a_level_names_the_network_of_its_game() -> None:
    network = Path(lido.__file__).parent / "games" / "le_plouf" / "data" / "network.npz"
    begins = hashlib.sha256(network.read_bytes()).hexdigest()[:8]
    task = tasks()["le-plouf-regret"]
    assert [run(task, entrant(level), "test", 1).network for level in ("random", "gentle")] == ["", begins]
    assert run(tasks()["splash-tower"], entrant("gentle"), "test", 1).network == ""


def test_a_leaderboard_keeps_one_line_of_each_player_and_shows_the_best_first(tmp_path: Path) -> None:
    file = tmp_path / "new" / "board.csv"
    board.add(file, [scored("one", 0.5), scored("two", 0.2)], "0.1", "me")
    board.add(file, [scored("one", 0.1), scored("high", 0.4, "plouf-party-field")], "0.2", "you")
    lines = board.read(file)
    assert [(line["player"], line["score"], line["by"]) for line in lines] == [
        ("two", "0.2000", "me"),
        ("one", "0.1000", "you"),
        ("high", "0.4000", "you"),
    ]
    shown = board.table(lines, tasks())
    assert shown.index("| one | 0.1000 ± 0.0100") < shown.index("| two |") < shown.index("| high |")
    file.write_text("a,b\n")
    with pytest.raises(lido.BadSetup, match="is no leaderboard"):
        board.read(file)


def test_the_leaderboard_of_the_project_has_whole_scores_of_tasks_that_there_are() -> None:
    lines = board.read(ROOT / "benchmark" / "leaderboard.csv")
    assert {line["task"] for line in lines} == set(tasks())
    for line in lines:
        task = tasks()[line["task"]]
        assert int(line["version"]) <= task.version
        assert int(line["items"]) == task.items["test"] or int(line["version"]) < task.version
        assert math.isfinite(float(line["score"]))
        assert float(line["within"]) >= 0
        assert line["by"]


def test_a_network_is_kept_and_plays(tmp_path: Path) -> None:
    chance = np.random.default_rng(1)
    size = encoding("le-plouf", 2).size
    shapes = [(8, size), (8,), (8, 8), (8,), (337, 8), (337,)]
    net = Net(*(chance.normal(size=shape).astype(np.float32) for shape in shapes))
    net.save(tmp_path / "net.npz")
    again = load(tmp_path / "net.npz")
    match = lido.new("le-plouf", seed=1)
    for seed in range(20):
        assert match.turn
        player_view = match.player_view(match.turn)
        odds = NetPlayer(again, seed).odds(player_view)
        assert sum(odds.values()) == pytest.approx(1, abs=1e-4)
        assert NetPlayer(again, seed).choose(player_view) in match.legal_moves()
        match.play(NetPlayer(net, seed, greedy=True).choose(player_view))


def test_evolution_climbs() -> None:
    found = evolve(lambda numbers, _: -float(((numbers - 0.5) ** 2).sum()), 3, seconds=0.2)
    assert np.abs(found.middle - 0.5).max() < 0.1
    assert len(found.scores) == len(found.seconds) > 3


def test_the_command_lists_tasks_and_refuses_with_a_sentence() -> None:
    def asked(*given: str) -> Any:
        return subprocess.run(
            [sys.executable, "-m", "lido.benchmark", *given], capture_output=True, text=True, check=False
        )

    assert "splash-tower (version 1)" in asked("tasks").stdout
    refused = asked("run", "--task", "nothing")
    assert refused.returncode == 2
    assert refused.stderr.startswith("There is no task nothing")

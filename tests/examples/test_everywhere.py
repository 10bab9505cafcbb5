"""The games of examples/, installed as packages of their own, in every part of Lido."""

import json
import tomllib
from pathlib import Path

import pyspiel
import pytest
from pettingzoo.test import api_test

import lido
from lido import bots, pictures, vector, words
from lido.adapters import openspiel, pettingzoo
from lido.cli.engine import Session, reply
from lido.games import find
from tests.cli.conftest import Lido, data
from tests.cli.conftest import lido as run_lido
from tests.server.service import Service, Socket, Visitor, play_out, run

__all__ = ["data", "run_lido"]  # fixtures

ROOT = Path(__file__).parents[2]
PROJECTS = [tomllib.loads(file.read_text("utf-8")) for file in sorted(ROOT.glob("examples/*/pyproject.toml"))]
GAMES = [game for project in PROJECTS for game in project["project"]["entry-points"]["lido.games"]]

every_game = pytest.mark.parametrize("game", GAMES)


def test_there_is_an_example() -> None:
    assert GAMES


@every_game
def test_it_is_a_game_like_any_other(game: str) -> None:
    assert game in [known.id for known in lido.games()], "make test installs the packages of examples/"
    for language in words.LANGUAGES:
        assert words.say(f"{game}.name", language) != game
    match = lido.new(game, seed=1)
    assert bots.hint(match.player_view(1))[0] in match.legal_moves()
    assert pictures.svg(match.view(1)).startswith("<svg")


@every_game
def test_a_person_plays_a_bot_in_the_terminal(run_lido: Lido, game: str, data: Path) -> None:
    """The person tries every move in turn, again and again: those that are not legal are refused."""
    typed = "\n".join(sorted({move for seed in range(20) for move in random_game(game, seed).moves}))
    shown = run_lido("play", game, "--seats", "person,club", "--seed", "1", lines=f"help\n{typed}\n" * 20)
    assert shown.exit_code == 0, shown.stderr
    assert words.say(f"{game}.name", "en") in shown.stdout
    (kept,) = (data / "games").glob("*.json")
    assert lido.replay(kept.read_bytes()).result


def random_game(game: str, seed: int) -> lido.Match:
    match, bot = lido.new(game, seed=seed), bots.bot("random", seed)
    while match.turn:
        match.play(bot.choose(match.player_view(match.turn)))
    return match


@every_game
def test_it_is_watched_and_drawn(run_lido: Lido, game: str, tmp_path: Path) -> None:
    for language in words.LANGUAGES:
        shown = run_lido("watch", game, "--seed", "1", "--pictures", str(tmp_path / language), "--lang", language)
        assert shown.exit_code == 0, shown.stderr
        assert "'event-" not in shown.stdout, "a kind of event has no words"
    assert len(list((tmp_path / "en").glob("*.svg"))) == len(
        lido.replay((tmp_path / "en/game.json").read_bytes()).moves
    )
    assert run_lido("verify", str(tmp_path / "en/game.json")).exit_code == 0
    assert run_lido("replay", str(tmp_path / "en/game.json"), lines="3\nb\nq\n").exit_code == 0


@every_game
def test_it_has_an_arena_and_a_report(run_lido: Lido, game: str, tmp_path: Path) -> None:
    arena = run_lido("arena", game, "--players", "random", "club", "--games", "6", "--iterations", "5")
    assert arena.exit_code == 0, arena.stderr
    assert "club" in arena.stdout
    page = tmp_path / "page.html"
    report = run_lido("report", game, "--games", "1", "--iterations", "2", "--out", str(page), "--lang", "fr")
    assert report.exit_code == 0, report.stderr
    assert words.say(f"{game}.name", "fr") in page.read_text("utf-8")


@every_game
def test_it_is_played_many_times_at_once(game: str) -> None:
    for players in find(game).players:
        envs = vector.make(game, players=players, n=64, seed=1)
        ended = 0
        for _ in range(60):
            _, rewards, terminations, _, _ = envs.step(envs.sample())
            assert rewards[terminations].sum(axis=1) == pytest.approx(1)
            ended += terminations.sum()
        assert ended >= 64


@every_game
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_it_is_an_environment_of_pettingzoo(game: str) -> None:
    for players in find(game).players:
        api_test(pettingzoo.env(game, players=players), num_cycles=60)


@every_game
def test_it_is_a_game_of_openspiel(game: str) -> None:
    for players in find(game).players:
        pyspiel.random_sim_test(openspiel.load(game, players=players), num_sims=3, serialize=True, verbose=False)


@every_game
def test_the_engine_plays_it(game: str) -> None:
    session = Session()

    def asked(**message: object) -> dict[str, object]:
        answer: dict[str, object] = json.loads(reply(json.dumps(message).encode(), session))
        assert "error" not in answer, answer
        return answer

    asked(do="new", game=game, seed=1)
    worths = asked(do="analyse")["moves"]
    assert [worth["move"] for worth in worths] == asked(do="legal")["moves"]  # type: ignore[attr-defined]
    while not asked(do="result")["over"]:
        asked(do="play", move=asked(do="go", level="club", iterations=10, seed=1)["move"])
        asked(do="view", seat=1)
    assert asked(do="record")["record"]


@every_game
def test_it_is_served(game: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        with Service(tmp_path / "service.db") as service:
            async with Visitor(service) as host, Visitor(service) as guest:
                cards = {card["id"]: card for card in (await host.asked("GET", "/api/games"))["games"]}
                assert game in cards
                table = await host.table(game, 3, bots={"3": "club"})
                sockets = [await host.at(table), await guest.at(table)]
                for seat, socket in enumerate(sockets, start=1):
                    await socket.do("sit", seat=seat)
                await play_out(*sockets)
                _hidden(sockets)
                record = await host.asked("GET", f"/api/tables/{table}/record")
                assert lido.replay(record).result

    run(scenario)


def _hidden(sockets: list[Socket]) -> None:
    """No socket was ever sent the view of the other one's seat while the game went on."""
    for seat, socket in enumerate(sockets, start=1):
        seen = {number for message in socket.heard for number in (message.get("views") or {})}
        assert seen <= {str(seat), "0"}

"""Prints random moves and search iterations a second, in Chromium and by Numba, and the time to a first move."""

import shutil
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from playwright.sync_api import Page, sync_playwright
from tests.chromium import launched

import lido
from lido import loops
from lido.bots.levels import LEVELS, Searcher
from lido.game import RecordGame
from lido.registry import own
from lido.rng import seeded

ROOT = Path(__file__).parents[2]
SERVED = ROOT / "build" / "bench" / "site"
ROUNDS = 7
"""The two are measured in turns, and the best of each counts: the one least disturbed by the rest of the machine."""
PLAYOUTS, LIMIT, ITERATIONS = 5_000, 1_000, 20_000


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


def main() -> None:
    """Measure every game that comes with Lido."""
    _gather()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(SERVED)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/"
    print("Chromium, Numba and their ratio: random moves/s, then iterations/s; then the first move of a bot")
    with sync_playwright() as playwright:
        browser = launched(playwright)
        for game in lido.games():
            if isinstance(game, RecordGame) and game.id in own():
                first = _first_move(browser.new_page(), address, game)
                page = browser.new_page()
                page.goto(address)
                moves = _best(partial(_random_moves, game), partial(_random_moves_in, page, game))
                searched = _best(partial(_iterations, game), partial(_iterations_in, page, game))
                print(f"{game.id:16}{_shown(*moves)}{_shown(*searched)}{first:9.0f} ms")
        browser.close()
    server.shutdown()


def _shown(numba: float, browser: float) -> str:
    return f"{browser:14,.0f}{numba:14,.0f}{browser / numba:7.2f}"


def _gather() -> None:
    """The package, with modules that can also play random games."""
    shutil.rmtree(SERVED, ignore_errors=True)
    shutil.copytree(ROOT / "build" / "lido-js", SERVED / "lido")
    shutil.copytree(ROOT / "build" / "bench" / "browser", SERVED / "games")
    shutil.copy(Path(__file__).with_name("measure.js"), SERVED / "measure.js")
    (SERVED / "index.html").write_text("<!doctype html><title>Lido</title>", "utf-8")


def _best(numba: Any, browser: Any) -> tuple[float, float]:
    """The best of both, which must have found the same."""
    both = [(numba(), browser()) for _ in range(ROUNDS)]
    assert all(one[1] == other[1] for one, other in both), "the browser found something else"
    return max(one[0] for one, _ in both), max(other[0] for _, other in both)


def _asked(page: Page, function: str, given: dict[str, Any]) -> Any:
    return page.evaluate(f"async (given) => (await import('/measure.js')).{function}(given)", given)


def _first_move(page: Page, address: str, game: RecordGame) -> float:
    """On a page that has loaded nothing yet."""
    page.goto(address)
    found: float = _asked(page, "firstMove", {"game": game.id, "players": game.players[0]})
    return found


def _random_moves(game: RecordGame) -> tuple[float, int]:
    rules = game.rules
    played = rules.specialised(loops.playouts, playout=rules.specialised(loops.playout))
    states, moves = np.zeros(2, dtype=rules.dtype), np.zeros(rules.most_moves, dtype=np.int16)
    states[0] = lido.new(game.id, players=game.players[0], seed=1).player_view(1).observation
    played(states, 0, LIMIT, moves, seeded(1))
    rng, begun = seeded(1), perf_counter()
    count = int(played(states, PLAYOUTS, LIMIT, moves, rng))
    return count / (perf_counter() - begun), count


def _random_moves_in(page: Page, game: RecordGame) -> tuple[float, int]:
    sizes = {"mostMoves": game.rules.most_moves, "record": game.rules.dtype.itemsize}
    given = {"game": game.id, "players": game.players[0], "games": PLAYOUTS, "limit": LIMIT, "seed": str(seeded(1)[0])}
    speed, count = _asked(page, "randomMoves", given | sizes)
    return speed, count


def _iterations(game: RecordGame) -> tuple[float, list[int]]:
    player_view = lido.new(game.id, players=game.players[0], seed=1).player_view(1)
    Searcher(LEVELS["expert"], 1, 1).think(player_view, iterations=1)
    searcher, begun = Searcher(LEVELS["expert"], 1, 1), perf_counter()
    found = searcher.think(player_view, iterations=ITERATIONS)
    return ITERATIONS / (perf_counter() - begun), [each.visits for each in found.values()]


def _iterations_in(page: Page, game: RecordGame) -> tuple[float, list[int]]:
    given = {"game": game.id, "players": game.players[0], "count": ITERATIONS}
    speed, visits = _asked(page, "iterations", given)
    return speed, visits


if __name__ == "__main__":
    main()

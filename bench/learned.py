"""One `expert` with its network among `expert`s without one, as they were before: `python -m bench.learned GAME`.

Everybody has one thread and the same processor time for a move, whatever else the machine does, and the seats rotate.
Each finished game is a line in a file (`--out`): the same command goes on where it was stopped, and games with another
network do not count. Deals with the seed "learned" were used for nothing else. With `--network FILE` the one has the
network in that file, an exploiter's for example, and the others are `expert` as it is.
"""

import argparse
import hashlib
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import msgspec

import lido
from lido.bots.config import search_config
from lido.bots.search import Search
from lido.game import RecordGame
from lido.lab.estimates import mean
from lido.match import Match
from lido.network import Network, read
from lido.registry import folder

SEED = "learned"
PROCESSOR = SimpleNamespace(monotonic=time.thread_time)
"""The clock that the search looks at."""


class Game(msgspec.Struct, frozen=True):
    """A finished game."""

    number: int
    payoff: float
    """What the one with a network of its own was paid."""
    reason: str
    moves: int
    accused: int
    """How often it accused somebody, and how often it was right."""
    right: int
    network: str
    """How the SHA-256 of its network begins."""


def chosen(match: Match, search: Search, ms: int) -> str:
    """The move that a search has tried most."""
    assert match.turn
    assert isinstance(match.game, RecordGame)
    player_view = match.player_view(match.turn)
    legal = match.game.legal(player_view.observation)
    found = search.think(match.game, player_view, seconds=ms / 1000, iterations=None) if len(legal) > 1 else {}
    move = max(found, key=lambda each: (found[each].visits, found[each].paid)) if found else legal[0]
    return match.game.move_text(player_view.observation, move)


def searching_with(network: Network | None) -> AbstractContextManager[object]:
    """Let a search take this network, or the one that comes with its game."""
    return patch("lido.bots.search.shipped", lambda game: network) if network else nullcontext()


def network_of(game: str, file: Path | None) -> Path:
    """The file of the network that the one has: that given, or else the one that comes with the game."""
    here = folder(game)
    assert here
    return file or here / "data" / "network.npz"


def beginning(file: Path) -> str:
    """How the SHA-256 of a file begins."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:8]


def played(game: str, players: int, ms: int, number: int, file: Path | None = None) -> Game:
    """Play game `number`; the seat with a network, that in the `file` if one is given, rotates."""
    match = lido.new(game, players=players, seed=f"{SEED}/{number}")
    assert isinstance(match.game, RecordGame)
    own = number % players + 1
    config, others = search_config(match.game), search_config(match.game, learned=file is not None)
    searches = {
        seat: Search(config if seat == own else others, f"{number}/{seat}", 1) for seat in range(1, players + 1)
    }
    brought = read(file) if file else None
    counts: Counter[str] = Counter()
    while seat := match.turn:
        with patch("lido.bots.search.time", PROCESSOR), searching_with(brought if seat == own else None):
            move = chosen(match, searches[seat], ms)
        events = match.play(move)
        if seat == own and move.startswith("accuse"):
            counts["accused"] += 1
            counts["right"] += not any(event["event"] == "eliminate" and event["seat"] == own for event in events)
    assert match.result
    return Game(
        number,
        match.result.payoffs[own - 1],
        match.result.reason,
        len(match.moves),
        counts["accused"],
        counts["right"],
        beginning(network_of(game, file)),
    )


def kept(file: Path, network: str) -> list[Game]:
    """The games in the file that were played with this network."""
    lines = file.read_bytes().splitlines() if file.exists() else []
    games = (msgspec.json.decode(line, type=Game) for line in lines)
    return [game for game in games if game.network == network]


def main() -> None:
    """Play what is missing, and say what came of all."""
    parser = argparse.ArgumentParser(prog="python -m bench.learned", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--ms", type=int, default=50)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--network", type=Path, help="let the one search with this network, and the others with theirs")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    network = beginning(network_of(given.game, given.network))
    done = {game.number for game in kept(given.out, network)}
    with ProcessPoolExecutor(given.processes) as pool, given.out.open("ab") as out:
        for future in [
            pool.submit(played, given.game, given.players, given.ms, number, given.network)
            for number in range(given.games)
            if number not in done
        ]:
            out.write(msgspec.json.encode(future.result()) + b"\n")
            out.flush()
    games = kept(given.out, network)
    payoff = mean([game.payoff for game in games])
    shares = payoff.value * given.players
    accused, right = sum(game.accused for game in games), sum(game.right for game in games)
    print(
        f"{given.game}, {given.players} players, {given.ms} ms, network {network}: {len(games)} games, "
        f"payoff {payoff.value:.3f} ({payoff.low:.3f}-{payoff.high:.3f}), {shares:.2f} even shares; "
        f"{right} of {accused} accusations right; {dict(Counter(game.reason for game in games))}"
    )


if __name__ == "__main__":
    main()

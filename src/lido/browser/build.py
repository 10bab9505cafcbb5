"""Writes what a browser needs of each game: a script, and a module of WebAssembly. Run by `python -m lido.browser`."""

import argparse
import gzip
import json
import warnings
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from numba.core.errors import NumbaWarning

from lido import bots, match, registry, rng
from lido.bots import levels, nodes, own
from lido.bots.config import search_config
from lido.browser import kernels, search, wasm
from lido.browser.image import Image, record_fields
from lido.browser.tables import Table, packed, table
from lido.game import RecordGame, Rules
from lido.games import find, needed_part, part
from lido.network import Network, game_with_memory, shipped
from lido.version import VERSION

CORE = {
    "Match": match.Match,
    "PlayerView": match.PlayerView,
    "new_": match.new,
    "replay": match.replay,
    "bot": bots.bot,
    "levels_for": bots.levels_for,
    "judged": bots.judged,
    "advised": bots.advised,
    "Searcher": levels.Searcher,
    "SEARCHERS": levels.LEVELS,
    "OwnBots": own.OwnBots,
    "seeded": rng.seeded,
    "VERSION": VERSION,
    "RecordGame": RecordGame,
    "Rules": Rules,
}
"""What all games share, by the name that `web/src/engine` uses."""


def own_record_games() -> list[str]:
    """The games that come with Lido and can be played in a browser."""
    return [game for game in registry.own() if isinstance(find(game), RecordGame)]


def build(out: Path, games: list[str], *, playouts: bool = False) -> None:
    """Write the script that all games share, and the script and the module of each of these.

    With `playouts` the modules can also play random games, which only a benchmark needs.
    """
    for game in games:
        if not isinstance(find(game), RecordGame):
            raise SystemExit(f"{game}: only a game whose state is a record can be built for the browser.")
    out.mkdir(parents=True, exist_ok=True)
    _write(out / "core.js", _core()[1].encode())
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for content in pool.map(partial(_built, playouts=playouts), games):
            for name, part in content.items():
                _write(out / name, part)


def _core() -> tuple[Image, str]:
    """The part that all games share, and its text."""
    image = Image()
    return image, image.text(CORE)


def _built(name: str, *, playouts: bool) -> dict[str, bytes]:
    """The files of a game, by their names."""
    warnings.simplefilter("ignore", NumbaWarning)  # that large tables are not cached
    game = find(name)
    assert isinstance(game, RecordGame)
    core, _ = _core()
    image = Image(core)
    own = part(name, "browser")
    config = search_config(game)
    network = None if config.guided is None else shipped(name)
    exported = {"GAME": game, "OpponentModel": config.opponent_model, "BOTS": own.BOTS if own else None}
    exported["remembered"] = getattr(needed_part(name, "features"), "remembered", None) if network else None
    text = image.text(exported)
    functions = core.kernels | image.kernels
    given = own.tables() if own else []
    held = {type(each).__name__: table(each) for each in ([network, *given] if _read(functions, network) else given)}
    code = {name: kernels.code(function, game.rules.dtype, held) for name, function in functions.items()}
    code |= search.code(game) | (search.playouts(game) if playouts else {})
    facts = {
        "kernels": {name: kernels.described(function)._asdict() for name, function in functions.items()},
        "search": _search_facts(game),
        "tables": {name: _fields(each) for name, each in held.items()},
        "network": _fields(table(network)) if network else None,
        "ratings": {level: rated.mean for level, rated in bots.ratings(name).items()},
    }
    script = f"export const facts = {json.dumps(facts)};\n{text}"
    files = {f"{name}.js": script.encode(), f"{name}.wasm": wasm.linked(code)}
    kept = [network, *given] if network else given
    return files | ({f"{name}.tables": packed(kept)} if kept else {})


def _read(functions: Mapping[str, Any], network: Network | None) -> bool:
    """Whether some of the compiled functions that are called read the network, not only the search."""
    return any(type(network).__name__ in kernels.described(function).takes for function in functions.values())


def _fields(table: Table) -> list[dict[str, int]]:
    return [field._asdict() for field in table.fields]


def _search_facts(game: RecordGame) -> dict[str, Any]:
    config = search_config(game)
    return {
        "record": game.rules.dtype.itemsize,
        "mostMoves": game.rules.most_moves,
        "hidden": game.rules.hidden,
        "repetition": game.repetition,
        "exploration": config.exploration,
        "longest": config.longest,
        "grow": search.names(game),
        "guided": _guided_facts(game, config.guided) if config.guided is not None else None,
        "node": _layout(nodes.NODE),
        "edge": _layout(nodes.EDGE),
    }


def _guided_facts(game: RecordGame, exploration: float) -> dict[str, Any]:
    return {"record": game_with_memory(game).rules.dtype.itemsize, "exploration": exploration}


def _layout(dtype: Any) -> dict[str, Any]:
    """The size of a record, and where its fields are."""
    return {"size": dtype.itemsize, "at": {name: offset for name, _, offset, _ in record_fields(dtype)}}


def _write(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    print(f"{path.name:20}{len(gzip.compress(content)) / 1000:6.1f} kB gzipped")


def main() -> None:
    """Build the games that are named, or all that come with Lido."""
    parser = argparse.ArgumentParser(prog="python -m lido.browser", description=__doc__)
    parser.add_argument("out", type=Path, help="the folder to write to")
    parser.add_argument("games", nargs="*", metavar="game", help="ids of games, those of other packages too")
    parser.add_argument("--playouts", action="store_true", help="export what `bench/browser` measures")
    given = parser.parse_args()
    build(given.out, given.games or own_record_games(), playouts=given.playouts)


if __name__ == "__main__":
    main()

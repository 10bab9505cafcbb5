"""Nothing outside a game's own folder names a game.

`python -m tests.test_names [COMMIT]` counts the names in the working tree, or in a commit.
"""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from lido import registry

ROOT = Path(__file__).parents[1]
LOOKED_THROUGH = ("src", "web/src", "web/tools", "bench", "Makefile", "pyproject.toml")
TESTS = ".test.ts"
TEXT = (".py", ".ts", ".svelte", ".toml", ".css", ".json", ".html", "Makefile")
FOLDERS = ("src/lido/games/{module}/", "web/src/lib/boards/{id}/", "bench/games/{module}/")
"""Where the name of a game may be: in its folder for the engine, for the page and for benchmarks."""
BUILT = ("src/lido/page/", "web/src/generated/")
LANGUAGES = "src/lido/words/languages/"
"""A translator writes one file, with the sentences of all games."""
SPELLINGS = {
    "le-plouf": r"(?i:le[-_ ]?plouf)",
    "plouf-party": r"(?i:plouf[-_ ]?party)",
    "croc-pool": r"(?i:croc[-_ ]?pool|crocodile[-_ ]?pool[-_ ]?party)",
    "splash": r"(?<![A-Za-z])splash(?![a-z])|Splash(?![a-z])|SPLASH",
}
"""The id and the name of each game: as one word, with hyphens, underscores or spaces."""

Lines = Iterable[tuple[str, int, str]]


def named(file: str, line: str) -> list[str]:
    """The games that a line names outside of their folders."""
    found = [game for game, spelling in SPELLINGS.items() if re.search(spelling, line)]
    return [game for game in found if not _is_own(file, game)]


def _is_own(file: str, game: str) -> bool:
    module = game.replace("-", "_")
    return any(file.startswith(folder.format(id=game, module=module)) for folder in FOLDERS)


def hits(lines: Lines) -> list[str]:
    """`file:line: text` for every line that names a game outside of its folders."""
    return [f"{file}:{number}: {line.strip()}" for file, number, line in lines if named(file, line)]


def tree() -> Iterator[tuple[str, int, str]]:
    """Every line of the text files of the working tree that were not built."""
    for place in LOOKED_THROUGH:
        for path in sorted([ROOT / place, *(ROOT / place).rglob("*")]):
            file = path.relative_to(ROOT).as_posix()
            if path.is_file() and _is_looked_at(file) and not file.startswith(BUILT) and "/node_modules/" not in file:
                for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
                    yield file, number, line


def commit(name: str) -> Iterator[tuple[str, int, str]]:
    """Every line of the text files of a commit."""
    for file in _git("ls-tree", "-r", "--name-only", name, "--", *LOOKED_THROUGH).splitlines():
        if _is_looked_at(file):
            for number, line in enumerate(_git("show", f"{name}:{file}").splitlines(), start=1):
                yield file, number, line


def _is_looked_at(file: str) -> bool:
    return file.endswith(TEXT) and not file.endswith(TESTS) and not file.startswith(LANGUAGES)


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_every_game_of_lido_has_its_spellings() -> None:
    assert set(SPELLINGS) == set(registry.own())


def test_nothing_outside_a_games_folder_names_it() -> None:
    found = hits(tree())
    assert not found, f"{len(found)} lines name a game outside of its folder:\n" + "\n".join(found)


@pytest.mark.parametrize(
    "line",
    [
        'if game == "le-plouf":',
        "from lido.games import le_plouf",
        "class LePloufBoard:",
        "# as in Le Plouf for two",
        'lido.new("plouf-party", players=4)',
        "import PloufParty from './PloufParty.svelte'",
        "CROC_POOL = 3",
        "croc-pool.picture",
        "The crocodiles of Crocodile Pool Party",
        'GAMES = {"splash": 96}',
        "# How Splash! feels",
        "from lido.games.splash.physics import world",
        "class SplashTable:",
        "/practice/splash",
    ],
)
def test_a_name_is_noticed_wherever_it_is_planted(line: str) -> None:
    for file in ("src/lido/match.py", "web/src/pages/Home.svelte", "web/tools/words.py", "bench/duel.py", "Makefile"):
        assert hits([(file, 7, f"    {line}")]) == [f"{file}:7: {line}"]


@pytest.mark.parametrize("game", sorted(SPELLINGS))
def test_a_game_may_name_itself_in_its_own_folders_but_not_another_game(game: str) -> None:
    module = game.replace("-", "_")
    for folder in FOLDERS:
        file = folder.format(id=game, module=module) + "file.py"
        assert not hits([(file, 1, f'"{game}"')])
        assert all(hits([(file, 1, f'"{other}"')]) for other in SPELLINGS if other != game)


@pytest.mark.parametrize("line", ["plouf!", "the pool is full", "a splashing sound", "unsplash", "crocodile"])
def test_other_words_are_no_names(line: str) -> None:
    assert not hits([("src/lido/match.py", 1, line)])


if __name__ == "__main__":
    counted = hits(commit(sys.argv[1]) if len(sys.argv) > 1 else tree())
    print(*counted, f"{len(counted)} lines in {len({hit.split(':')[0] for hit in counted})} files", sep="\n")

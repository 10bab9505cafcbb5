"""Every sentence that Lido says, in English and French, found by a code.

The sentences are in the `.toml` files beside this one (`match.toml` for what any game may
meet, `terminal.toml` for `lido play`, …) and in the `words.toml` of every game's package. An entry
has `en`, `fr` and, where a rule is behind it, the `clause` of the laws.
"""

import tomllib
import warnings
from functools import cache
from importlib.resources import files
from typing import Any, Final

from lido import registry

LANGUAGES: Final = ("en", "fr")
DECIMAL_SIGNS = {"en": ".", "fr": ","}

Entry = dict[str, str]


@cache
def catalogue() -> dict[str, Entry]:
    """All entries of all files, by code: `match.over` is `[over]` in `match.toml`.

    A game's own are under its id. A game cannot replace a sentence of Lido.
    """
    own = {
        f"{file.name.removesuffix('.toml')}.{name}": entry
        for file in files(__package__).iterdir()
        if file.name.endswith(".toml")
        for name, entry in tomllib.loads(file.read_text("utf-8")).items()
    }
    return {code: entry for game in registry.packages() for code, entry in _game_entries(game).items()} | own


def _game_entries(game: str) -> dict[str, Entry]:
    """The sentences of one game: none where its package has none, or where they cannot be read."""
    folder = registry.folder(game)
    if folder is None or not (file := folder / "words.toml").is_file():
        return {}
    try:
        return {f"{game}.{name}": entry for name, entry in tomllib.loads(file.read_text("utf-8")).items()}
    except (OSError, ValueError) as error:
        warnings.warn(f"The words of {game} cannot be read from {file}: {error}", stacklevel=2)
        return {}


def of_game(game: str, language: str) -> dict[str, str | list[str]]:
    """Every sentence of a game by its code: its text, or its text and its clause where it has one."""
    return {
        code: [entry[language], entry["clause"]] if "clause" in entry else entry[language]
        for code, entry in catalogue().items()
        if code.startswith(f"{game}.")
    }


def clause(code: str) -> str | None:
    """The clause of the laws behind a sentence."""
    return catalogue().get(code, {}).get("clause")


def say(code: str, language: str = "en", /, **facts: Any) -> str:
    """The sentence with that code, its `{places}` filled from `facts`, its clause at the end.

    Where a game of another package lacks the sentence in that language, its English one, or else
    a sentence that says what is missing and gives the facts.
    """
    entry = catalogue().get(code)
    if entry is None or "en" not in entry:
        game, _, name = code.partition(".")
        if game not in registry.packages() or game in registry.own():
            raise KeyError(code)
        if name == "name":
            return game
        told = ", ".join(f"{fact} {value}" for fact, value in facts.items())
        return say("match.no-words", language, game=game, name=name, facts=told or "–")
    sentence = entry.get(language, entry["en"]).format(**facts)
    return f"{sentence} ({entry['clause']})" if "clause" in entry else sentence


def number(value: float, digits: int, language: str) -> str:
    """A number with `digits` digits after the decimal sign."""
    return f"{value:.{digits}f}".replace(".", DECIMAL_SIGNS[language])

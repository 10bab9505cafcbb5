"""Every sentence Lido says, in English and French, found by a code.

The sentences are in the `.toml` files beside this one (`match.toml` for what any game may
meet, `terminal.toml` for `lido play`, …) and in the `words.toml` of every game's package. An entry
has `en`, `fr` and, where a rule is behind it, the `clause` of the laws.
"""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final

from lido import registry
from lido.registry import packages

LANGUAGES: Final = ("en", "fr")
DECIMAL_SIGNS = {"en": ".", "fr": ","}


@cache
def catalogue() -> dict[str, dict[str, str]]:
    """All entries of all files, by code: `le-plouf.corner` is `[corner]` in `le-plouf.toml`."""
    sections = {
        file.name.removesuffix(".toml"): file for file in files(__package__).iterdir() if file.name.endswith(".toml")
    }
    for game in packages():
        if (folder := registry.folder(game)) and (own := folder / "words.toml").is_file():
            sections[game] = own
    return {
        f"{section}.{name}": entry
        for section, file in sections.items()
        for name, entry in tomllib.loads(file.read_text("utf-8")).items()
    }


def of_game(game: str, language: str) -> dict[str, str | list[str]]:
    """Every sentence of a game by its code: its text, or its text and its clause where it has one."""
    return {
        code: [entry[language], entry["clause"]] if "clause" in entry else entry[language]
        for code, entry in catalogue().items()
        if code.startswith(f"{game}.")
    }


def clause(code: str) -> str | None:
    """The clause of the laws behind a sentence."""
    return catalogue()[code].get("clause")


def say(code: str, language: str = "en", /, **facts: Any) -> str:
    """The sentence with that code, its `{places}` filled from `facts`, its clause at the end."""
    entry = catalogue()[code]
    sentence = entry[language].format(**facts)
    return f"{sentence} ({entry['clause']})" if "clause" in entry else sentence


def number(value: float, digits: int, language: str) -> str:
    """A number with so many digits after the decimal sign."""
    return f"{value:.{digits}f}".replace(".", DECIMAL_SIGNS[language])

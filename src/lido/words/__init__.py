"""Every sentence that Lido says, in every language, found by a code.

The sentences are in the `.toml` files beside this one (`match.toml` for what any game may
meet, `terminal.toml` for `lido play`, …) and in the `words.toml` of every game's package. An entry
has `en`, `fr` and, where a rule is behind it, the `clause` of the laws. Every other language is one
file of `languages/`, with its name and all sentences by their codes.

A place `{count}` is filled with a fact. A place `{count:move|moves}` is the first word where the
fact is one of the language's `singular` numbers, and else the second.
"""

import re
import tomllib
import warnings
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from lido import registry

_FOLDER: Final = files(__package__) / "languages"
LANGUAGES: Final = tuple(
    sorted(
        (file.name.removesuffix(".toml") for file in _FOLDER.iterdir() if file.name.endswith(".toml")),
        key=lambda code: (code != "en", code),
    )
)
"""The codes of the languages, English first: one for each file of `languages/`."""
_FORMS: Final = re.compile(r"\{(\w+):([^{}|]*)\|([^{}|]*)\}")

Entry = dict[str, str]


class LanguageInfo(NamedTuple):
    """What a language's file says: the sentences are those that no other file has."""

    name: str
    """In the language itself."""
    locale: str
    decimal: str
    singular: frozenset[int]
    """The numbers that take the first of two forms."""
    sentences: dict[str, str]


@cache
def language_info(code: str) -> LanguageInfo:
    """One of `LANGUAGES`; ValueError for another."""
    if code not in LANGUAGES:
        raise ValueError(f"There is no language {code!r}. There are: {', '.join(LANGUAGES)}.")
    file = tomllib.loads(_FOLDER.joinpath(code + ".toml").read_text("utf-8"))
    sentences = {
        f"{section}.{name}": text
        for section, entries in file.items()
        if isinstance(entries, dict)
        for name, text in entries.items()
    }
    return LanguageInfo(file["name"], file["locale"], file["decimal"], frozenset(file["singular"]), sentences)


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
        code: [said, entry["clause"]] if "clause" in entry else said
        for code, entry in catalogue().items()
        if code.startswith(f"{game}.") and (said := text(code, language))
    }


def text(code: str, language: str) -> str | None:
    """The sentence with its places unfilled: in that language, or else in English; None where there is none."""
    entry = catalogue().get(code, {})
    return entry.get(language) or language_info(language).sentences.get(code) or entry.get("en")


def clause(code: str) -> str | None:
    """The clause of the laws behind a sentence."""
    return catalogue().get(code, {}).get("clause")


def say(code: str, language: str = "en", /, **facts: Any) -> str:
    """The sentence with that code, its `{places}` filled from `facts`, its clause at the end.

    Where a game of another package lacks the sentence in that language, its English one, or else
    a sentence that says what is missing and gives the facts.
    """
    sentence = text(code, language)
    if sentence is None:
        game, _, name = code.partition(".")
        if game not in registry.packages() or game in registry.own():
            raise KeyError(code)
        if name == "name":
            return game
        told = ", ".join(f"{fact} {value}" for fact, value in facts.items())
        return say("match.no-words", language, game=game, name=name, facts=told or "–")
    said = _filled(sentence, language, facts)
    return f"{said} ({behind})" if (behind := clause(code)) else said


def _filled(sentence: str, language: str, facts: dict[str, Any]) -> str:
    def form(place: re.Match[str]) -> str:
        return place[2] if facts[place[1]] in language_info(language).singular else place[3]

    return _FORMS.sub(form, sentence).format(**facts)


def number(value: float, digits: int, language: str) -> str:
    """A number with `digits` digits after the decimal sign."""
    return f"{value:.{digits}f}".replace(".", language_info(language).decimal)

"""Every sentence is there in both languages, says the same things, and is used."""

import ast
import pickle
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import lido
from lido import errors, registry, words

SOURCES = sorted(Path(lido.__file__).parent.rglob("*.py"))
PAGE = Path(__file__).parents[1] / "web" / "src"
PAGE_SOURCES = [file for file in sorted(PAGE.rglob("*.*")) if re.search(r"(?<!\.test)\.(ts|svelte)$", file.name)]
OTHERS = tuple(f"{game}." for game in registry.packages() if game not in registry.own())
ENTRIES = {code: entry for code, entry in words.catalogue().items() if not code.startswith(OTHERS)}
SECTIONS = {code.split(".")[0] for code in ENTRIES}
ANYTHING = "[a-z0-9-]+"
FILES = (".js", ".wasm")
"""Endings of files, which look like codes."""


def nodes() -> Iterator[ast.AST]:
    for file in SOURCES:
        yield from ast.walk(ast.parse(file.read_text("utf-8")))


def literal_codes() -> set[str]:
    """Whatever text in the sources reads like a code: `match.over`."""
    code = re.compile(rf"({'|'.join(SECTIONS)})\.[a-z-]*[a-z]")
    constants = (node.value for node in nodes() if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return {text for text in (*constants, *page_texts()) if code.fullmatch(text)}


def page_texts() -> Iterator[str]:
    """Whatever stands between quotation marks in the sources of the page, a place `${…}` in it as `*`."""
    for file in PAGE_SOURCES:
        for _, text in re.findall(r"""(["`'])((?:(?!\1).)*)\1""", file.read_text("utf-8")):
            yield re.sub(r"\$\{(?:[^{}]|\{[^{}]*\})*\}", "*", text)


def composed_codes() -> set[str]:
    """A pattern for each code that the sources compose: `f"{game}.event-{kind}"`, or `f"terminal.{name}"`."""
    told = set(page_texts())
    for node in nodes():
        if isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
            told.add("".join("*" if part is None else str(part) for part in parts))
    form = rf"({'|'.join(SECTIONS)}|\*)\.[a-z*-]+"
    told = {text for text in told if "*" in text and not text.endswith(FILES)}
    composed = {text for text in told if re.fullmatch(form, text)} - {"*.*"}
    return {re.escape(text).replace(r"\*", ANYTHING) for text in composed}


def places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def faults(entry: dict[str, str]) -> str | None:
    """What is wrong with an entry, if anything."""
    if set(entry) - {"clause"} != set(words.LANGUAGES):
        return f"has {sorted(entry)}, not a sentence in each language"
    if not all(entry[language].strip() for language in words.LANGUAGES):
        return "has an empty sentence"
    if places(entry["en"]) != places(entry["fr"]):
        return f"fills {sorted(places(entry['en']))} in English and {sorted(places(entry['fr']))} in French"
    return None


def test_every_entry_says_the_same_in_both_languages() -> None:
    assert {code: fault for code, entry in ENTRIES.items() if (fault := faults(entry))} == {}


@pytest.mark.parametrize(
    "entry",
    [
        {"en": "It is over."},
        {"en": "It is over.", "fr": " "},
        {"en": "{seat} won.", "fr": "{place} a gagné."},
        {"en": "It is over.", "fr": "C'est fini.", "de": "Es ist aus."},
    ],
)
def test_an_entry_that_does_not_is_found(entry: dict[str, str]) -> None:
    assert faults(entry)


def test_every_code_in_the_sources_has_an_entry() -> None:
    assert literal_codes() - ENTRIES.keys() == set()
    for pattern in composed_codes():
        assert any(re.fullmatch(pattern, code) for code in ENTRIES), pattern


def test_every_entry_is_used() -> None:
    patterns = composed_codes()
    unused = ENTRIES.keys() - literal_codes()
    assert sorted(code for code in unused if not any(re.fullmatch(pattern, code) for pattern in patterns)) == []


def speaks(called: ast.expr) -> bool:
    """Whether a call is one of `say`, or makes an error."""
    return ast.unparse(called).split(".")[-1] in ("say", *(name for name in dir(errors) if name[0].isupper()))


def test_every_use_of_a_sentence_fills_its_placeholders() -> None:
    for node in nodes():
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant) and speaks(node.func):
            code, given = node.args[0].value, {keyword.arg for keyword in node.keywords}
            if code in ENTRIES and None not in given:
                assert places(ENTRIES[code]["en"]) <= given, code


def test_a_sentence_has_its_clause_at_the_end() -> None:
    assert words.say("le-plouf.corner", cell="a1").endswith(" (LP-7)")
    assert words.say("le-plouf.corner", "fr", cell="a1").endswith(" (LP-7)")
    assert "(" not in words.say("match.over")


def test_an_error_passes_from_process_to_process() -> None:
    error = lido.BadRecord("match.record-start", why=lido.IllegalMove("match.over"))
    passed = pickle.loads(pickle.dumps(error))
    assert type(passed) is lido.BadRecord
    assert passed.said("fr") == error.said("fr")


def test_an_error_is_said_in_french_with_the_error_inside_it() -> None:
    inner = lido.IllegalMove("match.over")
    outer = lido.BadRecord("match.record-move", number=3, move="a1", why=inner)
    assert inner.said("fr") in outer.said("fr")
    assert str(outer) == outer.said("en")
    assert str(inner) in str(outer)


def test_what_is_quoted_back_is_cut_to_fit_a_sentence() -> None:
    for long in ("c1" * 10_000, [[1, 2, 3]] * 1_000, 10**10_000):
        assert len(str(lido.IllegalMove("le-plouf.not-a-move", move=long))) < 1_000

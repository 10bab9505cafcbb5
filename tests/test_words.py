"""Every sentence is there in every language, says the same things at about the same length, and is used."""

import ast
import pickle
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import lido
from lido import errors, registry, words
from lido.cli.play import COMMANDS

SOURCES = sorted(Path(lido.__file__).parent.rglob("*.py"))
PAGE = Path(__file__).parents[1] / "web" / "src"
PAGE_SOURCES = [file for file in sorted(PAGE.rglob("*.*")) if re.search(r"(?<!\.test)\.(ts|svelte)$", file.name)]
OTHERS = tuple(f"{game}." for game in registry.packages() if game not in registry.own())
ENTRIES = {code: entry for code, entry in words.catalogue().items() if not code.startswith(OTHERS)}
SECTIONS = {code.split(".")[0] for code in ENTRIES}
ANYTHING = "[a-z0-9-]+"
WRITTEN = ("en", "fr")
"""The languages of the entries themselves."""
FORMS = 2
FILES = (".js", ".wasm", ".tables")
"""Endings of files, which look like codes."""
LONGEST_LABEL = 40
LONGEST_WORD = 13


def nodes() -> Iterator[ast.AST]:
    for file in SOURCES:
        yield from ast.walk(ast.parse(file.read_text("utf-8")))


@cache
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


@cache
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


def forms(sentence: str) -> list[list[str]]:
    """The words that each number in a sentence chooses from."""
    return [spec.split("|") for _, _, spec, _ in string.Formatter().parse(sentence) if spec]


def length(sentence: str) -> int:
    """How many characters a sentence has, with the longest of its forms and the names of its places."""
    for each in forms(sentence):
        sentence = sentence.replace("|".join(each), max(each, key=len))
    return len(sentence)


def longest(entry: dict[str, str]) -> float:
    """How long a translation may be: a quarter more than English and French and a little, less for buttons and labels.

    A label is short and no sentence. Where English has a short word, another language may need a long one.
    """
    label = len(entry["en"]) <= LONGEST_LABEL and not entry["en"].endswith((".", "!", "?"))
    quarter_more = 1.25 * max(length(entry[language]) for language in WRITTEN)
    return max(quarter_more + 3, LONGEST_WORD) if label else quarter_more + 8


def faults(entry: dict[str, str]) -> str | None:
    """What is wrong with the sentences of an entry, if anything: those of languages that are there."""
    if not entry.keys() >= set(WRITTEN):
        return f"has {sorted(entry)}, not a sentence in each language"
    for language, sentence in entry.items():
        if language == "clause":
            continue
        if not sentence.strip():
            return f"is empty in {language}"
        if places(sentence) != places(entry["en"]):
            return f"fills {sorted(places(sentence))} in {language} and {sorted(places(entry['en']))} in English"
        if any(len(each) != FORMS for each in forms(sentence)):
            return f"has not {FORMS} forms for a number in {language}"
        if sentence.count("[bold]") != sentence.count("[/]") or sentence.endswith(" ") != entry["en"].endswith(" "):
            return f"has other marks or spaces in {language}"
        if length(sentence) > longest(entry):
            return f"has {length(sentence)} characters in {language}, and may have {longest(entry):.0f}"
    return None


def test_every_entry_says_the_same_in_english_and_french() -> None:
    assert {code: fault for code, entry in ENTRIES.items() if (fault := faults(entry))} == {}
    assert {code for code, entry in ENTRIES.items() if entry.keys() - {"clause"} != set(WRITTEN)} == set()


@pytest.mark.parametrize("language", [language for language in words.LANGUAGES if language not in WRITTEN])
def test_a_language_has_every_sentence_and_no_other(language: str) -> None:
    sentences = words.language_info(language).sentences
    assert sorted(ENTRIES.keys() - sentences.keys()) == []
    assert sorted(sentences.keys() - ENTRIES.keys()) == []


@pytest.mark.parametrize("language", [language for language in words.LANGUAGES if language not in WRITTEN])
def test_a_language_says_the_same_as_english_and_is_not_much_longer(language: str) -> None:
    sentences = words.language_info(language).sentences
    entries = {code: {**entry, language: sentences[code]} for code, entry in ENTRIES.items() if code in sentences}
    assert {code: fault for code, entry in entries.items() if (fault := faults(entry))} == {}


@pytest.mark.parametrize(
    "entry",
    [
        {"en": "It is over."},
        {"en": "It is over.", "fr": " "},
        {"en": "{seat} won.", "fr": "{place} a gagné."},
        {"en": "It is over.", "fr": "C'est fini.", "de": ""},
        {"en": "{seat} won.", "fr": "{seat} a gagné.", "de": "{platz} hat gewonnen."},
        {"en": "{n} {n:move|moves}", "fr": "{n} {n:coup|coups}", "de": "{n} {n:Zug}"},
        {"en": "[bold]c1[/]", "fr": "[bold]c1[/]", "de": "[bold]c1"},
        {"en": "Which? ", "fr": "Lequel ? ", "de": "Welches?"},
        {"en": "Skip", "fr": "Passer", "de": "Das überspringen"},
        {"en": "It is over.", "fr": "C'est fini.", "de": "Damit ist die Partie ganz vorbei."},
    ],
)
def test_an_entry_that_does_not_is_found(entry: dict[str, str]) -> None:
    assert faults(entry)


def test_every_language_says_how_it_is_called_and_counts() -> None:
    told = [words.language_info(language) for language in words.LANGUAGES]
    assert words.LANGUAGES[0] == "en"
    assert len({language.name for language in told}) == len(told)
    for code, language in zip(words.LANGUAGES, told, strict=True):
        assert language.locale.startswith(f"{code}_")
        assert 1 in language.singular


def test_a_number_chooses_the_form_as_its_language_counts() -> None:
    assert words.say("splash.levels", levels=1) == "Tower: 1 level."
    assert words.say("splash.levels", levels=0) == "Tower: 0 levels."
    assert words.say("splash.levels", "fr", levels=0) == "Tour : 0 niveau."
    assert words.say("splash.levels", "de", levels=2) == "Turm: 2 Stufen."


def test_what_another_package_lacks_is_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = {"en": "{n} {n:dip|dips}.", "nl": "{n} {n:duik|duiken}.", "clause": "D-1"}
    monkeypatch.setitem(words.catalogue(), "dips.count", entry)
    assert words.say("dips.count", "de", n=1) == "1 dip. (D-1)"
    assert words.say("dips.count", "nl", n=2) == "2 duiken. (D-1)"
    assert words.of_game("dips", "es") == {"dips.count": [entry["en"], "D-1"]}


def test_what_is_typed_in_the_terminal_is_one_command_in_a_language() -> None:
    for language in words.LANGUAGES:
        typed = {(words.say(f"terminal.command-{name}", each), name) for name in COMMANDS for each in ("en", language)}
        assert len({text for text, _ in typed}) == len(typed), language


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

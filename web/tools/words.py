"""Writes every sentence the page may need as JSON, a file a language and a part of the page.

`common.json` comes with the page; the sentences of a game come with its board, `<game>.json`, and the lessons and
the rules when they are opened. A sentence is its text, or a pair of its text and its clause.
"""

import json
import shutil

import lido
from lido import words
from tools.games import GENERATED

FOLDER = GENERATED / "words"
TERMINAL_ONLY = ("arena", "engine", "research", "solve", "terminal", "verify", "workers")
APART = ("learn", "rules")
"""What is only loaded where it is wanted."""
SHARED = (
    "terminal.name-", "terminal.event-", "terminal.wins", "terminal.share", "terminal.value-", "terminal.undo-",
    "solve.not-here", "solve.two-only",
)  # fmt: skip
"""What the terminal says as well as the page."""


def part(code: str) -> str | None:
    """The file that a sentence belongs into, if the page needs it."""
    section = code.split(".", maxsplit=1)[0]
    if section in APART or section in {game.id for game in lido.games()}:
        return section
    return "common" if section not in TERMINAL_ONLY or code.startswith(SHARED) else None


def main() -> None:
    """Write the catalogue anew."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    parts: dict[tuple[str, str], dict[str, str | list[str]]] = {}
    for code, entry in sorted(words.catalogue().items()):
        if file := part(code):
            for language in words.LANGUAGES:
                said = [entry[language], entry["clause"]] if "clause" in entry else entry[language]
                parts.setdefault((language, file), {})[code] = said
    for (language, file), sentences in parts.items():
        (FOLDER / language).mkdir(parents=True, exist_ok=True)
        text = json.dumps(sentences, ensure_ascii=False, separators=(",", ":"))
        (FOLDER / language / f"{file}.json").write_text(text, "utf-8")


if __name__ == "__main__":
    main()

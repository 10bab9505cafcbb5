"""Writes the languages, and the sentences of the page as JSON, one file for each language and part of the page.

`languages.ts` names the languages and finds their files. `common.json` comes with the page, `pages.json` with all but a
running game, `club.json` with reactions and waiting, `ending.json` before a game ends, `refusals.json` with the first
refusal of the server, the sentences of a game with its board (`<game>.json`), those of its lessons, its rules and its
challenge when they are opened (`<game>-lessons.json`, `<game>-rules.json`, `<game>-challenge.json`), and those of all
puzzles with what all lessons say (`learn.json`). A game without a board of its own is not here: the page asks the
server for its sentences, and `generic.json` comes with them. A sentence is its text, or a pair of its text and its
clause.
"""

import json
import shutil
from collections.abc import Iterable

from lido import registry, words
from tools.boards import boards
from tools.games import GENERATED

FOLDER = GENERATED / "words"
NOT_ON_THE_PAGE = ("arena", "engine", "push", "report", "research", "share", "solve", "terminal", "verify", "workers")
ON_DEMAND = {
    "club": "club",
    "ending": "ending",
    "generic": "generic",
    "learn": "learn",
    "pages": "pages",
    "puzzles": "learn",
}
"""Sections that are not loaded at once, with their files: the end of a game, games without a board, lessons, what a
table does without, puzzles."""
APART = {"lesson-": "-lessons", "rules-": "-rules", "challenge-": "-challenge"}
"""Sentences of a game that have a file of their own, by how their names begin."""
EVERYWHERE = {"name": "common", **dict.fromkeys(("about", "challenge", "challenge-about", "challenge-build"), "pages")}
"""Sentences of a game that the page needs without its board, and their files."""
REFUSALS = ("cup", "match", "server", "service")
"""Sections that say why the server did not do something."""
NO_UNDO = "server.undo-"
"""Why nothing can be taken back: known to a table before anybody asks."""
ELSEWHERE = ("report-", "status-", "note-")
"""Sentences of a game that only `lido report` and the terminal say."""
COMMANDS_ONLY = (
    "match.game-",
    "match.part-broken",
    "match.record-file",
    "match.record-save",
    "match.no-actions",
    "match.no-planes",
    "match.no-solver",
    "match.no-perft",
    "server.backup",
    "server.no-postgres",
    "server.store-newer",
    "server.store-open",
    "server.store-other",
    "server.store-served",
    "service.listen",
    "service.serving",
    "service.setting-",
)
"""Other sentences that only the commands say, such as why a service does not start."""
SHARED = ("terminal.event-", "terminal.undo-")
"""Sentences of the terminal that the page uses as well."""


def part(code: str) -> str | None:
    """The file that a sentence belongs to, if the page needs it."""
    section, name = code.split(".", maxsplit=1)
    if section in registry.packages():
        if section not in boards() or name.startswith(ELSEWHERE):
            return None
        if name.startswith("solution-"):
            return "refusals"
        if name.startswith("puzzle-"):
            return ON_DEMAND["puzzles"]
        apart = next((file for start, file in APART.items() if name.startswith(start)), "")
        return EVERYWHERE.get(name, section + apart)
    if section in ON_DEMAND:
        return ON_DEMAND[section]
    if code.startswith(COMMANDS_ONLY):
        return None
    if section in REFUSALS and not code.startswith(NO_UNDO):
        return "refusals"
    return "common" if section not in NOT_ON_THE_PAGE or code.startswith(SHARED) else None


def languages() -> str:
    """The module that names the languages and loads each as a chunk of its own."""
    names = {language: words.language_info(language).name for language in words.LANGUAGES}
    chunks = ", ".join(f'{language}: () => import("./words/{language}.ts")' for language in names)
    return f"""export const NAMES = {json.dumps(names, ensure_ascii=False)} as const;
export const CHUNKS = {{ {chunks} }};
"""


def chunk(language: str, parts: Iterable[str]) -> str:
    """The module of a language: the sentences that every page needs, and the way to the others."""
    later = ", ".join(f'"{part}": () => import("./{language}/{part}.json")' for part in parts if part != "common")
    return f"""import common from "./{language}/common.json";
export {{ common }};
export const later = {{ {later} }};
"""


def main() -> None:
    """Write the catalogue anew."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    parts: dict[str, dict[str, str]] = {}
    for code in sorted(words.catalogue()):
        if file := part(code):
            parts.setdefault(file, {})[code] = words.clause(code) or ""
    for language in words.LANGUAGES:
        (FOLDER / language).mkdir(parents=True)
        for file, clauses in parts.items():
            said = {code: words.text(code, language) for code in clauses}
            sentences = {code: [text, clauses[code]] if clauses[code] else text for code, text in said.items()}
            text = json.dumps(sentences, ensure_ascii=False, separators=(",", ":"))
            (FOLDER / language / f"{file}.json").write_text(text, "utf-8")
        (FOLDER / f"{language}.ts").write_text(chunk(language, parts), "utf-8")
    (GENERATED / "languages.ts").write_text(languages(), "utf-8")


if __name__ == "__main__":
    main()

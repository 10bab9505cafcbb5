"""Writes the sentences of the page as JSON, one file for each language and part of the page.

`common.json` comes with the page, `pages.json` with all but a running game, `ending.json` before a game ends,
`refusals.json` with the first refusal of the server, the sentences of a game with its board (`<game>.json`), those of
its lessons and its rules when they are opened (`<game>-lessons.json`, `<game>-rules.json`).
A game without a board of its own is not here: the page asks the server for its sentences. A sentence is its text, or
a pair of its text and its clause.
"""

import json
import shutil

from lido import registry, words
from tools.boards import boards
from tools.games import GENERATED

FOLDER = GENERATED / "words"
NOT_ON_THE_PAGE = ("arena", "engine", "report", "research", "share", "solve", "terminal", "verify", "workers")
ON_DEMAND = ("ending", "learn", "pages")
"""Sections with a file of their own: the end of a game, lessons, and what a table does without."""
APART = {"lesson-": "-lessons", "rules-": "-rules"}
"""Sentences of a game that have a file of their own, by how their names begin."""
EVERYWHERE = {"name": "common", "about": "pages"}
"""Sentences of a game that the page needs without its board, and their files."""
REFUSALS = ("match", "server", "service")
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
        apart = next((file for start, file in APART.items() if name.startswith(start)), "")
        return EVERYWHERE.get(name, section + apart)
    if section in ON_DEMAND:
        return section
    if code.startswith(COMMANDS_ONLY):
        return None
    if section in REFUSALS and not code.startswith(NO_UNDO):
        return "refusals"
    return "common" if section not in NOT_ON_THE_PAGE or code.startswith(SHARED) else None


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

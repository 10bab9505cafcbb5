"""Prints how much a first visit to each game loads: scripts, styles, sentences and the font, gzipped, in kilobytes."""

import gzip
import json
from pathlib import Path
from typing import Any

from tools.boards import boards

BUILT = Path(__file__).parents[2] / "src" / "lido" / "page"
LANGUAGE = "de"
"""One of the longest."""


def files(manifest: dict[str, Any], entry: str) -> set[str]:
    """The files that an entry loads at once: its own, its styles, its font, and those of its imports."""
    chunk = manifest[entry]
    return {chunk["file"], *chunk.get("css", []), *chunk.get("assets", [])}.union(
        *(files(manifest, other) for other in chunk.get("imports", []))
    )


def kilobytes(names: set[str]) -> float:
    """The size of files together, each gzipped by itself."""
    return sum(len(gzip.compress((BUILT / name).read_bytes())) for name in names) / 1000


def main() -> None:
    """Print a line for a table without a board, and one for each game; parts loaded later are not counted."""
    manifest = json.loads((BUILT / ".vite" / "manifest.json").read_text("utf-8"))
    words = f"src/generated/words/{LANGUAGE}"
    page = files(manifest, "index.html") | files(manifest, f"{words}.ts")
    page |= files(manifest, "src/pages/Table.svelte")
    print(f"{'a table alone':20}{kilobytes(page):6.1f} kB")
    for game in boards():
        needed = page | files(manifest, f"src/lib/boards/{game}/index.ts") | files(manifest, f"{words}/{game}.json")
        print(f"{game:20}{kilobytes(needed):6.1f} kB")


if __name__ == "__main__":
    main()

"""Completes the package for other pages and for Node: the games, `package.json` and a README beside what tsc wrote."""

import json
import shutil
from pathlib import Path

from lido.version import VERSION

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "web" / "src" / "generated" / "engine"
PACKAGE = ROOT / "build" / "lido-js"


def main() -> None:
    """Write the files."""
    shutil.copytree(ENGINE, PACKAGE / "games", ignore=shutil.ignore_patterns("ready"), dirs_exist_ok=True)
    shutil.copy(ROOT / "docs" / "javascript.md", PACKAGE / "README.md")
    shutil.copy(ROOT / "LICENSE", PACKAGE / "LICENSE")
    described = {
        "name": "lido",
        "version": VERSION,
        "description": "Pool-side board games: rules, records, bots and analysis, in a browser or in Node",
        "license": "Apache-2.0",
        "type": "module",
        "exports": {
            ".": {"types": "./engine/index.d.ts", "default": "./engine/index.js"},
            "./games/*": "./games/*",
        },
    }
    (PACKAGE / "package.json").write_text(json.dumps(described, indent=2) + "\n", "utf-8")
    print(PACKAGE.relative_to(ROOT))


if __name__ == "__main__":
    main()

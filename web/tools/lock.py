"""Removes the funding links from the lock file of the page: they name hosts, and `npm ci` does not need them."""

import json
from pathlib import Path

LOCK = Path(__file__).parents[1] / "package-lock.json"


def main() -> None:
    """Rewrite the lock file."""
    lock = json.loads(LOCK.read_text("utf-8"))
    for package in lock["packages"].values():
        package.pop("funding", None)
    LOCK.write_text(json.dumps(lock, indent=2, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()

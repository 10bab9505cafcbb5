"""Turns this working tree into a release: `python -m tests.releases.prepare 1.2.3`. `make release` calls it.

It writes the version, gives the changelog's unreleased part that number and the day, and keeps what this version
writes. Nothing is committed.
"""

import datetime
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
CHANGELOG, VERSION = ROOT / "CHANGELOG.md", ROOT / "src/lido/version.py"
UNRELEASED = "## Unreleased\n"
NUMBER = re.compile(r"\d+\.\d+\.\d+")


class NotReady(Exception):
    """Why there can be no release now, as a sentence."""


def main() -> None:
    """Prepare the release, or say why not."""
    number = sys.argv[1] if len(sys.argv) > 1 else ""
    try:
        _check_tree()
        changelog = released(CHANGELOG.read_text("utf-8"), number, datetime.datetime.now(datetime.UTC).date())
    except NotReady as error:
        sys.exit(str(error))
    CHANGELOG.write_text(changelog, "utf-8")
    VERSION.write_text(re.sub(r'VERSION = ".*"', f'VERSION = "{number}"', VERSION.read_text("utf-8")), "utf-8")
    subprocess.run([sys.executable, "-m", "tests.releases.keep"], cwd=ROOT, check=True)


def _check_tree() -> None:
    changed = subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, check=True, capture_output=True, text=True)
    if changed.stdout:
        raise NotReady("Commit first: a release is made of what is committed.")


def released(changelog: str, number: str, day: datetime.date) -> str:
    """The changelog once its unreleased part is that version. Raises NotReady."""
    if not NUMBER.fullmatch(number):
        raise NotReady("Give the version as three numbers: make release VERSION=1.2.3")
    before, found, after = changelog.partition(UNRELEASED)
    part, _, _ = after.partition("\n## ")
    if not found or not re.search(r"^- ", part, re.MULTILINE):
        raise NotReady("CHANGELOG.md says nothing under Unreleased: write what is new for users first.")
    earlier = re.findall(r"^## (\d+\.\d+\.\d+)", after, re.MULTILINE)
    if earlier and _key(number) <= _key(earlier[0]):
        raise NotReady(f"{number} does not come after {earlier[0]}, the last release.")
    return f"{before}{UNRELEASED}\n## {number} ({day.isoformat()})\n{after}"


def _key(number: str) -> tuple[int, ...]:
    return tuple(int(part) for part in number.split("."))


if __name__ == "__main__":
    main()

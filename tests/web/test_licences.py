"""The licences of what the page is built with are beside it, and so in every package."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LICENCES = ROOT / "src" / "lido" / "page" / "licences"
NOT_SHIPPED = ("generated", "gallery")
IMPORTED = re.compile(r"""\b(?:from|import)\b\s*\(?\s*["'](?!node:)((?:@[\w-]+/)?[\w-]+)""")
"""A package that a source names; a file of ours begins with a dot."""


def packages() -> set[str]:
    """The packages that the sources of the page import."""
    source = ROOT / "web" / "src"
    files = [
        file
        for file in source.rglob("*")
        if file.suffix in (".ts", ".svelte")
        and not file.name.endswith((".test.ts", ".d.ts"))
        and file.relative_to(source).parts[0] not in NOT_SHIPPED
    ]
    return {name for file in files for name in IMPORTED.findall(file.read_text("utf-8"))}


@pytest.mark.parametrize("package", sorted(packages()))
def test_a_package_in_the_page_has_its_licence_beside_it(package: str) -> None:
    told = "".join((LICENCES / name).read_text("utf-8") for name in ("page.txt", "offline.txt"))
    part = re.search(rf"^## {re.escape(package)} - .*?(?=^## |\Z)", told, re.MULTILINE | re.DOTALL)
    assert part, f"nothing is said of {package}"
    assert "opyright" in part[0]


def test_the_font_has_its_licence_beside_it() -> None:
    told = (LICENCES / "font.txt").read_text("utf-8")
    assert "Fredoka" in told
    assert "SIL OPEN FONT LICENSE" in told.upper()

"""Pictures drawn by Python look as the page does: the same colours, the same shapes, the same faces."""

import ast
import json
import re
from pathlib import Path

import pytest

import lido.look
from lido.look import COLOURS, HUES, PATTERNS, SIGNS, animal, document, parts, text

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
STYLES = WEB / "src" / "styles"
LOOK = Path(lido.look.__file__).parent
DRAWN = [LOOK / "swimmer.py", LOOK / "faces.py", LOOK / "drawing.py", *ROOT.glob("src/lido/games/croc_pool/picture.py")]
DRAWN_BY_THE_PAGE = [WEB / "src/lib/people", WEB / "src/lib/boards"]


def day() -> dict[str, str]:
    """The colours of the page by day."""
    tokens = (STYLES / "tokens.css").read_text("utf-8")
    return dict(re.findall(r"--([\w-]+): (?:light-dark\()?(#\w{6})", tokens))


def paths(file: Path) -> set[str]:
    """Every path of SVG that is written whole in a Python module."""
    tree = ast.parse(file.read_text("utf-8"))
    computed = {part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and node not in computed)
    return {text for text in texts if isinstance(text, str) and re.match(r"M-?[\d.]+ ", text)}


def test_the_colours_are_those_of_the_page() -> None:
    page = day()
    assert {name: page[name] for name in COLOURS} == COLOURS


def test_a_piece_has_the_colours_of_its_hue_on_the_page() -> None:
    page, style = day(), (STYLES / "base.css").read_text("utf-8")
    found = dict(re.findall(r"\.hue-(\w+) \{(.*?)\}", style, re.DOTALL))
    assert set(found) == set(HUES)
    for name, body in found.items():
        told = {part: page[colour] for part, colour in re.findall(r"--([\w-]+): var\(--([\w-]+)\)", body)}
        hue = HUES[name]
        assert (hue.piece, hue.ink, hue.dark) == (told["piece"], told["piece-ink"], told["piece-dark"])
        assert hue.skin == told.get("skin", hue.skin)


@pytest.mark.parametrize("file", DRAWN, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_every_shape_is_drawn_by_the_page_too(file: Path) -> None:
    sources = (source for folder in DRAWN_BY_THE_PAGE for source in folder.rglob("*") if source.is_file())
    page = "".join(source.read_text("utf-8") for source in sources)
    found = paths(file)
    assert found
    assert not {path for path in found if path not in page}


def test_signs_and_patterns_have_the_names_of_the_page() -> None:
    shapes = (WEB / "src/lib/boards/Shape.svelte").read_text("utf-8")
    assert all(f"    {name}: " in shapes for name in SIGNS)
    patterns = (WEB / "src/lib/boards/Patterns.svelte").read_text("utf-8")
    assert set(re.findall(r'id="\{id\}-(\w+)"', patterns)) == {"plain", *PATTERNS}


def test_a_seed_has_the_face_that_the_page_gives_it() -> None:
    pinned = re.findall(r'face\((\w+)\), "([\d-]+)"', (WEB / "src/lib/people/avatar.test.ts").read_text("utf-8"))
    assert len(pinned) >= 3
    for seed, face in pinned:
        assert "-".join(map(str, parts(int(seed, 0)).values())) == face


def test_a_level_has_the_animal_that_the_page_gives_it() -> None:
    source = (WEB / "src/lib/people/avatar.ts").read_text("utf-8")
    known = dict(re.findall(r'(\w+): "(\w+)"', re.search(r"ANIMALS = \{(.*)\}", source)[1]))  # type: ignore[index]
    assert {level: animal(level) for level in known} == known
    assert animal("deep-thought") == animal("deep-thought")


def test_what_people_write_stays_text() -> None:
    drawn = document(10, 10, '"<x>', [text(0, 0, "<script>&", 3, "#000000")])
    assert "<script" not in drawn
    assert "<x" not in drawn


def test_the_phone_gets_the_colours_of_the_page() -> None:
    manifest = json.loads((WEB / "public" / "manifest.webmanifest").read_text("utf-8"))
    assert (manifest["background_color"], manifest["theme_color"]) == (day()["page"], day()["page-far"])
    night = dict(re.findall(r"--([\w-]+): light-dark\(#\w{6}, (#\w{6})", (STYLES / "tokens.css").read_text("utf-8")))
    bars = re.findall(r'theme-color.*content="(#\w+)"', (WEB / "index.html").read_text("utf-8"))
    assert bars == [day()["page-far"], night["page-far"]]

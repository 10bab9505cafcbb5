"""Every entry of the gallery, shown once on each device: no screen changes unasked, and every screen is for everybody,
in every language.

An entry must look as it did when somebody last looked at it: `make accept-looks` keeps the pictures as they are now
and shows what has changed. The entries are walked through in parts, so that several workers share them.
"""

import json
import os
from pathlib import Path

import pytest

from .accept_looks import FOLDER, REFERENCES, changes, show, walk
from .checks import barriers, hidden_in_small_windows, misfits, misplaced, moving
from .gallery import Gallery
from .pictures import read

PARTS = 12
AXE_ON = ("phone", "laptop")
LAST = "phone", "light"
"""As what an entry is seen last: afterwards its window may have any size."""
SOURCES = Path(__file__).parents[2] / "web" / "src"
NOT_SHOWN = {
    # The gallery itself.
    "gallery/Gallery.svelte",
    "gallery/Screens.svelte",
    # The film of a game that has no poster: every game of Lido has one.
    "lib/Preview.svelte",
    "site/GamePreview.svelte",
}


@pytest.fixture(scope="session")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of a run share."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "shown"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.mark.parametrize("part", range(PARTS))
def test_every_entry_looks_as_it_did_and_is_for_everybody(gallery: Gallery, part: int, told: Path) -> None:
    # Neighbours stay together: a game without a board of its own has its words from the entry before.
    size = -(-len(gallery.entries) // PARTS)
    entries, found, pictures = gallery.entries[part * size :][:size], [], {}
    for entry, device, theme in walk(gallery, entries):
        name = f"{entry} {device} {theme}"
        pictures[name] = gallery.picture()
        # Every other entry: what axe looks at is the same on both devices.
        if device == AXE_ON[gallery.entries.index(entry) % 2]:
            found += [f"{name}: {what}" for what in (*moving(gallery), *barriers(gallery, entry, theme))]
        if theme == "light":
            found += [f"{name}: {what}" for what in misplaced(gallery, entry, device)]
        if (device, theme) == LAST:
            hidden = [*hidden_in_small_windows(gallery, entry), *misfits(gallery, entry)]
            found += [f"{entry}: {what}" for what in hidden]
    before = {name: picture for name, picture in read(REFERENCES).items() if name.split()[0] in entries}
    changed = changes(before, pictures)
    show(gallery, changed, before, pictures)
    _tell(told, part, gallery.page.evaluate("[...shown]"))
    assert found == []
    assert gallery.complaints == []
    assert changed == [], f"see {FOLDER}; if it is meant to look so: make accept-looks"
    assert _shown_by_nobody(told) == NOT_SHOWN, "a component is in no entry"


def test_no_picture_is_kept_of_what_is_no_entry(gallery: Gallery) -> None:
    assert {name.split()[0] for name in read(REFERENCES)} == set(gallery.entries)


def _tell(told: Path, part: int, shown: list[str]) -> None:
    """Write down which components a part has shown."""
    written = told / f"{part}.part"
    written.write_text(json.dumps(shown), "utf-8")
    written.rename(told / f"{part}.json")


def _shown_by_nobody(told: Path) -> set[str]:
    """The components that no part has shown, once all parts are done; until then those of which that is known."""
    parts = [set(json.loads(file.read_text("utf-8"))) for file in told.glob("*.json")]
    components = {str(file.relative_to(SOURCES)) for file in SOURCES.rglob("*.svelte")}
    return components.difference(*parts) if len(parts) == PARTS else NOT_SHOWN

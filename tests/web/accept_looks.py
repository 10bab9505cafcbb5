"""Keeps the pictures of all screens as they are now: `make accept-looks`.

What has changed is shown under build/looks/changes: each screen before (enlarged from the small picture that is kept),
after, and where they differ.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from .gallery import DEVICES, THEMES, Gallery, alone
from .pictures import POINT, Picture, difference, encoded, kept, read

REFERENCES = Path(__file__).parent / "looks.xz"
FOLDER = Path(__file__).parents[2] / "build" / "looks" / "changes"


def walk(gallery: Gallery, entries: list[str]) -> Iterator[tuple[str, str, str]]:
    """Show entries in the window of every device in every theme; as each is shown, its name, the device and the theme.

    The window is made narrower while the entry is there: the tests of `tests/page` open pages on phones. There night
    comes before day, so that the whole page is dyed twice and not four times.
    """
    for entry in entries:
        gallery.show(entry)
        for (device, size), themes in zip(DEVICES.items(), (THEMES, THEMES[::-1]), strict=True):
            gallery.resize(*size)
            for theme in themes:
                gallery.dress(theme)
                yield entry, device, theme


def seen(gallery: Gallery) -> dict[str, Picture]:
    """Every entry on every device in every theme, as a small picture by `entry device theme`."""
    return {" ".join(shown): gallery.picture() for shown in walk(gallery, gallery.entries)}


def changes(before: dict[str, Picture], after: dict[str, Picture]) -> list[str]:
    """The pictures that are new, gone or changed."""
    both = sorted(before.keys() & after.keys())
    changed = [name for name in both if difference(before[name], after[name]).is_change]
    return [*sorted(before.keys() ^ after.keys()), *changed]


def show(gallery: Gallery, names: list[str], before: dict[str, Picture], after: dict[str, Picture]) -> None:
    """Show in the folder what these screens are now and were before, and nothing of the others that were compared."""
    for name in {*before, *after}:
        for what in ("after", "before", "difference"):
            _file(name, what).unlink(missing_ok=True)
    for name in names:
        if name in after:
            _show(gallery, name, before.get(name), after[name])


def _show(gallery: Gallery, name: str, before: Picture | None, after: Picture) -> None:
    """Write the pictures of a change."""
    entry, device, theme = name.split()
    gallery.show(entry, device, theme)
    FOLDER.mkdir(parents=True, exist_ok=True)
    _file(name, "after").write_bytes(encoded(gallery.full_picture()))
    if before is not None:
        _file(name, "before").write_bytes(encoded(_enlarged(before)))
    if before is not None and before.shape == after.shape:
        apart = np.abs(before.astype(np.int16) - after.astype(np.int16)).astype(np.uint8)
        _file(name, "difference").write_bytes(encoded(_enlarged(np.minimum(apart, 63) * 4)))


def _file(name: str, what: str) -> Path:
    return FOLDER / f"{name.replace(' ', '-')}-{what}.png"


def _enlarged(picture: Picture) -> Picture:
    return picture.repeat(POINT, axis=0).repeat(POINT, axis=1)


def main() -> None:
    """Keep all pictures."""
    with alone() as gallery:
        after = seen(gallery)
        before = read(REFERENCES) if REFERENCES.exists() else {}
        changed = changes(before, after)
        if before:
            show(gallery, changed, before, after)
    kept(after, REFERENCES)
    print(*changed, sep="\n")
    print(f"{len(changed)} of {len(after)} pictures have changed: see {FOLDER}")
    print(f"{REFERENCES}: {REFERENCES.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()

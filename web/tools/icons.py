"""Makes what lies beside the page: icons and start screens, what the service draws links with, the font's licence.

Everything else is drawn from `public/icon.svg` and `lido.look`, into the folder that Vite copies to the page.
"""

import base64
import shutil
from pathlib import Path

import resvg_py

from lido.look import COLOURS, document, element, text
from lido.server.transport.card import home
from tools.font import LICENCE
from tools.games import GENERATED

WEB = Path(__file__).parents[1]
FONTS = sorted((GENERATED / "font").glob("*.ttf"))
FOLDER = GENERATED / "public"
START_SCREENS = GENERATED / "start-screens.html"
SQUARE = {"apple-touch-icon": 180, "maskable-192": 192, "maskable-512": 512}
"""Icons that the phone cuts to its own shape."""
ROUNDED = {"icon-192": 192, "icon-512": 512}
PHONES = (
    (375, 667, 2), (414, 896, 2), (375, 812, 3), (390, 844, 3), (393, 852, 3), (402, 874, 3), (414, 896, 3),
    (428, 926, 3), (430, 932, 3), (440, 956, 3), (768, 1024, 2), (820, 1180, 2), (834, 1194, 2), (1024, 1366, 2),
)  # fmt: skip
"""Width, height and pixel ratio of iPhones and iPads: these show a start screen only if it has exactly their size."""


def png(svg: str, width: int) -> bytes:
    """A picture as wide as that."""
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        font_files=[str(font) for font in FONTS],
        sans_serif_family="Lido",
        skip_system_fonts=True,
    )


def rounded(icon: str) -> str:
    """The icon with round corners."""
    return document(64, 64, "Lido", [_placed(icon, 0, 0, 64)])


def start_screen(icon: str, width: int, height: int) -> str:
    """The icon and the name in the middle of an empty page."""
    size = min(width, height) * 0.34
    x, y = (width - size) / 2, (height - size) / 2 - size * 0.2
    return document(
        width,
        height,
        "Lido",
        [
            element("rect", width=width, height=height, fill=COLOURS["page"]),
            _placed(icon, x, y, size),
            text(width / 2, y + size * 1.35, "Lido", size * 0.36, COLOURS["ink"]),
        ],
    )


def _placed(icon: str, x: float, y: float, size: float) -> str:
    data = base64.b64encode(icon.encode()).decode()
    clip = element("clipPath", element("rect", x=x, y=y, width=size, height=size, rx=size * 0.22), id="corners")
    image = element("image", x=x, y=y, width=size, height=size, href=f"data:image/svg+xml;base64,{data}")
    return clip + element("g", image, clip_path="url(#corners)")


def link(width: int, height: int, ratio: int, file: str) -> str:
    """The element by which a page names its start screen for one size."""
    media = (
        f"screen and (device-width: {width}px) and (device-height: {height}px) "
        f"and (-webkit-device-pixel-ratio: {ratio}) and (orientation: portrait)"
    )
    return f'<link rel="apple-touch-startup-image" media="{media}" href="./{file}" />'


def main() -> None:
    """Make the folder anew."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    shutil.copytree(WEB / "public", FOLDER)
    icon = (FOLDER / "icon.svg").read_text("utf-8")
    for names, drawn in ((SQUARE, icon), (ROUNDED, rounded(icon))):
        for name, size in names.items():
            (FOLDER / f"{name}.png").write_bytes(png(drawn, size))
    links = []
    (FOLDER / "start").mkdir()
    for width, height, ratio in PHONES:
        file = f"start/{width * ratio}x{height * ratio}.png"
        (FOLDER / file).write_bytes(png(start_screen(icon, width, height), width * ratio))
        links.append(link(width, height, ratio, file))
    (FOLDER / "share").mkdir()
    (FOLDER / "share" / "home.png").write_bytes(png(home(), 1200))
    for font in FONTS:
        shutil.copy(font, FOLDER / "share")
    (FOLDER / "licences").mkdir()
    shutil.copy(LICENCE, FOLDER / "licences" / "font.txt")
    START_SCREENS.write_text("\n    ".join(links), "utf-8")


if __name__ == "__main__":
    main()

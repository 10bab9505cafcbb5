"""Cuts the page's font out of Fredoka: the characters and weights that are used, and a fallback of the same size.

Fredoka is by the Fredoka Project Authors, under the SIL Open Font License 1.1; the font made here keeps their notice.
"""

from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.varLib import instancer

from lido import words
from tools.words import part

WEB = Path(__file__).parents[1]
FREDOKA = WEB / "node_modules" / "@fontsource-variable" / "fredoka"
SOURCE = FREDOKA / "files" / "fredoka-latin-wght-normal.woff2"
LICENCE = FREDOKA / "LICENSE"
MADE = WEB / "src" / "generated" / "font"
NAME = "Lido"
WEIGHTS = (400, 600)
RARE = {*"\\^~{}|<>`"}
"""Signs that hardly any text has: they are drawn in the reader's own font."""
LETTERS = {*map(chr, range(0x20, 0x7F)), *"\xa0àâäçéèêëîïôöùûüœæßáíóúñÀÄÇÉÈÖÜ«»’“”…–·×°"} - RARE
"""What English and French need, and a little more."""
FINENESS = 256
"""Into how many units the size of a letter is divided: enough for the largest heading, and a lighter file."""
NOTICES = (0, 13, 14)
"""The entries of the table of names with the copyright and the licence."""

FALLBACKS = ("Arial", "Liberation Sans", "Helvetica", "Roboto")
WIDTHS = {
    letter: width
    for letters, width in {
        "ijl": 222,
        " ft": 278,
        "r": 333,
        "cksvxyz": 500,
        "abdeghnopqu": 556,
        "w": 722,
        "m": 833,
    }.items()
    for letter in letters
}
"""The widths of letters in Arial, and in every font made to replace it, in thousandths of the size."""
SAMPLE = "a swimmer falls into the pool et tout le monde rit au bord du bassin quand on passe encore une fois"


def characters() -> set[str]:
    """What the languages of the page need; any other letter of a name is drawn in the reader's own font."""
    told = (words.language_info(language).sentences.items() for language in words.LANGUAGES)
    return LETTERS.union(*(text for sentences in told for code, text in sentences if part(code))) - RARE


def cut(weights: tuple[int, int] | int = WEIGHTS) -> TTFont:
    """The font with only the characters of the page, and its weights or a single one."""
    font = TTFont(SOURCE)
    instancer.instantiateVariableFont(font, {"wght": weights}, inplace=True)
    options = subset.Options(layout_features=[], name_IDs=NOTICES)
    options.hinting = False
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[ord(character) for character in characters()])
    cutter.subset(font)
    scale_upem(font, FINENESS)
    font.flavor = "woff2"
    return font


def single(weight: int) -> TTFont:
    """One weight as the service needs it to draw pictures: uncompressed, with its name, and with its weight in it."""
    font = cut(weight)
    font.flavor = None
    for entry, name in ((1, NAME), (2, "Regular"), (4, f"{NAME} {weight}"), (6, f"{NAME}-{weight}")):
        font["name"].setName(name, entry, 3, 1, 0x409)
    font["OS/2"].usWeightClass = weight
    return font


def width(font: TTFont, text: str) -> float:
    """The width of a text in a font, as a part of its size."""
    glyphs = font.getBestCmap()
    total: int = sum(font["hmtx"][glyphs[ord(letter)]][0] for letter in text)
    return total / int(font["head"].unitsPerEm)


def style(font: TTFont) -> str:
    """The font and its fallback as CSS: the fallback takes the same room, and nothing moves when the font arrives."""
    adjust = width(font, SAMPLE) / (sum(WIDTHS[letter] for letter in SAMPLE) / 1000)
    high, low = (abs(part) / font["head"].unitsPerEm / adjust for part in (font["hhea"].ascent, font["hhea"].descent))
    local = ", ".join(f'local("{name}")' for name in FALLBACKS)
    return f"""@font-face {{
  font-family: {NAME};
  src: url("./{NAME.lower()}.woff2") format("woff2");
  font-weight: {WEIGHTS[0]} {WEIGHTS[1]};
  font-display: swap;
}}
@font-face {{
  font-family: "{NAME} fallback";
  src: {local};
  size-adjust: {adjust:.1%};
  ascent-override: {high:.1%};
  descent-override: {low:.1%};
  line-gap-override: 0%;
}}
"""


def main() -> None:
    """Write the font, its style, and the fonts of the service."""
    MADE.mkdir(parents=True, exist_ok=True)
    font = cut()
    (MADE / "font.css").write_text(style(font), "utf-8")
    font.save(MADE / f"{NAME.lower()}.woff2")
    for weight in WEIGHTS:
        single(weight).save(MADE / f"{NAME.lower()}-{weight}.ttf")


if __name__ == "__main__":
    main()

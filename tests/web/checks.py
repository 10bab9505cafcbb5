"""What every entry of the gallery must be, for everybody and on every device: what is found wrong, in words.

Each function looks at the entry that is on the screen.
"""

from lido.words import LANGUAGES
from tests.page.axe import serious

from .gallery import Gallery

SHOWN_WHOLE = """() => {
    const wide = document.documentElement.scrollWidth > innerWidth;
    const cut = [...document.querySelectorAll("main a, main button, main h1, main h2, main label, main input")]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".sr-only, [inert], dialog"))
        .filter((one) => {
            const { left, right, width } = one.getBoundingClientRect();
            return width > 1 && (left < -1 || right > innerWidth + 1) && !scrolls(one);
        });
    function scrolls(one) {
        for (let box = one.parentElement; box; box = box.parentElement)
            if (/auto|scroll/.test(getComputedStyle(box).overflowX)) return true;
        return false;
    }
    return [...(wide ? ["scrolls sideways"] : []), ...cut.map((one) => `cut: ${one.textContent.trim().slice(0, 40)}`)];
}"""
"""What of the page is outside of its window."""
SMALL = ((640, 400, 100), (320, 640, 100), (390, 844, 200))
"""Width and height of a window, and the size of its letters in percent: a laptop at 200 %, the narrowest window that a
page must fit into, and a phone with letters of twice the size."""
MOVING = "document.getAnimations().map(one => `moves: ${one.animationName ?? one.id}`)"

LONGER = """() => [document.documentElement, document.querySelector(".side")]
    .map((box) => box.scrollHeight - box.clientHeight).map((more) => Math.max(0, more - 1))"""
"""How much longer than the window the page and what stands beside the board are."""

COVERED = """() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const next = document.querySelector(".ending .next") ? ".ending .next" : ".side > *";
    const [board, under, dock] = [box(".main .board svg[role=group]"), box(next), box(".dock")];
    const asks = document.querySelector(".pace.stays") ? 60 : 0;
    return [
        ...(under.top < board.bottom ? ["lies over the board"] : []),
        ...(under.top - board.bottom - asks > 16 ? [`${under.top - board.bottom} px below the board`] : []),
        ...(under.bottom > dock.top ? [`${under.bottom - dock.top} px under the dock`] : []),
    ];
}"""
"""On a phone: whether the players, or what to do next, lie over the board, too far below it, or under the dock."""
WITHOUT_PLAYERS = ("table-plouf-party-accusation", "table-rules", "table-text")
"""Whoever chooses an accusation, reads rules or the board as text does not see the players."""
NEEDS_MORE_ROOM = "table-deserted"
"""What can be pressed for six players does not fit the smallest phone."""
SMALLEST = 320, 568
"""The smallest phone that is still in use."""
PHONES = (SMALLEST, (390, 844))
UNDER_THE_DOCK = """() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const next = document.querySelector(".ending .row") ? ".ending .row" : ".side > *";
    return Math.max(0, box(next).bottom - box(".dock").top);
}"""
"""How much of the players, or of the rematch, is hidden by the dock."""
MISFITS = f"""async ([languages, isTable]) => {{
    const [found, covered] = [{{}}, {COVERED}];
    for (const language of languages) {{
        if (language !== document.documentElement.lang) await gallery.speak(language);
        if (isTable) await gallery.settled(false);  // its board takes the room that the words leave
        for (const what of [...gallery.misfits(), ...(isTable ? covered() : [])]) (found[what] ??= []).push(language);
    }}
    return Object.entries(found).map(([what, languages]) => `${{languages.join(" ")}}: ${{what}}`);
}}"""
"""What does not fit in which languages; of a table also what is covered. The last language is spoken from then on."""


def is_screen(entry: str) -> bool:
    """Whether an entry is a screen of the page, and not a drawing."""
    return not entry.startswith(("pieces-", "notices-", "people"))


def is_flat_table(entry: str) -> bool:
    """Whether it is a table with a board of its own that is not drawn on a canvas, during a game or at its end."""
    others = ("table-splash-", "table-without", "table-any")
    return entry.startswith(("table-", "ending-")) and not entry.startswith(others)


def barriers(gallery: Gallery, entry: str, theme: str) -> list[str]:
    """What axe finds; at night only the colours are different."""
    rules = ("color-contrast",) if theme == "dark" else ()
    return [f"by {theme}: {violation}" for violation in serious(gallery.page, *rules)] if is_screen(entry) else []


def moving(gallery: Gallery) -> list[str]:
    """What moves though the reader wants no motion."""
    found: list[str] = gallery.page.evaluate(MOVING)
    return found


def misplaced(gallery: Gallery, entry: str, device: str) -> list[str]:
    """Of a table: what covers the board or the players, or must be scrolled to."""
    if not is_flat_table(entry):
        return []
    if device == "laptop":
        longer = gallery.page.evaluate(LONGER)
        return [f"longer than the window: {longer}"] if any(longer) else []
    found: list[str] = gallery.page.evaluate(COVERED) if _has_players(entry) else []
    return found


def _has_players(entry: str) -> bool:
    """Whether the players of a table must be seen on a phone."""
    return is_flat_table(entry) and entry not in WITHOUT_PLAYERS


def hidden_in_small_windows(gallery: Gallery, entry: str) -> list[str]:
    """What large letters and small windows hide; afterwards the window has another size."""
    found: list[str] = []
    if is_screen(entry):
        gallery.page.evaluate("document.documentElement.style.opacity = 0")  # nothing need be drawn, but be met
        for width, height, letters in SMALL:
            gallery.resize(width, height)
            gallery.page.evaluate("size => { document.documentElement.style.fontSize = size }", f"{letters}%")
            gallery.page.evaluate("gallery.settled(false)")
            hidden = [*gallery.page.evaluate(SHOWN_WHOLE), *_unreachable(gallery)]
            found += [f"{width} × {height}, letters of {letters} %: {what}" for what in hidden]
        gallery.page.evaluate("Object.assign(document.documentElement.style, { fontSize: '', opacity: '' })")
    return found


def misfits(gallery: Gallery, entry: str) -> list[str]:
    """What is hidden, cut, too wide or broken on a phone in any language; afterwards the window has another size."""
    found: list[str] = []
    if is_screen(entry):
        # Only places are asked for: nothing need be drawn.
        gallery.page.evaluate("scrollTo(0, 0), document.documentElement.style.clipPath = 'inset(100%)'")
        # To every other language on one phone, and back to English on the other.
        for (width, height), languages in zip(PHONES, ([*LANGUAGES], [*reversed(LANGUAGES)]), strict=True):
            gallery.resize(width, height)
            gallery.page.evaluate("gallery.settled(false)")
            if (width, height) == SMALLEST and _has_players(entry) and entry != NEEDS_MORE_ROOM:
                hidden = gallery.page.evaluate(UNDER_THE_DOCK)
                found += [f"at {width} px, {hidden} px under the dock"] if hidden else []
            said = gallery.page.evaluate(MISFITS, [languages, _has_players(entry) and width > 320])
            found += [f"at {width} px, {what}" for what in said]
        gallery.page.evaluate("document.documentElement.style.clipPath = ''")
    return found


def _unreachable(gallery: Gallery) -> list[str]:
    """The main action of a screen, where it cannot be pressed once it is scrolled to."""
    main = gallery.page.locator("main .button.main:enabled:visible").first
    if not main.count():
        return []
    reached = main.evaluate(
        """button => {
            for (const toast of document.querySelectorAll(".toast")) toast.remove();  // it goes by itself
            button.scrollIntoView({ block: "center" });
            const { x, y, width, height } = button.getBoundingClientRect();
            return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }"""
    )
    return [] if reached else ["the main action is covered"]

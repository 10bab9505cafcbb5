"""A picture of a game in the terminal: a real `lido play`, whose last screen is drawn as SVG."""

import io
import os
import re
import sys
from pathlib import Path

import pexpect
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

WIDTH, HEIGHT = 86, 32
TURNS = 8
"""How often the player takes the move that is proposed, before asking for a hint."""
PROMPT = re.compile(r"([A-D], your move: )\x1b\[0;90m\((\S+), or help\)")
PASSING = re.compile(r"[^\n]*\n?[^\n]*\x1b\[2K")
"""What was written over, such as a sign that a bot is thinking."""
CLEARED = "\x1b[2J\x1b[H"
DARK = TerminalTheme(
    (16, 33, 48),
    (214, 228, 232),
    [(0, 0, 0), (217, 56, 72), (36, 128, 75), (249, 207, 58), (36, 113, 189), (132, 72, 191), (111, 220, 236),
     (214, 228, 232)],
    [(120, 145, 155)] * 8,
)  # fmt: skip
"""The colours of the page by night."""
FRAME = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">
<style>
.{unique_id}-matrix {{ font-family: "DejaVu Sans Mono", monospace; font-size: {char_height}px;
  line-height: {line_height}px; font-variant-east-asian: full-width; }}
{styles}
</style>
<defs>{lines}</defs>
<rect width="{width}" height="{height}" fill="#102130"/>
<g transform="translate({terminal_x}, 14)">{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>"""


def played(folder: Path) -> str:
    """What a terminal shows of a game after some moves and a hint, with its escape codes."""
    program = pexpect.spawn(
        str(Path(sys.executable).parent / "lido"),
        ["play", "le-plouf", "--seats", "person,club,expert", "--seed", "summer", "--lang", "en"],
        dimensions=(HEIGHT, WIDTH),
        encoding="utf-8",
        timeout=120,
        env={**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "XDG_DATA_HOME": str(folder)},
    )
    for _ in range(TURNS):
        _, _, proposed = prompted(program)
        program.sendline(proposed)
    screen, asks, _ = prompted(program)
    program.sendline("hint")
    program.expect("\x1b\\[\\?2004l")
    hint, _, proposed = prompted(program)
    hint = PASSING.sub("", hint)
    program.sendline("quit")
    program.expect(pexpect.EOF)
    program.close()
    return f"{screen.rpartition(CLEARED)[2]}{asks}hint\n{hint}{asks}\x1b[90m({proposed}, or help)"


def prompted(program: "pexpect.spawn[str]") -> tuple[str, str, str]:
    """What is written before the next prompt, the prompt, and the move that it proposes."""
    program.expect(PROMPT)
    assert isinstance(program.match, re.Match)
    return (program.before or "").partition("\x1b[?2004h")[0], program.match[1], program.match[2]


def picture(folder: Path) -> str:
    """The screen as SVG."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text.from_ansi(played(folder).replace("\r", "")), end="")
    return console.export_svg(title="lido play", theme=DARK, code_format=FRAME)

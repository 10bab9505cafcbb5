"""A program of its own: reads SVG from its standard input and writes it as PNG, with the fonts that it is given.

It runs by its path and imports nothing of Lido, so that it starts at once.
"""

import os
import sys

import resvg_py

FAMILY = "Lido"


def main() -> None:
    """Draw at a low priority: whoever plays goes first."""
    os.nice(10)
    drawn = resvg_py.svg_to_bytes(
        svg_string=sys.stdin.buffer.read().decode(),
        font_files=sys.argv[1:],
        sans_serif_family=FAMILY if sys.argv[1:] else None,
    )
    sys.stdout.buffer.write(drawn)


if __name__ == "__main__":
    main()

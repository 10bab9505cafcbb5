"""How far a long command is, where somebody looks."""

import sys


def counted(done: int) -> None:
    """Write a number over the one before."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{done:,} ")

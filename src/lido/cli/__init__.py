"""The `lido` command. Very little is loaded before `main` can handle Ctrl-C."""

import os
import sys

INTERRUPTED = 130
"""The exit status after Ctrl-C."""


def main() -> None:
    """Run the command line. If it is ended from outside it prints a sentence or nothing, but no traceback."""
    try:
        if sys.stdin is None or sys.stdout is None:
            sys.exit(_said("terminal.closed"))
        _run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except OSError as error:
        # The output that is still buffered cannot be written, and must not be tried again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        reader_left = isinstance(error, BrokenPipeError)
        sys.exit(1 if reader_left else _said("terminal.cannot-go-on", why=_why(error)))


def _run() -> None:
    from lido.cli.app import app

    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        app()
    finally:
        sys.stdout.flush()


def _why(error: OSError) -> str:
    """What failed, and with which file."""
    said = error.strerror or str(error)
    return f"{error.filename}: {said}" if error.filename else said


def _said(code: str, **facts: object) -> str:
    """A sentence in the language of the system."""
    from lido.cli.language import system_language
    from lido.words import say

    return say(code, system_language(), **facts)

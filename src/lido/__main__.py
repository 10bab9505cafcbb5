"""`python -m lido` is the `lido` command."""

from lido.cli import main

main()

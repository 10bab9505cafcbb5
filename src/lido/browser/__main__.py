"""`python -m lido.browser OUT [GAME …]`: see `lido.browser.build`."""

import sys
from pathlib import Path

from lido.target import run

if __name__ == "__main__":
    sys.exit(run("lido.browser.build", sys.argv[1:], Path("build/browser-cache")).returncode)

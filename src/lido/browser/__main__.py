"""`python -m lido.browser OUT [GAME …]`: see `lido.browser.build`."""

import os
import subprocess
import sys

# Numba reads both when it is loaded, which happens with the package. The code must not be optimised for this machine,
# and what is compiled so must not be mistaken for what the rest of Lido runs.
SETTINGS = {"NUMBA_OPT": "0", "NUMBA_CACHE_DIR": os.path.abspath("build/browser-cache")}

if __name__ == "__main__":
    command = [sys.executable, "-m", "lido.browser.build", *sys.argv[1:]]
    sys.exit(subprocess.run(command, env={**os.environ, **SETTINGS}, check=False).returncode)

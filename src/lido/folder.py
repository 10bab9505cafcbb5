"""Folders that Lido writes to."""

import getpass
import os
import stat
import tempfile
from pathlib import Path

from platformdirs import user_data_path


def data() -> Path:
    """The user's data folder for Lido, or `$LIDO_DATA`."""
    named = os.environ.get("LIDO_DATA")
    return Path(named) if named else user_data_path("lido", appauthor=False)


def temporary() -> str:
    """A temporary folder that only this user can write, the same for all processes where that is possible."""
    try:
        found = Path(tempfile.gettempdir()) / f"lido-{getpass.getuser()}"
        found.mkdir(mode=stat.S_IRWXU, exist_ok=True)
        status = found.lstat()
        if stat.S_ISDIR(status.st_mode) and _is_private(status):
            return str(found)
    except (OSError, KeyError):  # no name for this user, or a folder that cannot be made
        pass
    return tempfile.mkdtemp(prefix="lido-")


def _is_private(status: os.stat_result) -> bool:
    """Whether nobody else could have put anything there; Windows gives every user a temporary folder of their own."""
    if not hasattr(os, "getuid"):
        return True
    return status.st_uid == os.getuid() and not stat.S_IMODE(status.st_mode) & (stat.S_IRWXG | stat.S_IRWXO)

"""The folder of the user's data."""

import os
from pathlib import Path

from platformdirs import user_data_path


def data() -> Path:
    """The user's data folder for Lido, or `$LIDO_DATA`."""
    named = os.environ.get("LIDO_DATA")
    return Path(named) if named else user_data_path("lido", appauthor=False)

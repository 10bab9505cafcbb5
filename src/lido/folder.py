"""Where Lido keeps what belongs to the user."""

import os
from pathlib import Path

from platformdirs import user_data_path


def data() -> Path:
    """Where everything is kept: the user's data folder, or `$LIDO_DATA`."""
    named = os.environ.get("LIDO_DATA")
    return Path(named) if named else user_data_path("lido", appauthor=False)

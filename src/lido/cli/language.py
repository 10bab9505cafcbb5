"""Which language the system speaks."""

import os

from lido.words import LANGUAGES


def system_language() -> str:
    """The language of the system's settings if Lido speaks it, else English."""
    setting = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return setting[:2] if setting[:2] in LANGUAGES else "en"

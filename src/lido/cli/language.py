"""Which language the system speaks."""

import os
import re

from lido.words import LANGUAGES


def system_language() -> str:
    """The language of the system's settings if Lido speaks it, else English."""
    setting = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    language = re.split(r"[_.@]", setting)[0]
    return language if language in LANGUAGES else "en"

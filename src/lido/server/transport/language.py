"""The language in which a visitor is answered."""

import re

from lido.words import LANGUAGES

RANGE = re.compile(r"\s*([A-Za-z]+)[^;]*(?:;\s*q=([01](?:\.\d*)?))?.*", re.ASCII | re.DOTALL)


def spoken(accepted: str | None) -> str:
    """The language of an `Accept-Language` header that is wanted most and that Lido speaks, or else English."""
    ranges = (RANGE.fullmatch(part) for part in (accepted or "").split(","))
    weights = [(found[1].lower(), float(found[2] or 1)) for found in ranges if found]
    wanted = [(language, weight) for language, weight in weights if language in LANGUAGES and weight > 0]
    return max(wanted, key=lambda one: one[1], default=(LANGUAGES[0], 1.0))[0]

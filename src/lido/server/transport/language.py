"""The language in which a visitor is answered."""

import re

from lido.words import LANGUAGES

RANGE = re.compile(r"\s*([A-Za-z]+)[^;]*(?:;\s*q=([01](?:\.\d*)?))?.*", re.ASCII | re.DOTALL)


def spoken(accepted: str | None) -> str:
    """The language of an `Accept-Language` header that is wanted most and that Lido speaks, or else English."""
    ranges = [found for part in (accepted or "").split(",") if (found := RANGE.fullmatch(part))]
    wanted = sorted(ranges, key=lambda found: -float(found[2] or 1))
    return next((found[1].lower() for found in wanted if found[1].lower() in LANGUAGES), LANGUAGES[0])

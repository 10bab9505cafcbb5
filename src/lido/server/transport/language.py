"""The language in which a visitor is answered."""

from lido.words import LANGUAGES


def spoken(accepted: str | None) -> str:
    """The first language of an `Accept-Language` header that Lido speaks, or else English."""
    wanted = [part.strip()[:2].lower() for part in (accepted or "").split(",")]
    return next((language for language in wanted if language in LANGUAGES), LANGUAGES[0])

"""Identities: a public key for each person, and cookies and links that only the service can sign.

A cookie holds a key and the epoch of the person; when the epoch counts up, all older cookies are void.
A link that signs in another device holds the same, for a few minutes and for one use.
"""

import base64
import hashlib
import hmac
import secrets
import time
import unicodedata
from typing import NamedTuple

from lido.errors import LidoError

COOKIE = "lido"
COOKIE_SECONDS = 400 * 24 * 3600
LINK_SECONDS = 600
FRIEND_SECONDS = 30 * 24 * 3600
LONGEST_NAME = 24
CODE_SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that look like nothing."""


class Claim(NamedTuple):
    """What a valid cookie says."""

    key: str
    epoch: int


class Pass(NamedTuple):
    """What a valid link says."""

    claim: Claim
    until: int
    """Seconds since 1970."""
    digest: str
    """What the store keeps once the link is used."""


class Signer:
    """Signs cookies and links with the secret of the database."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def cookie(self, claim: Claim) -> str:
        """The value of the cookie."""
        return self._signed("cookie", f"{claim.key}.{claim.epoch}")

    def read_cookie(self, value: str) -> Claim | None:
        """What a cookie says, or None where it is not ours."""
        parts = self._checked("cookie", value, 2)
        return Claim(parts[0], int(parts[1])) if parts else None

    def link(self, claim: Claim, now: float) -> str:
        """The token of a personal link."""
        until = int(now) + LINK_SECONDS
        return self._signed("link", f"{claim.key}.{claim.epoch}.{until}.{secrets.token_urlsafe(12)}")

    def read_link(self, token: str, now: float) -> Pass | None:
        """What a token says, or None where it is not ours or too old."""
        parts = self._checked("link", token, 4)
        if parts is None or int(parts[2]) < now:
            return None
        digest = hashlib.sha256(token.encode()).hexdigest()
        return Pass(Claim(parts[0], int(parts[1])), int(parts[2]), digest)

    def friend(self, claim: Claim, now: float) -> str:
        """The token of a link that makes friends; it may be used often."""
        return self._signed("friend", f"{claim.key}.{claim.epoch}.{int(now) + FRIEND_SECONDS}")

    def read_friend(self, token: str, now: float) -> Claim | None:
        """Whose token it is, or None where it is not ours or too old."""
        parts = self._checked("friend", token, 3)
        if parts is None and (older := self._checked("friend", token, 2)):  # it is of a release that named no epoch
            parts = [older[0], "0", older[1]]
        return Claim(parts[0], int(parts[1])) if parts and int(parts[2]) >= now else None

    def _signed(self, use: str, text: str) -> str:
        return f"{text}.{self._signature(use, text)}"

    def _checked(self, use: str, value: str, count: int) -> list[str] | None:
        text, _, signature = value.rpartition(".")
        if not text or not hmac.compare_digest(signature.encode(), self._signature(use, text).encode()):
            return None
        parts = text.split(".")
        return parts if len(parts) == count else None

    def _signature(self, use: str, text: str) -> str:
        digest = hmac.digest(self._secret, f"{use}:{text}".encode(), "sha256")
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def new_key() -> str:
    """A new key."""
    return secrets.token_urlsafe(9)


def new_code() -> str:
    """A code of eight letters and digits, none of which looks like another."""
    return "".join(secrets.choice(CODE_SIGNS) for _ in range(8))


def digest_of(code: str) -> str:
    """What is kept of a code, however it was typed."""
    plain = "".join(sign for sign in code.upper() if sign in CODE_SIGNS)
    return hashlib.sha256(plain.encode()).hexdigest()


def new_face() -> int:
    """The seed of a new face. It has nothing to do with the key."""
    return secrets.randbits(32)


def cookie_in(header: str | None) -> str | None:
    """The value of our cookie in a `Cookie` header."""
    for part in (header or "").split(";"):  # those of others on this host may be of any form
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return value
    return None


def set_cookie(value: str, path: str, secure: bool, seconds: int = COOKIE_SECONDS) -> str:
    """The `Set-Cookie` header; 0 seconds takes the cookie away."""
    parts = [f"{COOKIE}={value}", f"Path={path}", f"Max-Age={seconds}", "HttpOnly", "SameSite=Lax"]
    return "; ".join([*parts, "Secure"] if secure else parts)


def read_name(text: str, most: int = LONGEST_NAME) -> str:
    """A nickname, or the name of something else, as it will be shown, or LidoError."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    shown = any(unicodedata.category(sign)[0] in "LNPS" for sign in name)
    if not shown or len(name) > most or any(map(_is_invisible, name)):
        raise LidoError("service.name", most=most)
    return name


def _is_invisible(sign: str) -> bool:
    return unicodedata.category(sign)[0] == "C" or sign in BLANK


def now() -> float:
    """Seconds since 1970."""
    return time.time()

"""The page as it was built into the package, in memory, with headers for caching."""

import gzip
import hashlib
import html
import mimetypes
import re
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

FOLDER = "page"
INDEX = "index.html"
IMMUTABLE = b"public, max-age=31536000, immutable"
REVALIDATED = b"no-cache"
MOST_KEPT = 64
"""How many heads of the page are kept, at some kilobytes each."""
PLAIN_HEAD = re.compile(rb"\s*<title>.*?</title>|\s*<meta name=\"description\".*?>")
"""What the built page says of itself, before the service says it for each address."""
CHARSET = b'<meta charset="utf-8" />'
COMPRESSED = (
    "text/",
    "application/javascript",
    "application/json",
    "image/svg+xml",
    "application/manifest+json",
    "application/wasm",
)


def is_built() -> bool:
    """Whether this package has the page."""
    return (files("lido") / FOLDER / INDEX).is_file()


class File(NamedTuple):
    """One file of the page."""

    headers: list[tuple[bytes, bytes]]
    body: bytes
    gzipped: bytes | None
    etag: bytes


class Page:
    """All files of the page by their path; addresses within the page get its index with a head of their own."""

    def __init__(self, base_path: str, folder: Traversable | None = None) -> None:
        self._folder = folder or files("lido") / FOLDER
        self._files = {name: _made(name, body, base_path) for name, body in _found(self._folder)}
        self._index = lru_cache(MOST_KEPT)(self._made_index)

    @property
    def built(self) -> bool:
        """Whether the page has been built."""
        return INDEX in self._files

    @property
    def fonts(self) -> list[str]:
        """The files of the fonts in which the service draws."""
        with_fonts = self._folder / "share"
        if not with_fonts.is_dir():
            return []
        return sorted(str(file) for file in with_fonts.iterdir() if file.name.endswith(".ttf"))

    def find(self, path: str) -> File | None:
        """The file at a path."""
        return self._files.get(path.removeprefix("/"))

    def is_address(self, path: str) -> bool:
        """Whether a path looks like an address within the page, which shows its index."""
        return self.built and "." not in path.rpartition("/")[2]

    def index(self, head: str, language: str) -> File:
        """The page with that head, in that language. The last ones are kept."""
        return self._index(head, language)

    def _made_index(self, head: str, language: str) -> File:
        body = PLAIN_HEAD.sub(b"", self._files[INDEX].body)
        body = body.replace(CHARSET, CHARSET + head.encode(), 1)
        body = body.replace(b'<html lang="en">', f'<html lang="{language}">'.encode(), 1)
        return _file(INDEX, body, b"accept-encoding, accept-language")


def _found(folder: Traversable, prefix: str = "") -> list[tuple[str, bytes]]:
    if not folder.is_dir():
        return []
    found = []
    for each in folder.iterdir():
        if each.is_dir():
            found += _found(each, f"{prefix}{each.name}/")
        else:
            found.append((prefix + each.name, each.read_bytes()))
    return found


def _made(name: str, body: bytes, base_path: str) -> File:
    if name == INDEX:
        # Relative addresses in the page must work at any depth.
        base = f'<head><base href="{html.escape(base_path)}/">'
        body = body.replace(b"<head>", base.encode(), 1)
    return _file(name, body)


def _file(name: str, body: bytes, vary: bytes = b"accept-encoding") -> File:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'.encode()
    kept = IMMUTABLE if name.startswith("assets/") else REVALIDATED
    text = kind.startswith(COMPRESSED)
    shown = f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
    headers = [(b"content-type", shown.encode()), (b"cache-control", kept), (b"etag", etag), (b"vary", vary)]
    return File(headers, body, gzip.compress(body, mtime=0) if text else None, etag)

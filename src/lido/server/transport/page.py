"""The page as it was built into the package, in memory, with headers for caching."""

import gzip
import hashlib
import html
import mimetypes
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

FOLDER = "page"
INDEX = "index.html"
IMMUTABLE = b"public, max-age=31536000, immutable"
REVALIDATED = b"no-cache"
COMPRESSED = ("text/", "application/javascript", "application/json", "image/svg+xml", "application/manifest+json")


class File(NamedTuple):
    """One file of the page."""

    headers: list[tuple[bytes, bytes]]
    body: bytes
    gzipped: bytes | None
    etag: bytes


class Page:
    """All files of the page by their path; addresses within the page get its index."""

    def __init__(self, base_path: str, folder: Traversable | None = None) -> None:
        folder = folder or files("lido") / FOLDER
        self._files = {name: _made(name, body, base_path) for name, body in _found(folder)}

    @property
    def built(self) -> bool:
        """Whether the page has been built."""
        return INDEX in self._files

    def find(self, path: str) -> File | None:
        """The file at a path; what looks like an address within the page is its index."""
        name = path.removeprefix("/")
        return self._files.get(name) or (self._files.get(INDEX) if "." not in name.rpartition("/")[2] else None)


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
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if name == INDEX:
        # Relative addresses in the page must work at any depth.
        base = f'<head><base href="{html.escape(base_path)}/">'
        body = body.replace(b"<head>", base.encode(), 1)
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'.encode()
    kept = IMMUTABLE if name.startswith("assets/") else REVALIDATED
    text = kind.startswith(COMPRESSED)
    shown = f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
    headers = [
        (b"content-type", shown.encode()),
        (b"cache-control", kept),
        (b"etag", etag),
        (b"vary", b"accept-encoding"),
    ]
    return File(headers, body, gzip.compress(body, mtime=0) if text else None, etag)

"""The gallery of the page, served as the server serves files."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from lido.server.transport.limits import POLICY

GALLERY = Path(__file__).parents[2] / "web" / "gallery-dist"
HOST = "lido.example"
"""Screens show their own address, which must always be the same."""


class Strict(SimpleHTTPRequestHandler):
    """Serves files as the server does: nothing inline, nothing from elsewhere."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def served() -> Iterator[int]:
    """The port at which the gallery is served."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Strict, directory=GALLERY)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def found_at(port: int) -> list[str]:
    """The arguments for a browser that finds the gallery under its name."""
    return [
        f"--host-resolver-rules=MAP {HOST} 127.0.0.1:{port}",
        f"--unsafely-treat-insecure-origin-as-secure=http://{HOST}",  # as a page with TLS is
    ]

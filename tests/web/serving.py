"""The gallery of the page, served as the server serves files."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from lido.server.transport.limits import POLICY
from lido.server.transport.page import IMMUTABLE

GALLERY = Path(__file__).parents[2] / "web" / "gallery-dist"
HOST = "lido.example"
"""Screens show their own address, which must always be the same."""


class Strict(SimpleHTTPRequestHandler):
    """Serves files as the server does: nothing inline, nothing from elsewhere, and what was built is kept."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if self.path == "/favicon.ico":  # a browser asks for it where a page names none
            self.send_response(HTTPStatus.NO_CONTENT)
            self.end_headers()
        else:
            super().do_GET()

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        if self.path.startswith("/assets/"):
            self.send_header("Cache-Control", IMMUTABLE.decode())
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

"""Lido with a page that browsers take for the next version: its index and its service worker differ."""

import re

from lido.cli import main
from lido.server.transport import page

_FOUND = page._found
_REVISION = re.compile(rb"(url:[`\"]\./[`\"],revision:[`\"])")


def _changed(name: str, body: bytes) -> bytes:
    if name == page.INDEX:
        return body.replace(b"</head>", b'<meta name="version" content="next" /></head>')
    return _REVISION.sub(rb"\1next", body) if name == "service-worker.js" else body


if __name__ == "__main__":
    page._found = lambda *given: [(name, _changed(name, body)) for name, body in _FOUND(*given)]
    main()

"""The JSON Schema of all that goes over the sockets, made from `messages`: `python -m lido.server.schema > FILE`."""

import json
import sys
from typing import Any

import msgspec

from lido.server import messages

AnyMessage = (
    messages.Done | messages.Refused | messages.Welcome | messages.News | messages.ChatMessage | messages.Presence
    | messages.Thinking | messages.Hinted | messages.Frame | messages.Ping | messages.LobbyTables | messages.Changed
)  # fmt: skip
"""Whatever a client may be told."""


def schema() -> dict[str, Any]:
    """One schema with two parts: what a client may send, and what it may get."""
    (sent, got), parts = msgspec.json.schema_components(
        (messages.AnyCommand, AnyMessage), ref_template="#/$defs/{name}"
    )
    ways = {"sent": sent, "got": got}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {**ways, **parts}}


def text() -> str:
    """The schema as it is kept in docs."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())

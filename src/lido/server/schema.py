"""The JSON Schema of all messages on the sockets: `python -m lido.server.schema > docs/messages.schema.json`."""

import json
import sys
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from lido.server.club.messages import MESSAGES
from lido.server.rooms.live import all_commands, all_messages


def schema() -> dict[str, Any]:
    """One schema with two parts: what a client may send, and what it may get; live parts of games included."""
    (sent, got), parts = msgspec.json.schema_components(
        (reduce(or_, all_commands()), reduce(or_, (*all_messages(), *MESSAGES))), ref_template="#/$defs/{name}"
    )
    ways = {"sent": sent, "got": got}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {**ways, **parts}}


def text() -> str:
    """The schema as it is kept in docs."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())

"""Writes the JSON Schema from which the page's types of messages and HTTP bodies are made: `npm run types`."""

import json
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from lido.server.club.messages import MESSAGES
from lido.server.rooms.live import all_commands, all_messages
from lido.server.table.events import AnyEvent
from lido.server.transport import challenge_handlers, club_handlers, http, puzzle_handlers, record_handlers
from tools.games import GENERATED

FILE = GENERATED / "messages.json"
UNIONS = {"Sent": reduce(or_, all_commands()), "Received": reduce(or_, all_messages()), "LogEvent": AnyEvent} | {
    "FromClub": reduce(or_, MESSAGES)
}
OWN_TYPES = {
    ("SeatView", "view"): "View | null",
    ("Info", "status"): '"open" | "running" | "over" | "closed"',
    ("News", "event"): "LogEvent",
    ("News", "game_events"): "Event[]",
    ("ReplayStep", "events"): "Event[]",
    ("ReplayStep", "views"): "View[]",
}
"""The types that the page has for fields of which the schema says too little, by message and field."""


def schema() -> dict[str, Any]:
    """A schema that names every message, every event of the log and every body that the HTTP side uses."""
    modules = (http, puzzle_handlers, challenge_handlers, record_handlers, club_handlers)
    named = {name: each for module in modules for name, each in vars(module).items()}.values()
    bodies = [each for each in named if isinstance(each, type) and issubclass(each, msgspec.Struct)]
    unions, parts = msgspec.json.schema_components([*UNIONS.values(), *bodies], ref_template="#/$defs/{name}")
    for (part, field), own in OWN_TYPES.items():
        parts[part]["properties"][field]["tsType"] = own
    whole = {body.__name__ for body in bodies if not _leaves_defaults_out(body)}
    for name, part in parts.items():
        for field in part.get("properties", {}).values():
            _refine(field, whole=name in whole)
    return {"$defs": dict(zip(UNIONS, unions, strict=False)) | parts}


def _leaves_defaults_out(body: type[msgspec.Struct]) -> bool:
    """Whether fields with their default values are not sent: by the server, or by the page."""
    config = body.__struct_config__
    return config.omit_defaults or config.forbid_unknown_fields


def _refine(field: dict[str, Any], *, whole: bool) -> None:
    """Leave null out where it is a default that is not sent; let open objects hold anything.

    Bounds of lists go: the page has no types for a list of so many numbers.
    """
    if "default" in field and field.pop("default") is None and not whole:
        field["anyOf"] = [each for each in field["anyOf"] if each != {"type": "null"}]
    for each in (field, field.get("items", {}), *field.get("anyOf", [])):
        if each.get("type") == "object":
            each.setdefault("additionalProperties", True)
        for bound in ("minItems", "maxItems"):
            each.pop(bound, None)


def main() -> None:
    """Write the file anew."""
    GENERATED.mkdir(exist_ok=True)
    FILE.write_text(json.dumps(schema(), indent=1, ensure_ascii=False), "utf-8")


if __name__ == "__main__":
    main()

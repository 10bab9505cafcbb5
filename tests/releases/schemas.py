"""Whether one JSON Schema accepts all that another describes, for the part of JSON Schema that messages use."""

from collections.abc import Iterator
from typing import Any, NamedTuple

Schema = dict[str, Any]
LOWER, UPPER = ("minimum", "minLength", "minItems"), ("maximum", "maxLength", "maxItems")
UNKNOWN_FIELDS = "unknown fields"


class Side(NamedTuple):
    """A schema, and the document in which it stands."""

    schema: Schema
    document: Schema

    def resolved(self) -> "Side":
        reference = self.schema.get("$ref")
        if reference is None:
            return self
        return self.within(self.document["$defs"][reference.rpartition("/")[2]])

    def within(self, schema: Schema) -> "Side":
        """A part of it."""
        return Side(schema, self.document)

    @property
    def tag(self) -> str:
        """What kind of thing or of message it describes, so that only such are compared."""
        fields = self.schema.get("properties", {})
        return str([self.schema.get("type"), *(fields[name] for name in ("do", "type", "kind") if name in fields)])

    def options(self) -> "list[Side]":
        """What it may be one of."""
        side = self.resolved()
        several = side.schema.get("anyOf")
        return [option for each in several for option in side.within(each).options()] if several else [side]


def refused(wide: Side, narrow: Side, path: str = "") -> Iterator[str]:
    """Where `wide` does not accept what `narrow` describes. Nothing if it accepts it all."""
    choices = wide.options()
    for option in narrow.options():
        alike = [choice for choice in choices if choice.tag == option.tag] or choices
        if any(next(_refused_one(choice, option, path), None) is None for choice in alike):
            continue
        yield from _refused_one(alike[0], option, path)


def _refused_one(wide: Side, narrow: Side, path: str) -> Iterator[str]:
    accepts, is_one = wide.schema, narrow.schema
    if "enum" in accepts and not set(is_one.get("enum", [UNKNOWN_FIELDS])) <= set(accepts["enum"]):
        yield f"{path}: one of {is_one.get('enum', 'anything')}, not only {accepts['enum']}"
    kind = accepts.get("type")
    if kind and is_one.get("type", _kind_of_enum(is_one)) not in (kind, "integer" if kind == "number" else kind):
        yield f"{path}: {is_one.get('type')} instead of {kind}"
        return
    for bound in LOWER:
        if accepts.get(bound, float("-inf")) > is_one.get(bound, float("-inf")):
            yield f"{path}: {bound} {accepts[bound]}"
    for bound in UPPER:
        if accepts.get(bound, float("inf")) < is_one.get(bound, float("inf")):
            yield f"{path}: {bound} {accepts[bound]}"
    if "pattern" in accepts and accepts["pattern"] != is_one.get("pattern"):
        yield f"{path}: pattern {accepts['pattern']}"
    if "items" in accepts and "items" in is_one:
        yield from refused(wide.within(accepts["items"]), narrow.within(is_one["items"]), f"{path}[]")
    yield from _refused_fields(wide, narrow, path)


def _refused_fields(wide: Side, narrow: Side, path: str) -> Iterator[str]:
    accepts, is_one = wide.schema, narrow.schema
    for field in set(accepts.get("required", ())) - set(is_one.get("required", ())):
        yield f"{path}.{field} is required"
    known = accepts.get("properties", {})
    for field, schema in is_one.get("properties", {}).items():
        if field in known:
            yield from refused(wide.within(known[field]), narrow.within(schema), f"{path}.{field}")
        elif accepts.get("additionalProperties") is False:
            yield f"{path}.{field} is unknown"
    others, its_others = accepts.get("additionalProperties"), is_one.get("additionalProperties")
    if isinstance(others, dict) and isinstance(its_others, dict):
        yield from refused(wide.within(others), narrow.within(its_others), f"{path}{{}}")


def _kind_of_enum(schema: Schema) -> str | None:
    values = schema.get("enum", ())
    return "string" if values and all(isinstance(value, str) for value in values) else None

"""What docs say of the messages is what the service speaks."""

from pathlib import Path

import lido
from lido.server.http import HANDLERS
from lido.server.messages import AnyCommand
from lido.server.schema import AnyMessage, text

DOCS = Path(lido.__file__).parents[2] / "docs"


def test_the_schema_in_docs_is_the_one_of_the_messages() -> None:
    kept = (DOCS / "messages.schema.json").read_text("utf-8")
    assert kept == text(), "python -m lido.server.schema > docs/messages.schema.json"


def test_docs_explain_every_message_and_every_address() -> None:
    page = (DOCS / "server.md").read_text("utf-8")
    for message in (*AnyCommand.__args__, *AnyMessage.__args__):
        assert f"`{message.__struct_config__.tag}`" in page
    for handler in HANDLERS:
        for path in handler.paths:
            assert f"/api{path}".replace(":str", "").replace("{table}", "{id}") in page

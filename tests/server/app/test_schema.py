"""What docs say of the messages is what the service speaks."""

from pathlib import Path

import lido
from lido.server.rooms.live import all_commands, all_messages
from lido.server.schema import text
from lido.server.transport.http import HANDLERS
from tests.server.service import Service, Visitor, run

DOCS = Path(lido.__file__).parents[2] / "docs"


def test_the_schema_in_docs_is_the_one_of_the_messages() -> None:
    kept = (DOCS / "messages.schema.json").read_text("utf-8")
    assert kept == text(), "python -m lido.server.schema > docs/messages.schema.json"


def test_docs_explain_every_message_and_every_address() -> None:
    page = (DOCS / "server.md").read_text("utf-8")
    for message in (*all_commands(), *all_messages()):
        assert f"`{message.__struct_config__.tag}`" in page
    for handler in HANDLERS:
        for path in handler.paths:
            assert f"/api{path}".replace(":str", "").replace("{table}", "{id}").replace("{game}", "{id}") in page


def test_an_address_says_which_methods_it_takes(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            for method, path, takes in (
                ("PUT", "/api/me", "DELETE, GET, OPTIONS, PATCH, POST"),
                ("DELETE", "/api/tables/0000/record", "GET, OPTIONS"),
            ):
                answer = await ann.http.request(method, path)
                assert (answer.status_code, answer.json()["code"]) == (405, "service.no-method")
                assert answer.headers["allow"] == takes
                asked = await ann.http.request("OPTIONS", path)
                assert (asked.status_code, asked.headers["allow"]) == (204, takes)
            assert (await ann.refused("PUT", "/api/nothing"))[0] == 404

    run(scenario)


def test_openapi_says_what_is_refused_and_how(service: Service) -> None:
    async def scenario() -> None:
        async with Visitor(service) as ann:
            document = await ann.asked("GET", "/api/openapi.json")
            for path, methods in document["paths"].items():
                for method, operation in methods.items():
                    troubles = {status: answer for status, answer in operation["responses"].items() if status >= "400"}
                    assert {"429", "503"} <= troubles.keys(), (path, method)
                    for answer in troubles.values():
                        assert answer["content"]["application/json"]["schema"]["$ref"].endswith("Problem")
            bodies = {schema["title"]: schema for schema in document["components"]["schemas"].values()}
            for body in ("MeChange", "Arrival", "TableWish", "Clock"):
                assert bodies[body]["additionalProperties"] is False
            for path, field in (("/api/analyse", "at"), ("/api/replay", "since")):
                body = document["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]
                assert body["additionalProperties"] is False
                assert body["required"] == ["record"]
                assert {"record", field} <= body["properties"].keys()

    run(scenario)

"""The page on hosting and the files of hosting/: what they name exists."""

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from lido.server.metrics import Metrics
from lido.server.settings import Settings, option, variable

ROOT = Path(__file__).parent.parent.parent
HOSTING = ROOT / "hosting"
PAGE = (ROOT / "docs" / "hosting.md").read_text("utf-8")
COMPOSE = (HOSTING / "compose.yaml").read_text("utf-8")
FILES = [file for file in sorted(HOSTING.iterdir()) if not file.name.startswith(".")]
TEXTS = {"hosting.md": PAGE} | {file.name: file.read_text("utf-8") for file in FILES}
OF_HOSTING = {"LIDO_DATA", "LIDO_DOMAIN", "LIDO_NODES", "LIDO_PASSWORD", "LIDO_COMPILED"}
"""Variables that are no settings of the service."""


def exported() -> set[str]:
    """The names by which Prometheus knows what the service counts."""
    families = list(text_string_to_metric_families(Metrics().text()[0].decode()))
    ends = {"counter": ["_total"], "histogram": ["_bucket", "_count", "_sum"]}
    return {f"{family.name}{end}" for family in families for end in ends.get(family.type, [""])}


@pytest.mark.parametrize("name", TEXTS)
def test_variables_are_settings(name: str) -> None:
    settings = {variable(each.name) for each in fields(Settings)}
    assert set(re.findall(r"\bLIDO_[A-Z_]+\b", TEXTS[name])) - settings <= OF_HOSTING


def test_options_are_settings() -> None:
    settings = {option(each.name) for each in fields(Settings)}
    named = set(re.findall(r"`(--[a-z-]+)`", PAGE))
    assert named
    assert named - {"--require-hashes", "--force-recreate"} <= settings


def test_the_dashboard_asks_for_what_the_service_counts() -> None:
    panels = json.loads(TEXTS["dashboard.json"])["panels"]
    asked = {name for panel in panels for one in panel["targets"] for name in re.findall(r"\blido_\w+", one["expr"])}
    assert asked
    assert asked <= exported()


def test_the_page_watches_what_the_service_counts() -> None:
    watched = set(re.findall(r"`(lido_[a-z_]+)", PAGE)) - {"lido_games"}
    assert watched
    counted = exported()
    assert [name for name in watched if not {name, f"{name}_count"} & counted] == []


def test_whatever_the_containers_are_made_of_is_sent_to_the_server() -> None:
    (sent,) = re.findall(r"^tar --create --file - (.*?) \|", PAGE, re.MULTILINE)
    copied = re.findall(r"^COPY (?!--from)(.*) \S+$", TEXTS["Containerfile"], re.MULTILINE)
    assert copied
    assert {source for line in copied for source in line.split()} <= set(sent.split())
    assert "hosting" in sent.split()


def test_all_containers_start_again_with_the_server() -> None:
    """`podman-restart` of Debian starts those that are to be started always."""
    _, services = COMPOSE.split("\nservices:\n")
    made = re.findall(r"^  [a-z0-9-]+:$", services.split("\nvolumes:\n")[0], re.MULTILINE)
    nodes = services.count("<<: *node")
    assert len(made) > nodes > 1
    assert re.findall(r"restart: (.*)", COMPOSE) == ["always"] * (len(made) - nodes + 1)


def test_the_containers_that_the_page_names_are_those_of_the_file() -> None:
    for name in set(re.findall(r"\bhosting_([a-z0-9-]+)_1\b", PAGE)):
        assert f"\n  {name}:\n" in COMPOSE, name


def test_the_password_of_the_database_is_not_committed() -> None:
    assert "hosting/.env" in (ROOT / ".gitignore").read_text("utf-8").splitlines()

"""The settings of the service: on the command line, or as `LIDO_…` in the environment."""

import ipaddress
from dataclasses import dataclass, field, fields
from typing import Any, TypeAlias

from lido import folder
from lido.errors import BadSetup

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
LEVELS = ("debug", "info", "warning", "error")


def _setting(default: Any, about: str, least: float | None = None) -> Any:
    """A field with its line in `--help`, and its least value if it is a number."""
    return field(default=default, metadata={"about": about, "least": least})


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of one node, and their defaults."""

    host: str = _setting("127.0.0.1", "The address to listen on; 0.0.0.0 for all networks.")
    port: int = _setting(8000, "The port to listen on; 0 is any that is free.", 0)
    database: str = _setting("", "A SQLite file, or postgresql://…; else a file in the user's data folder.")
    base_path: str = _setting("", "Where the service lives behind a proxy, such as /lido.")
    proxies: str = _setting("", "Addresses or networks of proxies whose forwarded headers are believed, with commas.")
    hosts: str = _setting(
        "", "Names under which the service is reached, such as games.example.org, with commas; others are refused."
    )
    origins: str = _setting(
        "", "Other origins whose pages may use the service, such as https://example.org, with commas."
    )
    metrics_to: str = _setting("127.0.0.0/8,::1/128", "Addresses or networks that may read /metrics, with commas.")
    push_to: str = _setting(
        "",
        "Push services that browsers may name beside public ones by https, such as http://10.0.0.5:8080, with commas.",
    )
    push_contact: str = _setting(
        "mailto:nobody@localhost.invalid", "How push services reach whoever runs this one: mailto:… or https://…."
    )
    log_level: str = _setting("info", "What is logged: debug, info, warning or error.")

    processes: int = _setting(
        1, "Processes that serve behind this address, each a node of its own; 0 for one a core. Needs PostgreSQL.", 0
    )
    bot_processes: int = _setting(1, "Processes in which bots think, for each node.", 1)
    bot_ms: int = _setting(1_000, "Milliseconds that a bot has for a move.", 0)
    live_processes: int = _setting(1, "Processes for the live part of each game that has one, for each node.", 1)

    away_seconds: float = _setting(60.0, "How long a player may be disconnected before a bot may play for them.", 0)
    idle_seconds: float = _setting(60.0, "How long a table without connections stays in memory.", 0)
    open_days: float = _setting(7.0, "How long a table waits for its game to begin before it is closed.", 0)
    lease_seconds: float = _setting(10.0, "How long the tables of a node that died wait for another node.", 0.1)
    grace_seconds: float = _setting(10.0, "How long a node that stops waits for open requests.", 0)

    connections: int = _setting(
        20_000, "Most connections at once; fewer where the process may not open so many files.", 16
    )
    connections_each: int = _setting(100, "Most connections at once from one address that is no proxy.", 1)
    sockets_each: int = _setting(50, "Most sockets from one address.", 1)
    requests_each: float = _setting(20.0, "Most requests a second from one address, in the long run.", 0.1)
    newcomers_each: float = _setting(30.0, "Most new people a minute from one address, in the long run.", 0.1)
    changes_each: float = _setting(
        0.5, "Most changes of a name, a face or such a second by one person or one address, in the long run.", 0.01
    )
    messages_each: float = _setting(
        30.0, "Most messages a second on one socket, in the long run; streams of a game's live part apart.", 0.1
    )
    tables_each: int = _setting(20, "Most tables that one person opens in an hour.", 1)
    talk_each: float = _setting(0.5, "Most chat messages a second of one person at a table, in the long run.", 0.01)
    entries_each: float = _setting(
        0.5, "Most entries a second that one person adds to the log of a table beside moves, in the long run.", 0.01
    )
    analyses_each: float = _setting(0.5, "Most analyses a second from one address, in the long run.", 0.01)
    pictures_each: float = _setting(
        1.0, "Most pictures of links drawn a second for one address, in the long run.", 0.01
    )
    message_bytes: int = _setting(16_384, "Longest message on a socket.", 256)
    body_bytes: int = _setting(4 * 2**20, "Longest body of a request with a record.", 1_024)

    def __post_init__(self) -> None:
        for each in fields(self):
            value, least = getattr(self, each.name), each.metadata["least"]
            if least is not None and not value >= least:
                raise BadSetup("service.setting-least", name=option(each.name), value=value, least=least)
        if self.base_path and (not self.base_path.startswith("/") or self.base_path.endswith("/")):
            raise BadSetup("service.setting-base", value=self.base_path)
        if self.log_level not in LEVELS:
            raise BadSetup("service.setting-level", value=self.log_level, allowed=", ".join(LEVELS))
        for name in ("proxies", "metrics_to"):
            networks(name, getattr(self, name))

    @property
    def address(self) -> str:
        """Where the store is."""
        if self.database:
            return self.database
        return str(folder.data() / "tables.db")


def option(name: str) -> str:
    """The name of a setting on the command line."""
    return f"--{name.replace('_', '-')}"


def variable(name: str) -> str:
    """The name of a setting in the environment."""
    return f"LIDO_{name.upper()}"


def listed(text: str) -> list[str]:
    """The values of a setting that has several."""
    return [part.strip() for part in text.split(",") if part.strip()]


def networks(name: str, text: str) -> list[Network]:
    """The networks that a setting lists; a plain address is a network of one."""
    try:
        return [ipaddress.ip_network(part) for part in listed(text)]
    except ValueError as error:
        raise BadSetup("service.setting-network", name=option(name), why=error) from error

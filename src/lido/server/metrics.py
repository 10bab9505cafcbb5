"""The metrics of the service, for Prometheus."""

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, Info, generate_latest

QUICK = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
SLOW = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """The metrics of one node. Each node has its own registry, so that tests may have several."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.node = Info("lido_node", "Which node these are of.", registry=self._registry)
        self.sockets = Gauge("lido_sockets", "Open sockets.", ["kind"], registry=self._registry)
        self.rooms = Gauge("lido_rooms", "Tables in memory.", registry=self._registry)
        self.leases = Gauge("lido_leases", "Tables whose bots and clocks this node runs.", registry=self._registry)
        self.refused = Counter("lido_refused", "Commands that were refused.", registry=self._registry)
        self.written = Histogram(
            "lido_written_seconds", "From a command to its being on disk.", buckets=QUICK, registry=self._registry
        )
        self.thought = Histogram(
            "lido_bot_seconds", "Time that bots took for a move.", buckets=SLOW, registry=self._registry
        )
        self.closed = Counter(
            "lido_sockets_closed", "Sockets closed by us, by code.", ["code"], registry=self._registry
        )
        self.requests = Counter("lido_requests", "HTTP requests, by status.", ["status"], registry=self._registry)
        self.limited = Counter(
            "lido_limited", "Requests, messages and sockets refused by a limit.", ["limit"], registry=self._registry
        )
        self.pushed = Counter(
            "lido_pushed",
            "Messages to push services, by the status of the answer.",
            ["status"],
            registry=self._registry,
        )
        self.live = Gauge("lido_live", "Tables where something goes on live.", ["game"], registry=self._registry)

    def text(self) -> tuple[bytes, str]:
        """All metrics as Prometheus reads them, and their content type."""
        return generate_latest(self._registry), CONTENT_TYPE_LATEST

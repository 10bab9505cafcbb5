"""A worker that says more than anybody reads."""

from lido.server.workers.process import WorkerPipe


def main() -> None:
    pipe = WorkerPipe()
    pipe.send("ready")
    while True:
        pipe.send(bytes(10_000))

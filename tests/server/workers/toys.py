"""A worker that does as it is asked: it answers, or dies, or never says anything again."""

import os

from lido.errors import BadSetup
from lido.server.workers.process import WorkerPipe
from lido.server.workers.thinking import Question


def main() -> None:
    pipe = WorkerPipe()
    pipe.send("ready")
    while True:
        asked: Question = pipe.receive()
        if asked.level == "dies":
            os._exit(1)
        elif asked.level == "refuses":
            pipe.send(BadSetup("match.level", level="toy", allowed=""))
        elif asked.level != "silent":
            print("what is printed is no answer")
            pipe.send((f"{asked.level} {asked.ms}", {}))

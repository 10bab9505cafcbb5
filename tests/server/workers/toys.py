"""A worker that does as it is asked: it answers, or dies, or never says anything again."""

import os

from lido.errors import BadSetup
from lido.server.workers.process import Line
from lido.server.workers.thinking import Question


def main() -> None:
    line = Line()
    line.send("ready")
    while True:
        asked: Question = line.receive()
        if asked.level == "dies":
            os._exit(1)
        elif asked.level == "refuses":
            line.send(BadSetup("match.level", level="toy", allowed=""))
        elif asked.level != "silent":
            print("what is printed is no answer")
            line.send((f"{asked.level} {asked.ms}", {}))

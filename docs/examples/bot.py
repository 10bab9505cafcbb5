import json
import random
from subprocess import PIPE, Popen

engine = Popen(["lido", "engine"], stdin=PIPE, stdout=PIPE, text=True, bufsize=1)


def ask(**question):
    print(json.dumps(question), file=engine.stdin)
    return json.loads(engine.stdout.readline())


ask(do="new", game="le-plouf", players=2)
while (legal := ask(do="legal"))["seat"]:
    mine = random.choice(legal["moves"])
    ask(do="play", move=mine if legal["seat"] == 1 else ask(do="go", level="gentle")["move"])
print(json.dumps(ask(do="result")))
engine.communicate()

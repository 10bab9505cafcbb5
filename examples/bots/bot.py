"""A bot as a program, in plain Python: it plays any legal move of any game.

lido arena le-plouf --players "cmd:python bot.py" random --games 100
"""

import json
import random
import sys

for line in sys.stdin:
    asked = json.loads(line)
    answer = {"move": random.choice(asked["legal"])} if asked["do"] == "go" else {"ok": True}
    print(json.dumps(answer), flush=True)

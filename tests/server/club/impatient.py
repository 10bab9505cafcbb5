"""`lido`, where nobody waits for long for those who do not come."""

import runpy

from lido.server.club.cups import director
from lido.server.table import seating

seating.COME_WITHIN = 4_000
director.ABSENT = 8_000

if __name__ == "__main__":
    runpy.run_module("lido", run_name="__main__")

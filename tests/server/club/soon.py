"""`lido`, where strangers must have come within a second, and rounds of a tournament follow at once."""

import runpy

from lido.server.club.cups import director
from lido.server.table import seating

seating.COME_WITHIN = 1_000
director.BREAK = 100
director.ABSENT = 5_000

if __name__ == "__main__":
    runpy.run_module("lido", run_name="__main__")

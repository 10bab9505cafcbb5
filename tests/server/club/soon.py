"""`lido`, where rounds of a tournament follow at once."""

import runpy

from lido.server.club.cups import director

director.BREAK = 100

if __name__ == "__main__":
    runpy.run_module("lido", run_name="__main__")

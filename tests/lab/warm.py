"""Loaded once by the process from which an arena forks those that play: each has every game compiled when it begins."""

import gc

from lido.games import games
from lido.precompile import precompile

for game in games():
    precompile(game)
gc.collect()
gc.freeze()

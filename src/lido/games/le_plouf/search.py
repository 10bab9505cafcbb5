"""Search settings of Le Plouf."""

from lido.bots.config import SearchConfig

CONFIG = SearchConfig(guided=0.5)

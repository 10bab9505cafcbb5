"""Pictures of a game as SVG, drawn from a view: what a seat may not know cannot be in them."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

MODULES = {
    "le-plouf": "lido.pictures.le_plouf",
    "plouf-party": "lido.pictures.plouf_party",
    "croc-pool": "lido.pictures.croc_pool",
    "splash": "lido.pictures.splash",
}


def svg(view: Mapping[str, Any]) -> str:
    """The view as one self-contained SVG document."""
    drawn: str = import_module(MODULES[view["game"]]).svg(view)
    return drawn

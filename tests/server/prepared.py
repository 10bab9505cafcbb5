"""What takes a service longest when it starts, done once in the process from which services are forked."""

from functools import cache
from typing import Any

import uvloop
from litestar import Litestar

from lido.server import serve
from lido.server.club.club import Club
from lido.server.rooms.hub import Hub
from lido.server.settings import Settings
from lido.server.store import postgres, sqlite
from lido.server.transport import app, http, page
from lido.server.transport.handling import Service
from lido.server.workers import thinking

LOADED = (uvloop, postgres, sqlite)
"""Modules that a service loads only when it needs them."""


def prepare() -> None:
    """Let whoever is forked from this process find the API and the page made, and everything compiled.

    The API depends on few settings of a service: with others it is made anew, and so is the page if a test changes
    which files are found.
    """
    usual, given = Settings(), Service.__new__(Service)
    made, build = _api_of(given, usual), http.api
    pages, found = cache(page.Page), page._found
    pages(usual.base_path)

    def api(hub: Hub, settings: Settings, club: Club | None = None) -> Litestar:
        if (settings.body_bytes, settings.base_path) != (usual.body_bytes, usual.base_path):
            return build(hub, settings, club)
        given.__init__(hub, settings, club or Club(hub))  # type: ignore[misc]
        return made

    def files(base_path: str) -> page.Page:
        return (pages if page._found is found else page.Page)(base_path)

    _replace(app, api=api, Page=files)
    _replace(serve, get_ready=lambda: None)
    _replace(thinking, precompile=lambda game: None)


def _api_of(given: Service, settings: Settings) -> Litestar:
    """The API of a service that is yet to come."""
    nobody: Any = object()
    _replace(http, Service=lambda *_: given)
    try:
        return http.api(nobody, settings, nobody)
    finally:
        _replace(http, Service=Service)


def _replace(module: Any, **names: Any) -> None:
    for name, thing in names.items():
        setattr(module, name, thing)

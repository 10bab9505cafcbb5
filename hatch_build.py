"""Wheels and source archives contain the built page, or are not made."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageIsBuilt(BuildHookInterface):
    """Refuses to make a package without the page, whose server would answer 404."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Look for the page, unless the package is installed from its sources in place."""
        if version != "editable" and not (Path(self.root) / "src" / "lido" / "page" / "index.html").is_file():
            raise FileNotFoundError("The page has not been built. Run `make dist`, or `make web` before the build.")

"""Makes packages: with the page, or not at all; with `LIDO_COMPILED=1`, with the way of a move compiled to C.

`python hatch_build.py FOLDER` puts the package into a folder, compiled, without the page: what benchmarks measure.
"""

import os
import shutil
import sys
import sysconfig
from collections.abc import Iterable
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = Path("src")
LIBRARIES = f"*{sysconfig.get_config_var('EXT_SUFFIX')}"
COMPILED = (
    "lido/chain.py",
    "lido/match.py",
    "lido/games/*/text.py",
    "lido/server/rate_limits.py",
    "lido/server/rooms/{connection,context,deciding,drawing,missed,outbox,pauses,room,runner,turns}.py",
    "lido/server/store/{appends,rows,writer}.py",
    "lido/server/table/[!_]*.py",
    "lido/server/transport/{frames,sockets}.py",
)
"""The modules that a move passes through, but not what is sent to the processes of bots: what is compiled and frozen
cannot be unpickled."""
NOT_COMPILED = tuple(f"lido/server/table/{name}.py" for name in ("events", "given", "head"))
"""Those with structures of msgspec, which reads their annotations as they are written."""


class Package(BuildHookInterface):
    """Refuses to make a package without the page, whose server would answer 404."""

    _folder: TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Look for the page, unless the package is installed from its sources in place; compile what is to be."""
        if version == "editable":
            return
        if not (Path(self.root) / SOURCES / "lido" / "page" / "index.html").is_file():
            raise FileNotFoundError("The page has not been built. Run `make dist`, or `make web` before the build.")
        if self.target_name == "wheel" and os.environ.get("LIDO_COMPILED"):
            self._folder = TemporaryDirectory()
            made = compiled(Path(self.root) / SOURCES, Path(self._folder.name))
            build_data["force_include"] |= {str(each): str(each.relative_to(self._folder.name)) for each in made}
            build_data |= {"pure_python": False, "infer_tag": True}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Leave nothing behind."""
        if self._folder:
            self._folder.cleanup()


def compiled(sources: Path, folder: Path) -> Iterable[Path]:
    """Copy the package into a folder and compile it there, by mypyc and a C compiler; the libraries that were made."""
    from mypyc.build import mypycify  # noqa: PLC0415 - only what is compiled needs it
    from setuptools import setup  # noqa: PLC0415

    shutil.copytree(sources / "lido", folder / "lido", ignore=shutil.ignore_patterns("page"))
    with chdir(folder):
        modules = sorted(str(path) for pattern in COMPILED for each in _braces(pattern) for path in Path().glob(each))
        chosen = [module for module in modules if module not in NOT_COMPILED]
        extensions = mypycify(["--config-file=", "--ignore-missing-imports", *chosen], opt_level="2", debug_level="0")
        setup(name="lido", packages=[], ext_modules=extensions, script_args=["--quiet", "build_ext", "--inplace"])
        shutil.rmtree("build")
    return folder.rglob(LIBRARIES)


def _braces(pattern: str) -> list[str]:
    """A pattern for each of the names in braces, as a shell has them."""
    before, _, rest = pattern.partition("{")
    names, _, after = rest.partition("}")
    return [f"{before}{name}{after}" for name in names.split(",")]


if __name__ == "__main__":
    target = Path(sys.argv[1]).resolve()
    shutil.rmtree(target, ignore_errors=True)
    list(compiled(SOURCES.resolve(), target))

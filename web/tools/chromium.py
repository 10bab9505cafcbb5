"""Unpacks the Chromium of the tests, which an npm package brings, into build/chromium: `python -m tools.chromium`."""

import io
import shutil
import tarfile
from pathlib import Path

import brotli

ROOT = Path(__file__).parents[2]
PACKED = ROOT / "web" / "node_modules" / "@sparticuz" / "chromium" / "bin"
FOLDER = ROOT / "build" / "chromium"
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>
"""
"""Only its own fonts, so that pictures look the same on every machine."""


def main() -> None:
    """Unpack the program, the libraries it needs and its fonts."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    for packed in PACKED.glob("*.br"):
        content = brotli.decompress(packed.read_bytes())
        if packed.name.endswith(".tar.br"):
            with tarfile.open(fileobj=io.BytesIO(content)) as archive:
                archive.extraction_filter = getattr(tarfile, "data_filter", None)  # Python 3.11.3 and older have none
                archive.extractall(FOLDER)
        else:
            (FOLDER / packed.stem).write_bytes(content)
            (FOLDER / packed.stem).chmod(0o755)
    (FOLDER / "fonts.conf").write_text(FONTS.format(fonts=FOLDER / "fonts", cache=FOLDER / "fonts-cache"))


if __name__ == "__main__":
    main()

"""The site is built without a warning, and its notebooks run. `make test` installs what this needs."""

import subprocess
import sys
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat", reason="make test installs it")
nbclient = pytest.importorskip("nbclient", reason="make test installs it")

DOCS = Path(__file__).parent.parent.parent / "docs"
NOTEBOOKS = sorted(DOCS.rglob("*.ipynb"))


LEARNS = "beat-gentle"
"""A notebook that takes minutes unless it is told otherwise."""


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_its_first_cell_to_its_last(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if path.stem == LEARNS:
        monkeypatch.setenv("LIDO_SECONDS", "2")
        monkeypatch.setenv("LIDO_GAMES", "10")
    notebook = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "outputs are made by the build, and not kept"
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    assert [output for output in shown if output["output_type"] == "stream" and output["name"] == "stderr"] == []
    assert len(shown) >= 3


def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    options = ["--fail-on-warning", "--keep-going", "--quiet", "-D", "nb_execution_mode=off"]
    built = subprocess.run(
        [
            sys.executable,
            "-m",
            "sphinx",
            *options,
            "--doctree-dir",
            str(tmp_path / "trees"),
            str(DOCS),
            str(tmp_path / "site"),
        ],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert (built.returncode, built.stderr) == (0, "")
    pages = {str(page.relative_to(tmp_path / "site")) for page in (tmp_path / "site").rglob("*.html")}
    assert {"index.html", "api/play.html", "laws/le-plouf.html", "tutorials/first-steps.html"} <= pages
    assert not [page for page in pages if "://" in _sources(tmp_path / "site" / page)]


def _sources(page: Path) -> str:
    """Whatever a page loads."""
    lines = page.read_text("utf-8").splitlines()
    return " ".join(line for line in lines if "<script" in line or "stylesheet" in line)

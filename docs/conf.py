"""How `make docs` builds the site: Sphinx, MyST for the pages, and notebooks that are run as they are read."""

from sphinx.application import Sphinx

from lido.version import VERSION

project = "Lido"
author = "The Lido authors"
release = VERSION

extensions = ["myst_nb", "sphinx.ext.autodoc"]
exclude_patterns = ["examples"]
default_role = "code"  # docstrings write names as `name`

myst_heading_anchors = 3

nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 300
nb_execution_excludepatterns = ["tutorials/beat-gentle.ipynb"]  # ten minutes

autodoc_mock_imports = ["pyarrow", "ray", "torch"]  # large, and only clusters need it
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_default_options = {"members": True, "show-inheritance": True}

html_theme = "furo"
html_title = "Lido"
html_copy_source = False
html_show_copyright = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1f7a8c", "color-brand-content": "#1f7a8c"},
    "dark_css_variables": {"color-brand-primary": "#5fc0d3", "color-brand-content": "#5fc0d3"},
}

ELSEWHERE = {"(../bench/README.md)": "(research/figures.md)"}
"""Links that lead out of this folder, for those who read the pages as files, and where they lead on the site."""


def lead_home(app: Sphinx, page: str, source: list[str]) -> None:
    """Keep links on the site that lead to a page of it."""
    for there, here in ELSEWHERE.items():
        source[0] = source[0].replace(there, here)


def say_nothing_of_places(app: Sphinx, kind: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """Python describes a field without a docstring by its place, which helps nobody."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def setup(app: Sphinx) -> None:
    """What Sphinx calls first."""
    app.connect("source-read", lead_home)
    app.connect("autodoc-process-docstring", say_nothing_of_places)

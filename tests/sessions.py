"""Sessions that pages show, run as they are written."""

import doctest
import io
import re


def blocks(page: str, language: str) -> list[str]:
    """The fenced blocks of a page that are in that language."""
    return re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)


def run_session(page: str, name: str) -> int:
    """Run the Python sessions of a page as one, and return how many lines were tried; they must print what they say."""
    test = doctest.DocTestParser().get_doctest("\n".join(blocks(page, "pycon")), {}, name, name, 0)
    report = io.StringIO()
    results = doctest.DocTestRunner().run(test, out=report.write)
    assert results.failed == 0, report.getvalue()
    return results.attempted

"""Functions and classes of Python as JavaScript: for the part of a game that is not compiled.

Texts, events, views and refusals of a game are plain Python around its compiled rules. They use a small part of the
language. That part is translated here, expression by expression, and a runtime (`web/src/engine/python`) keeps
Python's meaning of truth, equality, division, indices and dicts. Anything else raises NotTranslatable with its line,
when the page is built.

What a function refers to outside of itself is given by `Names`: other functions, compiled ones, or values as they are
once Python has loaded the module. So nothing that a module computes when it is loaded is computed again.
"""

from lido.browser.javascript.scope import Names, NotTranslatable, is_translated, source_of
from lido.browser.javascript.statements import Translator

__all__ = ["Names", "NotTranslatable", "Translator", "is_translated", "source_of"]

"""The names of a function: which are local, and what the others stand for."""

import ast
import inspect
import json
import sys
import textwrap
from collections.abc import Callable
from typing import Any, Protocol, Self

RESERVED = {
    "arguments", "await", "case", "catch", "const", "default", "delete", "do", "enum", "eval", "export", "extends",
    "function", "in", "instanceof", "interface", "let", "new", "package", "private", "protected", "public", "static",
    "super", "switch", "this", "throw", "typeof", "var", "void", "with", "yield", "rt", "k",
}  # fmt: skip


USED = ("msgspec", "numba", "numpy")


class NotTranslatable(Exception):
    """Something that has no translation, and where it is."""


class Names(Protocol):
    """What names outside of a function stand for."""

    def reference(self, value: Any) -> str:
        """The JavaScript of a value of Python that is not local; raises NotTranslatable."""
        ...

    def signature(self, method: str, keywords: list[str | None], own: type | None) -> inspect.Signature | None:
        """That of a method of that name which takes these keywords: of the class `own`, or of any that has one."""
        ...


def plain(name: str) -> str:
    """A name of Python as one of JavaScript."""
    return f"{name}$" if name in RESERVED else name


def quoted(text: str) -> str:
    """A text as JavaScript has it."""
    return json.dumps(text, ensure_ascii=False)


def is_translated(cls: type) -> bool:
    """Whether a class is one of Lido or of a game, and not of Python's library or of the packages that Lido uses."""
    package = cls.__module__.partition(".")[0]
    return package not in sys.stdlib_module_names and package not in USED


def source_of(thing: Any) -> ast.stmt:
    """The definition of a function or a class."""
    return ast.parse(textwrap.dedent(inspect.getsource(thing))).body[0]


class Scope:
    """A function being translated: its local names, and what all others stand for."""

    def __init__(
        self,
        names: Names,
        around: Callable[[str], Any],
        where: str,
        locals: frozenset[str] = frozenset(),
        own: type | None = None,
    ) -> None:
        self._names = names
        self._around = around
        """The value of a name that is not local; KeyError where there is none."""
        self._where = where
        self._locals = locals
        self._own = own
        """The class whose method it is."""
        self._count = 0

    def _value(self, node: ast.expr) -> Any:
        """What a name, or an attribute of a module, stands for outside of the function; else KeyError."""
        if isinstance(node, ast.Name) and node.id not in self._locals:
            return self._around(node.id)
        if isinstance(node, ast.Attribute):
            holder = self._value(node.value)
            if inspect.ismodule(holder):
                return getattr(holder, node.attr)
        raise KeyError

    def _reference(self, node: ast.expr, value: Any) -> str:
        try:
            return self._names.reference(value)
        except NotTranslatable as error:
            raise NotTranslatable(f"{self._where}, line {node.lineno}: {ast.unparse(node)}: {error}") from error

    def _fresh(self) -> str:
        self._count += 1
        return f"${self._count}"

    def _refused(self, node: ast.AST) -> NotTranslatable:
        line = getattr(node, "lineno", 0)
        return NotTranslatable(
            f"{self._where}, line {line}: {type(node).__name__} has no translation: {ast.unparse(node)}"
        )

    def _with(self, bound: set[str]) -> Self:
        """The same inside of a function or a comprehension that binds these names."""
        return type(self)(self._names, self._around, self._where, self._locals | bound, self._own)

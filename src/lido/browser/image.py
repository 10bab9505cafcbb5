"""What a game needs in the browser, found by following references from its classes and functions.

Functions and classes are translated (`javascript`), compiled functions are asked from the module of WebAssembly
(`kernels`), and all other values are written as they are once Python has loaded the game.
"""

import copy
import dataclasses
import functools
import hashlib
import hmac
import inspect
import itertools
import json
import re
import secrets
import sys
from collections.abc import Iterable, Mapping, Sequence
from numbers import Integral, Real
from typing import Any, NamedTuple

import numpy as np

from lido import errors, game, record
from lido.bots import config, own, search
from lido.bots.rated import ratings
from lido.browser.javascript import NotTranslatable, Translator, is_translated, source_of
from lido.games import find

SAFE = 2**53
NATIVE: dict[int, str] = {
    id(function): f"rt.{name}"
    for name, function in {
        "abs": abs, "all": all, "any": any, "bool": bool, "bytes": bytes, "dict": dict, "divmod": divmod,
        "enumerate": enumerate, "frozenset": frozenset, "int": int, "isinstance": isinstance, "iter_": iter,
        "len": len, "list": list, "map": map, "max": max, "min": min, "next": next, "range": range, "repr": repr,
        "reversed": reversed, "set_": set, "sorted": sorted, "str": str, "sum": sum, "tuple": tuple, "type": type,
        "zip": zip, "ValueError": ValueError, "NotImplementedError": NotImplementedError,
        "UnicodeEncodeError": UnicodeEncodeError, "float": float, "object": object,
        "zeros": np.zeros, "empty": np.empty, "zerosLike": np.zeros_like, "frombuffer": np.frombuffer,
        "bytearray": bytearray,
        "reSub": re.sub, "reSearch": re.search, "pairwise": itertools.pairwise, "product": itertools.product,
        "replace": dataclasses.replace, "deepcopy": copy.deepcopy, "intern": sys.intern,
        "token_hex": secrets.token_hex, "hmacDigest": hmac.digest, "sha256": hashlib.sha256, "dumps": json.dumps,
        "find": find, "Record": record.Record, "Ending": record.Ending, "readRecord": record.read,
        "writtenRecord": record.written, "Sequence": Sequence,
        "Search": search.Search, "searchConfig": config.search_config, "ownBots": own.own_bots,
        "ownLevels": own.own_levels, "ratings": ratings, "array": np.array,
    }.items()
} | {id(Mapping): "rt.dict", id(Integral): "rt.int", id(Real): "rt.float"}  # fmt: skip
"""What the runtime has instead of Python."""
LEFT_OUT = {
    "Game.perft", "Game.physics", "Match._repr_svg_", "Match.copy", "Match.perft", "Player.details",
    "PlayerView._repr_svg_", "PlayerView.legal_moves", "PlayerView.position", "PlayerView.view", "RecordGame._perft",
    "RecordGame.perft", "Rules.specialised",
}  # fmt: skip
"""Methods that a browser has no use for."""
WIDTHS = {"int8": "i1", "int16": "i2", "int32": "i4", "int64": "i8", "uint8": "u1", "float64": "f8", "bool": "i1"}


NAME = re.compile(r"(?<![\w.$])\$\w+")
"""A name that an image has given."""


class Definition(NamedTuple):
    """A statement that defines something."""

    name: str
    text: str
    evaluated: str
    """The part that is evaluated at once, so that what it names must have been defined before."""


class Image:
    """The JavaScript of some functions and classes and of all that they refer to, without what `core` has."""

    def __init__(self, core: "Image | None" = None) -> None:
        self._core = core
        self._names: dict[int, str] = {}
        self._taken: set[str] = set()
        self._kept: list[Any] = []
        """Keeps all values alive whose ids are names."""
        self._functions: list[str] = []
        self._definitions: list[Definition] = []
        self.kernels: dict[str, Any] = {}
        """The compiled functions that are called, by their names."""
        self._known_classes: list[type] = [game.RecordGame]

    # Names

    def reference(self, value: Any) -> str:
        """The JavaScript of a value."""
        if value is None or (isinstance(value, bool | int | float | str) and type(value) in (bool, int, float, str)):
            return _literal(value)
        for image in (self, self._core):
            if image and id(value) in image._names:
                return image._names[id(value)] if image is self else f"core.{image._names[id(value)]}"
        if id(value) in NATIVE:
            return NATIVE[id(value)]
        if inspect.isclass(value) and issubclass(value, np.generic) and value.__module__ == "numpy":
            return f'"{np.dtype(value).name}"'
        if inspect.isclass(value) and issubclass(value, errors.LidoError):
            return f"rt.{value.__name__}"
        return self._defined(value)

    def signature(self, method: str, keywords: list[str | None], own: type | None) -> inspect.Signature | None:
        known = [own] if own else [*self._known_classes, *(self._core._known_classes if self._core else [])]
        for each in known:
            found = inspect.getattr_static(each, method, None)
            if inspect.isfunction(found) and _takes(inspect.signature(found), keywords):
                return inspect.signature(found)
        return None

    def _name(self, value: Any, wanted: str) -> str:
        name = f"${wanted}"  # as no local name is
        number = 1
        while name in self._taken:
            number += 1
            name = f"${wanted}_{number}"
        self._taken.add(name)
        self._names[id(value)] = name
        self._kept.append(value)
        return name

    def _defined(self, value: Any) -> str:
        if hasattr(value, "py_func"):
            return self._kernel(value)
        if hasattr(value, "__wrapped__") and hasattr(value, "cache_info"):
            name = self._name(value, value.__name__)
            text = self._function(value.__wrapped__, f"function {name}")
            self._definitions.append(Definition(name, f"const {name} = rt.cached({text});", ""))
            return name
        if inspect.isfunction(value):
            name = self._name(value, value.__name__)
            self._functions.append(self._function(value, name))
            return name
        if inspect.isclass(value) and is_translated(value):
            return self._class(value)
        if _is_instance(value):
            return self._instance(value)
        return self._constant(value)

    def _kernel(self, value: Any) -> str:
        name = self._name(value, value.py_func.__name__).removeprefix("$")
        self._names[id(value)] = f"k.{name}"
        self.kernels[name] = value
        return f"k.{name}"

    # Values

    def _constant(self, value: Any) -> str:
        text = self._written(value)
        name = self._name(value, "c")
        self._definitions.append(Definition(name, f"const {name} = {text};", text))
        return name

    def _written(self, value: Any) -> str:
        if isinstance(value, tuple):
            return f"rt.tuple([{self._list(value)}])"
        if isinstance(value, list):
            return f"[{self._list(value)}]"
        if isinstance(value, set | frozenset):
            return f"rt.set_([{self._list(sorted(value))}])"
        if isinstance(value, Mapping):
            pairs = ", ".join(f"[{self._inner(key)}, {self._inner(each)}]" for key, each in value.items())
            return f"rt.dict([{pairs}])"
        if isinstance(value, re.Pattern):
            return f"rt.regex({_literal(value.pattern)})"
        if isinstance(value, np.ndarray):
            numbers = ",".join(map(_literal, value.ravel().tolist()))
            return f'rt.ndarray({list(value.shape)}, "{WIDTHS[value.dtype.name]}", [{numbers}])'
        if isinstance(value, np.dtype) and value.names:
            return f"rt.dtype({json.dumps(record_fields(value))}, {value.itemsize})"
        if isinstance(value, np.integer | np.floating):
            return _literal(value.item())
        if isinstance(value, range):
            return f"rt.range({value.start}, {value.stop}, {value.step})"
        raise NotTranslatable(f"a value of the type {type(value).__name__}")

    def _list(self, values: Iterable[Any]) -> str:
        return ", ".join(self._inner(each) for each in values)

    def _inner(self, value: Any) -> str:
        """A value inside of another: small ones are written where they stand."""
        if isinstance(value, tuple | list | np.integer | np.floating) and not hasattr(value, "_fields"):
            return self._written(value)
        return self.reference(value)

    def _instance(self, value: Any) -> str:
        made = self.reference(type(value))
        if dataclasses.is_dataclass(value):
            given = ", ".join(self.reference(getattr(value, each.name)) for each in dataclasses.fields(value))
            text = f"new {made}({given})"
        else:
            text = f"new {made}()"
        name = self._name(value, type(value).__name__.lower())
        self._definitions.append(Definition(name, f"const {name} = {text};", text))
        return name

    # Functions and classes

    def _translator(self, function: Any, own: type | None = None) -> Translator:
        closed = inspect.getclosurevars(function)
        known = {**function.__globals__, **closed.nonlocals}

        def around(name: str) -> Any:
            return (
                known[name] if name in known else closed.builtins[name] if name in closed.builtins else _builtin(name)
            )

        return Translator(self, around, f"{function.__module__}.{function.__qualname__}", own=own)

    def _function(self, function: Any, name: str) -> str:
        made: Any = source_of(function)
        made.name = name.removeprefix("function ")
        return self._translator(function).function(made)

    def _class(self, cls: Any) -> str:
        bases = [base for base in cls.__bases__ if is_translated(base)]
        base = f" extends {self.reference(bases[0])}" if bases else ""
        name = self._name(cls, cls.__name__)
        self._known_classes.append(cls)
        methods = "".join(f"{each}\n" for each in self._methods(cls))
        if hasattr(cls, "_fields"):
            base = f" extends rt.namedTuple({json.dumps(list(cls._fields))}, {self._defaults(cls._field_defaults)})"
        elif dataclasses.is_dataclass(cls):
            fields = dataclasses.fields(cls)
            defaults = {each.name: each.default for each in fields if each.default is not dataclasses.MISSING}
            made = {each.name: each.default_factory for each in fields}
            defaults |= {name: make() for name, make in made.items() if make is not dataclasses.MISSING}
            base = f" extends rt.data({json.dumps([each.name for each in fields])}, {self._defaults(defaults)})"
        self._definitions.append(Definition(name, f"class {name}{base} {{\n{methods}}}", base))
        for attribute, value in self._attributes(cls):
            text = f"{name}.prototype.{attribute} = {self.reference(value)};"
            self._definitions.append(Definition(f"{name}.{attribute}", text, text))
        return name

    def _defaults(self, defaults: Mapping[str, Any]) -> str:
        return "{" + ", ".join(f"{name}: {self.reference(value)}" for name, value in defaults.items()) + "}"

    def _attributes(self, cls: type) -> list[tuple[str, Any]]:
        if hasattr(cls, "_fields") or dataclasses.is_dataclass(cls):
            return []
        found = []
        for name, value in vars(cls).items():
            if (
                name.startswith(("__", "_abc", "_is_protocol"))
                or inspect.isfunction(value)
                or f"{cls.__name__}.{name}" in LEFT_OUT
            ):
                continue
            if isinstance(value, property | functools.cached_property | classmethod):
                continue
            found.append((name, value.__func__ if isinstance(value, staticmethod) else value))
        return found

    def _methods(self, cls: type) -> Iterable[str]:
        source: Any = source_of(cls)
        for made in source.body:
            if type(made).__name__ != "FunctionDef" or f"{cls.__name__}.{made.name}" in LEFT_OUT:
                continue
            if made.name.startswith("__") and made.name not in ("__init__", "__str__"):
                continue
            decorators = [getattr(each, "id", "?") for each in made.decorator_list]
            if "abstractmethod" in decorators or "classmethod" in decorators:
                continue
            value = inspect.getattr_static(cls, made.name)
            function = value.fget if isinstance(value, property) else getattr(value, "func", value)
            head = "get " if isinstance(value, property | functools.cached_property) else ""
            if made.name == "__init__":
                made.name = "constructor"
            yield self._translator(function, cls).function(made, method=True, head=head)

    def text(self, exported: Mapping[str, Any]) -> str:
        """A module whose default export makes all of it, given the runtime, compiled functions, and the core."""
        exports = ", ".join(f"{name}: {self.reference(value)}" for name, value in exported.items())
        body = "\n".join([*self._functions, *_in_order(self._definitions)])
        if self._core is None:  # games refer to all that is here
            exports = ", ".join([exports, *sorted(self._taken - {f"${name}" for name in self.kernels})])
        return f"export default function (rt, k, core) {{\n{body}\nreturn {{ {exports} }};\n}}\n"


def _is_instance(value: Any) -> bool:
    return is_translated(type(value)) and not hasattr(value, "_fields")


def _takes(signature: inspect.Signature, keywords: list[str | None]) -> bool:
    parameters = signature.parameters
    anything = any(each.kind is each.VAR_KEYWORD for each in parameters.values())
    return anything or all(keyword in parameters for keyword in keywords)


def _builtin(name: str) -> Any:
    import builtins  # noqa: PLC0415

    if hasattr(builtins, name):
        return getattr(builtins, name)
    raise KeyError(name)


def _literal(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= SAFE:
        return f"{value}n"
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return "Infinity" if value > 0 else "-Infinity"
    return json.dumps(value, ensure_ascii=False)


def _in_order(definitions: list[Definition]) -> Iterable[str]:
    """Each definition after those that it needs. A method needs nothing until it is called."""
    by_name = {each.name: each for each in definitions}
    done: set[str] = set()

    def after_needed(definition: Definition) -> Iterable[str]:
        if definition.name not in done:
            done.add(definition.name)
            for name in NAME.findall(definition.evaluated):
                if name in by_name:
                    yield from after_needed(by_name[name])
            yield definition.text

    return [text for each in definitions for text in after_needed(each)]


def record_fields(dtype: np.dtype[Any]) -> list[list[Any]]:
    """The fields of a record: name, kind, offset, and how many where it is an array."""
    found: list[list[Any]] = []
    assert dtype.fields
    for name in dtype.names or ():
        kind, offset = dtype.fields[name][:2]
        base, shape = kind.subdtype or (kind, ())
        found.append([name, WIDTHS[base.name], offset, int(np.prod(shape)) if shape else 0])
    return found

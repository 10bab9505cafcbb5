"""Calls of Python as JavaScript: who is called, and in which order it takes its arguments."""

import ast
import inspect

from lido.browser.javascript.expressions import Expressions
from lido.browser.javascript.scope import is_translated, quoted


class Calls(Expressions):
    """Translates calls. A function of the runtime (`rt.`) takes keywords as an object, a translated one by place."""

    def _Call(self, node: ast.Call) -> str:
        if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
            return "super"
        try:
            target = self._value(node.func)
        except KeyError:
            return self._called_method(node)
        function = self._reference(node.func, target)
        if inspect.isclass(target) and issubclass(target, Exception) and function.startswith("rt."):
            fixed = inspect.signature(target) if is_translated(target) else None
            return f"new {function}({self._given(node, fixed) if fixed else self._positional(node)})"
        if inspect.isclass(target) and is_translated(target):
            own = not function.startswith("rt.")
            return f"new {function}({self._given(node, inspect.signature(target)) if own else self._to_runtime(node)})"
        if function.startswith("rt."):
            return f"{function}({self._to_runtime(node)})"
        return f"{function}({self._given(node, inspect.signature(target))})"

    def _called_method(self, node: ast.Call) -> str:
        if not isinstance(node.func, ast.Attribute):
            return f"{self.expression(node.func)}({self._positional(node)})"
        name, holder = node.func.attr, node.func.value
        if name == "_replace":
            return f"rt.replace({self.expression(holder)}, {self._named(node.keywords)})"
        given, on_self = self._positional(node), isinstance(holder, ast.Name) and holder.id == "self"
        if node.keywords:
            keywords = [each.arg for each in node.keywords]
            signature = self._names.signature(name, keywords, self._own if on_self else None)
            given = self._given(node, signature) if signature else self._to_runtime(node)
        if on_self or (isinstance(holder, ast.Call) and self.expression(holder) == "super"):
            text = self.expression(holder)
            return f"{text}.{name}({given})"
        return f"rt.call({', '.join(filter(None, (self.expression(holder), quoted(name), given)))})"

    def _positional(self, node: ast.Call) -> str:
        return self._items(node.args)[1:-1]

    def _named(self, keywords: list[ast.keyword]) -> str:
        return "{" + ", ".join(f"{each.arg}: {self.expression(each.value)}" for each in keywords if each.arg) + "}"

    def _to_runtime(self, node: ast.Call) -> str:
        """What a function of the runtime is given: keywords come last, as an object."""
        return ", ".join(filter(None, (self._positional(node), self._named(node.keywords) if node.keywords else "")))

    def _given(self, node: ast.Call, signature: inspect.Signature) -> str:
        """Arguments in the order of the parameters; those without a name of their own as a dict at the end."""
        if any(isinstance(each, ast.Starred) for each in node.args):
            if node.keywords:
                raise self._refused(node)
            return self._positional(node)
        parameters = [each for each in signature.parameters.values() if each.name != "self"]
        if any(each.kind is each.VAR_POSITIONAL for each in parameters):
            if node.keywords:
                raise self._refused(node)
            return self._positional(node)
        places = [each for each in parameters if each.kind is not each.VAR_KEYWORD]
        rest = any(each.kind is each.VAR_KEYWORD for each in parameters)
        found = {each.name: "undefined" for each in places}
        for each, value in zip(places, node.args, strict=False):
            found[each.name] = self.expression(value)
        more = []
        for keyword in node.keywords:
            text = self.expression(keyword.value)
            if keyword.arg in found:
                found[keyword.arg] = text
            elif rest:
                more.append(f'["{keyword.arg}", {text}]' if keyword.arg else f"...rt.items({text})")
            else:
                raise self._refused(node)
        arguments = list(found.values()) + ([f"rt.dict([{', '.join(more)}])"] if more else [])
        while arguments and arguments[-1] == "undefined":
            arguments.pop()
        return ", ".join(arguments)

"""Statements and functions of Python as JavaScript."""

import ast
from collections.abc import Iterable

from lido.browser.javascript.bound import assigned, parameters, yields
from lido.browser.javascript.calls import Calls
from lido.browser.javascript.expressions import BINARY
from lido.browser.javascript.scope import plain


class Translator(Calls):
    """Translates one function; those inside of it have their own."""

    def function(self, made: ast.FunctionDef, *, method: bool = False, head: str = "function") -> str:
        """A function, with its name after `head`."""
        inner = self._inside(made.args, made.body)
        given = made.args.posonlyargs + made.args.args
        taken = inner._parameters(made.args, given[1:] if method else given)
        star = "*" if yields(made.body) else ""
        begins = "const self = this;\n" if method else ""
        if made.args.vararg:
            rest = plain(made.args.vararg.arg)
            begins += f"{rest} = rt.tuple({rest});\n"
        has_end = star or made.name == "constructor" or isinstance(made.body[-1], ast.Return | ast.Raise)
        ends = "" if has_end else "return null;\n"
        body = begins + inner._declared(made.args, made.body) + inner.block(made.body) + ends
        return f"{head}{star} {plain(made.name)}({taken}) {{\n{body}}}"

    def _declared(self, args: ast.arguments, body: list[ast.stmt]) -> str:
        names = sorted(assigned(body) - {arg.arg for arg in parameters(args)})
        return f"let {', '.join(map(plain, names))};\n" if names else ""

    def block(self, body: Iterable[ast.stmt]) -> str:
        """Statements, a line each."""
        return "".join(f"{self.statement(each)}\n" for each in body)

    def statement(self, node: ast.stmt) -> str:
        """One statement."""
        translate = getattr(self, f"_{type(node).__name__}", None)
        if translate is None:
            raise self._refused(node)
        found: str = translate(node)
        return found

    def _Pass(self, node: ast.Pass) -> str:
        return ""

    def _Break(self, node: ast.Break) -> str:
        return "break;"

    def _Continue(self, node: ast.Continue) -> str:
        return "continue;"

    def _Expr(self, node: ast.Expr) -> str:
        if isinstance(node.value, ast.Constant):  # a docstring
            return ""
        return f"{self.expression(node.value)};"

    def _Return(self, node: ast.Return) -> str:
        return f"return {self.expression(node.value)};" if node.value else "return null;"

    def _FunctionDef(self, node: ast.FunctionDef) -> str:
        return f"{plain(node.name)} = {self.function(node)};"

    def _Assign(self, node: ast.Assign) -> str:
        if len(node.targets) == 1:
            return self._store(node.targets[0], self.expression(node.value))
        kept = self._fresh()
        stores = " ".join(self._store(target, kept) for target in node.targets)
        return f"const {kept} = {self.expression(node.value)}; {stores}"

    def _AnnAssign(self, node: ast.AnnAssign) -> str:
        return self._store(node.target, self.expression(node.value)) if node.value else ""

    def _AugAssign(self, node: ast.AugAssign) -> str:
        operator, value = BINARY[type(node.op)], self.expression(node.value)
        if isinstance(node.target, ast.Name):
            name = plain(node.target.id)
            return f"{name} = rt.i{operator}({name}, {value});"
        holder = self._fresh()
        if isinstance(node.target, ast.Attribute):
            place = f"{holder}.{node.target.attr}"
            begin = f"const {holder} = {self.expression(node.target.value)};"
            return f"{begin} {place} = rt.i{operator}({place}, {value});"
        if isinstance(node.target, ast.Subscript) and not isinstance(node.target.slice, ast.Slice):
            index = self._fresh()
            value_of, place = self.expression(node.target.value), self.expression(node.target.slice)
            begin = f"const {holder} = {value_of}, {index} = {place};"
            return f"{begin} rt.set({holder}, {index}, rt.i{operator}(rt.get({holder}, {index}), {value}));"
        raise self._refused(node)

    def _If(self, node: ast.If) -> str:
        otherwise = f" else {{\n{self.block(node.orelse)}}}" if node.orelse else ""
        return f"if ({self._true(node.test)}) {{\n{self.block(node.body)}}}{otherwise}"

    def _While(self, node: ast.While) -> str:
        if node.orelse:
            raise self._refused(node)
        return f"while ({self._true(node.test)}) {{\n{self.block(node.body)}}}"

    def _For(self, node: ast.For) -> str:
        if node.orelse:
            raise self._refused(node)
        item = self._fresh()
        over = self.expression(node.iter)
        return f"for (const {item} of rt.iter({over})) {{\n{self._store(node.target, item)}\n{self.block(node.body)}}}"

    def _Delete(self, node: ast.Delete) -> str:
        found = []
        for target in node.targets:
            if not isinstance(target, ast.Subscript):
                raise self._refused(node)
            holder = self.expression(target.value)
            if isinstance(target.slice, ast.Slice):
                found.append(f"rt.delSlice({holder}, {self._bounds(target.slice)});")
            else:
                found.append(f"rt.del({holder}, {self.expression(target.slice)});")
        return " ".join(found)

    def _Assert(self, node: ast.Assert) -> str:
        return ""

    def _Raise(self, node: ast.Raise) -> str:
        return f"throw {self.expression(node.exc)};" if node.exc else "throw $error;"

    def _Try(self, node: ast.Try) -> str:
        if node.orelse:
            raise self._refused(node)
        text = f"try {{\n{self.block(node.body)}}}"
        if node.handlers:
            clauses = []
            for handler in node.handlers:
                if handler.type is None:
                    raise self._refused(node)
                named = f"{plain(handler.name)} = $error;\n" if handler.name else ""
                kind = self.expression(handler.type)
                clauses.append(f"if ($error instanceof {kind}) {{\n{named}{self.block(handler.body)}}}")
            text += f" catch ($error) {{\n{' else '.join(clauses)} else throw $error;\n}}"
        if node.finalbody:
            text += f" finally {{\n{self.block(node.finalbody)}}}"
        return text

"""Expressions of Python as JavaScript."""

import ast
from collections.abc import Callable
from typing import Self

from lido.browser.javascript.bound import assigned, names_in, parameters
from lido.browser.javascript.scope import Scope, plain

BINARY = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div", ast.FloorDiv: "floordiv", ast.Mod: "mod",
    ast.Pow: "pow", ast.LShift: "shl", ast.RShift: "shr", ast.BitAnd: "band", ast.BitOr: "bor", ast.BitXor: "bxor",
}  # fmt: skip
COMPARED = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}
UNARY = {ast.USub: "neg", ast.Invert: "invert"}


class Expressions(Scope):
    """Translates expressions, and what is assigned to."""

    def expression(self, node: ast.expr) -> str:
        """One expression."""
        translate = getattr(self, f"_{type(node).__name__}", None)
        if translate is None:
            raise self._refused(node)
        found: str = translate(node)
        return found

    def _true(self, node: ast.expr) -> str:
        """An expression of which only matters whether it is true."""
        if isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)):
            return self.expression(node)
        if isinstance(node, ast.BoolOp):
            sign = " && " if isinstance(node.op, ast.And) else " || "
            return f"({sign.join(self._true(each) for each in node.values)})"
        return f"rt.truth({self.expression(node)})"

    def _Constant(self, node: ast.Constant) -> str:
        if isinstance(node.value, bytes) or node.value is Ellipsis:
            raise self._refused(node)
        return self._names.reference(node.value)

    def _Name(self, node: ast.Name) -> str:
        if node.id in self._locals:
            return plain(node.id)
        return self._reference(node, self._value(node))

    def _Attribute(self, node: ast.Attribute) -> str:
        try:
            value = self._value(node)
        except KeyError:
            return f"{self.expression(node.value)}.{node.attr}"
        return self._reference(node, value)

    def _Subscript(self, node: ast.Subscript) -> str:
        holder = self.expression(node.value)
        if isinstance(node.slice, ast.Slice):
            return f"rt.slice({holder}, {self._bounds(node.slice)})"
        return f"rt.get({holder}, {self.expression(node.slice)})"

    def _bounds(self, node: ast.Slice) -> str:
        return ", ".join(self.expression(each) if each else "null" for each in (node.lower, node.upper, node.step))

    def _Tuple(self, node: ast.Tuple) -> str:
        return f"rt.tuple({self._items(node.elts)})"

    def _List(self, node: ast.List) -> str:
        return self._items(node.elts)

    def _Set(self, node: ast.Set) -> str:
        return f"rt.set_({self._items(node.elts)})"

    def _items(self, nodes: list[ast.expr]) -> str:
        found = [
            f"...rt.iter({self.expression(each.value)})" if isinstance(each, ast.Starred) else self.expression(each)
            for each in nodes
        ]
        return f"[{', '.join(found)}]"

    def _Dict(self, node: ast.Dict) -> str:
        found = [
            f"[{self.expression(key)}, {self.expression(value)}]" if key else f"...rt.items({self.expression(value)})"
            for key, value in zip(node.keys, node.values, strict=True)
        ]
        return f"rt.dict([{', '.join(found)}])"

    def _JoinedStr(self, node: ast.JoinedStr) -> str:
        parts = []
        for each in node.values:
            if isinstance(each, ast.Constant):
                parts.append(self._names.reference(each.value))
            elif (
                isinstance(each, ast.FormattedValue) and each.format_spec is None and each.conversion in (-1, ord("r"))
            ):
                shown = "repr" if each.conversion == ord("r") else "str"
                parts.append(f"rt.{shown}({self.expression(each.value)})")
            else:
                raise self._refused(node)
        return f"({' + '.join(parts)})" if parts else '""'

    def _BinOp(self, node: ast.BinOp) -> str:
        if type(node.op) not in BINARY:
            raise self._refused(node)
        return f"rt.{BINARY[type(node.op)]}({self.expression(node.left)}, {self.expression(node.right)})"

    def _UnaryOp(self, node: ast.UnaryOp) -> str:
        if isinstance(node.op, ast.Not):
            return f"!{self._true(node.operand)}"
        if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            return f"(-{self.expression(node.operand)})"
        return f"rt.{UNARY[type(node.op)]}({self.expression(node.operand)})"

    def _BoolOp(self, node: ast.BoolOp) -> str:
        name = "and" if isinstance(node.op, ast.And) else "or"
        text = self.expression(node.values[-1])
        for each in reversed(node.values[:-1]):
            text = f"rt.{name}({self.expression(each)}, () => {text})"
        return text

    def _Compare(self, node: ast.Compare) -> str:
        operands = [self.expression(each) for each in (node.left, *node.comparators)]
        pairs = zip(node.ops, operands, operands[1:], strict=False)
        found = [self._compared(operator, left, right) for operator, left, right in pairs]
        return found[0] if len(found) == 1 else f"({' && '.join(found)})"

    def _compared(self, operator: ast.cmpop, left: str, right: str) -> str:
        if isinstance(operator, ast.Eq):
            return f"rt.eq({left}, {right})"
        if isinstance(operator, ast.NotEq):
            return f"!rt.eq({left}, {right})"
        if isinstance(operator, ast.Is):
            return f"({left} === {right})"
        if isinstance(operator, ast.IsNot):
            return f"({left} !== {right})"
        if isinstance(operator, ast.In):
            return f"rt.has({right}, {left})"
        if isinstance(operator, ast.NotIn):
            return f"!rt.has({right}, {left})"
        return f"rt.{COMPARED[type(operator)]}({left}, {right})"

    def _IfExp(self, node: ast.IfExp) -> str:
        return f"({self._true(node.test)} ? {self.expression(node.body)} : {self.expression(node.orelse)})"

    def _NamedExpr(self, node: ast.NamedExpr) -> str:
        return f"({plain(node.target.id)} = {self.expression(node.value)})"

    def _Lambda(self, node: ast.Lambda) -> str:
        inner = self._inside(node.args, [])
        return f"(({inner._parameters(node.args, node.args.args)}) => {inner.expression(node.body)})"

    def _ListComp(self, node: ast.ListComp) -> str:
        inner = self._looping(node.generators)
        return f"rt.list({inner._loops(node.generators, lambda: f'yield {inner.expression(node.elt)};')})"

    def _SetComp(self, node: ast.SetComp) -> str:
        inner = self._looping(node.generators)
        return f"rt.set_({inner._loops(node.generators, lambda: f'yield {inner.expression(node.elt)};')})"

    def _GeneratorExp(self, node: ast.GeneratorExp) -> str:
        inner = self._looping(node.generators)
        return inner._loops(node.generators, lambda: f"yield {inner.expression(node.elt)};")

    def _DictComp(self, node: ast.DictComp) -> str:
        inner = self._looping(node.generators)

        def pair() -> str:
            return f"yield [{inner.expression(node.key)}, {inner.expression(node.value)}];"

        return f"rt.dict({inner._loops(node.generators, pair)})"

    def _looping(self, generators: list[ast.comprehension]) -> Self:
        return self._with({name for each in generators for name in names_in(each.target)})

    def _loops(self, generators: list[ast.comprehension], yields: Callable[[], str]) -> str:
        """A generator that is begun at once, its first sequence taken where it stands."""
        names = sorted({name for each in generators for name in names_in(each.target)})
        opened, closed = "", ""
        for number, each in enumerate(generators):
            item = self._fresh()
            over = "$over" if number == 0 else f"rt.iter({self.expression(each.iter)})"
            opened += f"for (const {item} of {over}) {{ {self._store(each.target, item)} "
            closed += "}"
            for test in each.ifs:
                opened += f"if ({self._true(test)}) {{ "
                closed += "}"
        first = self.expression(generators[0].iter)
        declared = f"let {', '.join(map(plain, names))};"
        return f"(function* ($over) {{ {declared} {opened}{yields()} {closed} }})(rt.iter({first}))"

    def _Yield(self, node: ast.Yield) -> str:
        return f"(yield {self.expression(node.value)})" if node.value else "(yield null)"

    def _YieldFrom(self, node: ast.YieldFrom) -> str:
        return f"(yield* rt.iter({self.expression(node.value)}))"

    def _store(self, target: ast.expr, value: str) -> str:
        if isinstance(target, ast.Name):
            return f"{plain(target.id)} = {value};"
        if isinstance(target, ast.Attribute):
            return f"{self.expression(target.value)}.{target.attr} = {value};"
        if isinstance(target, ast.Subscript):
            holder = self.expression(target.value)
            if isinstance(target.slice, ast.Slice):
                return f"rt.setSlice({holder}, {self._bounds(target.slice)}, {value});"
            return f"rt.set({holder}, {self.expression(target.slice)}, {value});"
        if isinstance(target, ast.Tuple | ast.List):
            parts = self._fresh()
            count = len(target.elts)
            starred = [at for at, each in enumerate(target.elts) if isinstance(each, ast.Starred)]
            wanted = f"{starred[0]}, {count - starred[0] - 1}" if starred else f"{count}"
            unpack = "unpackRest" if starred else "unpack"
            stores = []
            for at, each in enumerate(target.elts):
                one = each.value if isinstance(each, ast.Starred) else each
                stores.append(self._store(one, f"{parts}[{at}]"))
            return f"const {parts} = rt.{unpack}({value}, {wanted}); {' '.join(stores)}"
        raise self._refused(target)

    def _fresh(self) -> str:
        self._count += 1
        return f"${self._count}"

    # Parameters

    def _inside(self, args: ast.arguments, body: list[ast.stmt]) -> Self:
        return self._with({arg.arg for arg in parameters(args)} | assigned(body))

    def _parameters(self, args: ast.arguments, given: list[ast.arg]) -> str:
        positional = args.posonlyargs + args.args
        defaults: list[ast.expr | None] = [None] * (len(positional) - len(args.defaults)) + list(args.defaults)
        by_name = dict(zip([arg.arg for arg in positional], defaults, strict=True))
        by_name |= dict(zip([arg.arg for arg in args.kwonlyargs], args.kw_defaults, strict=True))
        found = []
        for arg in [*given, *args.kwonlyargs]:
            default = by_name[arg.arg]
            found.append(plain(arg.arg) + (f" = {self.expression(default)}" if default else ""))
        if args.vararg:
            found.append(f"...{plain(args.vararg.arg)}")
        if args.kwarg:
            found.append(f"{plain(args.kwarg.arg)} = rt.dict([])")
        return ", ".join(found)

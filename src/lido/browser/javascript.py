"""Functions and classes of Python as JavaScript: for the part of a game that is not compiled.

Texts, events, views and refusals of a game are plain Python around its compiled rules. They use a small part of the
language, and that part is translated here, expression by expression, with Python's meaning kept by a runtime
(`web/src/engine/runtime.ts`): what is true, equal, divided, indexed or a dict is so as in Python. Whatever is not in the
part raises NotTranslatable with the line, when the page is built.

What a function refers to outside of itself is given by `Names`: other functions, compiled ones, or values as they are
once Python has loaded the module. So nothing that a module computes when it is loaded is computed again.
"""

import ast
import inspect
import json
import textwrap
from collections.abc import Callable, Iterable
from typing import Any, Protocol

RESERVED = {
    "arguments", "await", "case", "catch", "const", "default", "delete", "do", "enum", "eval", "export", "extends",
    "function", "in", "instanceof", "interface", "let", "new", "package", "private", "protected", "public", "static",
    "super", "switch", "this", "throw", "typeof", "var", "void", "with", "yield", "rt", "k",
}  # fmt: skip
BINARY = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div", ast.FloorDiv: "floordiv", ast.Mod: "mod",
    ast.Pow: "pow", ast.LShift: "shl", ast.RShift: "shr", ast.BitAnd: "band", ast.BitOr: "bor", ast.BitXor: "bxor",
}  # fmt: skip
COMPARED = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}
UNARY = {ast.USub: "neg", ast.Invert: "invert"}


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


def source_of(thing: Any) -> ast.stmt:
    """The definition of a function or a class."""
    return ast.parse(textwrap.dedent(inspect.getsource(thing))).body[0]


class Translator:
    """Translates one function; those inside of it have their own."""

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

    # Functions

    def function(self, made: ast.FunctionDef, *, method: bool = False, head: str = "function") -> str:
        """A function, with its name after `head`."""
        inner = self._inside(made.args, made.body)
        given = made.args.posonlyargs + made.args.args
        parameters = inner._parameters(made.args, given[1:] if method else given)
        star = "*" if _yields(made.body) else ""
        begins = "const self = this;\n" if method else ""
        ends = "" if star or made.name == "constructor" or isinstance(made.body[-1], ast.Return | ast.Raise) else "return null;\n"
        body = begins + inner._declared(made.args, made.body) + inner.block(made.body) + ends
        return f"{head}{star} {plain(made.name)}({parameters}) {{\n{body}}}"

    def _inside(self, args: ast.arguments, body: list[ast.stmt]) -> "Translator":
        bound = {arg.arg for arg in _all(args)} | _assigned(body)
        return Translator(self._names, self._around, self._where, self._locals | bound, self._own)

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

    def _declared(self, args: ast.arguments, body: list[ast.stmt]) -> str:
        names = sorted(_assigned(body) - {arg.arg for arg in _all(args)})
        return f"let {', '.join(map(plain, names))};\n" if names else ""

    # Statements

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

    def _refused(self, node: ast.AST) -> NotTranslatable:
        line = getattr(node, "lineno", 0)
        return NotTranslatable(f"{self._where}, line {line}: {type(node).__name__} has no translation: {ast.unparse(node)}")

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
            begin = f"const {holder} = {self.expression(node.target.value)}, {index} = {self.expression(node.target.slice)};"
            return f"{begin} rt.set({holder}, {index}, rt.i{operator}(rt.get({holder}, {index}), {value}));"
        raise self._refused(node)

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

    # Expressions

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
            elif isinstance(each, ast.FormattedValue) and each.format_spec is None and each.conversion in (-1, ord("r")):
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

    def _looping(self, generators: list[ast.comprehension]) -> "Translator":
        bound = {name for each in generators for name in _names_in(each.target)}
        return Translator(self._names, self._around, self._where, self._locals | bound, self._own)

    def _loops(self, generators: list[ast.comprehension], yields: Callable[[], str]) -> str:
        """A generator that is begun at once, its first sequence taken where it stands."""
        names = sorted({name for each in generators for name in _names_in(each.target)})
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
        return f"(function* ($over) {{ let {', '.join(map(plain, names))}; {opened}{yields()} {closed} }})(rt.iter({first}))"

    def _Yield(self, node: ast.Yield) -> str:
        return f"(yield {self.expression(node.value)})" if node.value else "(yield null)"

    def _YieldFrom(self, node: ast.YieldFrom) -> str:
        return f"(yield* rt.iter({self.expression(node.value)}))"

    # Calls

    def _Call(self, node: ast.Call) -> str:
        if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
            return "super"
        try:
            target = self._value(node.func)
        except KeyError:
            return self._called_method(node)
        function = self._reference(node.func, target)
        if inspect.isclass(target) and issubclass(target, Exception) and function.startswith("rt."):
            fixed = inspect.signature(target) if target.__module__.startswith("lido") else None
            return f"new {function}({self._given(node, fixed) if fixed else self._positional(node)})"
        if inspect.isclass(target) and target.__module__.startswith("lido"):
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
        places = [each for each in parameters if each.kind not in (each.VAR_KEYWORD, each.VAR_POSITIONAL)]
        rest = any(each.kind is each.VAR_KEYWORD for each in parameters)
        found = {each.name: "undefined" for each in places}
        for each, value in zip(places, node.args, strict=False):
            found[each.name] = self.expression(value)
        more = []
        for keyword in node.keywords:
            value = self.expression(keyword.value)
            if keyword.arg in found:
                found[keyword.arg] = value
            elif rest:
                more.append(f'["{keyword.arg}", {value}]' if keyword.arg else f"...rt.items({value})")
            else:
                raise self._refused(node)
        arguments = list(found.values()) + ([f"rt.dict([{', '.join(more)}])"] if more else [])
        while arguments and arguments[-1] == "undefined":
            arguments.pop()
        return ", ".join(arguments)


def _all(args: ast.arguments) -> list[ast.arg]:
    found = [*args.posonlyargs, *args.args, *args.kwonlyargs]
    return found + [each for each in (args.vararg, args.kwarg) if each]


def _own(body: Iterable[ast.AST]) -> Iterable[ast.AST]:
    """All nodes of a function but those of functions and comprehensions inside of it."""
    for node in body:
        yield node
        if not isinstance(node, ast.FunctionDef | ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            yield from _own(ast.iter_child_nodes(node))
        elif not isinstance(node, ast.FunctionDef | ast.Lambda):  # a walrus in a comprehension is of the function
            yield from (each for each in ast.walk(node) if isinstance(each, ast.NamedExpr))


def _assigned(body: list[ast.stmt]) -> set[str]:
    """The names that a function binds."""
    found: set[str] = set()
    for node in _own(body):
        if isinstance(node, ast.Assign):
            found.update(name for target in node.targets for name in _names_in(target))
        elif isinstance(node, ast.AnnAssign | ast.AugAssign | ast.For | ast.NamedExpr):
            found.update(_names_in(node.target))
        elif isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            found.add(node.name)
    return found


def _names_in(target: ast.expr) -> list[str]:
    if isinstance(target, ast.Name):
        return [target.id]
    if isinstance(target, ast.Starred):
        return _names_in(target.value)
    if isinstance(target, ast.Tuple | ast.List):
        return [name for each in target.elts for name in _names_in(each)]
    return []


def _yields(body: list[ast.stmt]) -> bool:
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in _own(body))

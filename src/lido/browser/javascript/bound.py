"""Which names a function of Python binds."""

import ast
from collections.abc import Iterable


def parameters(args: ast.arguments) -> list[ast.arg]:
    """All parameters of a function."""
    found = [*args.posonlyargs, *args.args, *args.kwonlyargs]
    return found + [each for each in (args.vararg, args.kwarg) if each]


def _own(body: Iterable[ast.AST]) -> Iterable[ast.AST]:
    """All nodes of a function but those of functions and comprehensions inside of it."""
    for node in body:
        yield node
        if not isinstance(
            node, ast.FunctionDef | ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
        ):
            yield from _own(ast.iter_child_nodes(node))
        elif not isinstance(node, ast.FunctionDef | ast.Lambda):  # a walrus in a comprehension is of the function
            yield from (each for each in ast.walk(node) if isinstance(each, ast.NamedExpr))


def assigned(body: list[ast.stmt]) -> set[str]:
    """The names that a function binds."""
    found: set[str] = set()
    for node in _own(body):
        if isinstance(node, ast.Assign):
            found.update(name for target in node.targets for name in names_in(target))
        elif isinstance(node, ast.AnnAssign | ast.AugAssign | ast.For | ast.NamedExpr):
            found.update(names_in(node.target))
        elif isinstance(node, ast.FunctionDef | ast.ExceptHandler) and node.name:
            found.add(node.name)
    return found


def names_in(target: ast.expr) -> list[str]:
    """The names that an assignment to `target` binds."""
    if isinstance(target, ast.Name):
        return [target.id]
    if isinstance(target, ast.Starred):
        return names_in(target.value)
    if isinstance(target, ast.Tuple | ast.List):
        return [name for each in target.elts for name in names_in(each)]
    return []


def yields(body: list[ast.stmt]) -> bool:
    """Whether a function is a generator."""
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in _own(body))

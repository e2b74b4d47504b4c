"""Functions of `agent.analysis.inference` as lines of a program: as they stand, without types and comments."""

import ast
import inspect
from collections.abc import Callable, Sequence
from functools import cache
from types import ModuleType
from typing import Any


def definitions(*functions: Callable[..., Any], constants: Sequence[tuple[ModuleType, str]] = ()) -> list[str]:
    """The lines that define these constants and functions, in this order. They may use np, pd, stats and each other."""
    lines: list[str] = []
    for module, name in constants:
        lines += _assignment(module, name)
    for function in functions:
        lines += _definition(function)
    return lines


@cache
def _definition(function: Callable[..., Any]) -> tuple[str, ...]:
    tree = ast.parse(inspect.getsource(function)).body[0]
    assert isinstance(tree, ast.FunctionDef)
    _without_types(tree)
    return tuple(ast.unparse(tree).splitlines())


class _Untyped(ast.NodeTransformer):
    """Takes types away: a name that is only declared goes."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.Assign | None:
        return ast.copy_location(ast.Assign([node.target], node.value), node) if node.value is not None else None


def _without_types(tree: ast.FunctionDef) -> None:
    tree.returns = None
    if ast.get_docstring(tree) is not None:
        tree.body = tree.body[1:]
    _Untyped().visit(tree)


@cache
def _assignment(module: ModuleType, name: str) -> tuple[str, ...]:
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == [name]:
            return tuple(ast.unparse(node).splitlines())
    raise KeyError(name)

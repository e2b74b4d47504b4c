"""A friendly look at a program before it runs. It spares a useless run; it is never what keeps a program in."""

import ast
from collections.abc import Iterator, Mapping

from agent.sandbox.results import CodeError

_MOST_CHARACTERS = 60_000
_NO_NETWORK = "Generated code has no network; the data are in `datasets`."
_NO_PROCESS = "Generated code cannot start other programs."
_UNAVAILABLE: Mapping[str, str] = {
    "requests": _NO_NETWORK,
    "httpx": _NO_NETWORK,
    "aiohttp": _NO_NETWORK,
    "urllib.request": _NO_NETWORK,
    "urllib3": _NO_NETWORK,
    "http.client": _NO_NETWORK,
    "socket": _NO_NETWORK,
    "ftplib": _NO_NETWORK,
    "smtplib": _NO_NETWORK,
    "subprocess": _NO_PROCESS,
    "pip": "Libraries cannot be installed by generated code.",
    "streamlit": "Generated code draws no page: leave the answer in `result` and charts in `fig`.",
    "tkinter": "Generated code has no screen: leave charts in `fig`.",
}
_READERS = {"read_csv", "read_excel", "read_json", "read_parquet", "read_table", "read_feather", "read_pickle"}
_TABLE_WRITERS = {"to_csv", "to_excel", "to_json", "to_parquet", "to_pickle", "to_html"}
_CHART_WRITERS = {"write_html", "write_image", "savefig"}


def check_code(code: str) -> CodeError | None:
    """What cannot work in this program, with its line; None when nothing is known against it."""
    if len(code) > _MOST_CHARACTERS:
        return CodeError("refused", f"The program has more than {_MOST_CHARACTERS:,} characters. Write a shorter one.")
    try:
        tree = ast.parse(code)
    except SyntaxError as error:
        message = f"The program cannot be read as Python: {error.msg} (line {error.lineno})."
        return CodeError("syntax", message, error.lineno, type(error).__name__, error.msg)
    except (ValueError, RecursionError, MemoryError) as error:
        return CodeError(
            "syntax",
            "The program cannot be read as Python: it is nested too deeply or holds "
            "characters that do not belong in a program.",
            None,
            type(error).__name__,
            str(error),
        )
    return next(_complaints(tree), None)


def _complaints(tree: ast.AST) -> Iterator[CodeError]:
    for node in _surely_run(tree):
        for why in _why_not(node):
            line = getattr(node, "lineno", None)
            yield CodeError("refused", f"{why} (line {line})" if line else why, line)


def _surely_run(tree: ast.AST) -> Iterator[ast.AST]:
    """The tree without what stands in a `try`: there the program is prepared for a failure."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, ast.Try):
            yield node
            waiting += reversed(list(ast.iter_child_nodes(node)))


def _why_not(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (_UNAVAILABLE[found] for alias in names for found in _known(alias.name))
        case ast.ImportFrom(module=str(module), names=names):
            wanted = [module, *(f"{module}.{alias.name}" for alias in names)]
            yield from (_UNAVAILABLE[found] for name in wanted for found in _known(name))
        case ast.Call(func=ast.Name(id="input")):
            yield "Generated code cannot ask questions while it runs."
        case ast.Call(func=ast.Name(id="open"), args=[ast.Constant(value=str()), *_]):
            yield "Generated code can open no files; the data are in `datasets`."
        case ast.Call(func=ast.Attribute(attr=name), args=[ast.Constant(value=str(path)), *_]):
            if name in _READERS and "\n" not in path:
                yield f"`{name}` cannot read a file here; the data are in `datasets` already."
            if name in _TABLE_WRITERS | _CHART_WRITERS:
                yield f"`{name}` cannot write a file here: leave tables in `result` and charts in `fig`."


def _known(module: str) -> Iterator[str]:
    parts = module.split(".")
    heads = (".".join(parts[:count]) for count in range(1, len(parts) + 1))
    yield from (head for head in heads if head in _UNAVAILABLE)

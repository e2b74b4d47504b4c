"""Writing references: how a text names a cell of a result instead of its number (DESIGN section 4, law 1).

`{A2[Engineering].salary_mean}`, `{A1.salary_mean}` (a one-row table), `{A2[Engineering | Junior].n}` (several key
columns), `{A1[#3].name}` (third row), each with ` | format`; `{= A1.a / A2.b | percent}` for arithmetic.
Reading them is the work of `agent.grounding`.
"""

import json
from collections.abc import Sequence
from typing import Literal, get_args

Key = None | bool | int | float | str

FormatName = Literal["integer", "number", "percent", "plain", "p_value", "signed_percent"]
FORMATS: tuple[str, ...] = get_args(FormatName)
"""Named formats; a count of decimals such as `.2` is one too, and `plain.2` without separators and unit."""

RowCount = Literal["#rows", "#rows_used", "#rows_counted", "#rows_total"]
ROW_COUNTS: tuple[str, ...] = get_args(RowCount)
"""Stand in for a column: rows of the table; rows of the data that the ledger says were used; rows that were counted,
which are others where a step made several of one; rows of the data set."""

SYNTAX = frozenset('[]{}|."')
OPERATORS = frozenset("+-*/()=")


def reference(artifact_name: str, column: str, keys: Sequence[Key] = (), row: int | None = None, fmt: str = "") -> str:
    """The reference to one cell, in braces: by the row's keys, or by its 1-based number, or of a one-row table."""
    form = f" | {fmt}" if fmt else ""
    return "{" + cell(artifact_name, column, keys, row) + form + "}"


def cell(artifact_name: str, column: str, keys: Sequence[Key] = (), row: int | None = None) -> str:
    """The same without braces and format, to stand in `arithmetic`.

    A row count (`#rows`) is one of the whole table; with a row or keys the words name a column that is called so.
    """
    if column in ROW_COUNTS and row is None and not keys:
        return f"{artifact_name}.{column}"
    where = ""
    if row is not None:
        where = f"[#{row}]"
    elif keys:
        where = "[" + " | ".join(_written_key(key) for key in keys) + "]"
    return f"{artifact_name}{where}.{_bare_or_quoted(column, SYNTAX | OPERATORS)}"


def arithmetic(expression: str, fmt: str = "") -> str:
    """`{= expression | format}`: cells, numbers, + - * / and parentheses."""
    return "{= " + expression + (f" | {fmt}" if fmt else "") + "}"


def literal(text: str) -> str:
    """Text as it is, for a template: braces in names or values are doubled so that they are no reference."""
    return text.replace("{", "{{").replace("}", "}}")


def key_text(key: Key) -> str:
    """A key as references spell it: `null`, `true`, 2015 for 2015.0, text as it is."""
    if key is None:
        return "null"
    if isinstance(key, bool):
        return "true" if key else "false"
    if isinstance(key, float) and key.is_integer():
        return str(int(key))
    return str(key)


def _written_key(key: Key) -> str:
    text = key_text(key)
    # the text "null" is not the missing key, so it is quoted
    return _bare_or_quoted(text, SYNTAX, quote=isinstance(key, str) and text == "null")


def _bare_or_quoted(text: str, special: frozenset[str], quote: bool = False) -> str:
    unsafe = not text or text != text.strip() or text.startswith("#") or bool(special & set(text)) or "\n" in text
    return json.dumps(text, ensure_ascii=False) if quote or unsafe else text

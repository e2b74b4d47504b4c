"""References as a model writes them: nearly right ones are put right, and what is wrong with the others is said."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from agent.reasoning.chat.shown.mask import payload
from agent.specs.references import cell, key_text
from agent.state import Artifact, TablePayload

_BRACES = re.compile(r"\{[^{}]*\}")
_CELL = re.compile(
    r"""(?P<name>[A-Za-z]\w*)
        (?:\[(?P<keys>(?:"(?:[^"\\]|\\.)*"|[^\]"])*)\])?
        \.(?P<column>"(?:[^"\\]|\\.)*"|\#\w+|[^\s|{}+*/"]+(?:\ [^\s|{}+*/"=-]+)*)""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class NamedCell:
    """A cell as a text names it. `exact` is the reference that surely leads there; "" when there is a problem."""

    written: str
    exact: str
    problem: str = ""


def repair_references(text: str, tables: Mapping[str, Artifact]) -> str:
    """The text with every cell named exactly, where only the spelling was loose: part of a key, another case."""

    def inside(braces: re.Match[str]) -> str:
        return _CELL.sub(lambda match: _name_of(match, tables).exact or match[0], braces[0])

    return _BRACES.sub(inside, text)


def cells_named(text: str, tables: Mapping[str, Artifact]) -> Iterator[NamedCell]:
    """Every cell that the references of a text name; braces that hold none are a problem of their own."""
    for braces in _BRACES.findall(text):
        found = list(_CELL.finditer(braces))
        if not found:
            yield NamedCell(braces, "", f"{braces} is no reference.")
        yield from (_name_of(match, tables) for match in found)


def _name_of(match: re.Match[str], tables: Mapping[str, Artifact]) -> NamedCell:
    name, keys, column = match["name"], match["keys"], match["column"]
    if name not in tables:
        return NamedCell(match[0], "", f"There is no result {name}. Use {', '.join(tables) or 'no reference'}.")
    table = payload(tables[name])
    if column.startswith("#"):
        return NamedCell(match[0], match[0])
    real = _one_like(_bare(column), table["columns"])
    if real is None:
        return NamedCell(match[0], "", f"{name} has no column {column}; it has {', '.join(table['columns'][:12])}.")
    row = _row(keys, table)
    if row is None:
        return NamedCell(match[0], "", f"{match[0]} names no one row of {name}. Use [#1], [#2], ... or whole keys.")
    return NamedCell(match[0], cell(name, real, row=row) if table["total_rows"] > 1 else cell(name, real))


def _row(keys: str | None, table: TablePayload) -> int | None:
    """The number of the row meant, from 1; None when it is none, or could be several."""
    if not keys:
        return 1 if table["total_rows"] == 1 else None
    if keys.strip().startswith("#"):
        number = keys.strip()[1:]
        return int(number) if number.isdecimal() and 1 <= int(number) <= len(table["rows"]) else None
    wanted = [_bare(part).casefold() for part in re.split(r'\s*\|\s*(?=(?:[^"]*"[^"]*")*[^"]*$)', keys)]
    places = [table["columns"].index(key) for key in table["key_columns"]]
    if len(wanted) != len(places):
        return None
    rows = [[key_text(row[place]).casefold() for place in places] for row in table["rows"]]
    exact = [number for number, row in enumerate(rows, 1) if row == wanted]
    if len(exact) == 1:
        return exact[0]
    parts = [number for number, row in enumerate(rows, 1) if all(map(_is_part, wanted, row))]
    return parts[0] if len(parts) == 1 and table["total_rows"] == len(table["rows"]) else None


def _is_part(wanted: str, key: str) -> bool:
    return len(wanted) > 1 and re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", key) is not None


def _one_like(name: str, columns: list[str]) -> str | None:
    """The column of this name, ignoring case; else None."""
    if name in columns:
        return name
    alike = [column for column in columns if column.casefold() == name.casefold()]
    return alike[0] if len(alike) == 1 else None


def _bare(text: str) -> str:
    stripped = text.strip()
    quoted = len(stripped) > 1 and stripped[0] == stripped[-1] == '"'
    return re.sub(r"\\(.)", r"\1", stripped[1:-1]) if quoted else stripped

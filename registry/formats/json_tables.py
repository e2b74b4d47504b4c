"""Where the tables are in a JSON value: lists of records, objects of columns; and records flattened by one level."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from registry.receipt import ReceiptEntry
from registry.sentences import quoted, sentence

WHOLE = "rows"
"""The key of the list that is the whole file."""
ONE_ROW = "record"
"""The key of a file that is one record."""
KEY_COLUMN = "key"
"""Over the names of records that stand in an object by name."""
DEEPEST = 3
"""Lists of records are looked for in objects in objects in objects."""


@dataclass(frozen=True)
class JsonTable:
    """A list that could be the table, by the path to it, with the line or number of each item."""

    key: str
    items: Sequence[Any]
    lines: Sequence[int]


def tables_of(value: object) -> list[JsonTable]:
    """Every table in the value of a file; the first is no more the main one than others."""
    if isinstance(value, list):
        return [_table(WHOLE, value)]
    if not isinstance(value, dict):
        return []
    found = [*_inside(value, "")]
    by_name = [_table(WHOLE, _by_name(value))] if _holds_objects(value.values()) else []
    return found or by_name or [_table(ONE_ROW, [value])]


def _table(key: str, items: Sequence[Any]) -> JsonTable:
    return JsonTable(key, items, range(1, len(items) + 1))


def _inside(value: Mapping[str, Any], path: str, depth: int = DEEPEST) -> Iterator[JsonTable]:
    """The tables inside an object: columns side by side, or lists below its names."""
    columns = _side_by_side(value)
    if columns is not None:
        yield _table(path or WHOLE, columns)
        return
    for name, each in value.items():
        place = f"{path}.{name}" if path else name
        if isinstance(each, list) and each and (_holds_objects(each) or _holds_lists(each)):
            yield _table(place, _under_names(value, each))
        elif isinstance(each, dict) and depth > 1:
            yield from _inside(each, place, depth - 1)


def _holds_objects(items: "Sequence[Any] | Any") -> bool:
    every = list(items)
    return bool(every) and all(isinstance(item, dict) for item in every)


def _holds_lists(items: Sequence[Any]) -> bool:
    return all(isinstance(item, list) for item in items)


def _under_names(value: Mapping[str, Any], rows: Sequence[Any]) -> Sequence[Any]:
    """Rows under the names that stand beside them as "columns", as pandas writes them."""
    names = value.get("columns")
    if not _holds_lists(rows) or not isinstance(names, list) or any(len(row) != len(names) for row in rows):
        return rows
    return [dict(zip(map(str, names), row, strict=True)) for row in rows]


def _side_by_side(value: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """Columns as lists of one length, or as objects by row number as pandas writes them; None when it is neither."""
    columns = list(value.values())
    if not columns or not all(columns):
        return None
    if all(isinstance(column, list) for column in columns):
        flat = not any(isinstance(cell, (dict, list)) for column in columns for cell in column)
        if len({len(column) for column in columns}) != 1 or not flat or len(columns) < 2:
            return None
        return [dict(zip(value, row, strict=True)) for row in zip(*columns, strict=True)]
    if not _holds_objects(columns) or any(list(column) != list(columns[0]) for column in columns):
        return None
    numbers = list(columns[0])
    if numbers != [str(number) for number in range(len(numbers))]:
        return None
    return [{name: column[number] for name, column in value.items()} for number in numbers]


def _by_name(value: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{KEY_COLUMN: name, **record} for name, record in value.items()]


def flatten_objects(items: Sequence[Any]) -> tuple[list[str], list[list[object]], list[ReceiptEntry]]:
    """Names in order of appearance, the rows under them, and what there is to say of values inside values.

    An object in a record gives columns such as "address.city"; what lies deeper, and lists, stay as JSON text.
    """
    records = [_flat_record(item) for item in items]
    names = list(dict.fromkeys(name for record in records for name in record))
    rows = [[_cell(record.get(name)) for name in names] for record in records]
    deep = dict.fromkeys(n for record in records for n, cell in record.items() if isinstance(cell, (dict, list)))
    opened = dict.fromkeys(
        str(name) for item in items if isinstance(item, dict) for name, cell in item.items() if isinstance(cell, dict)
    )
    return names, rows, [*_nested_entries(list(opened), list(deep))]


def _flat_record(item: object) -> dict[str, Any]:
    if not isinstance(item, dict):
        return {"value": item}
    record: dict[str, Any] = {}
    for name, cell in item.items():
        if isinstance(cell, dict) and cell:
            record.update({f"{name}.{inner}": deeper for inner, deeper in cell.items()})
        else:
            record[name] = cell
    return record


def _cell(cell: object) -> object:
    if isinstance(cell, (dict, list)):
        return json.dumps(cell, ensure_ascii=False, separators=(", ", ": ")) if cell else None
    return cell


def _nested_entries(opened: list[str], deep: list[str]) -> Iterator[ReceiptEntry]:
    if opened:
        told = sentence("columns.objects", shown=quoted(opened), example=opened[0])
        yield ReceiptEntry("converted", told, None, len(opened))
    if deep:
        told = sentence("columns.deep", shown=quoted(deep), count=len(deep))
        yield ReceiptEntry("assumed", told, None, len(deep))


def row_cells(row: Sequence[Any]) -> list[object]:
    """The cells of a row that is a list."""
    return [_cell(cell) for cell in row]

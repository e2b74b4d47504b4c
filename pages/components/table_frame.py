"""A result table as a frame that a page can show: names, numbers and units as people read them."""

import math
from typing import Any

import pandas as pd
import streamlit as st

from agent.state import MISSING_KEY, Cell, ColumnFormat, TablePayload
from pages.components.escape import showable

_LARGEST_SHOWN = 2**53
"""Beyond this a browser rounds whole numbers; they are shown as text."""
_FIXED: dict[ColumnFormat, str] = {"integer": "%,d", "percent": "%.1f %%", "p_value": "%.4g"}
_MOST_DECIMALS = 6


def as_frame(payload: TablePayload) -> pd.DataFrame:
    """The preview rows with names that a page can show: cleaned, and different from each other."""
    names: list[str] = []
    for column in payload["columns"]:
        name = showable(column) or " "
        while name in names:
            name += "\u200b"
        names.append(name)
    columns = [_show([row[place] for row in payload["rows"]]) for place in range(len(names))]
    for place, column in enumerate(payload["columns"]):
        if column in payload["key_columns"]:  # a group of its own, not a gap
            columns[place] = [MISSING_KEY if cell is None else cell for cell in columns[place]]
    return pd.DataFrame(dict(zip(names, columns, strict=True)))


def column_configs(frame: pd.DataFrame, payload: TablePayload) -> dict[str, Any]:
    """How each column of `as_frame(payload)` is headed and formatted."""
    return {
        shown: _config(name, payload, frame[shown])
        for shown, name in zip(frame.columns, payload["columns"], strict=True)
    }


def decimals_format(numbers: list[float]) -> str:
    """One format for a column: thousands commas, two decimals from 1 on, three digits that matter below; no decimals
    if all are whole."""
    if all(number.is_integer() for number in numbers):
        return "%,.0f"
    smallest = min(abs(number) for number in numbers if number)
    decimals = 2 if smallest >= 1 else 2 - math.floor(math.log10(smallest))
    return f"%,.{decimals}f" if decimals <= _MOST_DECIMALS else "%.4g"


def _config(name: str, payload: TablePayload, cells: "pd.Series[Any]") -> Any:
    unit = payload["units"].get(name, "")
    words = payload.get("headings", {}).get(name, name)
    label = showable(words if unit in ("", "%") or unit in words else f"{words} ({unit})")
    if not pd.api.types.is_numeric_dtype(cells) or pd.api.types.is_bool_dtype(cells):
        return st.column_config.Column(label)
    kind = payload["formats"].get(name, "number")
    if kind in _FIXED:
        return st.column_config.NumberColumn(label, format=_FIXED[kind])
    finite = [float(cell) for cell in cells if math.isfinite(cell)]
    return st.column_config.NumberColumn(label, format=decimals_format(finite))


def _show(cells: list[Cell]) -> list[Cell]:
    """A column of one kind: as it is, or wholly as text where a browser would round or a page would stumble."""
    kinds = {type(cell) for cell in cells if cell is not None}
    numeric = kinds <= {int, float} or kinds <= {bool}
    if numeric and not any(isinstance(cell, int) and abs(cell) > _LARGEST_SHOWN for cell in cells):
        return cells
    return [cell if cell is None else showable(_text(cell)) for cell in cells]


def _text(cell: bool | int | float | str) -> str:
    return f"{cell:,}" if type(cell) is int else str(cell)

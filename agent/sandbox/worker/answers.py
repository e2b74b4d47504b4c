"""What a program left in `result`, `fig` and `rows_used`, as one plain answer."""

import base64
import importlib
import io
import sys
from collections.abc import Hashable, Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd

from agent.sandbox.read_answer import ITEMS, NAME_CHARACTERS, TABLE_CELLS, TABLE_COLUMNS, TABLE_ROWS, TEXT_CHARACTERS
from agent.sandbox.worker.plain import Cell, NotPlainError, cell_of, is_scalar, plain_of, text_of

Answer = dict[str, object]
Item = dict[str, object]
_FRAMES = (pd.DataFrame, pd.Series, pd.Index, np.ndarray)


def answer_of(names: Mapping[str, object]) -> Answer:
    """The answer in the shape and within the limits that `agent.sandbox.answer` reads."""
    result = names.get("result")
    figures: list[object] = []
    items: list[Item] = []
    for name, value in _parts("result", result):
        if is_figure(value):
            figures.append(value)
        elif value is not None:
            items.append(item_of(name, value))
    figures += [value for _, value in _parts("fig", names.get("fig")) if is_figure(value)]
    figures += open_figures()
    distinct = list({figure_identity(figure): figure for figure in figures}.values())
    notes = [
        f"Only the first {ITEMS} of {len(found)} {what} are kept."
        for what, found in (("results", items), ("charts", distinct))
        if len(found) > ITEMS
    ]
    return {
        "results": items[:ITEMS],
        "figures": [chart_of(figure) for figure in distinct[:ITEMS]],
        "rows_used": _rows_used(names.get("rows_used")),
        "notes": notes,
        "error": None,
    }


def _parts(name: str, value: object) -> Iterator[tuple[str, object]]:
    """The things to show one by one: members of a list or dict that holds frames or figures, else the value itself."""
    if isinstance(value, Mapping) and any(_stands_alone(item) for item in value.values()):
        yield from ((text_of(key, NAME_CHARACTERS), item) for key, item in value.items())
    elif isinstance(value, list | tuple) and any(_stands_alone(item) for item in value):
        yield from ((f"{name} {at}" if name == "result" else name, item) for at, item in enumerate(value, 1))
    else:
        yield name, value


def _stands_alone(value: object) -> bool:
    return isinstance(value, _FRAMES) or is_figure(value)


def item_of(name: str, value: object) -> Item:
    """One result: a table, a plain value, or its text."""
    frame = _frame(value)
    if frame is not None:
        return table_of(name, frame)
    if isinstance(value, str):
        return {"kind": "text", "name": name, "text": text_of(value, TEXT_CHARACTERS)}
    named = getattr(value, "_asdict", None)
    if isinstance(value, tuple) and callable(named):
        value = named()  # the named results of scipy's tests
    try:
        return {"kind": "value", "name": name, "value": plain_of(value)}
    except NotPlainError:
        return {"kind": "text", "name": name, "text": _describe(value)}


def _frame(value: object) -> pd.DataFrame | None:
    if isinstance(value, pd.DataFrame):
        return value
    if isinstance(value, pd.Series):
        return series_frame(value)
    if isinstance(value, pd.Index):
        return value.to_frame(index=False)
    if isinstance(value, np.ndarray) and value.ndim in (1, 2):
        return array_frame(value)
    if isinstance(value, list) and value and all(_is_record(row) for row in value):
        return pd.DataFrame(value)
    return None


def _is_record(value: object) -> bool:
    return isinstance(value, Mapping) and all(is_scalar(item) for item in value.values())


def _describe(value: object) -> str:
    """The summary of a fitted model where it has one, else its text."""
    summary = getattr(value, "summary", None)
    if callable(summary) and type(value).__module__.startswith("statsmodels"):
        return text_of(summary(), TEXT_CHARACTERS)
    return text_of(value, TEXT_CHARACTERS)


def _rows_used(value: object) -> int | None:
    if isinstance(value, int | np.integer) and not isinstance(value, bool) and 0 <= value < 2**53:
        return int(value)
    return None


# ----------------------------------------------------------------
# Frames and series become tables: columns with unique names, rows of cells, and how many rows there are in all.


Table = dict[str, object]


def table_of(name: str, frame: pd.DataFrame) -> Table:
    """The frame's first rows, with the index as leading columns unless it only counts."""
    notes: list[str] = []
    keys = [] if _only_counts(frame.index) else list(range(frame.index.nlevels))
    width = min(frame.shape[1], TABLE_COLUMNS)
    if width < frame.shape[1]:
        notes.append(f"Only the first {width:,} of {frame.shape[1]:,} columns are shown.")
    names = [_index_name(frame.index, level) for level in keys]
    names += [_column_name(label) for label in frame.columns[:width]]
    shown = min(len(frame), TABLE_ROWS, max(1, TABLE_CELLS // max(1, len(names))))
    head = frame.iloc[:shown]
    columns = [_cells(head.index.get_level_values(level).to_series()) for level in keys]
    columns += [_cells(head.iloc[:, at]) for at in range(width)]
    unique = _unique(names)
    if unique != names:
        notes.append("Columns of the same name were numbered.")
    return {
        "kind": "table",
        "name": name,
        "columns": unique,
        "rows": [list(row) for row in zip(*columns, strict=True)] if columns else [],
        "total": len(frame),
        "keys": len(keys),
        "notes": notes,
    }


def series_frame(series: "pd.Series[Any]") -> pd.DataFrame:
    """A series as a frame of one column."""
    name: Hashable = "value" if series.name is None else series.name
    return series.to_frame(name)


def array_frame(array: "np.ndarray[tuple[int, ...], np.dtype[np.generic]]") -> pd.DataFrame:
    """An array of one or two dimensions as a frame."""
    if array.ndim == 1:
        return pd.DataFrame({"value": array})
    return pd.DataFrame(array, columns=pd.Index([f"column {at + 1}" for at in range(array.shape[1])]))


def _only_counts(index: pd.Index) -> bool:
    return isinstance(index, pd.RangeIndex) and index.name is None


def _index_name(index: pd.Index, level: int) -> str:
    name = index.names[level]
    return (
        text_of(name, NAME_CHARACTERS)
        if name is not None
        else ("index" if index.nlevels == 1 else f"level {level + 1}")
    )


def _column_name(label: Hashable) -> str:
    whole = " / ".join(text_of(part) for part in label) if isinstance(label, tuple) else label
    return text_of(whole, NAME_CHARACTERS)


def _unique(names: list[str]) -> list[str]:
    taken: set[str] = set()
    unique: list[str] = []
    for name in names:
        candidate, count = name, 1
        while candidate in taken:
            count += 1
            candidate = f"{name} ({count})"
        taken.add(candidate)
        unique.append(candidate)
    return unique


def _cells(column: "pd.Series[Any]") -> list[Cell]:
    if isinstance(column.dtype, np.dtype) and column.dtype.kind == "M":
        return _times(column)
    return [cell_of(value) for value in column.tolist()]


def _times(column: "pd.Series[Any]") -> list[Cell]:
    """ISO text; days alone when no value has a time of day."""
    times = column.dropna()
    days = bool((times == times.dt.normalize()).all())
    return [None if value is pd.NaT else (value.date() if days else value).isoformat() for value in column]


# ----------------------------------------------------------------
# Figures become data: plotly's as JSON with plain lists, matplotlib's as PNG.


Chart = dict[str, object]
_DOTS_PER_INCH = 110
_DEPTH = 40


def is_figure(value: object) -> bool:
    """Whether the value is a plotly or matplotlib figure, or axes or a seaborn grid that belongs to one."""
    return _is_plotly(value) or _matplotlib_figure(value) is not None


def chart_of(value: object) -> Chart:
    """The figure as data. Raises whatever drawing it raises."""
    figure = _matplotlib_figure(value)
    if figure is None:
        return _plotly_chart(value)
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=_DOTS_PER_INCH, bbox_inches="tight")  # type: ignore[attr-defined]
    return {"kind": "png", "png": base64.b64encode(picture.getvalue()).decode("ascii"), "title": _titles(figure)}


def _titles(figure: Any) -> str:
    """The title over the whole picture, else those of its panels."""
    said = figure.get_suptitle() or ", ".join(title for axes in figure.axes if (title := axes.get_title()))
    return text_of(said, NAME_CHARACTERS)


def figure_identity(value: object) -> int:
    """The same for axes and the figure they belong to."""
    return id(_matplotlib_figure(value) or value)


def open_figures() -> list[object]:
    """The figures that pyplot holds, in the order they were made."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    return [pyplot.figure(number) for number in pyplot.get_fignums()] if pyplot else []


def _is_plotly(value: object) -> bool:
    return isinstance(value, importlib.import_module("plotly.basedatatypes").BaseFigure)


def _matplotlib_figure(value: object) -> object | None:
    figures = importlib.import_module("matplotlib.figure")
    if isinstance(value, np.ndarray) and value.dtype == object and value.size:
        return _matplotlib_figure(value.flat[0])
    whole = isinstance(value, figures.FigureBase | pd.DataFrame | pd.Series)
    owner = value if whole else getattr(value, "figure", None)
    return owner if isinstance(owner, figures.Figure) else None


def _plotly_chart(value: object) -> Chart:
    described = value.to_plotly_json()  # type: ignore[attr-defined]
    kept = {key: described[key] for key in ("data", "layout", "frames") if key in described}
    return {"kind": "plotly", "figure": _list_values(kept, _DEPTH)}


def _list_values(value: object, depth: int) -> object:
    if depth == 0:
        raise ValueError("the figure is nested too deeply")
    if isinstance(value, Mapping):
        if "bdata" in value and "dtype" in value:
            return _list_values(_unpack(value), depth - 1)
        return {str(key): _list_values(item, depth - 1) for key, item in value.items()}
    if isinstance(value, np.ndarray | pd.Series | pd.Index):
        return _list_values(value.tolist() if value.dtype.kind not in "mM" else list(pd.Series(value)), depth - 1)
    if isinstance(value, list | tuple | pd.api.extensions.ExtensionArray):
        return [_list_values(item, depth - 1) for item in value]
    if isinstance(value, float | np.floating) and not np.isfinite(value):
        return None  # as plotly itself writes it
    return cell_of(value)


def _unpack(packed: Mapping[str, object]) -> "np.ndarray[tuple[int, ...], np.dtype[np.generic]]":
    flat = np.frombuffer(base64.b64decode(str(packed["bdata"])), dtype=str(packed["dtype"]))
    shape = packed.get("shape")
    return flat.reshape([int(part) for part in str(shape).split(",")]) if shape else flat

"""What a program left in `result`, `fig` and `rows_used`, as one plain answer."""

from collections.abc import Iterator, Mapping

import numpy as np
import pandas as pd

from agent.sandbox.caps import ITEMS, NAME_CHARACTERS, TEXT_CHARACTERS
from agent.sandbox.worker.charts import chart_of, figure_identity, is_figure, open_figures
from agent.sandbox.worker.plain import NotPlainError, is_scalar, plain_of, text_of
from agent.sandbox.worker.tables import array_frame, series_frame, table_of

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
        return {"kind": "text", "name": name, "text": _described(value)}


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


def _described(value: object) -> str:
    """The summary of a fitted model where it has one, else its text."""
    summary = getattr(value, "summary", None)
    if callable(summary) and type(value).__module__.startswith("statsmodels"):
        return text_of(summary(), TEXT_CHARACTERS)
    return text_of(value, TEXT_CHARACTERS)


def _rows_used(value: object) -> int | None:
    if isinstance(value, int | np.integer) and not isinstance(value, bool) and 0 <= value < 2**53:
        return int(value)
    return None

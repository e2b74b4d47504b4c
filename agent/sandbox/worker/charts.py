"""Figures become data: plotly's as JSON with plain lists, matplotlib's as PNG."""

import base64
import importlib
import io
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from agent.sandbox.caps import NAME_CHARACTERS
from agent.sandbox.worker.plain import cell_of, text_of

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
    return {"kind": "plotly", "figure": _listed(kept, _DEPTH)}


def _listed(value: object, depth: int) -> object:
    if depth == 0:
        raise ValueError("the figure is nested too deeply")
    if isinstance(value, Mapping):
        if "bdata" in value and "dtype" in value:
            return _listed(_unpacked(value), depth - 1)
        return {str(key): _listed(item, depth - 1) for key, item in value.items()}
    if isinstance(value, np.ndarray | pd.Series | pd.Index):
        return _listed(value.tolist() if value.dtype.kind not in "mM" else list(pd.Series(value)), depth - 1)
    if isinstance(value, list | tuple | pd.api.extensions.ExtensionArray):
        return [_listed(item, depth - 1) for item in value]
    if isinstance(value, float | np.floating) and not np.isfinite(value):
        return None  # as plotly itself writes it
    return cell_of(value)


def _unpacked(packed: Mapping[str, object]) -> "np.ndarray[tuple[int, ...], np.dtype[np.generic]]":
    flat = np.frombuffer(base64.b64decode(str(packed["bdata"])), dtype=str(packed["dtype"]))
    shape = packed.get("shape")
    return flat.reshape([int(part) for part in str(shape).split(",")]) if shape else flat

"""Pictures of figures that generated code made: its usual traces; for others a picture that says where to see them."""

import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes

from agent.analysis.png.fonts import drawable
from agent.analysis.words import say
from agent.artifacts import MADE_BY_CODE

_MOST_LABELS = 12


def is_foreign(figure: Mapping[str, Any]) -> bool:
    """Whether generated code made the figure."""
    return bool(figure["layout"].get("meta") == MADE_BY_CODE)


def draw_foreign(axes: Axes, figure: Mapping[str, Any]) -> None:
    """Draws what can be drawn of it onto the axes; else the sentence that it can be seen in the app."""
    layout = figure["layout"]
    try:
        _draw(axes, figure)
    except (KeyError, ValueError, TypeError, IndexError, AttributeError, OverflowError):
        # a program may put anything into a trace, and matplotlib's complaints about it help nobody
        axes.clear()
        axes.axis("off")
        axes.text(0.5, 0.5, say("picture.only_in_app"), ha="center", va="center", wrap=True, transform=axes.transAxes)
    title = drawable(_text(layout.get("title")))
    axes.set_title("\n".join(textwrap.wrap(title, 85)), loc="left", fontsize=14)


def _draw(axes: Axes, figure: Mapping[str, Any]) -> None:
    traces, layout = figure["data"], figure["layout"]
    if not traces or any(trace.get("xaxis", "x") != "x" or trace.get("yaxis", "y") != "y" for trace in traces):
        raise ValueError("a figure of several panels")
    for trace in traces:
        _DRAWN[trace.get("type", "scatter")](axes, trace)
    axes.set_xlabel(drawable(_text(layout.get("xaxis", {}).get("title"))))
    axes.set_ylabel(drawable(_text(layout.get("yaxis", {}).get("title"))))
    places = axes.get_xticks()
    if len(places) > _MOST_LABELS and isinstance(_values(traces[0], "x")[:1], list) and _has_words(traces[0]):
        axes.set_xticks(places[:: -(-len(places) // _MOST_LABELS)])
        axes.tick_params(axis="x", rotation=30)
    if len(traces) > 1 and all(trace.get("name") for trace in traces):
        axes.legend(frameon=False)


def _text(title: object) -> str:
    found = title.get("text") if isinstance(title, dict) else title
    return found if isinstance(found, str) else ""


def _values(trace: Mapping[str, Any], key: str) -> list[Any]:
    values = trace.get(key)
    if values is None:
        return []
    if not isinstance(values, list):
        raise TypeError(f"{key} is no list")
    return [drawable(value) if isinstance(value, str) else float("nan") if value is None else value for value in values]


def _has_words(trace: Mapping[str, Any]) -> bool:
    return any(isinstance(value, str) for value in _values(trace, "x"))


def _bars(axes: Axes, trace: Mapping[str, Any]) -> None:
    if trace.get("orientation") == "h":
        axes.barh(_values(trace, "y"), _values(trace, "x"), label=drawable(trace.get("name") or ""))
    else:
        axes.bar(_values(trace, "x"), _values(trace, "y"), label=drawable(trace.get("name") or ""))


def _points(axes: Axes, trace: Mapping[str, Any]) -> None:
    y = _values(trace, "y")
    x = _values(trace, "x") or list(range(len(y)))
    mode = str(trace.get("mode", "lines"))
    line, marker = ("-" if "lines" in mode else ""), ("o" if "markers" in mode else "")
    axes.plot(
        x, y, linestyle=line or "none", marker=marker or None, markersize=4, label=drawable(trace.get("name") or "")
    )


def _counts(axes: Axes, trace: Mapping[str, Any]) -> None:
    axes.hist(
        _values(trace, "x"), bins=int(trace.get("nbinsx") or 30), alpha=0.7, label=drawable(trace.get("name") or "")
    )


def _boxes(axes: Axes, trace: Mapping[str, Any]) -> None:
    values, groups = _values(trace, "y"), _values(trace, "x")
    if not values:
        raise ValueError("a box without its values")
    if not groups:
        axes.boxplot([values], tick_labels=[drawable(trace.get("name") or "")])
        return
    names: Sequence[Any] = list(dict.fromkeys(groups))
    parts = [[value for value, group in zip(values, groups, strict=True) if group == name] for name in names]
    axes.boxplot(parts, tick_labels=[str(name) for name in names])


def _slices(axes: Axes, trace: Mapping[str, Any]) -> None:
    totals: dict[str, float] = {}
    labels, values = _values(trace, "labels"), _values(trace, "values")
    for label, value in zip(labels, values or [1] * len(labels), strict=True):
        totals[str(label)] = totals.get(str(label), 0) + value
    axes.pie(list(totals.values()), labels=list(totals))


def _cells(axes: Axes, trace: Mapping[str, Any]) -> None:
    axes.imshow(trace["z"], aspect="auto")
    for names, ticks in ((_values(trace, "x"), axes.set_xticks), (_values(trace, "y"), axes.set_yticks)):
        if names and len(names) <= _MOST_LABELS * 2:
            ticks(range(len(names)), [str(name) for name in names])
    axes.grid(visible=False)


_DRAWN: Mapping[str, Callable[[Axes, Mapping[str, Any]], None]] = {
    "bar": _bars,
    "scatter": _points,
    "scattergl": _points,
    "histogram": _counts,
    "box": _boxes,
    "pie": _slices,
    "heatmap": _cells,
}

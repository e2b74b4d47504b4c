"""Plotly figures from a child, without anything that a browser would fetch, follow or run."""

import importlib
import re
from collections.abc import Callable, Mapping

from pydantic import JsonValue

from agent.sandbox.clean_text import until_stable, whole_characters, without_addresses, without_controls

_PICTURE = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*")
_TAG = re.compile(r"<\s*(/?)\s*([a-zA-Z!?][\w:-]*)([^<>]*)>")
_KEPT_TAGS = {"b", "i", "br", "sub", "sup", "em", "strong", "extra"}
_OPENING = re.compile(r"<(?![\s\d=.,-]|/?(?:b|i|br|sub|sup|em|strong|extra)>)", re.IGNORECASE)
_NO_TILES = "white-bg"
_FONT_STYLES = {"normal", "italic"}
_TOP = ("data", "layout", "frames")
_DROPPED_KEYS = {"accesstoken", "sourceattribution", "plotlyserverurl", "topojsonurl", "bdata", "config", "href", "url"}
_STEP = re.compile(r"\[\d+\]$|\d+$")
_MAX_DEPTH = 60


class UnsafeFigureError(Exception):
    """The figure is not in a form that can be cleaned."""


def clean_figure(figure: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Data, layout and frames with text only. Maps lose their tiles, pictures stay when they are inside the figure."""
    if not isinstance(figure.get("data"), list):
        raise UnsafeFigureError("A chart without data came back.")
    kept = without_maps({key: figure[key] for key in _TOP if key in figure})
    return {key: _clean(key, value, _MAX_DEPTH) for key, value in kept.items()}


def check_figure(figure: Mapping[str, JsonValue]) -> None:
    """UnsafeFigureError when the figure is not what plotly's own schema allows."""
    try:
        importlib.import_module("plotly.graph_objects").Figure(dict(figure))
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise UnsafeFigureError("A chart came back that plotly cannot draw.") from error


def _clean(key: str, value: JsonValue, depth: int) -> JsonValue:
    if depth == 0:
        raise UnsafeFigureError("A chart came back that is nested too deeply.")
    if isinstance(value, dict):
        return {name: _of_key(name, item, depth - 1) for name, item in value.items() if not _is_dropped(name, item)}
    if isinstance(value, list):
        return [_clean(key, item, depth - 1) for item in value]
    return figure_text(value) if isinstance(value, str) else value


def _of_key(name: str, value: JsonValue, depth: int) -> JsonValue:
    rule = _BY_KEY.get(_last_step(name))
    return rule(value) if rule is not None else _clean(name, value, depth)


def _last_step(name: str) -> str:
    """The attribute that a key sets: "source" for "images[0].source"."""
    return _STEP.sub("", name.lower().rpartition(".")[2])


def _is_dropped(name: str, value: JsonValue) -> bool:
    step = _last_step(name)
    if figure_text(name) != name:
        return True
    if step == "source":
        return not isinstance(value, list) and not _is_picture(value)
    return step in _DROPPED_KEYS or step.endswith("src") or (step == "geojson" and not isinstance(value, dict))


def _is_picture(value: JsonValue) -> bool:
    return isinstance(value, str) and _PICTURE.fullmatch(value) is not None


def _source(value: JsonValue) -> JsonValue:
    """A picture inside the figure, or the numbers of a sankey's `source`."""
    return [item for item in value if isinstance(item, int)] if isinstance(value, list) else value


def _style(value: JsonValue) -> JsonValue:
    """A font's style stays; a map's style would fetch tiles, and becomes the one without."""
    return value if isinstance(value, str) and value in _FONT_STYLES else _NO_TILES


def _layers(value: JsonValue) -> JsonValue:
    """A map's own layers name sources; none is kept."""
    del value
    return []


def _type(value: JsonValue) -> JsonValue:
    return figure_text(plain) if isinstance(plain := plain_type(value), str) else plain


_BY_KEY: Mapping[str, Callable[[JsonValue], JsonValue]] = {
    "source": _source,
    "style": _style,
    "layers": _layers,
    "type": _type,
}


def figure_text(text: str) -> str:
    """A text of a figure: the few tags that plotly draws stay, without attributes; all others and addresses go.

    Plotly joins texts (prefix, label and suffix of a tick, a template and its values), so that a tag may be spread over
    several; a "<" that could begin one is written as plotly's entity for it.
    """
    plain = without_controls(whole_characters(text))
    return _OPENING.sub("&lt;", until_stable(lambda given: without_addresses(_TAG.sub(_kept_tag, given)), plain))


def _kept_tag(found: re.Match[str]) -> str:
    name = found[2].lower()
    return f"<{found[1]}{name}>" if name in _KEPT_TAGS else ""


# ----------------------------------------------------------------
# Maps without a map: plotly fetches shapes and tiles from the internet, so what they show is drawn plainly. Points
# lie at their longitude and latitude, areas become bars. Trace types: those of plotly.js with geo and map.


MAP_NOTE = "A map is drawn without its background, areas as bars: nothing is fetched from the internet."
_POINTS = {"scattergeo", "scattermap", "scattermapbox", "densitymap", "densitymapbox"}
_AREAS = {"choropleth", "choroplethmap", "choroplethmapbox"}
_SUBPLOTS = ("geo", "map", "mapbox")
_KEPT = ("name", "text", "hovertext", "customdata", "legendgroup", "showlegend", "opacity")


def without_maps(figure: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """The figure with every trace on a map as one on plain axes; the same figure when there is none."""
    made = {key: _PARTS[key](value) if key in _PARTS else value for key, value in figure.items()}
    frames = figure.get("frames")
    return {**made, "frames": [_frame(frame) for frame in frames]} if isinstance(frames, list) else made


def on_a_map(trace: JsonValue) -> bool:
    """Whether a trace lies on a map."""
    return isinstance(trace, dict) and trace.get("type") in _POINTS | _AREAS


def plain_type(value: JsonValue) -> JsonValue:
    """The type that a button may give to traces: none that lies on a map."""
    if isinstance(value, list):
        return [plain_type(one) for one in value]
    return "scatter" if isinstance(value, str) and value in _POINTS | _AREAS else value


def _frame(frame: JsonValue) -> JsonValue:
    if not isinstance(frame, dict):
        return frame
    return {key: _PARTS[key](value) if key in _PARTS else value for key, value in frame.items()}


def _traces(traces: JsonValue) -> JsonValue:
    return [_trace(trace) for trace in traces] if isinstance(traces, list) else traces


def _trace(trace: JsonValue) -> JsonValue:
    if not isinstance(trace, dict):
        return trace
    kind = trace.get("type")
    kept = {key: trace[key] for key in _KEPT if key in trace}
    if kind in _POINTS:
        places = "lon" if "lon" in trace else "locations"
        return {**kept, "type": "scatter", "mode": "markers", "x": trace.get(places, []), "y": trace.get("lat", [])}
    if kind in _AREAS:
        return {**kept, "type": "bar", "x": trace.get("locations", []), "y": trace.get("z", [])}
    return trace


def _layout(layout: JsonValue) -> JsonValue:
    if not isinstance(layout, dict):
        return layout
    kept: dict[str, JsonValue] = {key: value for key, value in layout.items() if not _is_map(key)}
    template = kept.get("template")
    if isinstance(template, Mapping):
        kept["template"] = {key: _TEMPLATE_PARTS.get(key, _as_it_is)(value) for key, value in template.items()}
    return kept


def _without_map_kinds(data: JsonValue) -> JsonValue:
    if not isinstance(data, dict):
        return data
    return {kind: traces for kind, traces in data.items() if kind not in _POINTS | _AREAS}


def _as_it_is(value: JsonValue) -> JsonValue:
    return value


_TEMPLATE_PARTS: Mapping[str, Callable[[JsonValue], JsonValue]] = {"layout": _layout, "data": _without_map_kinds}
_PARTS: Mapping[str, Callable[[JsonValue], JsonValue]] = {"data": _traces, "layout": _layout}


def _is_map(key: str) -> bool:
    """A subplot with a map: geo, geo2, map, mapbox3, or one of its attributes written out (geo.scope)."""
    name = key.partition(".")[0].lower()
    return name.rstrip("0123456789") in _SUBPLOTS

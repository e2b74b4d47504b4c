"""Maps without a map: plotly fetches shapes and tiles from the internet, so what they show is drawn plainly.

Points lie at their longitude and latitude, areas become bars. Trace types: those of plotly.js with geo and map.
"""

from collections.abc import Callable, Mapping

from pydantic import JsonValue

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

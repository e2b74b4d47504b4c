"""A figure as people of a language read it: the signs of its numbers, the dates on its axes and in its hovers."""

import copy
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from agent.specs.locales import date_words
from languages.catalogue import in_language
from languages.phrase_files import ENGLISH

MOST_TICKS = 6
"""Dates that are spelled out below an axis."""
_GROUPED_FROM = 10_000
"""Below it an axis that need not begin at zero may count years."""
_PERIOD = re.compile(r"\d{4}-(\d{2}(-\d{2})?|Q[1-4]|H[12]|W\d{2})")
_Json = dict[str, Any]


def written_in(figure: Mapping[str, Any], language: str) -> _Json:
    """A copy of the figure with the thousands and decimal signs of the language, with periods in its words; what is
    drawn where stays as it is."""
    shown: _Json = copy.deepcopy(dict(figure))
    layout = shown.setdefault("layout", {})
    written = in_language("1,234.5", language)
    layout["separators"] = written[-2] + written[1]
    for name in ("xaxis", "yaxis", "xaxis2", "yaxis2"):
        axis, own = layout.get(name), name.replace("axis", "")
        if isinstance(axis, dict):
            on_it = [one for one in shown["data"] if one.get(name.removesuffix("2"), own[0]) == own]
            _write_axis(axis, own[0], on_it, language)
    for trace in shown["data"]:
        if isinstance(trace.get("customdata"), list):
            trace["customdata"] = [_period_words(one, language) for one in trace["customdata"]]
    return shown


def _write_axis(axis: _Json, direction: str, traces: Sequence[_Json], language: str) -> None:
    kind, values = axis.get("type"), list(_values(traces, direction))
    if kind == "linear" and "ticktext" not in axis:
        if axis.get("rangemode") == "tozero" or max(map(abs, _numbers(values)), default=0) >= _GROUPED_FROM:
            axis.setdefault("tickformat", ",")
    elif kind == "category" and values and all(_is_period(one) for one in values):
        _spell(axis, direction, traces, language)
    elif kind == "date" and language != ENGLISH:  # English ones are plotly's own, and are thinned as room allows
        known = sorted({str(one) for one in values if _is_period(one)})
        if known:
            step = -(-len(known) // MOST_TICKS)
            axis |= {"tickmode": "array", "tickvals": known[::step]}
            axis["ticktext"] = [_period_words(one, language) for one in known[::step]]


def _spell(axis: _Json, direction: str, traces: Sequence[_Json], language: str) -> None:
    """Periods that are categories, in words."""
    if "categoryarray" in axis:
        axis["categoryarray"] = [_period_words(one, language) for one in axis["categoryarray"]]
    for trace in traces:
        trace[direction] = [_period_words(one, language) for one in trace.get(direction, ())]


def _values(traces: Sequence[_Json], direction: str) -> Iterator[object]:
    for trace in traces:
        yield from trace.get(direction) or ()


def _numbers(values: Iterable[object]) -> Iterator[float]:
    return (float(one) for one in values if isinstance(one, int | float))


def _is_period(value: object) -> bool:
    return isinstance(value, str) and _PERIOD.fullmatch(value) is not None


def _period_words(value: Any, language: str) -> Any:
    return date_words(value, language) if _is_period(value) else value

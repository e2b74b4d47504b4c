"""Axes of clock times and durations, which plotly knows as numbers of seconds only."""

import math
from collections.abc import Iterator, Sequence

from agent.specs.locales import clock_words

Json = dict[str, object]

STEPS: tuple[int, ...] = (
    1, 2, 5, 10, 15, 30, *(minutes * 60 for minutes in (1, 2, 5, 10, 15, 30)),
    *(hours * 3_600 for hours in (1, 2, 3, 6, 12, 24)),
)  # fmt: skip
"""Seconds between two ticks: full minutes, hours and the like."""
MOST_TICKS = 9
_ENDS = ("lowerfence", "upperfence")
_NOT_BELOW_A_MINUTE = "h:mm"


def with_clock(trace: Json, direction: str, clock: str) -> Json:
    """The trace with its seconds as people write them beside the pointer; of two such axes the first one."""
    values, told = trace.get(direction), str(trace.get("hovertemplate", ""))
    place = next((each for each in (f"%{{{direction}:,}}", f"%{{{direction}}}") if each in told), "")
    if not isinstance(values, list) or not place:
        return trace
    written = [None if value is None else clock_words(float(value), clock) for value in values]
    if "hovertext" not in trace:
        return {**trace, "hovertext": written, "hovertemplate": told.replace(place, "%{hovertext}")}
    return {**trace, "text": written, "hovertemplate": told.replace(place, "%{text}")} if "text" not in trace else trace


def clock_ticks(traces: Sequence[Json], direction: str, clock: str) -> Json:
    """The ticks of an axis, and what is written at them; nothing for an axis of other things."""
    found = [*_places(traces, direction)] if clock else []
    if not found:
        return {}
    low, high = min(found), max(found)
    if any(trace.get("type") == "bar" and trace.get("orientation", "v") == _UPRIGHT[direction] for trace in traces):
        low = min(low, 0.0)  # bars stand on zero
    step = clock_step((high - low) / MOST_TICKS, clock)
    places = [step * at for at in range(math.floor(low / step), math.ceil(high / step) + 1)]
    return {"tickmode": "array", "tickvals": places, "ticktext": [clock_words(each, clock) for each in places]}


_UPRIGHT = {"x": "h", "y": "v"}


def clock_step(least: float, clock: str) -> int:
    """The smallest step that is no smaller than so many seconds, nor than what is written."""
    fitting = [step for step in STEPS if step >= least and (step >= 60 or clock != _NOT_BELOW_A_MINUTE)]
    return fitting[0] if fitting else STEPS[-1] * math.ceil(least / STEPS[-1])


def _places(traces: Sequence[Json], direction: str) -> Iterator[float]:
    for trace in traces:
        is_box = trace.get("type") == "box" and direction == "y"
        for key in _ENDS if is_box else (direction,):
            values = trace.get(key)
            yield from (
                (float(each) for each in values if isinstance(each, int | float)) if isinstance(values, list) else ()
            )

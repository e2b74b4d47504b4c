"""Times of day and durations are held as written; a measure that computes with them has them read as seconds first."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, TypeVar, cast

from agent.analysis.aggregating.aggregates import NEEDS_NUMBERS
from agent.analysis.filtering.relative_dates import clock_of, resolve_dates
from agent.analysis.frames.schema import schema_of
from agent.analysis.prepare import schema_after
from agent.specs import measures as m
from agent.specs import plots as p
from agent.specs.base import compared_columns
from agent.specs.parse import Spec
from agent.specs.transforms import CastType, FilterRows, Transform
from registry.profile import DatasetProfile

S = TypeVar("S", bound=Spec)


def with_times_read(spec: S, profiles: Mapping[str, DatasetProfile]) -> S:
    """The spec, after its own steps with one more for each column of times whose mean, spread and the like it asks
    for: it is read as seconds, which results show as clocks. Its conditions compare times as they are written.

    SpecError for a step that names what is not there.
    """
    profile = next(iter(profiles.values())) if len(profiles) == 1 else profiles.get(spec.dataset_id or "")
    wanted = [*dict.fromkeys(_computed_with(spec))]
    if profile is None or not wanted:
        return spec
    schema = schema_after(schema_of(profile), spec.prepare, profiles)
    kept = {*_kept_as_written(spec)}
    times = [name for name in wanted if name in schema and schema[name].kind == "time" and name not in kept]
    if not times:
        return spec
    steps: list[Transform] = [*spec.prepare]
    filters = [*spec.filters]
    if {*times} & {*compared_columns(filters)} and not getattr(spec, "empty_groups", False):
        steps, filters = [*steps, FilterRows(filters=filters)], []
    steps += [CastType(col=name, to="seconds") for name in times]
    return cast(S, spec.model_copy(update={"prepare": steps, "filters": filters}))


def as_computed(spec: S, profiles: Mapping[str, DatasetProfile], today: date | None) -> S:
    """The spec with its dates written out, told from `today` or the machine's date, and its times read."""
    return with_times_read(resolve_dates(spec, clock_of(profiles.values(), today)), profiles)


def _computed_with(spec: Spec) -> Iterable[str]:
    """The columns whose numbers the spec needs."""
    if isinstance(spec, m.Aggregates):
        yield from (name for name, each in spec.metrics.items() if {*each} & {*NEEDS_NUMBERS})
    quantities: list[Any] = [*getattr(spec, "quantities", {}).values()]
    quantities += [getattr(spec, name, None) for name in ("value", "numerator", "denominator")]
    yield from (each.col for each in quantities if isinstance(each, m.Quantity) and each.agg in NEEDS_NUMBERS)
    if isinstance(spec, m.ColumnSummary | m.Correlation):
        yield from spec.columns
    if isinstance(spec, p.AggregatedPlot) and spec.y is not None and spec.agg in NEEDS_NUMBERS:
        yield spec.y
    for name in _NUMBERS.get(type(spec), ()):
        value = getattr(spec, name)
        yield from value if isinstance(value, list) else [value] if value is not None else []


_NUMBERS: Mapping[type, tuple[str, ...]] = {
    m.Correlation: ("target",), m.Outliers: ("column",), m.NormalityTest: ("column",), m.CompareGroups: ("value",),
    m.OlsRegression: ("y", "x"), p.Hist: ("x",), p.Scatter: ("x", "y"), p.Box: ("y",), p.Violin: ("y",),
}  # fmt: skip
"""Fields that name columns of numbers."""


def _kept_as_written(spec: Spec) -> Iterable[str]:
    """The columns whose values name groups, or are compared within quantities."""
    yield from getattr(spec, "key_columns", [])
    yield from (name for name in (getattr(spec, "color", None), getattr(spec, "by", None)) if isinstance(name, str))
    if isinstance(spec, p.AggregatedPlot) and spec.x is not None:
        yield spec.x
    if isinstance(spec, m.Aggregates):
        yield from (name for each in spec.quantities.values() for name in compared_columns(each.filters))

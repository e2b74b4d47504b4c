"""Does a spec fit the columns? Checked on profiles alone, before any row is touched."""

from collections.abc import Iterable, Iterator, Mapping

from pydantic import BaseModel

from agent.analysis.clock_times import with_times_read
from agent.analysis.column_checks import check_filters, check_numeric
from agent.analysis.frames.schema import Schema, held_in, require, schema_of
from agent.analysis.measures import OPERATIONS
from agent.analysis.measures.pivot_table import refuse_wide_pivot
from agent.analysis.prepare import schema_after
from agent.analysis.result_checks import check_metrics
from agent.analysis.words import say, unfit
from agent.errors import DataError, SpecError
from agent.specs import measures as m
from agent.specs import plots as p
from agent.specs.adding_up import check_parts
from agent.specs.parse import Spec
from registry.profile import DatasetProfile


def check_spec(spec: Spec, profiles: Mapping[str, DatasetProfile]) -> None:
    """Nothing when the spec can be executed on such columns.

    SpecError names an unknown column with the nearest names, an aggregation that does not fit, a sort by what is no
    result column. DataError when only the person can decide (a date that reads two ways).
    """
    profile = _profile(spec.dataset_id, profiles)
    refuse_repeats(spec)
    spec = with_times_read(spec, profiles)
    schema = schema_after(schema_of(profile), spec.prepare, profiles)
    check_filters(schema, spec.filters)
    if isinstance(spec, p.AggregatedPlot) and spec.measure is not None:
        check_spec(spec.measure, profiles)
    if isinstance(spec, p.Plot):
        check_plot(spec, schema)
    else:
        OPERATIONS[spec.op].check(spec, schema)
    if isinstance(spec, m.PivotTable):
        refuse_wide_pivot(spec, profile)


def check_specs(specs: Iterable[Spec], profiles: Iterable[DatasetProfile]) -> None:
    """Nothing when each of the specs can be executed on these tables; else what `check_spec` raises."""
    by_id = {profile.dataset_id: profile for profile in profiles}
    for spec in specs:
        check_spec(spec, by_id)


def fit(specs: Iterable[Spec], profiles: Iterable[DatasetProfile]) -> bool:
    """Whether each of the specs can be executed on these tables."""
    try:
        check_specs(specs, profiles)
    except (SpecError, DataError):
        return False
    return True


def _profile(dataset_id: str | None, profiles: Mapping[str, DatasetProfile]) -> DatasetProfile:
    known = ", ".join(f"{key} ({profile.name})" for key, profile in profiles.items()) or "none"
    if dataset_id is None and len(profiles) == 1:
        return next(iter(profiles.values()))
    if dataset_id is None:
        raise SpecError("The spec does not say which data set is meant.", f"Set dataset_id to one of: {known}.")
    if dataset_id not in profiles:
        raise SpecError(f"There is no data set {dataset_id!r}.", f"Use one of: {known}.")
    return profiles[dataset_id]


# ----------------------------------------------------------------
# Does a plot fit the columns? The measure that it may draw is checked as a spec of its own.


def check_plot(spec: p.PlotSpec, schema: Schema) -> None:
    """SpecError for axes that the kind cannot draw; a measure that it draws is taken as checked."""
    names = [getattr(spec, axis, None) for axis in ("x", "y", "color")]
    require(schema, [name for name in names if name is not None])
    if isinstance(spec, p.Scatter):
        for name in (spec.x, spec.y):
            if schema[name].storage not in ("number", "moment"):
                raise unfit("needs_numbers", what=say("needing.plot"), column=name, kind=held_in(schema[name]))
    elif isinstance(spec, p.Hist):
        if schema[spec.x].storage not in ("number", "moment"):
            raise SpecError(
                f"A histogram needs numbers; {spec.x} is {schema[spec.x].kind}.", "Use a bar chart of counts."
            )
    elif isinstance(spec, p.Box | p.Violin):
        check_numeric(schema, [spec.y], "plot")
    else:
        _check_group_plot(spec, schema)


def _check_group_plot(spec: p.GroupPlot, schema: Schema) -> None:
    if isinstance(spec, p.Heatmap) and spec.of is None and spec.color is None:
        raise SpecError("A heatmap needs two keys, one down and one across.", "Set color too, or use kind bar.")
    if spec.of is None and spec.y is not None:
        check_metrics(schema, {spec.y: [spec.agg or "sum"]})
    if isinstance(spec, p.Pie | p.Pareto) or (isinstance(spec, p.Bar) and spec.stack and spec.color):
        check_parts(spec)


# ----------------------------------------------------------------
# No column is named twice where a measure's list of columns is meant as a set: groups, keys, what is summarised.


_SETS = frozenset({"group_cols", "columns", "by", "top_per", "within", "stats"})
"""Fields of measures that hold a set of columns, or of statistics."""


def refuse_repeats(spec: BaseModel) -> None:
    """SpecError when such a field, or the aggregations of a metric, name one thing twice: the result would have a
    column of that name twice. Steps take such a name once.
    """
    for field, names in _lists(spec):
        repeated = [name for place, name in enumerate(names) if name in names[:place]]
        if repeated:
            raise SpecError(f"{field} names {repeated[0]} twice.", "Name each once.")


def _lists(spec: BaseModel) -> Iterator[tuple[str, list[str]]]:
    for field, value in spec:
        if field in _SETS and isinstance(value, list):
            yield field, value
        elif field == "metrics" and isinstance(value, Mapping):
            yield from ((f"metrics of {column}", wanted) for column, wanted in value.items())

"""Does a spec fit the columns? Checked on profiles alone, before any row is touched."""

from collections.abc import Mapping

from agent.analysis.prepare import schema_after
from agent.analysis.repeats import refuse_repeats
from agent.analysis.schema import schema_of
from agent.analysis.validate.columns import check_filters
from agent.analysis.validate.measures import CHECKS, refuse_wide_pivot
from agent.analysis.validate.plots import check_plot
from agent.errors import SpecError
from agent.specs import measures as m
from agent.specs import plots as p
from agent.specs.parse import Spec
from registry.profile import DatasetProfile


def check_spec(spec: Spec, profiles: Mapping[str, DatasetProfile]) -> None:
    """Nothing when the spec can be executed on such columns.

    SpecError names an unknown column with the nearest names, an aggregation that does not fit, a sort by what is no
    result column. DataError when only the person can decide (a date that reads two ways).
    """
    profile = _profile(spec.dataset_id, profiles)
    refuse_repeats(spec)
    schema = schema_after(schema_of(profile), spec.prepare, profiles)
    check_filters(schema, spec.filters)
    if isinstance(spec, p.AggregatedPlot) and spec.measure is not None:
        check_spec(spec.measure, profiles)
    if isinstance(spec, p.Plot):
        check_plot(spec, schema)
    else:
        CHECKS[spec.op](spec, schema)
    if isinstance(spec, m.PivotTable):
        refuse_wide_pivot(spec, profile)


def _profile(dataset_id: str | None, profiles: Mapping[str, DatasetProfile]) -> DatasetProfile:
    known = ", ".join(f"{key} ({profile.name})" for key, profile in profiles.items()) or "none"
    if dataset_id is None and len(profiles) == 1:
        return next(iter(profiles.values()))
    if dataset_id is None:
        raise SpecError("The spec does not say which data set is meant.", f"Set dataset_id to one of: {known}.")
    if dataset_id not in profiles:
        raise SpecError(f"There is no data set {dataset_id!r}.", f"Use one of: {known}.")
    return profiles[dataset_id]

"""Do metrics, quantities, computed columns, conditions on results and sorts fit? Checked before any row is touched."""

from collections import Counter
from collections.abc import Iterable

from agent.analysis.aggregating.aggregates import aggregates_of, check_aggregation
from agent.analysis.aggregating.results import computed_columns, made_columns
from agent.analysis.column_checks import check_filters
from agent.analysis.frames.schema import Schema, column_named
from agent.errors import SpecError
from agent.specs import measures as m
from agent.specs.base import AnyOf, Filter, Sort
from agent.specs.expressions import columns_in
from agent.specs.parse import nearest


def check_metrics(schema: Schema, metrics: m.Metrics) -> None:
    """SpecError for a metric of no column, or one that means nothing for its column."""
    for name, aggregations in metrics.items():
        if not aggregations:
            raise SpecError(f"No aggregation is given for {name}.", "Name at least one, such as sum or mean.")
        for aggregation in aggregations:
            check_aggregation(None if name == "*" else column_named(schema, name), aggregation)


def check_sort(sort: Sort | None, columns: Iterable[str]) -> None:
    """SpecError for a sort by what is no result column, with the nearest names."""
    known = list(columns)
    if sort is not None and sort.by not in known:
        near = ", ".join(nearest(sort.by, known)) or "none near"
        raise SpecError(f"The result has no column {sort.by!r}.", f"It has: {', '.join(known)} (nearest: {near}).")


def check_result(spec: m.Aggregates, schema: Schema, keys: list[str], columns: list[str]) -> None:
    """Metrics, quantities and what is computed from them, and that no two result columns are called alike."""
    check_metrics(schema, spec.metrics)
    metrics = [m.metric_name(name, each) for name, wanted in spec.metrics.items() for each in wanted]
    twice = [name for name, count in Counter(columns).items() if count > 1 or name in metrics]
    named_here = [name for name in twice if name in (*spec.quantities, *spec.computed)]
    if named_here:
        raise SpecError(f"Two result columns would be called {named_here[0]!r}.", "Give the new one another name.")
    computed_columns(made_columns(keys, aggregates_of(spec), schema), spec.computed)


def check_shares_shown(spec: m.GroupbyAgg | m.TimeTrend) -> None:
    """Shares of what is shown are made last, so nothing can be chosen or computed by them."""
    if spec.share_of == "all":
        return
    shares = {name for name, aggregation in spec.measured.items() if aggregation == "share"}
    used = {*_columns_of(spec.having), *(part for each in spec.computed.values() for part in columns_in(each))}
    if shares & used:
        raise SpecError(
            f"{min(shares & used)} is a share of what is shown, which having and computed cannot use.",
            "Use share_of all, or leave it out of these.",
        )


def check_having(having: Iterable[Filter | AnyOf], columns: Iterable[str]) -> None:
    """SpecError for a condition on what is no result column, with the nearest names."""
    known = list(columns)
    for name in _columns_of(having):
        check_sort(Sort(by=name), known)


def _columns_of(having: Iterable[Filter | AnyOf]) -> list[str]:
    """The columns that conditions name, however deep."""
    return [name for wanted in having for name in _named_columns(wanted.model_dump())]


def _named_columns(part: object) -> list[str]:
    if isinstance(part, list):
        return [name for each in part for name in _named_columns(each)]
    if not isinstance(part, dict):
        return []
    own = [*([part["col"]] if isinstance(part.get("col"), str) else []), *part.get("by", [])]
    return [*own, *(name for each in part.values() for name in _named_columns(each))]


def check_quantities(schema: Schema, quantities: Iterable[m.Quantity]) -> None:
    """SpecError for a quantity that means nothing for its column, or whose conditions do not fit."""
    for quantity in quantities:
        check_metrics(schema, {quantity.col: [quantity.agg]})
        check_filters(schema, quantity.filters)

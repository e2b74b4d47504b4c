"""A frame without ambiguity -> the specs that answer it, with their headline. One builder an intent."""

from collections.abc import Callable
from dataclasses import dataclass, field

from agent.reasoning.rules.reading.frame import Frame, MetricSlot
from agent.reasoning.rules.reading.tables import Workbench, join_key
from agent.specs.base import Filter, Sort
from agent.specs.measures import (
    Aggregation,
    AnalysisSpec,
    ColumnSummary,
    CompareGroups,
    Correlation,
    CorrelationMatrix,
    DatasetOverview,
    DuplicateCheck,
    GroupbyAgg,
    Missingness,
    NormalityTest,
    Outliers,
    Quantity,
    RowLookup,
    ShareRatio,
    TimeTrend,
    ValueCounts,
    metric_name,
)
from agent.specs.plots import Bar, Box, Hist, Line, PlotSpec, Scatter
from agent.specs.references import arithmetic, cell, reference
from agent.specs.transforms import JoinDatasets, Transform

Spec = AnalysisSpec | PlotSpec


@dataclass(frozen=True)
class Built:
    """Specs with the number they give, and the first sentence where the measure alone does not tell it."""

    specs: list[Spec]
    headline: str = ""
    says: str = ""
    assumptions: list[str] = field(default_factory=list)


_NAMING = ("name", "title", "product", "company", "full name", "product name", "氏名", "商品名")
_NARROW = 20  # columns; a row of a wider table is cut to what names it
Builder = Callable[[Frame, Workbench], Built]


def build(frame: Frame, bench: Workbench) -> Built:
    """The specs of a frame. NoKeyError when data sets that it needs cannot be joined."""
    return BUILDERS[frame.intent](frame, bench)


def _common(frame: Frame, bench: Workbench) -> dict[str, object]:
    """Data set, filters and prepare steps; call it after every column has been asked of the bench."""
    filters = bench.filters(frame)
    bench.without_duplicates(frame)
    return {"dataset_id": bench.base.dataset_id, "filters": filters, "prepare": list(bench.steps)}


def _column(metric: MetricSlot, bench: Workbench) -> str:
    return bench.column(metric.columns[0]) if metric.columns else "*"


def _metrics(frame: Frame, bench: Workbench) -> dict[str, list[Aggregation]]:
    found: dict[str, list[Aggregation]] = {}
    for metric in frame.metrics or [MetricSlot()]:
        chosen = found.setdefault(_column(metric, bench), [])
        if metric.agg not in chosen:
            chosen.append(metric.agg)
    return found


def _names(metrics: dict[str, list[Aggregation]]) -> list[str]:
    return [metric_name(column, agg) for column, aggs in metrics.items() for agg in aggs]


def overview(frame: Frame, bench: Workbench) -> Built:
    spec = DatasetOverview(dataset_id=bench.base.dataset_id)
    return Built([spec], reference("S1", "rows"))


def missing(frame: Frame, bench: Workbench) -> Built:
    spec = Missingness(dataset_id=bench.base.dataset_id, columns=[ref.column for ref in frame.columns])
    return Built([spec], reference("S1", "missing", row=1))


def summary(frame: Frame, bench: Workbench) -> Built:
    columns = [_column(metric, bench) for metric in frame.metrics if metric.columns]
    wants_iqr = "iqr" in frame.stats
    quantiles = [*dict.fromkeys([*frame.quantiles, *([0.25, 0.75] if wants_iqr else [])])]
    stats = [name for name in frame.stats if name not in ("iqr", "range" if wants_iqr else "")]
    spec = ColumnSummary(
        columns=columns, stats=stats, quantiles=quantiles, **_common(frame, bench)  # type: ignore[arg-type]
    )  # fmt: skip
    if wants_iqr:
        width = arithmetic(f"{cell('S1', 'p75', row=1)} - {cell('S1', 'p25', row=1)}")
        return Built([spec], width, f"The interquartile range of {columns[0]} is {width}.")
    shown = (
        frame.stats[0]
        if frame.stats
        else f"p{frame.quantiles[0] * 100:g}".replace(".", "_")
        if frame.quantiles
        else "mean"
    )
    return Built([spec], reference("S1", shown, row=1))


def aggregate(frame: Frame, bench: Workbench) -> Built:
    """Groups and aggregates; a trend where time is the group; shares, growth and charts of the same."""
    if frame.share:
        measure = _share(frame, bench)
    elif _is_trend(frame):
        measure = _trend(frame, bench)
    else:
        measure = _grouped(frame, bench)
    if frame.plot in ("bar", "line"):
        return _with_chart(frame, measure)
    return measure


def _is_trend(frame: Frame) -> bool:
    timed = [slot for slot in frame.groups if slot.grain]
    return len(timed) == 1 and len(frame.groups) <= 2


def _trend(frame: Frame, bench: Workbench) -> Built:
    timed = next(slot for slot in frame.groups if slot.grain)
    other = next((slot for slot in frame.groups if slot is not timed), None)
    metrics = _metrics(frame, bench)
    group = bench.group(other) if other else None
    date_col = bench.date(timed.columns[0])
    name = _names(metrics)[0]
    ranked = f"{name}_growth_pct" if frame.growth != "none" else name
    sort = Sort(by=ranked, ascending=frame.order == "asc") if frame.extreme or (frame.order and frame.top_k) else None
    spec = TimeTrend(
        date_col=date_col,
        grain=timed.grain or "month",
        metrics=metrics,
        group_col=group,
        growth=frame.growth,
        sort=sort,
        top_k=frame.top_k,
        **_common(frame, bench),  # type: ignore[arg-type]
    )
    first = reference("S1", "period", row=1) + ": " + reference("S1", ranked if frame.extreme else name, row=1)
    return Built([spec], first)


def _grouped(frame: Frame, bench: Workbench) -> Built:
    metrics = _metrics(frame, bench)
    groups = [bench.group(slot) for slot in frame.groups]
    names = _names(metrics)
    ordered = frame.order is not None or frame.top_k is not None
    sort = Sort(by=names[0], ascending=frame.order == "asc") if groups and ordered else None
    if len(groups) == 1 and metrics == {"*": ["count"]} and not ordered:
        counts = ValueCounts(column=groups[0], **_common(frame, bench))  # type: ignore[arg-type]
        return Built([counts], reference("S1", groups[0], row=1) + ": " + reference("S1", "count", row=1))
    spec = GroupbyAgg(
        group_cols=groups, metrics=metrics, sort=sort, top_k=frame.top_k, **_common(frame, bench)  # type: ignore[arg-type]
    )  # fmt: skip
    if not groups:
        return Built([spec], reference("S1", names[0]))
    return Built([spec], reference("S1", groups[0], row=1) + ": " + reference("S1", names[0], row=1))


def _quantity(metric: MetricSlot, bench: Workbench) -> Quantity:
    return Quantity(col=_column(metric, bench), agg=metric.agg)


def _share(frame: Frame, bench: Workbench) -> Built:
    """Composition by group; without a group, the part of the rows that fulfil the last condition."""
    value = frame.metrics[0] if frame.metrics else MetricSlot()
    if value.columns and value.agg not in ("sum", "count", "nunique"):
        value = value.model_copy(update={"agg": "sum"})
    groups = [bench.group(slot) for slot in frame.groups]
    if groups:
        counted = value.agg == "nunique"
        if counted:
            bench.count_once(_column(value, bench), groups, frame)
        spec = ShareRatio(
            group_cols=groups, value=Quantity() if counted else _quantity(value, bench), cumulative=frame.cumulative,
            top_k=frame.top_k, **_common(frame, bench),  # type: ignore[arg-type]
        )  # fmt: skip
        return Built([spec], reference("S1", groups[0], row=1) + ": " + reference("S1", "share_pct", row=1))
    *base, told = frame.conditions or [[]]
    if not told:
        return _grouped(frame.model_copy(update={"share": False}), bench)
    part = bench.filter(told[0])
    whole = frame.model_copy(update={"conditions": base})
    ratio = ShareRatio(
        mode="ratio",
        numerator=_quantity(value, bench).model_copy(update={"filters": [part]}),
        denominator=_quantity(value, bench),
        as_percent=True,
        **_common(whole, bench),  # type: ignore[arg-type]
    )
    return Built([ratio], reference("S1", "ratio_pct"))


def _with_chart(frame: Frame, measure: Built) -> Built:
    """The chart first: it was asked for; the numbers stand behind it."""
    of = measure.specs[0]
    chosen = Bar if frame.plot == "bar" else Line
    column = "share_pct" if frame.share else None
    chart = chosen(dataset_id=of.dataset_id, of=of, of_column=column)  # type: ignore[arg-type]
    return Built([chart, of], measure.headline.replace("{S1", "{S2"))


def ratio(frame: Frame, bench: Workbench) -> Built:
    groups = [bench.group(slot) for slot in frame.groups]
    over = _quantity(frame.denominator or MetricSlot(), bench)
    if frame.denominator and frame.denominator_grain:
        over = Quantity(col=bench.period(frame.denominator.columns[0], frame.denominator_grain), agg="nunique")
    spec = ShareRatio(
        mode="ratio",
        group_cols=groups,
        numerator=_quantity(frame.metrics[0], bench),
        denominator=over,
        **_common(frame, bench),  # type: ignore[arg-type]
    )
    return Built([spec], reference("S1", "ratio") if not groups else reference("S1", "ratio", row=1))


def pareto(frame: Frame, bench: Workbench) -> Built:
    groups = [bench.group(slot) for slot in frame.groups]
    spec = ShareRatio(
        group_cols=groups, value=_quantity(frame.metrics[0], bench), cumulative=True,
        threshold_pct=frame.threshold, **_common(frame, bench),  # type: ignore[arg-type]
    )  # fmt: skip
    return Built([spec], reference("S1", "groups_needed"))


def correlation(frame: Frame, bench: Workbench) -> Built:
    columns = [_column(metric, bench) for metric in frame.metrics]
    target = columns[0] if len(columns) == 1 else None
    spec = Correlation(
        columns=[] if target else columns, target=target, method=frame.method or "pearson",
        **_common(frame, bench),  # type: ignore[arg-type]
    )  # fmt: skip
    return Built([spec], reference("S1", "r", row=1))


def matrix(frame: Frame, bench: Workbench) -> Built:
    spec = CorrelationMatrix(
        columns=[bench.column(ref) for ref in frame.columns], method=frame.method or "pearson",
        **_common(frame, bench),  # type: ignore[arg-type]
    )  # fmt: skip
    return Built([spec], reference("S1_2", "r", row=1))


def compare(frame: Frame, bench: Workbench) -> Built:
    spec = CompareGroups(
        value=_column(frame.metrics[0], bench),
        group=bench.group(frame.groups[0]),
        groups=frame.stats,
        test=frame.method or "auto",
        **_common(frame, bench),  # type: ignore[arg-type]
    )
    return Built([spec], reference("S1", "p"))


def normality(frame: Frame, bench: Workbench) -> Built:
    tests = {"tests": [frame.method]} if frame.method else {}
    by = bench.group(frame.groups[0]) if frame.groups else None
    spec = NormalityTest(column=_column(frame.metrics[0], bench), by=by, **tests, **_common(frame, bench))  # type: ignore[arg-type]
    return Built([spec], reference("S1", "p", row=1))


def outliers(frame: Frame, bench: Workbench) -> Built:
    spec = Outliers(
        column=_column(frame.metrics[0], bench), method=frame.method or "iqr", **_common(frame, bench)  # type: ignore[arg-type]
    )  # fmt: skip
    sides = [item.removeprefix("fence:") for item in frame.stats if item.startswith("fence:")]
    if sides:
        limits = " and ".join(f"the {side} limit is {reference('S1', side)}" for side in sides)
        return Built([spec], reference("S1", sides[0]), f"For {_column(frame.metrics[0], bench)}, {limits}.")
    return Built([spec], reference("S1", "count"))


def duplicates(frame: Frame, bench: Workbench) -> Built:
    spec = DuplicateCheck(columns=[bench.column(ref) for ref in frame.columns], **_common(frame, bench))  # type: ignore[arg-type]
    return Built([spec], reference("S1", "duplicate_rows"))


def lookup(frame: Frame, bench: Workbench) -> Built:
    """Rows at an extreme, the top k, or the rows that the conditions leave."""
    own = [ref for ref in frame.columns if ref.dataset_id == bench.base.dataset_id]
    common = _common(frame, bench)
    if not frame.extreme:
        keys = [alternatives[0].column.column for alternatives in frame.conditions]
        shown = [name for name in dict.fromkeys([*keys, *(ref.column for ref in own)])] if own else []
        rows = RowLookup(which="matching", columns=shown, k=100, **common)  # type: ignore[arg-type]
        column = own[0].column if own else bench.base.columns[0].name
        return Built([rows], reference("S1", column, row=1))
    ranked = _column(frame.metrics[0], bench)
    which = ("top" if frame.order != "asc" else "bottom") if frame.top_k else ("max" if frame.order != "asc" else "min")
    names = _shown_columns(frame, bench, ranked)
    spec = RowLookup(which=which, order_by=ranked, k=frame.top_k or 10, columns=names, **common)  # type: ignore[arg-type]
    return Built([spec], reference("S1", names[0] if names else ranked, row=1) + ": " + reference("S1", ranked, row=1))


def _shown_columns(frame: Frame, bench: Workbench, ranked: str) -> list[str]:
    """What names the row first: names, identifiers, dates; then the column that ranks; all if the table is narrow."""
    base = bench.base
    naming = [column.name for column in base.columns if column.name.casefold() in _NAMING]
    naming = naming or [column.name for column in base.columns if column.kind == "identifier"][:1]
    asked = [slot.columns[0].column for slot in frame.groups if slot.columns[0].dataset_id == base.dataset_id]
    dates = [column.name for column in base.columns if column.kind in ("date", "datetime")][:1]
    named = [*naming, *asked] or [*dates]
    rest = [column.name for column in base.columns if len(base.columns) <= _NARROW]
    return [name for name in dict.fromkeys([*named, ranked, *rest])]


def hist(frame: Frame, bench: Workbench) -> Built:
    color = bench.column(frame.colour) if frame.colour else None
    column = _column(frame.metrics[0], bench)
    spec = Hist(x=column, color=color, **_common(frame, bench))  # type: ignore[arg-type]
    return _with_center([spec], column, frame, bench)


def scatter(frame: Frame, bench: Workbench) -> Built:
    x, y = (_column(metric, bench) for metric in frame.metrics[:2])
    color = bench.column(frame.colour) if frame.colour else None
    return Built([Scatter(x=x, y=y, color=color, **_common(frame, bench))])  # type: ignore[arg-type]


def box(frame: Frame, bench: Workbench) -> Built:
    x = bench.group(frame.groups[0]) if frame.groups else None
    column = _column(frame.metrics[0], bench)
    return _with_center([Box(y=column, x=x, **_common(frame, bench))], column, frame, bench)  # type: ignore[arg-type]


def _with_center(specs: list[Spec], column: str, frame: Frame, bench: Workbench) -> Built:
    """A chart that stands for one of several readings says its median, so that they can be told apart."""
    if not bench.is_one_of_several:
        return Built(specs)
    center = ColumnSummary(columns=[column], stats=["median"], **_common(frame, bench))  # type: ignore[arg-type]
    return Built([*specs, center], "median " + reference("S2", "median", row=1))


def periods(frame: Frame, bench: Workbench) -> Built:
    """Two periods side by side; the change is arithmetic on their two numbers."""
    before, after = frame.periods
    part = {"H": "year_half", "Q": "year_quarter"}.get(before[5:6], "year_month" if len(before) == 7 else "year")
    if len(before) == 10:
        part = "date"
    date_col = bench.date(frame.columns[0])
    label = bench.part(frame.columns[0], part)
    metrics = _metrics(frame, bench)
    name = _names(metrics)[0]
    common = _common(frame, bench)
    wanted = [{"col": date_col, "op": "in", "value": [before, after]}]
    spec = GroupbyAgg.model_validate(
        {"group_cols": [label], "metrics": metrics, **common, "filters": [*common["filters"], *wanted]}  # type: ignore[misc]
    )
    old, new = cell("S1", name, [before]), cell("S1", name, [after])
    change = arithmetic(f"{new} / {old} - 1", "signed_percent")
    says = (
        f"From {reference('S1', label, row=1)} to {reference('S1', label, row=2)} the change is {change}: "
        f"{reference('S1', name, [before])} became {reference('S1', name, [after])}."
    )
    return Built([spec], change, says)


def orphans(frame: Frame, bench: Workbench) -> Built:
    """Rows here without a partner there."""
    other = next(table for table in bench.datasets if table.dataset_id == frame.other_dataset)
    left, right = join_key(bench.base, other)
    step: Transform = JoinDatasets(dataset_id=other.dataset_id, left_on=[left], right_on=[right], how="anti")
    metrics = _metrics(frame, bench)
    common = _common(frame, bench)
    spec = GroupbyAgg(metrics=metrics, **{**common, "prepare": [step, *bench.steps]})  # type: ignore[arg-type]
    return Built([spec], reference("S1", _names(metrics)[0]))


def having(frame: Frame, bench: Workbench) -> Built:
    """Groups whose number of rows fulfils the bound; their number is the number of rows of the table."""
    groups = [bench.group(slot) for slot in frame.groups]
    bound = frame.bound
    if bound is None:
        raise AssertionError("a having frame has a bound")
    spec = GroupbyAgg(
        group_cols=groups,
        metrics={"*": ["count"]},
        having=[Filter(col="rows", op=bound.op, value=bound.value)],
        sort=Sort(by="rows"),
        **_common(frame, bench),  # type: ignore[arg-type]
    )
    count = reference("S1", "#rows")
    return Built([spec], count, f"{count} values of {groups[0]} have that many rows.")


def report(frame: Frame, bench: Workbench) -> Built:
    """The parts one after the other; references keep to their own spec."""
    specs: list[Spec] = []
    for part in frame.parts:
        base = next(table for table in bench.datasets if table.dataset_id == (part.dataset_id or bench.base.dataset_id))
        specs += build(part, Workbench(base, bench.datasets, bench.day_first)).specs
    return Built(specs)


BUILDERS: dict[str, Builder] = {
    "overview": overview,
    "missing": missing,
    "summary": summary,
    "aggregate": aggregate,
    "ratio": ratio,
    "pareto": pareto,
    "correlation": correlation,
    "matrix": matrix,
    "compare": compare,
    "normality": normality,
    "outliers": outliers,
    "duplicates": duplicates,
    "lookup": lookup,
    "hist": hist,
    "scatter": scatter,
    "box": box,
    "periods": periods,
    "orphans": orphans,
    "having": having,
    "report": report,
}

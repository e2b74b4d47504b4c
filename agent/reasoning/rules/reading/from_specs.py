"""Specs back to the frame that they could have been built from, so that a follow-up in words continues them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from agent.reasoning.rules.reading.build import build
from agent.reasoning.rules.reading.frame import ColumnRef, ConditionSlot, Frame, GroupSlot, MetricSlot
from agent.reasoning.rules.reading.keys import NoKeyError, SeveralKeysError
from agent.reasoning.rules.reading.preparing.specs import ElsewhereError
from agent.reasoning.rules.reading.tables import FanOutError, Workbench
from agent.specs import measures as m
from agent.specs import plots as p
from agent.specs.base import AnyOf, Condition, Filter, RelativeDate, Sort
from agent.specs.parse import Spec
from agent.specs.transforms import AddDatePart, DatePart
from registry.profile import DatasetProfile

_GRAINS: Mapping[DatePart, m.Grain] = {
    "date": "day", "year_week": "week", "year_month": "month", "year_quarter": "quarter", "year_half": "half",
}  # fmt: skip


def frame_of_specs(specs: Sequence[Spec], datasets: tuple[DatasetProfile, ...]) -> Frame | None:
    """The frame whose build gives the first of these specs (and the measure of a chart) again; None when there is
    none, for a follow-up would then continue something else.
    """
    table = _table(specs[0], datasets)
    maker = _MAKERS.get(type(specs[0]))
    if table is None or maker is None:
        return None
    try:
        frame = maker(_Reader(table, specs[0]), specs[0])
        built = build(frame, Workbench(table, datasets)).specs if frame else []
    except (ValidationError, FanOutError, NoKeyError, SeveralKeysError, ElsewhereError, KeyError, AssertionError):
        return None
    return frame if built and _same(built[0], specs[0], table) else None


def _table(spec: Spec, datasets: tuple[DatasetProfile, ...]) -> DatasetProfile | None:
    wanted = spec.dataset_id or getattr(getattr(spec, "of", None), "dataset_id", None)
    if wanted is None:
        return datasets[0] if len(datasets) == 1 else None
    return next((table for table in datasets if table.dataset_id == wanted), None)


def _same(built: Spec, spec: Spec, table: DatasetProfile) -> bool:
    """Whether two specs compute the same; a data set that goes without saying may be said."""

    def whole(one: Spec) -> dict[str, Any]:
        data = {**one.model_dump(), "dataset_id": one.dataset_id or table.dataset_id}
        if data.get("of"):
            data["of"] = {**data["of"], "dataset_id": data["of"]["dataset_id"] or table.dataset_id}
        return data

    return whole(built) == whole(spec)


@dataclass(frozen=True)
class _Reader:
    """Reads slots from the fields of a spec on a table."""

    table: DatasetProfile
    spec: Spec

    def ref(self, name: str) -> ColumnRef:
        """A column of the table. KeyError when a step made it."""
        if self.table.column(name) is None:
            raise KeyError(name)
        return ColumnRef(dataset_id=self.table.dataset_id, column=name)

    def part_of(self, name: str) -> AddDatePart | None:
        """The step that makes a column from a date."""
        steps = [step for step in self.spec.prepare if isinstance(step, AddDatePart)]
        return next((step for step in steps if step.name == name), None)

    def group(self, name: str) -> GroupSlot:
        step = self.part_of(name)
        if step is None:
            return GroupSlot(columns=[self.ref(name)])
        if step.part in _GRAINS:
            return GroupSlot(columns=[self.ref(step.col)], grain=_GRAINS[step.part])
        return GroupSlot(columns=[self.ref(step.col)], part=step.part)

    def metrics(self, wanted: m.Metrics) -> list[MetricSlot]:
        return [self.metric(column, agg) for column, aggregations in wanted.items() for agg in aggregations]

    def metric(self, column: str, agg: m.Aggregation) -> MetricSlot:
        return MetricSlot(columns=[] if column == "*" else [self.ref(column)], agg=agg)

    def conditions(self, filters: Sequence[Condition]) -> list[list[ConditionSlot]]:
        return [[self.condition(_single(item))] for item in filters]

    def condition(self, item: Filter) -> ConditionSlot:
        step = self.part_of(item.col)
        column = self.ref(step.col if step else item.col)
        statistic = getattr(item.value, "stat", None)
        value = None if statistic else item.value
        return ConditionSlot.model_validate(
            {"column": column, "op": item.op, "value": value, "part": step.part if step else None,
             "statistic": statistic}
        )  # fmt: skip

    def start(self, **slots: Any) -> Frame:
        """A frame of the table with the spec's conditions."""
        return Frame(
            dataset_id=self.table.dataset_id, conditions=self.conditions(self.spec.filters), **slots
        )  # fmt: skip


def _single(condition: Condition) -> Filter:
    """A condition on one column. KeyError for alternatives and relative dates, which no frame holds."""
    if isinstance(condition, AnyOf) or any(isinstance(value, RelativeDate) for value in condition.values):
        raise KeyError(type(condition).__name__)
    return condition


def _ordered(sort: Sort | None, groups: Sequence[str]) -> dict[str, Any]:
    if sort is None:
        return {}
    return {"order": "asc" if sort.ascending else "desc", "by_key": sort.by in groups}


def _groupby(read: _Reader, spec: m.GroupbyAgg) -> Frame:
    outer = len(spec.top_per)
    slots = [read.group(name) for name in spec.group_cols]
    return read.start(
        metrics=read.metrics(spec.metrics), within=slots[:outer], groups=slots[outer:], extreme=bool(outer),
        top_k=spec.top_k, **_ordered(spec.sort, spec.group_cols),
    )  # fmt: skip


def _trend(read: _Reader, spec: m.TimeTrend) -> Frame:
    timed = GroupSlot(columns=[read.ref(spec.date_col)], grain=spec.grain)
    groups = [timed, *([read.group(spec.group_col)] if spec.group_col else [])]
    ranked = spec.sort is not None and spec.top_k is None
    return read.start(
        metrics=read.metrics(spec.metrics), groups=groups, growth=spec.growth, cumulative=spec.cumulative,
        top_k=spec.top_k, extreme=ranked, **_ordered(spec.sort, ()),
    )  # fmt: skip


def _counts(read: _Reader, spec: m.ValueCounts) -> Frame:
    return read.start(groups=[read.group(spec.column)])


def _share(read: _Reader, spec: m.ShareRatio) -> Frame | None:
    groups = [read.group(name) for name in spec.group_cols]
    if spec.mode == "composition":
        value = read.metric(spec.value.col, spec.value.agg)
        return read.start(
            share=True, groups=groups, metrics=[value], cumulative=spec.cumulative, top_k=spec.top_k
        )  # fmt: skip
    if spec.numerator is None or not spec.numerator.filters:
        return None
    part = read.conditions(spec.numerator.filters)
    whole = read.start(
        share=True, groups=groups, metrics=[read.metric(spec.numerator.col, spec.numerator.agg)], part=len(part)
    )  # fmt: skip
    return whole.model_copy(update={"conditions": [*whole.conditions, *part]})


def _lookup(read: _Reader, spec: m.RowLookup) -> Frame:
    if spec.which == "matching" or spec.order_by is None:
        keys = {_single(item).col for item in spec.filters}
        shown = [read.ref(name) for name in spec.columns if name not in keys]
        return read.start(intent="lookup", columns=shown)
    order = "asc" if spec.which in ("min", "bottom") else "desc"
    top_k = spec.k if spec.which in ("top", "bottom") else None
    return read.start(
        intent="lookup", extreme=True, metrics=[read.metric(spec.order_by, "max")], order=order, top_k=top_k,
        within=[read.group(name) for name in spec.by],
    )  # fmt: skip


def _histogram(read: _Reader, spec: p.Hist) -> Frame:
    return read.start(intent="hist", metrics=[MetricSlot(columns=[read.ref(spec.x)])], plot="hist", bins=spec.bins)


def _points(read: _Reader, spec: p.Scatter) -> Frame:
    slots = [MetricSlot(columns=[read.ref(name)]) for name in (spec.x, spec.y)]
    return read.start(
        intent="scatter", metrics=slots, plot="scatter", colour=read.ref(spec.color) if spec.color else None
    )  # fmt: skip


def _drawn(read: _Reader, spec: p.AggregatedPlot) -> Frame | None:
    maker = _MAKERS.get(type(spec.of)) if spec.of else None
    frame = maker(_Reader(read.table, spec.of), spec.of) if maker and spec.of else None
    if frame is None:
        return None
    return frame.model_copy(update={"plot": spec.model_dump()["kind"], "stack": getattr(spec, "stack", None)})


_MAKERS: Mapping[type[Spec], Callable[[_Reader, Any], Frame | None]] = {
    m.GroupbyAgg: _groupby,
    m.TimeTrend: _trend,
    m.ValueCounts: _counts,
    m.ShareRatio: _share,
    m.RowLookup: _lookup,
    p.Hist: _histogram,
    p.Scatter: _points,
    **dict.fromkeys((p.Bar, p.Line, p.Area, p.Pie, p.Pareto, p.Heatmap), _drawn),
}

"""The chart of a measure: the kind that was asked for, or the nearest that shows these values, and why."""

from dataclasses import dataclass, replace
from typing import Literal

from agent.reasoning.rules.reading.building.built import Built
from agent.reasoning.rules.reading.frame import Frame, GroupSlot, MetricSlot
from agent.reasoning.rules.reading.measures import is_number
from agent.reasoning.rules.reading.tables import Workbench
from agent.specs.adding_up import ADDED_UP, adds_up
from agent.specs.measures import AnalysisSpec, ShareRatio
from agent.specs.plots import Area, Bar, GroupPlot, Heatmap, Line, Pareto, Pie

_WHOLES = ("pie", "pareto")


@dataclass(frozen=True)
class Choice:
    """A chart, None where there is nothing to draw, and the phrase that says why it is not the one asked for."""

    plot: GroupPlot | None
    why: str = ""


def divides_a_whole(frame: Frame) -> bool:
    """Does a pie of one sum or count by one column show it best? Its shares are computed then, not its values."""
    metrics = frame.metrics or [MetricSlot()]
    named = frame.extreme and frame.top_k is None  # which one, not how many of the first
    plain = not named and frame.order != "asc" and frame.growth == "none"
    divided = len(frame.groups) == 1 and not frame.groups[0].grain
    return frame.plot in _WHOLES and plain and divided and len(metrics) == 1 and metrics[0].agg in ADDED_UP


def in_one_group_each(frame: Frame, bench: Workbench) -> Frame:
    """Things that stand in one row each are counted as rows where they are drawn as parts of a whole: different
    employees by office add up to all of them, while a customer may have bought in two shops."""
    metrics, groups = frame.metrics, frame.groups
    as_parts = frame.plot in _WHOLES or (frame.plot == "bar" and frame.stack in ("sum", "percent"))
    things = len(metrics) == 1 and metrics[0].agg == "nunique" and bool(metrics[0].columns) and not metrics[0].minus
    if not (as_parts and things and groups) or frame.share or any(slot.grain for slot in groups):
        return frame
    identifier = bench.column(metrics[0].columns[0])
    if not bench.stands_once(identifier):
        return frame
    bench.count_once(identifier, [bench.group(slot) for slot in groups], frame)
    return frame.model_copy(update={"metrics": [MetricSlot()]})


def with_chart(frame: Frame, measure: Built, bench: Workbench) -> Built:
    """The chart first: it was asked for; the numbers stand behind it. Another kind than asked says why."""
    of = measure.specs[0]
    assert of.type == "analysis"  # aggregates build measures
    choice = _chosen(frame, of, bench)
    said = [*measure.assumptions, *([bench.phrases.say(f"reading.assumed.{choice.why}")] if choice.why else [])]
    if choice.plot is None:
        return replace(measure, assumptions=said)
    return Built([choice.plot, of], measure.headline.replace("{S1", "{S2"), assumptions=said)


def _chosen(frame: Frame, of: AnalysisSpec, bench: Workbench) -> Choice:
    shared = {"dataset_id": of.dataset_id, "of": of}
    if frame.plot in _WHOLES:
        return _of_a_whole(frame, of)
    if frame.plot == "heatmap":
        several = len(frame.groups) > 1
        return Choice(Heatmap(**shared)) if several else Choice(_bar(of), "heatmap_of_one")
    if frame.plot == "line":
        return Choice(Line(**shared, of_column=_column(of)))
    if frame.plot == "area":
        return _area(frame, of, bench)
    return _bars(frame, of)


def _of_a_whole(frame: Frame, of: AnalysisSpec) -> Choice:
    if not frame.groups:
        return Choice(None, "pie_of_all")
    pie = (Pie if frame.plot == "pie" else Pareto)(dataset_id=of.dataset_id, of=of)
    if not adds_up(pie):
        return Choice(_bar(of), "pie_of_no_whole")
    if len(frame.groups) > 1:
        return Choice(_bar(of, "sum"), "pie_of_two")
    return Choice(pie)


def _area(frame: Frame, of: AnalysisSpec, bench: Workbench) -> Choice:
    area = Area(dataset_id=of.dataset_id, of=of, of_column=_column(of))
    if not any(_runs_on(slot, bench) for slot in frame.groups[:1]) and not any(slot.grain for slot in frame.groups):
        return Choice(_bar(of), "area_of_names")
    if len(frame.groups) > 1 and not adds_up(area):
        return Choice(Line(dataset_id=of.dataset_id, of=of, of_column=_column(of)), "area_of_no_whole")
    return Choice(area)


def _runs_on(slot: GroupSlot, bench: Workbench) -> bool:
    """Does a group stand for a time or a number, with others before and after it?"""
    if slot.grain or slot.part:
        return True
    column = next(
        (table.column(slot.columns[0].column) for table in bench.datasets
         if table.dataset_id == slot.columns[0].dataset_id), None
    )  # fmt: skip
    return column is not None and (is_number(column) or column.kind in ("date", "datetime"))


def _bars(frame: Frame, of: AnalysisSpec) -> Choice:
    if frame.stack in (None, "none"):
        return Choice(_bar(of))
    if len(frame.groups) < 2:  # one column tells bars apart, and none their parts
        return Choice(_bar(of), "stack_of_one")
    if not adds_up(_bar(of)):
        return Choice(_bar(of), "stack_of_no_whole")
    return Choice(_bar(of, "percent" if frame.stack == "percent" else "sum"))


def _bar(of: AnalysisSpec, stack: Literal["sum", "percent"] | None = None) -> Bar:
    return Bar(dataset_id=of.dataset_id, of=of, of_column=_column(of), stack=stack)


def _column(of: AnalysisSpec) -> str | None:
    """The column that is drawn: of a composition its shares, of a part of each group its ratio; else the measure."""
    if not isinstance(of, ShareRatio):
        return None
    if of.mode == "ratio":
        return "ratio_pct" if of.as_percent else "ratio"
    return "share_pct"

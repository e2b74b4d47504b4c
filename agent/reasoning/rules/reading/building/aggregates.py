"""Groups, aggregates, trends, shares, ratios and their charts."""

from agent.reasoning.rules.reading.building.built import Built, column_of, common, metrics_of, names_of, quantity_of
from agent.reasoning.rules.reading.building.charts import divides_a_whole, in_one_group_each, with_chart
from agent.reasoning.rules.reading.frame import GROUP_PLOTS, Frame, GroupSlot, MetricSlot
from agent.reasoning.rules.reading.tables import Workbench
from agent.reasoning.rules.reading.two_results import told_apart_by
from agent.specs.base import Filter, Sort
from agent.specs.measures import (
    GroupbyAgg,
    Quantity,
    ShareRatio,
    TimeTrend,
    ValueCounts,
)
from agent.specs.references import arithmetic, cell, literal, reference
from agent.specs.transforms import DatePart

_LABEL_PARTS: dict[str, DatePart] = {"H": "year_half", "Q": "year_quarter"}


def aggregate(frame: Frame, bench: Workbench) -> Built:
    """Groups and aggregates; a trend where time is the group; shares, growth and charts of the same."""
    frame = in_one_group_each(frame, bench)
    if frame.share or frame.growth != "none":
        frame = frame.model_copy(update={"groups": [*frame.within, *frame.groups], "within": []})
    if frame.share:
        measure = _share(frame, bench)
    elif divides_a_whole(frame) and not frame.within:
        measure = _composition(frame, bench)
    elif _is_trend(frame) and not frame.within:
        measure = _trend(frame, bench)
    else:
        measure = _grouped(frame, bench)
    return with_chart(frame, measure, bench) if frame.plot in GROUP_PLOTS else measure


def _is_trend(frame: Frame) -> bool:
    timed = [slot for slot in frame.groups if slot.grain]
    return len(timed) == 1 and len(frame.groups) <= 2


def _trend(frame: Frame, bench: Workbench) -> Built:
    timed = next(slot for slot in frame.groups if slot.grain)
    other = next((slot for slot in frame.groups if slot is not timed), None)
    metrics = metrics_of(frame, bench)
    group = bench.group(other) if other else None
    date_col = bench.date(timed.columns[0])
    name = names_of(metrics)[0]
    ranked = f"{name}_growth_pct" if frame.growth != "none" else name
    sort = Sort(by=ranked, ascending=frame.order == "asc") if frame.extreme or (frame.order and frame.top_k) else None
    spec = TimeTrend(
        date_col=date_col,
        grain=timed.grain or "month",
        metrics=metrics,
        group_col=group,
        growth=frame.growth,
        cumulative=frame.cumulative,
        sort=sort,
        top_k=frame.top_k,
        **common(frame, bench),
    )
    shown = ranked if frame.extreme else name
    first = reference("S1", "period", row=1) + ": " + reference("S1", shown, row=1)
    if group and frame.extreme and frame.growth != "none":
        most, value = reference("S1", group, row=1), reference("S1", ranked, row=1)
        since = "growth_first" if frame.growth == "first" else "growth"
        says = bench.phrases.say(f"reading.says.{since}", group=most, value=value)
        return Built([spec], f"{most}: {value}", says)
    return Built([spec], first)


def _grouped(frame: Frame, bench: Workbench) -> Built:
    metrics = metrics_of(frame, bench)
    each = [bench.group(slot) for slot in frame.within]
    groups = [*each, *(bench.group(slot) for slot in frame.groups)]
    names = names_of(metrics)
    if each and frame.groups and frame.extreme:
        return _best_of_each(frame, groups, len(each), bench)
    ordered = frame.order is not None or frame.top_k is not None or frame.by_key
    sort = Sort(by=names[0], ascending=frame.order == "asc") if groups and ordered else None
    if frame.by_key and groups:
        sort = Sort(by=groups[0], ascending=frame.order != "desc")
    if len(groups) == 1 and metrics == {"*": ["count"]} and not ordered:
        counts = ValueCounts(column=groups[0], **common(frame, bench))
        return Built([counts], reference("S1", groups[0], row=1) + ": " + reference("S1", "count", row=1))
    spec = GroupbyAgg(
        group_cols=groups, metrics=metrics, sort=sort, top_k=frame.top_k, **common(frame, bench)
    )  # fmt: skip
    beside = _beside(frame, spec, bench)
    if not groups:
        return Built([spec, *beside], reference("S1", names[0]))
    return Built([spec, *beside], reference("S1", groups[0], row=1) + ": " + reference("S1", names[0], row=1))


def _best_of_each(frame: Frame, groups: list[str], outer: int, bench: Workbench) -> Built:
    """The best groups within each of the first `outer` of them."""
    metrics = metrics_of(frame, bench)
    name = names_of(metrics)[0]
    spec = GroupbyAgg(
        group_cols=groups, metrics=metrics, sort=Sort(by=name, ascending=frame.order == "asc"), top_k=frame.top_k,
        top_per=groups[:outer], **common(frame, bench),
    )  # fmt: skip
    first = ", ".join(reference("S1", group, row=1) for group in groups)
    return Built([spec], f"{first}: {reference('S1', name, row=1)}")


def _beside(frame: Frame, spec: GroupbyAgg, bench: Workbench) -> list[GroupbyAgg]:
    """Of values named together (men and women) the figure of all beside those of each, and the other way round."""
    several = [item[0] for item in frame.conditions if item[0].op == "in" and item[0].part is None]
    if len(several) != 1 or spec.sort or spec.top_k or frame.extreme or len(frame.groups) > 1:
        return []
    slot = GroupSlot(columns=[several[0].column])
    column = bench.base.column(slot.columns[0].column)
    own = slot.columns[0].dataset_id == bench.base.dataset_id
    if not own or column is None or column.kind not in ("text", "boolean"):
        return []
    if not frame.groups:
        return [spec.model_copy(update={"group_cols": [column.name]})]
    return [spec.model_copy(update={"group_cols": []})] if frame.groups == [slot] else []


def _share(frame: Frame, bench: Workbench) -> Built:
    """Composition by group; without a group, the part of the rows that fulfil the last condition."""
    value = frame.metrics[0] if frame.metrics else MetricSlot()
    if value.columns and value.agg not in ("sum", "count", "nunique"):
        value = value.model_copy(update={"agg": "sum"})
    groups = [bench.group(slot) for slot in frame.groups]
    counts = not value.columns or value.agg in ("nunique", "count")
    over_time = any(slot.grain for slot in frame.groups)  # the web's share of each year, not each year's of the web
    if groups and (counts or over_time) and _tells_a_part(frame):
        return _share_of_each(frame, bench, groups, value)
    if groups:
        counted = value.agg == "nunique"
        if counted:
            bench.count_once(column_of(value, bench), groups, frame)
        spec = ShareRatio(
            group_cols=groups, value=Quantity() if counted else quantity_of(value, bench), cumulative=frame.cumulative,
            top_k=frame.top_k, **common(frame, bench),
        )  # fmt: skip
        return Built([spec], reference("S1", groups[0], row=1) + ": " + reference("S1", "share_pct", row=1))
    if not frame.conditions or not frame.part:
        return _grouped(frame.model_copy(update={"share": False}), bench)
    base, told = frame.conditions[: -frame.part], frame.conditions[-frame.part :]
    part = [bench.filter(item[0]) for item in told]
    whole = frame.model_copy(update={"conditions": base})
    ratio = ShareRatio(
        mode="ratio",
        numerator=quantity_of(value, bench).model_copy(update={"filters": part}),
        denominator=quantity_of(value, bench),
        as_percent=True,
        **common(whole, bench),
    )
    return Built([ratio], reference("S1", "ratio_pct"))


def _composition(frame: Frame, bench: Workbench) -> Built:
    """What a pie shows: the parts that the groups have in the whole of the rows that are meant."""
    value = frame.metrics[0] if frame.metrics else MetricSlot()
    groups = [bench.group(frame.groups[0])]
    spec = ShareRatio(
        group_cols=groups, value=quantity_of(value, bench), top_k=frame.top_k, **common(frame, bench)
    )  # fmt: skip
    return Built([spec], reference("S1", groups[0], row=1) + ": " + reference("S1", "share_pct", row=1))


def _tells_a_part(frame: Frame) -> bool:
    """Whether the last condition names a part of each group (smokers), not a time that the whole is about."""
    if not frame.conditions or not frame.part:
        return False
    told = frame.conditions[-1][0]
    if frame.part > 1 or told.op in ("is_null", "not_null"):
        return True
    is_period = isinstance(told.value, str) and told.value[:4].isdecimal()
    return told.op == "==" and told.part is None and not is_period


def _share_of_each(frame: Frame, bench: Workbench, groups: list[str], value: MetricSlot) -> Built:
    """`percentage of smokers by region`: of each group, the part that fulfils the last condition."""
    cut = len(frame.conditions) - frame.part
    base, part = frame.conditions[:cut], [bench.filter(item[0]) for item in frame.conditions[cut:]]
    spec = ShareRatio(
        mode="ratio",
        group_cols=groups,
        numerator=quantity_of(value, bench).model_copy(update={"filters": part}),
        denominator=quantity_of(value, bench),
        as_percent=True,
        **common(frame.model_copy(update={"conditions": base}), bench),
    )
    return Built([spec], reference("S1", groups[0], row=1) + ": " + reference("S1", "ratio_pct", row=1))


def ratio(frame: Frame, bench: Workbench) -> Built:
    groups = [bench.group(slot) for slot in frame.groups]
    over = quantity_of(frame.denominator or MetricSlot(), bench)
    if frame.denominator and frame.denominator_grain:
        over = Quantity(col=bench.period(frame.denominator.columns[0], frame.denominator_grain), agg="nunique")
    above = quantity_of(frame.metrics[0], bench)
    if frame.denominator_grain and above.agg == "nunique":  # things that come again count in each period anew
        bench.count_once(above.col, [*groups, over.col], frame)
        above = Quantity()
    shared = common(frame, bench)
    if {above.agg, over.agg} == {"sum"} and above.col != over.col:  # of rows that have the one and the other
        both = [Filter(col=column, op="not_null") for column in (above.col, over.col)]
        shared = {**shared, "filters": [*bench.filters(frame), *both]}
    spec = ShareRatio.model_validate(
        {"mode": "ratio", "group_cols": groups, "numerator": above, "denominator": over, **shared}
    )
    return Built([spec], reference("S1", "ratio") if not groups else reference("S1", "ratio", row=1))


def pareto(frame: Frame, bench: Workbench) -> Built:
    groups = [bench.group(slot) for slot in frame.groups]
    spec = ShareRatio(
        group_cols=groups, value=quantity_of(frame.metrics[0], bench), cumulative=True,
        threshold_pct=frame.threshold, **common(frame, bench),
    )  # fmt: skip
    return Built([spec], reference("S1", "groups_needed"))


def periods(frame: Frame, bench: Workbench) -> Built:
    """Two periods side by side; the change is arithmetic on their two numbers."""
    before, after = frame.periods
    by_length: dict[int, DatePart] = {4: "year", 7: "year_month", 10: "date"}
    part = _LABEL_PARTS.get(before[5:6]) or by_length[len(before)]
    date_col = bench.date(frame.columns[0])
    label = bench.part(frame.columns[0], part)
    metrics = metrics_of(frame, bench)
    name = names_of(metrics)[0]
    shared = common(frame, bench)
    wanted = [{"col": date_col, "op": "in", "value": [before, after]}]
    spec = GroupbyAgg.model_validate(
        {"group_cols": [label], "metrics": metrics, **shared, "filters": [*shared["filters"], *wanted]}  # type: ignore[misc]
    )
    old, new = cell("S1", name, [before]), cell("S1", name, [after])
    change = arithmetic(f"{new} / {old} - 1", "signed_percent")
    says = bench.phrases.say(
        "reading.says.change",
        before=reference("S1", label, row=1),
        after=reference("S1", label, row=2),
        change=change,
        old=reference("S1", name, [before]),
        new=reference("S1", name, [after]),
    )
    return Built([spec], change, says)


def change(frame: Frame, bench: Workbench) -> Built:
    """Two results of the talk side by side; their difference and change are arithmetic on the two numbers."""
    before, after = frame.parts
    specs = []
    for part in frame.parts:
        own = bench.afresh(bench.base)
        specs.append((ratio if part.intent == "ratio" else _grouped)(part, own).specs[0])
    name = "ratio" if after.intent == "ratio" else names_of(metrics_of(after, bench))[0]
    old, new = cell("S1", name), cell("S2", name)
    grown = arithmetic(f"{new} / {old} - 1", "signed_percent")
    apart = arithmetic(f"{new} - {old}")
    one, other = (literal(words) for words in told_apart_by(before, after, bench.phrases))
    says = bench.phrases.say(
        "reading.says.apart",
        old=reference("S1", name),
        new=reference("S2", name),
        one=one,
        two=other,
        change=grown,
        apart=apart,
    )
    return Built(specs, grown, says)

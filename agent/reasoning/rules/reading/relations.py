"""Questions that relate two quantities, two periods or two data sets."""

from agent.reasoning.rules.reading.conditions import date_column_for, date_conditions
from agent.reasoning.rules.reading.counting import count_metric, counted_noun, sold_metrics
from agent.reasoning.rules.reading.frame import ColumnRef, ConditionSlot, Frame, GroupSlot, MetricSlot
from agent.reasoning.rules.reading.measures import count_of, identifier_for, numeric_candidates, refs
from agent.reasoning.rules.reading.numeric_conditions import unattached_bounds
from agent.reasoning.rules.reading.parse import Parts
from agent.reasoning.rules.reading.part_of_total import two_totals
from agent.reasoning.rules.reading.period_words import Period
from agent.reasoning.rules.reading.periods import period_text, previous_period
from registry.profile import ColumnProfile, DatasetProfile

_MANY = 40
_PAIR = 2


def ratio_of(parts: Parts) -> Frame | None:
    """`AOV`, `pizzas per order on average`, `revenue per customer`: a quantity over the number of distinct things."""
    question = parts.question
    if question.has("growth", "growth:", "corr", "test"):
        return None
    of_two = two_totals(parts) or _of_two_numbers(parts)
    if of_two:
        return of_two
    per_time = _per_period(parts)
    if per_time:
        return per_time
    if question.has("average_value") or (question.has("order_value") and parts.aggregations in ((), ("mean",))):
        money = parts.metrics or sold_metrics(parts)
        identifier = identifier_for("order", parts.table, question.words)
        over = _distinct(parts.table, identifier) if identifier else MetricSlot(words="rows")
        if money and identifier and identifier.unique == identifier.count:
            return _mean_of(parts, money[0])
        return (
            _ratio(parts, money[0].model_copy(update={"agg": "sum"}), over, list(parts.grouping.slots))
            if money
            else None
        )
    thing = _per_thing(parts)
    if thing is None:
        return None
    column, slot = thing
    if parts.metric_links:
        numerator = parts.metrics[0].model_copy(update={"agg": "sum"})
    elif question.has("agg:mean", "count"):
        numerator = count_metric(parts) if question.has("count") else MetricSlot(words="rows")
    else:
        numerator = sold_metrics(parts)[0]
    if numerator.columns and numerator.columns[0].column == column.name:
        return None
    if column.unique == parts.table.rows and not (numerator.columns or question.has("count")):
        return None  # a row of every such thing: 1, whatever was asked
    groups = [other for other in parts.grouping.slots if other is not slot]
    return _ratio(parts, numerator, _distinct(parts.table, column), groups)


def _of_two_numbers(parts: Parts) -> Frame | None:
    """`freight cost per kg by carrier`: the total of one column over the total of another."""
    grouped = {slot.columns[0].column for slot in parts.grouping.slots}
    for mark in parts.question.tagged("each"):
        if mark.text not in ("per", "pro", "je"):
            continue
        below = next((link for link in parts.metric_links if mark.end <= link.start <= mark.end + 1), None)
        above = [link for link in parts.metric_links if link.end <= mark.start]
        if below is None or not above or below.first.name in grouped or above[-1].first == below.first:
            continue
        total = MetricSlot(columns=numeric_candidates(above[-1]), agg="sum")
        return _ratio(parts, total, MetricSlot(columns=refs(below)[:1], agg="sum"), list(parts.grouping.slots))
    return None


def _per_period(parts: Parts) -> Frame | None:
    """`average number of orders per day`, `average monthly revenue`: a total divided by the number of periods."""
    question = parts.question
    slots = parts.grouping.slots
    timed = len(slots) == 1 and slots[0].grain is not None
    if not timed or parts.aggregations != ("mean",) or question.has("plot", "plot:", "trend"):
        return None
    spread_out = any(
        mark.text in ("by", "each", "for each", "in each", "for every") for mark in question.tagged("each")
    )
    by_sales = parts.metric_links and not parts.metric_links[0].literal and not question.has("order_value")
    by_sales = by_sales or (question.has("time_adjective") and bool(parts.metric_links) and _adds_up(parts))
    sold = sold_metrics(parts) if question.has("sell", "how_much") and not parts.metric_links else []
    if spread_out or not (question.has("count", "distinct") or by_sales or sold):
        return None
    total = (
        count_metric(parts)
        if question.has("count", "distinct")
        else (sold or parts.metrics)[0].model_copy(update={"agg": "sum"})
    )
    frame = _ratio(parts, total, MetricSlot(columns=slots[0].columns, agg="nunique", words=slots[0].grain or ""), [])
    return frame.model_copy(update={"denominator_grain": slots[0].grain})


def _adds_up(parts: Parts) -> bool:
    """Whether what is measured is a sum where nothing else is said: the average monthly revenue is one of totals."""
    return parts.default_for(parts.metric_links[0]) == "sum"


def things_with(parts: Parts) -> Frame | None:
    """`how many orders had more than 5 pizzas`: things whose number of rows fulfils a bound."""
    question = parts.question
    loose = unattached_bounds(question)
    if not question.has("count", "which") or len(loose) != 1 or parts.grouping.slots:
        return None
    counted = (
        count_metric(parts) if question.has("count") else count_of(*counted_noun(parts, "which"), question, parts.table)
    )
    column = parts.table.column(counted.columns[0].column) if counted.columns else None
    if column is None or column.kind not in ("identifier", "text") or column.unique == column.count:
        return None
    op, values = loose[0]
    bound = ConditionSlot(column=counted.columns[0], op=op, value=list(values) if op == "between" else values[0])
    return Frame(
        intent="having", dataset_id=parts.table.dataset_id, metrics=[MetricSlot()],
        groups=[GroupSlot(columns=counted.columns)], conditions=parts.conditions, bound=bound,
    )  # fmt: skip


def _mean_of(parts: Parts, metric: MetricSlot) -> Frame:
    """One row an order: the average order value is the mean of its amount."""
    mean = metric.model_copy(update={"agg": "mean"})
    return Frame(
        dataset_id=parts.table.dataset_id,
        metrics=[mean],
        groups=list(parts.grouping.slots),
        conditions=parts.conditions,
    )


def _per_thing(parts: Parts) -> tuple[ColumnProfile, GroupSlot | None] | None:
    """The identifier behind "per": a thing of which there are many, so that a table of each is not what is asked."""
    for mark in parts.question.tagged("each") if len(parts.grouping.slots) > 0 and parts.metric_links else ():
        for link in reversed(parts.question.links):
            column = link.first.column
            if any(time.start == mark.end for time in parts.question.tagged("grain:", "part:")):
                continue  # "per month of borrowing"
            of_many = column.kind == "identifier" and column.unique > _MANY
            if mark.text == "per" and mark.end <= link.start <= mark.end + 2 and of_many:
                slot = next((slot for slot in parts.grouping.slots if slot.columns[0].column == column.name), None)
                if len(parts.grouping.slots) > (1 if slot else 0):
                    return parts.table.column(column.name) or column, slot
    if not parts.question.has("agg:mean"):
        return None
    for slot in parts.grouping.slots:
        thing = parts.table.column(slot.columns[0].column)
        if thing is not None and thing.kind == "identifier" and thing.unique > _MANY:
            return thing, slot
    return None


def _distinct(table: DatasetProfile, column: ColumnProfile) -> MetricSlot:
    return MetricSlot(
        columns=[ColumnRef(dataset_id=table.dataset_id, column=column.name)], agg="nunique", words=column.name
    )


def _ratio(parts: Parts, numerator: MetricSlot, denominator: MetricSlot, groups: list[GroupSlot]) -> Frame:
    return Frame(
        intent="ratio",
        dataset_id=parts.table.dataset_id,
        metrics=[numerator],
        denominator=denominator,
        groups=groups,
        conditions=parts.conditions,
    )


def compared_periods(parts: Parts) -> Frame | None:
    """`first half of 2025 compared to the first half of 2024`, `from Q3 to Q4`: the change between two periods."""
    question = parts.question
    if not question.has("growth", "growth:", "compare", "difference", "before"):
        return None
    periods = [item for mention in question.dates for item in (mention.period, mention.until) if item is not None]
    slots = parts.grouping.slots
    if len(periods) == _PAIR and slots and not any(slot.grain or slot.part for slot in slots):
        return _periods_of_each(parts, periods)
    if len(periods) != _PAIR or any(slot.grain or slot.part for slot in parts.grouping.slots):
        return None
    column = date_column_for(question, question.dates[0].start, parts.table)
    if column is None:
        return None
    labels = [period_text(_with_year(period, periods), column.column, None) for period in periods]
    if labels[0] is None or labels[1] is None:
        return None
    dates = date_conditions(question, parts.table, None)
    others = [item for item in parts.conditions if item not in dates]
    counted = [count_metric(parts)] if question.has("count") else []
    return Frame(
        intent="periods",
        dataset_id=parts.table.dataset_id,
        metrics=(parts.metrics or counted or sold_metrics(parts))[:1],
        conditions=others,
        columns=[ColumnRef(dataset_id=column.dataset_id, column=column.name)],
        periods=sorted(label for label in labels if label is not None),
    )


def _periods_of_each(parts: Parts, periods: list[Period]) -> Frame | None:
    """`which region grew most from 2021 to 2025?`: the change of each group from the one period to the other."""
    question = parts.question
    column = date_column_for(question, question.dates[0].start, parts.table)
    if column is None:
        return None
    labels = sorted(filter(None, (period_text(_with_year(one, periods), column.column, None) for one in periods)))
    if len(labels) != _PAIR or periods[0].unit == "day" or periods[0].unit != periods[1].unit:
        return None
    dates = date_conditions(question, parts.table, None)
    ref = ColumnRef(dataset_id=column.dataset_id, column=column.name)
    two = ConditionSlot(column=ref, op="in", value=list(labels), words=" and ".join(labels))
    return Frame(
        dataset_id=parts.table.dataset_id,
        metrics=(parts.metrics or ([count_metric(parts)] if question.has("count") else sold_metrics(parts)))[:1],
        groups=[GroupSlot(columns=[ref], grain=periods[0].unit), parts.grouping.slots[0]],
        conditions=[*(item for item in parts.conditions if item not in dates), [two]],
        growth="previous" if previous_period(labels[1]) == labels[0] else "first",
        order="asc" if question.has("low") != question.has("shrink") else "desc",
        extreme=question.has("high", "low"),
    )


def _with_year(period: Period, periods: list[Period]) -> Period:
    if period.year is not None or period.unit == "year":
        return period
    known = next((other.year for other in periods if other.year is not None), None)
    return Period(period.unit, known, period.number, period.day, period.from_end, period.length)

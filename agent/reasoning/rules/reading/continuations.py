"""Follow-ups of a kind of their own: "plot it", "and the shortest?", "the month before?", "only the top 3"."""

from collections.abc import Callable

from agent.reasoning.rules.reading.charts import drawn_again, stack_of
from agent.reasoning.rules.reading.frame import ColumnRef, ConditionSlot, Frame, GroupSlot, MetricSlot
from agent.reasoning.rules.reading.inheriting import merged_conditions, not_spread_out
from agent.reasoning.rules.reading.judging import (
    counted_instead,
    extreme_of_groups,
    judged_by,
    other_column_missing,
    part_of_each,
    part_of_those,
    rate_of_total,
    share_of_the_table,
    tested,
    the_opposite,
)
from agent.reasoning.rules.reading.measures import default_aggregation, numeric_candidates
from agent.reasoning.rules.reading.parse import Parts
from agent.reasoning.rules.reading.partners import listed_orphans
from agent.reasoning.rules.reading.periods import previous_period
from agent.reasoning.rules.reading.question import Question
from agent.reasoning.rules.reading.running import running_total
from agent.reasoning.rules.reading.shifting import following_period, other_half
from agent.reasoning.rules.reading.turning import (
    correlation_of_axes,
    name_of_that,
    once_each,
    overall_total,
    rest_of_a_column,
    sorted_anew,
    the_other_way,
)

_PAIR = 2
_MEASURING = frozenset({"aggregate", "summary", "hist", "box", "outliers", "normality", "compare", "periods"})
_CORRELATIONS = frozenset({"correlation", "matrix"})
Continuation = Callable[[Frame, Frame, Parts], Frame | None]


def _other_end(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`and the shortest?` after `which species has the longest ...`: the same, from the other end."""
    question = parts.question
    words = [token for token in question.tokens if token.is_word]
    is_short = len(words) <= 5 and not question.has("agg:", "count", "grain:", "part:")
    named = any(link.literal for link in question.links)
    follows = (last.extreme or bool(last.groups)) and question.has("high", "low") and is_short
    if not follows or fresh.conditions or question.values or named or fresh.groups or question.has("pair"):
        return None
    order = fresh.order or ("asc" if question.has("low") else "desc")
    told = {"order": order, "metrics": _flipped(last, question), "extreme": True, "by_key": False}
    if fresh.top_k:  # "only the top 3": the same, cut off
        return last.model_copy(update={**told, "top_k": fresh.top_k, "metrics": last.metrics})
    return last.model_copy(update={**told, "top_k": None, "plot": None})


def _flipped(last: Frame, question: Question) -> list[MetricSlot]:
    other = {"max": "min", "min": "max"}
    wanted = "min" if question.has("low") else "max"
    return [
        metric.model_copy(update={"agg": wanted}) if metric.agg in other and last.intent != "lookup" else metric
        for metric in last.metrics
    ]


def _previous_period(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`how does that compare with the month before?` after a question about one period."""
    spread_out = bool(fresh.groups) and parts.question.has("each", "each_before", "trend", "plot", "plot:")
    if not parts.question.has("before", "growth:previous") or parts.question.dates or spread_out:
        return None
    dated = next((item[0] for item in last.conditions if isinstance(item[0].value, str) and item[0].op == "=="), None)
    before = previous_period(str(dated.value)) if dated else None
    if dated is None or before is None:
        return None
    return last.model_copy(
        update={
            "intent": "periods",
            "periods": [before, str(dated.value)],
            "columns": [dated.column],
            "conditions": [item for item in last.conditions if item[0].column != dated.column],
            "groups": [],
            "growth": "none",
            "plot": None,
        }
    )


def _others(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`counts of the others?` after a question about missing or chosen cells of a column."""
    if not parts.question.has("others") or fresh.groups or not last.conditions:
        return None
    told = last.conditions[-1][0]
    opposite = {"is_null": "not_null", "==": "!=", "in": "not_in"}.get(told.op)
    if opposite is None:
        return None
    rest = ConditionSlot(column=told.column, op=opposite, value=told.value, words=told.words)
    return Frame(
        intent="aggregate",
        dataset_id=last.dataset_id,
        metrics=last.metrics or [MetricSlot()],
        groups=[GroupSlot(columns=[told.column])],
        conditions=[*last.conditions[:-1], [rest]],
    )


def _correlation(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`use spearman instead`, `only for the gentoos`, `which pair is the strongest?`"""
    if last.intent not in _CORRELATIONS:
        return None
    question = parts.question
    if (
        fresh.metrics
        or fresh.groups
        or (fresh.intent not in ("aggregate", "correlation", "matrix") and fresh.intent != last.intent)
    ):
        return None
    methods = question.family("method:")
    if not (methods or fresh.conditions or question.has("pair", "high", "low")):
        return None
    return last.model_copy(
        update={
            "method": methods[0] if methods else last.method,
            "conditions": merged_conditions(last.conditions, fresh.conditions),
        }
    )


def _outlier_limit(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    if fresh.intent != "outliers" or fresh.metrics or not last.metrics:
        return None
    method = (
        fresh.method if parts.question.has("outlier:") else (last.method if last.intent == "outliers" else fresh.method)
    )
    return fresh.model_copy(
        update={
            "metrics": last.metrics[:1],
            "dataset_id": last.dataset_id,
            "method": method,
            "conditions": merged_conditions(last.conditions, fresh.conditions),
        }
    )


def _statistics(fresh: Frame, last: Frame, _parts: Parts) -> Frame | None:
    """`skewed? mean, median and the 95th percentile`: of the column just looked at."""
    if fresh.intent not in ("summary", "normality", "hist", "box") or fresh.metrics or not last.metrics:
        return None
    return fresh.model_copy(
        update={
            "metrics": last.metrics[:1],
            "dataset_id": last.dataset_id,
            "groups": fresh.groups or (last.groups if fresh.intent == "box" else []),
            "conditions": merged_conditions(last.conditions, fresh.conditions),
        }
    )


def _chart(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`plot it`, `draw the yearly totals`, `show the first one as a bar chart, biggest first`."""
    question = parts.question
    asks = question.has("plot", "plot:", "stack:") and last.intent in ("aggregate", "periods", "ratio", "summary")
    if not asks or parts.metric_links or fresh.conditions or (fresh.metrics and fresh.metrics[0].columns):
        return None
    if fresh.metrics and fresh.groups:
        return None
    growth = "none" if question.has("agg:", "that") and last.growth != "none" and question.has("agg:") else last.growth
    return last.model_copy(
        update={
            "intent": "aggregate",
            "plot": drawn_again(question, last),
            "stack": stack_of(question),
            "groups": fresh.groups if fresh.groups and not last.groups else last.groups,
            "conditions": last.conditions if last.groups else not_spread_out(last.conditions, fresh),
            "order": fresh.order or last.order,
            "growth": growth,
        }
    )


def _sorted_by_name(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`sort by name`, `alphabetically`: the same groups in the order of their names."""
    asks = parts.question.has("by_name") and last.groups and not fresh.conditions
    if not asks or parts.metric_links:
        return None
    order = "desc" if parts.question.has("biggest_first") else "asc"
    return last.model_copy(update={"by_key": True, "order": order, "extreme": False})


def _another_partner(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`and with math?` after a correlation: the first column with another one."""
    is_pair = last.intent == "correlation" and len(last.metrics) == _PAIR and len(parts.metric_links) == 1
    if not is_pair or fresh.groups or parts.aggregations or parts.question.has("count", "plot", "plot:", "outlier"):
        return None
    columns = numeric_candidates(parts.metric_links[0])
    if not columns or columns[0] == last.metrics[0].columns[0]:
        return None
    conditions = merged_conditions(last.conditions, fresh.conditions)
    return last.model_copy(update={"metrics": [last.metrics[0], MetricSlot(columns=columns)], "conditions": conditions})


def _another_measure(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`and calories?`, `away?`: only a column is named; it takes the place of the one measured before."""
    question = parts.question
    measured = [metric for metric in last.metrics if metric.columns] or ([MetricSlot()] if last.groups else [])
    is_bare = not (fresh.groups or fresh.conditions or parts.aggregations or question.unexplained or question.dates)
    says_more = any(mark.tags.isdisjoint(_LINKING) for mark in question.marks)
    if not (is_bare and measured and last.intent in _MEASURING) or says_more or len(parts.metric_links) != 1:
        return None
    link = parts.metric_links[0]
    columns = fresh.metrics[0].columns if fresh.metrics and fresh.metrics[0].columns else numeric_candidates(link)
    counted = measured[0].agg in ("count", "nunique")
    again = counted or measured[0].agg == _default_of(measured[0].columns[0], parts)
    agg = parts.default_for(link) if again and last.intent == "aggregate" else measured[0].agg
    aggs = [agg] if len(measured) == 1 else [metric.agg for metric in measured]
    metrics = [measured[0].model_copy(update={"columns": columns, "agg": item, "words": ""}) for item in aggs]
    return last.model_copy(update={"metrics": metrics})


_LINKING = frozenset({"and", "also", "instead", "that", "which", "only"})


def _default_of(column: ColumnRef, parts: Parts) -> str:
    profile = parts.question.dataset(column.dataset_id).column(column.column)
    return default_aggregation(profile, parts.question.words) if profile else ""


def _each_of_before(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`and per loan on average?` after a total: that total divided by the number of such things."""
    measured = [metric for metric in last.metrics if metric.columns and metric.agg not in ("nunique", "count")]
    counts_rows = fresh.intent == "ratio" and fresh.metrics and not fresh.metrics[0].columns
    if not counts_rows or not measured or parts.question.has("count"):
        return None
    total = measured[0].model_copy(update={"agg": "sum"})
    conditions = merged_conditions(last.conditions, fresh.conditions)
    return fresh.model_copy(
        update={"metrics": [total], "groups": fresh.groups or last.groups, "conditions": conditions}
    )


def _other_side(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`and how many above?` after how many are below a column or a number: the same bound, turned."""
    question = parts.question
    told = next((item[0] for item in reversed(last.conditions) if item[0].op in ("<", ">", "<=", ">=")), None)
    ends = question.tagged("op:>", "op:<")
    bare = not (question.links or question.values or question.dates or question.bounds or question.unexplained)
    if told is None or len(ends) != 1 or not bare or fresh.groups or parts.aggregations:
        return None
    op = ">" if "op:>" in ends[0].tags else "<"
    if op == told.op[0]:
        return None
    other = told.model_copy(update={"op": op, "words": f"{ends[0].text} {told.words}"})
    return last.model_copy(update={"conditions": [[other] if item[0] == told else item for item in last.conditions]})


def _first_again(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`go back to the first one`: the first question of the talk, as it was."""
    question = parts.question
    says_more = question.links or question.values or question.dates or question.has("plot", "plot:", "agg:", "share")
    return last if question.has("first_one") and not says_more and not fresh.groups else None


CONTINUATIONS: tuple[Continuation, ...] = (
    _first_again,
    _other_side,
    running_total,
    listed_orphans,
    the_other_way,
    overall_total,
    sorted_anew,
    name_of_that,
    correlation_of_axes,
    rest_of_a_column,
    once_each,
    other_half,
    following_period,
    tested,
    _sorted_by_name,
    the_opposite,
    counted_instead,
    other_column_missing,
    part_of_each,
    share_of_the_table,
    part_of_those,
    rate_of_total,
    judged_by,
    extreme_of_groups,
    _each_of_before,
    _other_end,
    _previous_period,
    _others,
    _another_partner,
    _correlation,
    _outlier_limit,
    _statistics,
    _chart,
    _another_measure,
)
"""Tried in this order; the first that fits gives the frame."""

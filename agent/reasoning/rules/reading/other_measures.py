"""Follow-ups that measure something else, or more, of the same rows and groups: median instead, with the count too."""

from agent.reasoning.rules.reading.column_names import column_sets
from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.fragments import adds, leads_on, names_what_is_asked
from agent.reasoning.rules.reading.frame import ColumnRef, Frame, GroupSlot, MetricSlot
from agent.reasoning.rules.reading.inheriting import merged_conditions
from agent.reasoning.rules.reading.measures import default_aggregation, is_number, numeric_candidates, refs
from agent.reasoning.rules.reading.parse import Parts
from agent.specs.measures import Aggregation

_TWO = 2
_MEASURING = frozenset({"aggregate", "summary", "hist", "box", "outliers", "normality", "compare", "periods"})
_LINKING = frozenset({"and", "also", "instead", "that", "which", "only"})
_ANSWERS = frozenset({"answer", "response", "rating", "reading", "value", "score", "antwort", "antworten", "bewertung",
                      "bewertungen", "wert", "werte", "messwert", "messwerte"})  # fmt: skip
"""What the cells of a measured column are: as many as are filled."""


def measured_anew(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`median instead`, `and by number of copies?`, `with the number of answers too`: all but the measure stays."""
    question = parts.question
    if last.intent != "aggregate" or fresh.intent not in ("aggregate", "summary") or fresh.either:
        return None
    more = adds(question)
    follows = more or question.has("instead") or leads_on(question) or names_what_is_asked(question)
    apart = [slot for slot in fresh.groups if slot not in last.groups and not _is_measured(slot, last, parts)]
    turns = question.has("share", "growth", "growth:", "plot", "plot:", "cumulative", "each_once", "test", "corr")
    if not follows or apart or turns or not (last.groups or last.conditions or more):
        return None
    if _asks_for_one(question.has("high", "low"), parts) or (fresh.conditions and question.has("which", "how_much")):
        return None
    said = _said(fresh, last, parts)
    if not said:
        return None
    metrics = [*last.metrics, *(item for item in said if not _is_in(item, last.metrics))] if more else said
    if all(_is_in(item, last.metrics) for item in metrics):
        return None
    return last.model_copy(
        update={
            "metrics": metrics,
            "either": False,
            "conditions": merged_conditions(last.conditions, fresh.conditions),
            "share": last.share and not more and all(item.agg in ("sum", "count", "nunique") for item in said),
            "growth": "none" if more else last.growth,
            "plot": None if more else last.plot,
            "cumulative": last.cumulative and not more,
        }
    )


def _asks_for_one(ranks: bool, parts: Parts) -> bool:
    """`and the shortest?`: one of the groups is sought; not `lowest and highest too`, which are two aggregates."""
    return ranks and not parts.aggregations


def _is_measured(slot: GroupSlot, last: Frame, parts: Parts) -> bool:
    """`and by quantity?` after a ranking or a sum: what adds up is measured, though "by" may also tell groups apart."""
    column = slot.columns[0]
    profile = parts.question.dataset(column.dataset_id).column(column.column)
    if slot.grain or slot.part or profile is None or not is_number(profile):
        return False
    return bool(last.extreme or last.top_k) or default_aggregation(profile, parts.question.words) == "sum"


def _said(fresh: Frame, last: Frame, parts: Parts) -> list[MetricSlot]:
    """The measures that the words name: columns as they are aggregated now, aggregates of the column before, counts."""
    measured = next((metric for metric in last.metrics if metric.columns and metric.agg not in _COUNTS), None)
    counted = _counted_columns(parts)
    named = [metric for metric in parts.metrics if metric.columns and metric.columns[0] not in counted]
    named = [_as_before(metric, measured, parts) for metric in named]
    by = [slot.columns for slot in fresh.groups if _is_measured(slot, last, parts)]
    named += [MetricSlot(columns=columns, agg=_usual(columns[0], measured, parts)) for columns in by]
    if not named and measured is not None:
        named = [measured.model_copy(update={"agg": agg, "by_default": False}) for agg in parts.aggregations]
    if parts.question.has("count", "rows") and not (named and _names_a_number(parts)):
        named.append(_count(fresh, measured, parts))
    return named


_COUNTS = ("count", "nunique")


def _counted_links(parts: Parts) -> list[ColumnLink]:
    """The number columns right behind `number of`."""
    marks = parts.question.tagged("count")
    return [link for link in parts.metric_links if any(mark.end <= link.start <= mark.end + 1 for mark in marks)]


def _names_a_number(parts: Parts) -> bool:
    """`by number of copies`: a column that counts is called so."""
    return any(_default_of(refs(link)[0], parts) == "sum" for link in _counted_links(parts))


def _counted_columns(parts: Parts) -> list[ColumnRef]:
    """`the number of answers`: cells of a column that itself counts nothing."""
    columns = [refs(link)[0] for link in _counted_links(parts)]
    return [column for column in columns if _default_of(column, parts) != "sum"]


def _count(fresh: Frame, measured: MetricSlot | None, parts: Parts) -> MetricSlot:
    """Rows, or different things; the filled cells of the measured column for `the number of answers`."""
    said = {form for token in parts.question.tokens for form in (token.stem, token.text)}
    if measured is not None and said & _ANSWERS and not measured.minus:
        return MetricSlot(columns=measured.columns, agg="count")
    counted = next((metric for metric in fresh.metrics if metric.agg in _COUNTS), None)
    return counted or MetricSlot(words="rows")


def _as_before(metric: MetricSlot, measured: MetricSlot | None, parts: Parts) -> MetricSlot:
    """A column without an aggregate is taken as the one before was asked for: same for height."""
    if not metric.by_default:
        return metric
    return metric.model_copy(update={"agg": _usual(metric.columns[0], measured, parts)})


def _usual(column: ColumnRef, measured: MetricSlot | None, parts: Parts) -> Aggregation:
    """The aggregate that was said before; the column's own where none was, or where it does not add up."""
    own = _default_of(column, parts)
    if measured is None or measured.by_default or measured.agg == "sum":
        return own
    return measured.agg


def _is_in(metric: MetricSlot, metrics: list[MetricSlot]) -> bool:
    return any((metric.columns, metric.agg) == (other.columns, other.agg) for other in metrics)


def another_measure(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`and calories?`, `away?`: only a column is named; it takes the place of the one measured before."""
    question = parts.question
    measured = [metric for metric in last.metrics if metric.columns] or ([MetricSlot()] if last.groups else [])
    is_bare = not (fresh.groups or fresh.conditions or parts.aggregations or question.unexplained or question.dates)
    says_more = any(mark.tags.isdisjoint(_LINKING) for mark in question.marks)
    if not (is_bare and measured and last.intent in _MEASURING) or says_more or len(parts.metric_links) != 1:
        return None
    link = parts.metric_links[0]
    columns = fresh.metrics[0].columns if fresh.metrics and fresh.metrics[0].columns else numeric_candidates(link)
    agg = _aggregated(link, measured[0], parts) if last.intent == "aggregate" else measured[0].agg
    aggs = [agg] if len(measured) == 1 else [metric.agg for metric in measured]
    metrics = [measured[0].model_copy(update={"columns": columns, "agg": item, "words": ""}) for item in aggs]
    return last.model_copy(update={"metrics": metrics})


def _aggregated(link: ColumnLink, measured: MetricSlot, parts: Parts) -> Aggregation:
    """As was asked for before; the usual way where nothing was said, or a total of what does not add up."""
    if measured.agg in _COUNTS or measured.by_default:
        return parts.default_for(link)
    usual = _default_of(refs(link)[0], parts)
    return usual if measured.agg == "sum" and not _are_counts(link, measured, parts) else measured.agg


def _are_counts(link: ColumnLink, measured: MetricSlot, parts: Parts) -> bool:
    """`how many votes did Alba get?` `and Berg?`: whole numbers, summed because that was asked."""
    before = parts.question.dataset(measured.columns[0].dataset_id).column(measured.columns[0].column)
    said = _default_of(measured.columns[0], parts) == "mean"
    both = [column.numeric for column in (before, link.first.column) if column and column.numeric]
    sets = column_sets(link.first.name, parts.question.words)
    return said and len(both) == _TWO and all(item.is_integer and item.minimum >= 0 for item in both) and not sets


def _default_of(column: ColumnRef, parts: Parts) -> Aggregation:
    profile = parts.question.dataset(column.dataset_id).column(column.column)
    return default_aggregation(profile, parts.question.words) if profile else "mean"


def each_of_before(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
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

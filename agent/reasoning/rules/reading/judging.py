"""Follow-ups that say by what the best one is judged, or what a rate is of: by rating, so mean pH, per seat."""

from typing import Literal

from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.flags import yes_and_no
from agent.reasoning.rules.reading.fragments import adds
from agent.reasoning.rules.reading.frame import ConditionSlot, Frame, MetricSlot
from agent.reasoning.rules.reading.measures import is_number, numeric_candidates, refs
from agent.reasoning.rules.reading.parse import Parts
from agent.specs.measures import Aggregation

_SHORT = 8  # words of such a follow-up
_MANY = 40  # things of which a table of each is not what "per" asks for
_ADDS_UP = frozenset({"sum", "count", "nunique"})
_TESTS = frozenset({"mann_whitney", "welch", "student", "anova", "kruskal", "ks"})
_JUDGES = frozenset(
    {"by", "so", "meaning", "terms", "measured", "judged", "going", "mean", "meant", "based", "nach", "also"}
)


def judged_by(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`by rating`, `sweetest, so mean brix` after "which is best?": the same, measured by that."""
    question = parts.question
    said = [token for token in question.tokens if token.is_word]
    leads = said and (said[0].text in _JUDGES or "so" in [token.text for token in said] or question.has("high", "low"))
    links = [link for link in question.links if is_number(link.first.column)]
    ranked = last.extreme and last.groups and last.intent == "aggregate" and last.growth == "none"
    says_more = fresh.conditions or question.values or question.dates or question.has("plot", "plot:", "share", "count")
    if not (leads and ranked and len(links) == 1) or len(said) > _SHORT or says_more or question.has("which"):
        return None
    if any(slot.columns[0] not in refs(links[0]) for slot in fresh.groups):
        return None
    aggs = parts.aggregations or (parts.default_for(links[0]),)
    agg = (
        aggs[0] if aggs[0] not in ("min", "max") or not question.has("high", "low") else _default(links[0], last, parts)
    )
    lowest = question.has("low") and not question.has("high")
    order = ("asc" if lowest else "desc") if question.has("high", "low") else last.order
    metric = MetricSlot(columns=numeric_candidates(links[0]), agg=agg)
    return last.model_copy(
        update={"metrics": [metric], "either": False, "order": order, "top_k": fresh.top_k or last.top_k}
    )


def _default(link: ColumnLink, last: Frame, parts: Parts) -> Aggregation:
    """`the lowest pH` after a table of mean pH: the mean goes on."""
    same = [metric.agg for metric in last.metrics if metric.columns and metric.columns[0] in numeric_candidates(link)]
    return same[0] if same else parts.default_for(link)


def extreme_of_groups(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`so the lowest pH?` after a table of pH by field: which of the groups it is."""
    question = parts.question
    measured = [metric for metric in last.metrics if metric.columns]
    same = len(measured) == 1 and len(parts.metric_links) == 1
    same = same and measured[0].columns[0] in numeric_candidates(parts.metric_links[0])
    ends = question.has("high", "low")
    more = (
        fresh.conditions
        or question.values
        or question.dates
        or question.has("share", "count", "plot", "plot:", "lookup")
    )
    averages = set(parts.aggregations) - {"min", "max", measured[0].agg if measured else ""}
    words = [token for token in question.tokens if token.is_word]
    if not (same and ends and last.groups) or fresh.groups or averages or more or len(words) > _SHORT:
        return None
    if last.intent != "aggregate" or last.growth != "none":
        return None
    return last.model_copy(update={"extreme": True, "order": _order_said_last(parts), "plot": None})


def _order_said_last(parts: Parts) -> Literal["asc", "desc"]:
    """`most acidic, so the lowest pH`: what is said last explains what stands before."""
    said = max(parts.question.tagged("high", "low"), key=lambda mark: mark.start)
    return "asc" if "low" in said.tags else "desc"


def rate_of_total(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`per seat?`, `and per member?` after totals: each total divided by the number of such things."""
    question = parts.question
    marks = [mark for mark in question.tagged("each") if mark.text in ("per", "pro", "je")]
    words = [token for token in question.tokens if token.is_word]
    measured = last.metrics[:1]
    plain = (
        last.intent in ("aggregate", "ratio") and last.growth == "none" and not last.share and len(last.metrics) == 1
    )
    if not marks or not plain or len(words) > _SHORT - 2 or measured[0].agg not in _ADDS_UP:
        return None
    if fresh.conditions or parts.aggregations not in ((), ("mean",)) or question.has("count", "share", "also"):
        return None
    links = [link for link in question.links if marks[0].end <= link.start <= marks[0].end + 1]
    if len(links) != 1 or len(question.links) > 1:
        return None
    over = _counted_things(links[0], measured[0], parts)
    if over is None or over.columns == measured[0].columns:
        return None
    return Frame(
        intent="ratio", dataset_id=last.dataset_id, metrics=measured, denominator=over, groups=last.groups,
        conditions=last.conditions, via=last.via, plot=None,
    )  # fmt: skip


def _counted_things(link: ColumnLink, measured: MetricSlot, parts: Parts) -> MetricSlot | None:
    """How many things of a name there are: keys that are counted, or a number column that counts them."""
    column = link.first.column
    if column.kind == "identifier" and column.unique > _MANY:
        return MetricSlot(columns=refs(link)[:1], agg="nunique", words=column.name)
    said = parts.question.tokens[link.start : link.end]
    lettered = column.name.casefold().replace("_", " ").split()
    is_one_of_many = any(token.text + "s" in lettered for token in said)
    if is_number(column) and measured.columns and is_one_of_many:
        return MetricSlot(columns=refs(link)[:1], agg="sum", words=column.name)
    return None


def part_of_each(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`in percent of all calls of the topic` after a count of some rows by topic: the part of each topic's rows."""
    question = parts.question
    groups = {slot.columns[0] for slot in last.groups}
    same_groups = all(slot.columns[0] in groups for slot in fresh.groups)
    asks = question.has("share") and question.has("all") and same_groups and not fresh.conditions
    counts = last.intent == "aggregate" and last.groups and last.conditions and not last.share
    counts = counts and all(metric.agg in ("count", "nunique") for metric in last.metrics)
    if not asks or not counts or question.values or question.dates or question.has("growth", "before"):
        return None
    return last.model_copy(update={"share": True, "part": len(last.conditions), "extreme": False, "order": None})


def share_of_the_table(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`and as a share of the total?` after a table of groups: each group's part of what they add up to."""
    question = parts.question
    asks = question.has("share") and question.has("overall") and not question.has("growth", "growth:", "before")
    bare = not (question.links or question.values or question.dates or question.bounds or fresh.groups)
    adds_up = all(metric.agg in _ADDS_UP for metric in last.metrics)
    if not asks or not bare or not last.groups or not adds_up or last.intent != "aggregate" or fresh.conditions:
        return None
    return last.model_copy(update={"share": True, "part": 0, "extreme": False, "order": None, "growth": "none"})


def other_column_missing(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`what about ldl?` after how many have no pressure: the same of another column."""
    question = parts.question
    told = last.conditions[-1][0] if last.conditions else None
    words = [token for token in question.tokens if token.is_word]
    bare = len(question.links) == 1 and len(words) <= _SHORT - 2 and not question.values and not question.dates
    more = (
        parts.aggregations or question.bounds or question.unexplained or question.has("count", "share", "each", "plot")
    )
    counts = all(metric.agg in ("count", "nunique") for metric in last.metrics)
    if (
        told is None
        or told.op not in ("is_null", "not_null")
        or not bare
        or more
        or not counts
        or last.intent != "aggregate"
    ):
        return None
    column = refs(question.links[0])[0]
    if column == told.column or any(slot.columns[0] == column for slot in fresh.groups):
        return None
    profile = question.links[0].first.column
    if not (is_number(profile) or profile.missing):
        return None
    rest = [item for item in last.conditions[:-1] if item[0].column != column]
    metrics = [
        metric.model_copy(update={"columns": [column]}) if metric.columns == [told.column] else metric
        for metric in last.metrics
    ]
    asked = ConditionSlot(column=column, op=told.op, words=told.words)
    return last.model_copy(update={"metrics": metrics, "conditions": [*rest, [asked]]})


def the_opposite(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`and how many have not?`, `and never?` after rows that something happened to: the others."""
    question = parts.question
    told = last.conditions[-1][0] if last.conditions else None
    words = [token for token in question.tokens if token.is_word]
    opposite = _opposite_of(told, parts) if told else None
    has_none = told is not None and told.op == "is_null"
    denies = question.has("filled", "has_one") if has_none else question.has("never", "not")
    bare = not (question.links or question.values or question.dates or question.bounds or fresh.groups)
    if opposite is None or not denies or not bare or len(words) > _SHORT - 2 or parts.aggregations:
        return None
    return last.model_copy(update={"conditions": [*last.conditions[:-1], [opposite]]})


def _opposite_of(told: ConditionSlot, parts: Parts) -> ConditionSlot | None:
    """The other rows: with a value instead of without, no instead of yes."""
    if told.op in ("is_null", "not_null"):
        return told.model_copy(update={"op": "not_null" if told.op == "is_null" else "is_null"})
    profile = parts.question.dataset(told.column.dataset_id).column(told.column.column)
    yes, no = yes_and_no(profile, numbers=True) if profile else (None, None)
    if told.op != "==" or no is None or told.value != yes:
        return None
    return told.model_copy(update={"value": no, "words": f"not {told.words}"})


def counted_instead(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`no, the number of them please` after a sum: the same rows are counted."""
    question = parts.question
    said = {token.text for token in question.tokens}
    asks = bool(said & {"number", "count", "anzahl"}) and question.has("that", "those") and not adds(question)
    bare = not (question.links or question.values or question.dates or question.bounds or fresh.groups)
    measured = any(metric.columns for metric in last.metrics)
    if not asks or not bare or not measured or last.intent != "aggregate" or question.unexplained:
        return None
    if parts.aggregations or question.has("share", "growth", "plot", "plot:", "others", "high", "low"):
        return None
    return last.model_copy(update={"metrics": [MetricSlot(words="number of rows")]})


def part_of_those(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`what share of all Harbour loans is that?`: the rows counted before, as a part of the rows named now."""
    question = parts.question
    if not question.has("share") or not question.has("that", "those", "all") or not last.conditions or fresh.groups:
        return None
    if last.groups or last.share or parts.metric_links or question.has("before", "compare", "difference", "growth"):
        return None
    whole = [item for item in last.conditions if item in fresh.conditions]
    rest = [item for item in last.conditions if item not in whole]
    if len(whole) != len(fresh.conditions) or not rest:
        return None
    named = [link for link in question.links if link.first.column.kind != "number"]
    of_rows = any(token.stem in question.file_words for token in question.tokens)
    told = {column for metric in last.metrics for column in metric.columns}
    of_these = any(ref in told for link in named for ref in refs(link))
    counted = all(metric.agg in ("count", "nunique") for metric in last.metrics)
    metrics = [MetricSlot(words="rows")] if of_rows and counted and not of_these else last.metrics
    return last.model_copy(update={"metrics": metrics, "share": True, "conditions": [*whole, *rest], "part": len(rest)})


def tested(_fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`is the difference significant?` after averages of groups: those groups are compared."""
    question = parts.question
    asks = question.has("test", "test:") and not question.links and not question.values
    plain = [slot for slot in last.groups if not slot.grain and not slot.part]
    measured = [metric for metric in last.metrics if metric.columns]
    if not asks or last.intent != "aggregate" or len(plain) != 1 or not measured:
        return None
    group = plain[0].columns[0]
    chosen = next((item[0].value for item in last.conditions if item[0].column == group and item[0].op == "in"), [])
    tests = question.family("test:")
    return Frame(
        intent="compare", dataset_id=last.dataset_id, metrics=[measured[0].model_copy(update={"agg": "mean"})],
        groups=plain, conditions=[item for item in last.conditions if item[0].column != group],
        stats=[str(value) for value in chosen] if isinstance(chosen, list) else [],
        method=next((name for name in tests if name in _TESTS), None),
    )  # fmt: skip

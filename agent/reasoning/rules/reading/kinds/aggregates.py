"""Questions about aggregates: by group, as shares, as growth, as a chart."""

from typing import Literal

from agent.reasoning.rules.reading.charts import drawn_kind, stack_of
from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.comparisons import weighs_cells
from agent.reasoning.rules.reading.conditions import Alternatives
from agent.reasoning.rules.reading.counting import count_metric, counted_noun, sold_metrics, unmeasured, works_or_rows
from agent.reasoning.rules.reading.frame import ColumnRef, ConditionSlot, Frame, GroupSlot, MetricSlot
from agent.reasoning.rules.reading.kinds.comparatives import flags_said_twice
from agent.reasoning.rules.reading.kinds.statistics import colour_of, every_number, speaks_of_every_number
from agent.reasoning.rules.reading.listing import things_listed
from agent.reasoning.rules.reading.measures import count_of, named_once, refs, things_once
from agent.reasoning.rules.reading.moments import first_or_last_day
from agent.reasoning.rules.reading.money import money_columns, quantity_column
from agent.reasoning.rules.reading.overlaps import DEAR
from agent.reasoning.rules.reading.parse import Parts, shared_slots
from agent.reasoning.rules.reading.places import names_or_rows, one_or_added_up, with_wider_place
from agent.reasoning.rules.reading.question import DATE_KINDS, Question
from agent.reasoning.rules.reading.ranking import direction, top_k_of
from agent.reasoning.rules.reading.row_nouns import asks_for_pieces
from agent.reasoning.rules.reading.running import running, runs_on
from agent.reasoning.rules.reading.signs import goes_out, sign_of_money

_LISTING = frozenset({",", "and", "or", "und", "oder", "&", "、", "と", "や"})
_VALUE_NOUNS = frozenset(
    {"answer", "option", "choice", "response", "value", "category", "kind", "type", "group", "antwort", "wert"}
)


def aggregate(parts: Parts) -> Frame | None:
    """Everything else: counts and aggregates, by group or not, as shares, as growth, as a chart."""
    question = parts.question
    metrics, either = _aggregate_metrics(parts)
    groups = _aggregate_groups(parts)
    extreme = question.has("high", "low") and bool(parts.grouping.slots) and parts.grouping.asked
    told = with_wider_place(groups, parts.conditions, parts.table) if extreme else groups
    if told != groups and not either:
        groups, (metrics, either) = told, one_or_added_up(metrics)
    plot = drawn_kind(question)
    if plot is None and (question.has("plot") or (question.has("stack:") and len(groups) > 1)):
        is_course = any(slot.grain for slot in parts.grouping.slots) and not question.has("stack:")
        plot = "line" if is_course else "bar"
    frame = Frame(
        intent="aggregate",
        **{**shared_slots(parts), "groups": groups, "conditions": _group_values_first(parts, groups)},
        metrics=metrics,
        either=either,
        order=_order(parts, extreme=extreme),
        top_k=top_k_of(question),
        extreme=extreme,
        plot=plot,
        stack=stack_of(question),
        share=(question.has("share") or _asks_a_rate(parts)) and not question.has("growth", "growth:"),
        cumulative=question.has("cumulative") or _asks_for_a_joint_share(parts),
        growth=_growth(parts),
        colour=colour_of(parts),
    )
    return running(frame, parts.table, question) if runs_on(question) else frame


def _order(parts: Parts, *, extreme: bool) -> Literal["desc", "asc"] | None:
    """Largest or smallest first; of payments written with a minus the largest is the lowest amount."""
    question = parts.question
    ranked = question.has("rank_things") and bool(parts.grouping.slots)
    if not extreme and not ranked and not question.has("biggest_first", "smallest_first"):
        return None
    found = direction(question) or "desc"
    if not goes_out(parts.conditions):
        return found
    return "asc" if found == "desc" else "desc"


def _counts_rows_of_a_noun(parts: Parts) -> bool:
    """`how many matches did Grays play away`: a noun that is no column is counted; a vague word measures nothing."""
    question = parts.question
    nouns = [mark.end for mark in question.tagged("count")]
    unknown = {index for index, token in enumerate(question.tokens) if token in question.unexplained}
    unknown |= question.qualifying
    vague = all(not link.exact for link in parts.metric_links)
    told = any(link.start in nouns and link.first.column.kind in ("identifier", "text") for link in parts.other_links)
    counts = told or (any(position in unknown for position in nouns) and vague)
    return counts and not parts.aggregations and not question.has("and")


def _asks_a_rate(parts: Parts) -> bool:
    """`error rate (status 500) by path`: the part of the rows that the condition names."""
    return parts.question.has("rate") and not parts.metric_links and not parts.question.has("agg:")


def _aggregate_groups(parts: Parts) -> list[GroupSlot]:
    """The groups named; else what a breakdown is of, or the values that "each" tells apart."""
    question = parts.question
    chosen = {item[0].column for item in parts.conditions}
    texts = [
        link
        for link in parts.other_links
        if link.first.column.kind in ("text", "boolean")
        and refs(link)[0] not in chosen
        and not (parts.conditions and _is_shared_out(link, question))
    ]
    if parts.grouping.slots:
        crossed = [GroupSlot(columns=refs(link)[:1]) for link in texts if link.exact] if question.has("cross") else []
        return [*crossed, *parts.grouping.slots][:2] if crossed else list(parts.grouping.slots)
    if len(texts) == 1 and texts[0].exact and question.has("count") and _of_each_value(parts):
        return [GroupSlot(columns=refs(texts[0])[:1])]
    asks_for_values = not parts.metric_links and not question.has("count", "sell", "agg:") and not parts.conditions
    if texts and (
        question.has("breakdown", "share", "plot:bar", "plot:pie", "plot:pareto", "distribution") or asks_for_values
    ):
        return [GroupSlot(columns=refs(texts[0])[:1])]
    twice = flags_said_twice(parts) or things_listed(parts)
    if twice:
        return twice
    several = [item[0] for item in parts.conditions if item[0].op == "in"]
    years = [slot for slot in several if isinstance(slot.value, list) and all(_is_year(value) for value in slot.value)]
    if years and parts.metric_links and not question.has("plot:hist", "distribution"):
        return [GroupSlot(columns=[years[0].column], grain="year")]
    listed = [item[0].column for item in parts.conditions if item[0].op == "in"]
    if listed and question.has("high", "low", "op:>", "op:<") and weighs_cells(question):
        return [GroupSlot(columns=listed[:1])]
    more_than = question.has("op:>", "op:<") and not question.bounds
    each = any(mark.text == "each" for mark in question.tagged("each"))
    apart = question.has("compare", "apart") or more_than or each
    named = [item[0] for item in parts.conditions if item[0].op == "in" and item[0].part is None]
    if named and _are_averages(parts) and not _is_dated(named[0], parts):
        return [GroupSlot(columns=[named[0].column])]
    if listed and (apart or _are_all_told(parts, named)):
        return [GroupSlot(columns=listed[:1])]
    return []


def _are_all_told(parts: Parts, named: list[ConditionSlot]) -> bool:
    """`how many are healthy, browsed or windblown`, `what share comes from the web and the shop`: one number of each.

    Three values of a column, or all that it has, are told apart; two of many may be meant as one.
    """
    question = parts.question
    column = parts.table.column(named[0].column.column) if len(named) == 1 else None
    values = named[0].value if named and isinstance(named[0].value, list) else []
    if column is None or question.has("together", "test", "high", "low") or not question.has("share", "count"):
        return False
    listed = sum(token.text in _LISTING for token in question.tokens)
    several = len(values) > 2 and listed >= len(values) - 1
    every = len(values) > 1 and len(values) == column.unique
    return several or every


def _of_each_value(parts: Parts) -> bool:
    """`numbers for each answer`: a word for what the cells of the column named are."""
    tokens = parts.question.tokens
    return any(
        mark.end < len(tokens) and tokens[mark.end].stem in _VALUE_NOUNS for mark in parts.question.tagged("each")
    )


def _is_shared_out(link: ColumnLink, question: Question) -> bool:
    """`share of the towns where ...`: towns are counted, not told apart."""
    return any(mark.end <= link.start <= mark.end + 1 for mark in question.tagged("share"))


def _is_dated(slot: ConditionSlot, parts: Parts) -> bool:
    column = parts.table.column(slot.column.column)
    return column is not None and column.kind in DATE_KINDS


def _are_averages(parts: Parts) -> bool:
    """`average weight of dogs and cats`: a mean of each, where a sum or a count would be one of both."""
    return bool(set(parts.aggregations) & {"mean", "median", "std", "var", "min", "max"}) and bool(parts.metric_links)


def _is_year(value: object) -> bool:
    return isinstance(value, str) and len(value) == len("2024") and value.isdecimal()


def _asks_for_a_joint_share(parts: Parts) -> bool:
    """`what share have the two largest together?`"""
    question = parts.question
    return question.has("share") and question.has("together") and top_k_of(question) is not None


def _group_values_first(parts: Parts, groups: list[GroupSlot]) -> list[Alternatives]:
    """The values that tell the groups apart are no part of a share: of members and guests each, the share of X."""
    if not parts.question.has("share"):
        return parts.conditions
    named = {column.column for slot in groups for column in slot.columns}
    return sorted(parts.conditions, key=lambda item: not (item[0].op == "in" and item[0].column.column in named))


def _growth(parts: Parts) -> str:
    question = parts.question
    if question.has("growth:year") or (
        question.has("growth:previous")
        and "year" in " ".join(m.text for m in question.tagged("growth:previous"))
        and any(slot.grain in ("month", "quarter", "half") for slot in parts.grouping.slots)
    ):
        return "year"
    return "previous" if question.has("growth", "growth:", "before") else "none"


def _aggregate_metrics(parts: Parts) -> tuple[list[MetricSlot], bool]:
    """The metrics, and whether they are alternatives."""
    question = parts.question
    sides = flags_said_twice(parts)
    if sides and parts.metric_links and not parts.aggregations and not question.has("count", "share"):
        return [metric.model_copy(update={"agg": "mean"}) for metric in parts.metrics], False
    counted = [MetricSlot() if sides else count_metric(parts)] if question.has("count", "rows") else []
    literal = any(link.literal for link in parts.metric_links)
    if asks_for_pieces(question) and not literal:
        pieces = [slot for slot in unmeasured(parts) if not slot.columns or slot.words == "units"]
        return pieces[:1], False
    if counted and not parts.grouping.slots and not question.has("distinct", "and", "agg:"):
        counted = names_or_rows(counted[0], parts.conditions, parts.table)
    if counted and question.has("sell") and not literal and not question.has("distinct", "rows"):
        pieces = _pieces_sold(parts, counted[0])
        if pieces:
            return pieces, len(pieces) > 1
    noun_once = named_once(question, parts.table)
    if noun_once and not parts.metric_links and not parts.aggregations:
        return [noun_once], False
    works = works_or_rows(parts) if counted and not question.has("rows", "distinct", "agg:") else []
    if works:
        return works, len(works) > 1
    if counted and (_counts_rows_of_a_noun(parts) or len(counted) > 1):
        return counted, len(counted) > 1
    kinds = [link for link in parts.metric_links if any(mark.end == link.start for mark in question.tagged("distinct"))]
    if kinds and not parts.aggregations:  # `how many different donors`, though their column holds numbers
        return [MetricSlot(columns=refs(kinds[0])[:1], agg="nunique", words=kinds[0].first.name)], False
    moment = first_or_last_day(parts)
    if moment:
        return [moment], False
    if not parts.metric_links and parts.aggregations and speaks_of_every_number(parts):
        return every_number(parts), False
    if parts.metric_links:
        if counted and question.has("and"):
            return [*counted, *parts.metrics], False
        return _extreme_or_mean(parts)
    once = things_once(question, parts.table) if question.has("each_once") else None
    if once:
        return [once], False
    if counted:
        also = any(
            mark.text in ("add up to", "adds up to", "sum", "sum of", "total") for mark in question.tagged("agg:sum")
        )
        with_sum = also and question.has("and") and bool(money_columns(parts.table, question.words))
        return [*counted, *(sold_metrics(parts) if with_sum else [])], False
    link, noun = counted_noun(parts, "share") if question.has("share") else (None, None)
    if noun and not _is_time_word(noun, question):
        return [count_of(link, noun, question, parts.table)], False
    if question.has("high", "low") and parts.grouping.slots:
        return unmeasured(parts), True
    if question.has("money:out", "money:in") and sign_of_money(parts.conditions):
        return sold_metrics(parts), False
    if question.has("how_much", "sell") and question.has("how_much", "agg:", "growth", "trend", "plot", "plot:"):
        return sold_metrics(parts), False
    return [], False


def _pieces_sold(parts: Parts, counted: MetricSlot) -> list[MetricSlot]:
    """`how many pretzels were sold`: pieces where a column counts them; of a thing named by a column either."""
    quantity = quantity_column(parts.table, parts.question.words)
    often = any(mark.text in _HOW_OFTEN for mark in parts.question.tagged("count"))
    column = parts.table.column(counted.columns[0].column) if counted.columns else None
    if quantity is None or often or (column is not None and column.kind == "identifier"):
        return []
    own = ColumnRef(dataset_id=parts.table.dataset_id, column=quantity.name)
    return [MetricSlot(columns=[own], agg="sum", words="units"), *([counted] if counted.columns else [])]


_HOW_OFTEN = frozenset({"how often", "how many times", "wie oft", "何 回", "何 件", "件 数"})
_MOST_OF_ALL = frozenset({"most", "fewest", "least", "am meisten", "meisten", "am wenigsten", "wenigsten"})
_SINGLE = frozenset({
    "value", "reading", "measurement", "measured", "recorded", "ever", "single", "individual", "wert", "gemessen",
    "einzelne", "jemals", "値",
})  # fmt: skip


def _is_time_word(noun: str, question: Question) -> bool:
    """`as a percentage of the year`: a stretch of time is nothing that is counted."""
    times = question.tagged("grain:", "part:")
    return any(token.stem == noun for mark in times for token in question.tokens[mark.start : mark.end])


def _extreme_or_mean(parts: Parts) -> tuple[list[MetricSlot], bool]:
    """`which product has the highest price`: of what does not add up, the highest of all or the highest on average."""
    asked = parts.grouping.asked and parts.grouping.slots and parts.question.has("high", "low")
    metrics = parts.metrics
    if asked and len(metrics) == 1 and metrics[0].agg == "sum" and metrics[0].words in DEAR:
        metrics = [metrics[0].model_copy(update={"agg": "mean"})]  # the cheapest region is not the one of few sales
    if not asked or parts.aggregations or len(metrics) != 1 or metrics[0].agg != "mean":
        return metrics, False
    if any(mark.text in _MOST_OF_ALL for mark in parts.question.tagged("high", "low")):
        return [metrics[0].model_copy(update={"agg": "sum"})], False
    extreme = "max" if parts.question.has("high") else "min"
    if any(token.stem in _SINGLE for token in parts.question.tokens):
        return [metrics[0].model_copy(update={"agg": extreme})], False
    both = [metrics[0].model_copy(update={"agg": extreme, "words": "single value"})]
    return [*both, metrics[0].model_copy(update={"words": "on average"})], True

"""What kind of question is it? A catalogue of intents, the more particular first; each fills the frame or passes."""

from collections.abc import Callable

from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.conditions import date_column_for
from agent.reasoning.rules.reading.frame import ColumnRef, Frame, GroupSlot, MetricSlot
from agent.reasoning.rules.reading.groups import named_by
from agent.reasoning.rules.reading.measures import is_number, numeric_candidates, ref, refs
from agent.reasoning.rules.reading.money import money_columns
from agent.reasoning.rules.reading.parse import (
    Parts,
    chosen_by_direction,
    count_metric,
    counted_noun,
    shared_slots,
    sold_metrics,
    unmeasured,
)
from agent.reasoning.rules.reading.ranking import direction, quantiles_of, top_k_of
from agent.reasoning.rules.reading.relations import compared_periods, orphans_of, ratio_of, things_with

IntentParser = Callable[[Parts], Frame | None]
_STATS = {"agg:mean": "mean", "agg:median": "median", "agg:min": "min", "agg:max": "max", "agg:std": "std",
          "agg:var": "var", "agg:range": "range", "agg:sum": "sum", "agg:mode": "mode", "skew": "skew",
          "kurtosis": "kurtosis"}  # fmt: skip
_DISTINCT_ENOUGH = 0.9


def overview(parts: Parts) -> Frame | None:
    """`describe this data set`, `how many rows and columns`; not `describe wind`."""
    question = parts.question
    asks = question.has("overview", "columns", "size", "period") and not question.has("missing", "duplicate", "plot:")
    names_numbers = parts.metric_links or question.has("agg:", "share", "corr", "outlier")
    if not asks or names_numbers or parts.grouping.slots or (parts.conditions and not question.has("overview")):
        return None
    return Frame(intent="overview", dataset_id=parts.table.dataset_id)


def missing(parts: Parts) -> Frame | None:
    """`which columns have missing values`: all columns, or those named."""
    question = parts.question
    about_cells = question.has("missing") and not any(
        slot.op in ("is_null", "not_null") for alternatives in parts.conditions for slot in alternatives
    )
    if not about_cells:
        return None
    named = [column for link in question.links for column in refs(link)[:1] if link.literal and link.exact]
    return Frame(intent="missing", dataset_id=parts.table.dataset_id, columns=named if question.has("count") else [])


def duplicates(parts: Parts) -> Frame | None:
    """`any duplicate rows?`, `which customer ids appear more than once?`"""
    question = parts.question
    if not question.has("duplicate") or question.has("deduplicated"):
        return None
    named = [link for link in question.links if link.literal]
    keys = refs(named[0])[:1] if named and not question.has("rows") else []
    return Frame(intent="duplicates", dataset_id=parts.table.dataset_id, columns=keys, conditions=parts.conditions)


def _one_number(parts: Parts) -> list[ColumnRef]:
    return chosen_by_direction(parts.metric_links[0], parts.question) if parts.metric_links else []


def outliers(parts: Parts) -> Frame | None:
    """`how many outliers does wind have (IQR)?`, `what is the upper limit?`"""
    question = parts.question
    if not question.has("outlier", "fence:"):
        return None
    method = next((name for name in question.family("outlier:")), "iqr")
    return Frame(
        intent="outliers",
        dataset_id=parts.table.dataset_id,
        metrics=[MetricSlot(columns=_one_number(parts))] if parts.metric_links else [],
        conditions=parts.conditions,
        method=method,
        stats=[f"fence:{side}" for side in question.family("fence:")],
    )


def normality(parts: Parts) -> Frame | None:
    """`is flipper length normally distributed?`"""
    question = parts.question
    if not question.has("normality", "test:shapiro", "test:anderson", "test:dagostino"):
        return None
    return Frame(
        intent="normality",
        dataset_id=parts.table.dataset_id,
        metrics=[MetricSlot(columns=_one_number(parts))] if parts.metric_links else [],
        groups=list(parts.grouping.slots),
        conditions=parts.conditions,
        method=next(
            (name for name in question.family("test:") if name in ("shapiro", "anderson", "dagostino", "ks")), None
        ),
    )


def correlation(parts: Parts) -> Frame | None:
    """Two columns, one against all ("most strongly correlated with"), or the matrix."""
    question = parts.question
    methods = question.family("method:")
    if not question.has("corr", "corr_matrix"):
        return None
    numbers = _distinct_numbers(question.links)
    shared = {
        "dataset_id": parts.table.dataset_id,
        "conditions": parts.conditions,
        "method": methods[0] if methods else None,
    }
    if question.has("corr_matrix") or len(numbers) not in (1, 2):
        columns = [column for link in numbers for column in numeric_candidates(link)]
        if not numbers and not question.has("corr_matrix") and question.unexplained:
            return None
        return Frame(intent="matrix", columns=columns, **shared)  # type: ignore[arg-type]
    metrics = [MetricSlot(columns=numeric_candidates(link)) for link in numbers]
    return Frame(intent="correlation", metrics=metrics, extreme=len(numbers) == 1, **shared)  # type: ignore[arg-type]


def _distinct_numbers(links: tuple[ColumnLink, ...]) -> list[ColumnLink]:
    """The numeric columns named, each once."""
    found: list[ColumnLink] = []
    for link in links:
        if any(is_number(item.column) for item in link.candidates) and not any(
            other.candidates == link.candidates for other in found
        ):
            found.append(link)
    return found


def compare(parts: Parts) -> Frame | None:
    """`do male and female penguins differ in body mass?`: a test between groups of a column."""
    question = parts.question
    if not question.has("test", "test:", "difference") or not parts.metric_links:
        return None
    group, values = _compared_groups(parts)
    if group is None:
        return None
    tests = [
        name
        for name in question.family("test:")
        if name in ("mann_whitney", "welch", "student", "anova", "kruskal", "ks")
    ]
    conditions = [item for item in parts.conditions if item[0].column != group]
    return Frame(
        intent="compare",
        dataset_id=parts.table.dataset_id,
        metrics=[MetricSlot(columns=_one_number(parts), agg="mean")],
        groups=[GroupSlot(columns=[group])],
        conditions=conditions,
        method=tests[0] if tests else None,
        stats=values,
    )


def _compared_groups(parts: Parts) -> tuple[ColumnRef | None, list[str]]:
    """The grouping column, and the values compared if they are named."""
    named: dict[ColumnRef, list[str]] = {}
    for mention in parts.question.values:
        for match in mention.matches:
            target = ColumnRef(dataset_id=match.dataset_id, column=match.column)
            named.setdefault(target, []).append(match.value)
    pairs = [(target, list(dict.fromkeys(values))) for target, values in named.items() if len(set(values)) > 1]
    if pairs:
        return pairs[0]
    if parts.grouping.slots:
        return parts.grouping.slots[0].columns[0], []
    texts = [link for link in parts.other_links if link.first.column.kind in ("text", "boolean")]
    if texts:
        return ref(texts[0].first), []
    return None, []


def distribution_plot(parts: Parts) -> Frame | None:
    """Histogram, box plot, scatter plot."""
    question = parts.question
    kinds = question.family("plot:")
    wants_hist = "hist" in kinds or (question.has("distribution") and not kinds)
    shared = {"dataset_id": parts.table.dataset_id, "conditions": parts.conditions, "colour": _colour(parts)}
    metrics = [MetricSlot(columns=numeric_candidates(link)) for link in parts.metric_links]
    spread_by_group = question.has("distribution") and not kinds and parts.grouping.slots and metrics
    if "box" in kinds or spread_by_group:
        groups = list(parts.grouping.slots) or [GroupSlot(columns=refs(link)[:1]) for link in parts.other_links[:1]]
        return Frame(intent="box", plot="box", metrics=metrics[:1], groups=groups, **shared)  # type: ignore[arg-type]
    if "scatter" in kinds or (question.has("plot") and len(metrics) == 2 and not kinds and not parts.grouping.slots):
        return Frame(intent="scatter", plot="scatter", metrics=metrics[:2], **shared)  # type: ignore[arg-type]
    if wants_hist and (parts.metric_links or not parts.other_links) and not parts.grouping.slots:
        return Frame(intent="hist", plot="hist", metrics=metrics[:1], **shared)  # type: ignore[arg-type]
    return None


def _colour(parts: Parts) -> ColumnRef | None:
    for mark in parts.question.tagged("colour"):
        behind = [link for link in parts.question.links if link.start >= mark.end]
        if behind:
            return ref(behind[0].first)
    return None


def pareto(parts: Parts) -> Frame | None:
    """`how many products make 80 % of revenue?`"""
    question = parts.question
    share = next((bound for bound in _percentages(parts) if 0 < bound < 100), None)
    if (
        share is None
        or not question.has("pareto", "cumulative", "share")
        or not question.has("count", "which", "pareto")
    ):
        return None
    link, noun = counted_noun(parts)
    if not question.has("pareto", "cumulative") or (link is None and noun is None and not parts.grouping.slots):
        return None
    counted = count_metric(parts)
    groups = list(parts.grouping.slots) or _thing(parts, noun, counted)
    metrics = parts.metrics or sold_metrics(parts)
    if not groups or not metrics:
        return None
    return Frame(
        intent="pareto", dataset_id=parts.table.dataset_id, groups=groups[:1], metrics=metrics[:1],
        conditions=parts.conditions, threshold=share, cumulative=True,
    )  # fmt: skip


def _thing(parts: Parts, noun: str | None, counted: MetricSlot) -> list[GroupSlot]:
    from_count = [GroupSlot(columns=counted.columns)] if counted.columns else []
    if from_count or noun is None:
        return from_count
    named = named_by(noun, parts.question, parts.table)
    return [GroupSlot(columns=[named])] if named else []


def _percentages(parts: Parts) -> list[float]:
    tokens = parts.question.tokens
    return [
        float(token.text)
        for index, token in enumerate(tokens)
        if token.is_number
        and token.text.replace(".", "", 1).isdecimal()
        and index + 1 < len(tokens)
        and tokens[index + 1].text in ("%", "percent", "prozent")
    ]


def lookup(parts: Parts) -> Frame | None:
    """Rows: at an extreme (`the hottest day`), the top k of a list of people, or those an identifier names."""
    question = parts.question
    named_row = [
        item for item in parts.conditions if item[0].op == "==" and _is_identifier(parts, item[0].column.column)
    ]
    columns = [column for link in (*parts.metric_links, *parts.other_links) for column in refs(link)]
    if named_row and not question.has("count") and not parts.grouping.slots:
        shown = [column for column in columns if column.column != named_row[0][0].column.column]
        return Frame(intent="lookup", dataset_id=parts.table.dataset_id, conditions=parts.conditions, columns=shown)
    if question.has("high", "low") and parts.metric_links and not parts.aggregations_beyond_extremes:
        return _extreme_rows(parts)
    dated = _dated_extreme(parts)
    if dated:
        return dated
    lists = any(
        mark.text in ("list", "show", "show me", "find", "display", "rows where") for mark in question.tagged("lookup")
    )
    wants_rows = (lists or question.has("rows")) and not question.has("count", "plot", "plot:") and parts.conditions
    if wants_rows and not parts.grouping.slots and not parts.metric_links:
        return Frame(intent="lookup", dataset_id=parts.table.dataset_id, conditions=parts.conditions, columns=[])
    return None


def _dated_extreme(parts: Parts) -> Frame | None:
    """`who was hired first?`, `the latest order`: rows at the first or last date."""
    question = parts.question
    ends = question.tagged("first_period", "last_period")
    dated = [link for link in question.links if link.first.column.kind in ("date", "datetime")]
    asks = question.has("which", "lookup") and not question.dates
    if not ends or not asks or parts.metric_links or question.has("count", "sell", "how_much"):
        return None
    column = dated[0].first if dated else date_column_for(question, 0, parts.table)
    if column is None or column.column.kind == "ambiguous_date":
        return None
    first = "first_period" in ends[0].tags
    return Frame(
        intent="lookup", dataset_id=column.dataset_id, metrics=[MetricSlot(columns=[ref(column)], agg="max")],
        conditions=parts.conditions, order="asc" if first else "desc", top_k=top_k_of(question), extreme=True,
    )  # fmt: skip


def _is_identifier(parts: Parts, name: str) -> bool:
    column = parts.table.column(name)
    return column is not None and column.kind == "identifier" and column.unique >= 0.5 * max(column.count, 1)


def _extreme_rows(parts: Parts) -> Frame | None:
    """No group, or a group that names single rows: the rows themselves are asked for."""
    question = parts.question
    slots = parts.grouping.slots
    if slots:
        column = parts.table.column(slots[0].columns[0].column)
        own = slots[0].columns[0].dataset_id == parts.table.dataset_id and not slots[0].grain and not slots[0].part
        if column is None or not own or column.unique < _DISTINCT_ENOUGH * max(column.count, 1):
            return None
    if question.has("count") or (not slots and not _asks_for_a_row(parts)):
        return None
    return Frame(
        intent="lookup",
        dataset_id=parts.table.dataset_id,
        metrics=[MetricSlot(columns=chosen_by_direction(_ranking_link(parts), question), agg="max")],
        groups=list(slots),
        conditions=parts.conditions,
        order=direction(question),
        top_k=top_k_of(question),
        extreme=True,
    )


def _ranking_link(parts: Parts) -> ColumnLink:
    """The column that ranks: the one after "by", else the first named."""
    ranked = [link for link in parts.metric_links if link.start in parts.grouping.order_links]
    return (ranked or list(parts.metric_links))[0]


def _asks_for_a_row(parts: Parts) -> bool:
    """`the hottest day`, `which product is most expensive`, `top 5 rows by price`: a thing is asked for, not a maximum."""
    question = parts.question
    nouns = {"minimum", "maximum", "min", "max"}
    if all(mark.text in nouns for mark in question.tagged("high", "low")) and not question.tagged("grain:day"):
        return any(mark.text in ("which", "who", "when") for mark in question.tagged("which"))
    return (
        question.has("which", "rows", "lookup") or bool(question.tagged("grain:day")) or top_k_of(question) is not None
    )


def summary(parts: Parts) -> Frame | None:
    """Percentiles, skewness, quartiles, or `describe wind`."""
    question = parts.question
    quantiles = quantiles_of(question)
    asks = quantiles or question.has("iqr", "skew", "kurtosis", "quartiles", "agg:mode")
    describes = question.has("overview") and parts.metric_links and not question.has("report")
    if not (asks or describes) or parts.grouping.slots:
        return None
    stats = [name for tag, name in _STATS.items() if question.has(tag)]
    stats += ["iqr"] if question.has("iqr") else []
    return Frame(
        intent="summary",
        dataset_id=parts.table.dataset_id,
        metrics=[MetricSlot(columns=numeric_candidates(link)) for link in parts.metric_links],
        conditions=parts.conditions,
        stats=stats,
        quantiles=quantiles,
    )


def aggregate(parts: Parts) -> Frame | None:
    """Everything else: counts and aggregates, by group or not, as shares, as growth, as a chart."""
    question = parts.question
    metrics, either = _aggregate_metrics(parts)
    kinds = question.family("plot:")
    extreme = question.has("high", "low") and bool(parts.grouping.slots) and parts.grouping.asked
    plot = next((kind for kind in kinds if kind in ("bar", "line")), None)
    if plot is None and question.has("plot"):
        plot = "line" if any(slot.grain for slot in parts.grouping.slots) else "bar"
    return Frame(
        intent="aggregate",
        **{**shared_slots(parts), "groups": _aggregate_groups(parts)},  # type: ignore[arg-type]
        metrics=metrics,
        either=either,
        order=direction(question) if extreme or question.has("biggest_first", "smallest_first") else None,
        top_k=top_k_of(question),
        extreme=extreme,
        plot=plot,  # type: ignore[arg-type]
        share=question.has("share") and not question.has("growth", "growth:"),
        cumulative=question.has("cumulative"),
        growth=_growth(parts),
        colour=_colour(parts),
    )


def _aggregate_groups(parts: Parts) -> list[GroupSlot]:
    """The groups named; else what a breakdown is of, or the values that "each" tells apart."""
    question = parts.question
    if parts.grouping.slots:
        return list(parts.grouping.slots)
    texts = [link for link in parts.other_links if link.first.column.kind in ("text", "boolean")]
    asks_for_values = not parts.metric_links and not question.has("count", "sell", "agg:") and not parts.conditions
    if texts and (question.has("breakdown", "share", "plot:bar", "distribution") or asks_for_values):
        return [GroupSlot(columns=refs(texts[0])[:1])]
    listed = [item[0].column for item in parts.conditions if item[0].op == "in"]
    apart = question.has("compare") or any(mark.text == "each" for mark in question.tagged("each"))
    if listed and apart:
        return [GroupSlot(columns=listed[:1])]
    return []


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
    counted = [count_metric(parts)] if question.has("count", "rows") else []
    literal = any(link.literal for link in parts.metric_links)
    if question.has("units") and not literal:
        pieces = [slot for slot in unmeasured(parts) if not slot.columns or slot.words == "units"]
        return pieces[:1], False
    if parts.metric_links:
        if counted and question.has("and"):
            return [*counted, *parts.metrics], False
        return _extreme_or_mean(parts)
    if counted:
        also = any(
            mark.text in ("add up to", "adds up to", "sum", "sum of", "total") for mark in question.tagged("agg:sum")
        )
        with_sum = also and question.has("and") and bool(money_columns(parts.table, question.words))
        return [*counted, *(sold_metrics(parts) if with_sum else [])], False
    if question.has("high", "low") and parts.grouping.slots:
        return unmeasured(parts), True
    if question.has("how_much", "sell") and question.has("how_much", "agg:", "growth", "trend", "plot", "plot:"):
        return sold_metrics(parts), False
    return [], False


def _extreme_or_mean(parts: Parts) -> tuple[list[MetricSlot], bool]:
    """`which product has the highest price`: of what does not add up, the highest of all or the highest on average."""
    asked = parts.grouping.asked and parts.grouping.slots and parts.question.has("high", "low")
    metrics = parts.metrics
    if not asked or parts.aggregations or len(metrics) != 1 or metrics[0].agg != "mean":
        return metrics, False
    extreme = "max" if parts.question.has("high") else "min"
    both = [metrics[0].model_copy(update={"agg": extreme, "words": "single value"})]
    return [*both, metrics[0].model_copy(update={"words": "on average"})], True


INTENTS: tuple[tuple[str, IntentParser], ...] = (
    ("missing", missing),
    ("duplicates", duplicates),
    ("outliers", outliers),
    ("normality", normality),
    ("correlation", correlation),
    ("orphans", orphans_of),
    ("compare", compare),
    ("pareto", pareto),
    ("having", things_with),
    ("ratio", ratio_of),
    ("periods", compared_periods),
    ("distribution_plot", distribution_plot),
    ("overview", overview),
    ("lookup", lookup),
    ("summary", summary),
    ("aggregate", aggregate),
)


def frame_of(parts: Parts) -> Frame:
    """The frame of the first intent that recognises the question."""
    for _, recognise in INTENTS:
        frame = recognise(parts)
        if frame is not None:
            return frame
    raise AssertionError("aggregate takes every question")

"""Questions about statistics: summaries, correlations, tests, outliers, distributions."""

from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.differences import named_pair
from agent.reasoning.rules.reading.frame import ColumnRef, Frame, GroupSlot, MetricSlot, PlotKind
from agent.reasoning.rules.reading.kinds.associations import texts_named
from agent.reasoning.rules.reading.measures import is_number, numeric_candidates, ref, refs
from agent.reasoning.rules.reading.parse import (
    Parts,
    chosen_by_direction,
)
from agent.reasoning.rules.reading.quantities import number_of
from agent.reasoning.rules.reading.question import KINDS_OF_COLUMNS, Question
from agent.reasoning.rules.reading.ranking import bins_of, quantiles_of

_AXES = 2  # numeric columns that a scatter plot needs
_STATS = {"agg:mean": "mean", "agg:median": "median", "agg:min": "min", "agg:max": "max", "agg:std": "std",
          "agg:var": "var", "agg:range": "range", "agg:sum": "sum", "agg:mode": "mode", "skew": "skew",
          "kurtosis": "kurtosis"}  # fmt: skip


def one_number(parts: Parts) -> list[ColumnRef]:
    return chosen_by_direction(parts.metric_links[0], parts.question) if parts.metric_links else []


def summary(parts: Parts) -> Frame | None:
    """Percentiles, skewness, quartiles, or `describe wind`."""
    question = parts.question
    quantiles = quantiles_of(question)
    asks = quantiles or question.has("iqr", "skew", "kurtosis", "quartiles", "agg:mode")
    describes = question.has("overview") and parts.metric_links and not question.has("report")
    of_each = speaks_of_every_number(parts) and not parts.grouping.slots
    everything = (
        (question.has("all") or of_each) and question.has("agg:") and not parts.metric_links and not parts.conditions
    )
    if everything and not question.has("count", "sell"):
        stats = [name for tag, name in _STATS.items() if question.has(tag)]
        return Frame(intent="summary", dataset_id=parts.table.dataset_id, stats=stats, metrics=[])
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


_OF_EACH = frozenset({"each", "every", "of each", "for each", "for every", "jede", "jeder", "jedes", "für jede", "各"})


def _has_group(parts: Parts, position: int) -> bool:
    """Whether a column or a known attribute stands behind "each": then it is a group, not each of the numbers."""
    question = parts.question
    follows = question.tokens[position : position + 1]
    named = any(link.start == position for link in question.links)
    known = any(question.words.sets_of((token.stem,)) & question.words.attributes for token in follows)
    return named or known or not _stands_for_columns(parts, position)


def _stands_for_columns(parts: Parts, position: int) -> bool:
    """`every subject`, `each measurement`: a word for what the numeric columns are."""
    return any(token.stem in KINDS_OF_COLUMNS for token in parts.question.tokens[position : position + 3])


_MOST_NUMBERS = 12


def speaks_of_every_number(parts: Parts) -> bool:
    """`the average of each subject`: all numeric columns are meant."""
    return any(mark.text in _OF_EACH and not _has_group(parts, mark.end) for mark in parts.question.tagged("each"))


def every_number(parts: Parts) -> list[MetricSlot]:
    """Each aggregate asked for of every numeric column, in file order."""
    numbers = [column for column in parts.table.columns if is_number(column)][:_MOST_NUMBERS]
    return [
        MetricSlot(columns=[ColumnRef(dataset_id=parts.table.dataset_id, column=column.name)], agg=agg)
        for column in numbers
        for agg in parts.aggregations
    ]


def outliers(parts: Parts) -> Frame | None:
    """`how many outliers does wind have (IQR)?`, `what is the upper limit?`"""
    question = parts.question
    asks = question.has("outlier", "fence:") or (question.has("outlier:") and not question.has("iqr", "agg:"))
    if not asks:
        return None
    method = next((name for name in question.family("outlier:")), "iqr")
    return Frame(
        intent="outliers",
        dataset_id=parts.table.dataset_id,
        metrics=[MetricSlot(columns=one_number(parts))] if parts.metric_links else [],
        conditions=parts.conditions,
        method=method,
        stats=[f"fence:{side}" for side in question.family("fence:")],
        threshold=_multiple(parts),
    )


_MULTIPLES = frozenset({"iqr", "sigma", "sd", "std", "mad", "interquartile", "standard", "interquartilsabstand", "×"})


def _multiple(parts: Parts) -> float | None:
    """`1.5 IQR`, `3 sigma`, `2 x IQR`, `z-score above 2.5`: how far out an outlier lies."""
    tokens = parts.question.tokens
    for index, token in enumerate(tokens):
        value = number_of(token, parts.question.words) if token.is_number else None
        follows = [other.text for other in tokens[index + 1 : index + 4]]
        scored = any("outlier:zscore" in mark.tags and mark.end <= index <= mark.end + 2
                     for mark in parts.question.tagged("outlier:"))  # fmt: skip
        times = bool(follows) and (follows[0] in _MULTIPLES or (follows[0] in ("x", "times", "mal", "の") and bool(
            _MULTIPLES & set(follows))))  # fmt: skip
        if value and (times or scored):
            return value
    return None


def normality(parts: Parts) -> Frame | None:
    """`is flipper length normally distributed?`"""
    question = parts.question
    if not question.has("normality", "test:shapiro", "test:anderson", "test:dagostino"):
        return None
    pair = named_pair(parts)
    links = [link for link in _distinct_numbers(parts.metric_links) if link.literal and link.exact]
    metrics = [MetricSlot(columns=chosen_by_direction(link, question)) for link in parts.metric_links[:1]]
    frame = _normality_of(parts, [pair] if pair else metrics)
    if pair or len(links) < _AXES:
        return frame
    each = [_normality_of(parts, [MetricSlot(columns=chosen_by_direction(link, question))]) for link in links]
    return Frame(intent="several", dataset_id=parts.table.dataset_id, parts=each)


def _normality_of(parts: Parts, metrics: list[MetricSlot]) -> Frame:
    question = parts.question
    return Frame(
        intent="normality",
        dataset_id=parts.table.dataset_id,
        metrics=metrics,
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
    related = question.has("effect") or _changes_with(question)
    between_two = related and len(_distinct_numbers(question.links)) == _AXES
    if not question.has("corr", "corr_matrix") and not between_two:
        return None
    numbers = _distinct_numbers(question.links)
    texts = [link for link in texts_named(parts) if link.literal]
    if len(numbers) == 1 and texts and not question.has("high"):
        return None  # a number and a category: groups are compared
    if not numbers and texts and not question.has("corr_matrix"):
        return None  # categories: what other columns have to do with each other is another question
    shared = {
        "dataset_id": parts.table.dataset_id,
        "conditions": parts.conditions,
        "method": methods[0] if methods else None,
    }
    drawn: PlotKind | None = "heatmap" if question.has("plot:heatmap") else None
    if question.has("corr_matrix") or len(numbers) not in (1, 2) or drawn:
        columns = [column for link in numbers for column in numeric_candidates(link)]
        if not numbers and not question.has("corr_matrix") and question.unexplained:
            return None
        return Frame(intent="matrix", columns=columns, plot=drawn, **shared)
    metrics = [MetricSlot(columns=numeric_candidates(link)) for link in numbers]
    named = {column for metric in metrics for column in metric.columns}
    groups = [slot for slot in parts.grouping.slots if not named & {*slot.columns}]
    return Frame(intent="correlation", metrics=metrics, groups=groups[:1], extreme=len(numbers) == 1, **shared)


def _changes_with(question: Question) -> bool:
    """`how does speed change with depth`: along another column, not from one period to the next."""
    return any(
        question.tokens[mark.end].text in ("with", "mit") and any(link.start == mark.end + 1 for link in question.links)
        for mark in question.tagged("growth")
        if mark.end < len(question.tokens)
    )


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
    texts = texts_named(parts)
    related = question.has("corr", "effect") and bool(texts) and len(_distinct_numbers(question.links)) == 1
    if not (question.has("test", "test:", "difference") or related) or not parts.metric_links:
        return None
    group, values = _compared_groups(parts)
    tests = [
        name
        for name in question.family("test:")
        if name in ("mann_whitney", "welch", "student", "anova", "kruskal", "ks")
    ]
    if group is None:
        return _compared_columns(parts, tests)
    conditions = [item for item in parts.conditions if item[0].column != group]
    return Frame(
        intent="compare",
        dataset_id=parts.table.dataset_id,
        metrics=[MetricSlot(columns=one_number(parts), agg="mean")],
        groups=[GroupSlot(columns=[group])],
        conditions=conditions,
        method=tests[0] if tests else None,
        stats=values,
    )


def _compared_columns(parts: Parts, tests: list[str]) -> Frame | None:
    """`is there a significant difference between before and after?`: two numbers of the same row, pair by pair."""
    numbers = [link for link in _distinct_numbers(parts.metric_links) if link.literal]
    if len(numbers) != _AXES or not parts.question.has("test", "test:"):
        return None
    return Frame(
        intent="compare",
        dataset_id=parts.table.dataset_id,
        metrics=[MetricSlot(columns=numeric_candidates(link), agg="mean") for link in numbers],
        conditions=parts.conditions,
        method=tests[0] if tests else None,
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
    shared = {"dataset_id": parts.table.dataset_id, "conditions": parts.conditions, "colour": colour_of(parts)}
    metrics = [MetricSlot(columns=numeric_candidates(link)) for link in parts.metric_links]
    spread_by_group = question.has("distribution") and not kinds and parts.grouping.slots and metrics
    if "violin" in kinds or "box" in kinds or spread_by_group:
        groups = list(parts.grouping.slots) or [GroupSlot(columns=refs(link)[:1]) for link in parts.other_links[:1]]
        drawn: PlotKind = "violin" if "violin" in kinds else "box"
        return Frame(intent="box", plot=drawn, metrics=metrics[:1], groups=groups, **shared)
    if len(metrics) < _AXES and "scatter" in kinds and not question.has("that", "instead"):
        metrics = metrics[:0]  # one axis is no scatter plot: ask for both
    if "scatter" in kinds or (question.has("plot") and len(metrics) == 2 and not kinds and not parts.grouping.slots):
        return Frame(intent="scatter", plot="scatter", metrics=metrics[:2], **shared)
    if wants_hist and (parts.metric_links or not parts.other_links) and not parts.grouping.slots:
        return Frame(intent="hist", plot="hist", metrics=metrics[:1], bins=bins_of(question), **shared)
    return None


def colour_of(parts: Parts) -> ColumnRef | None:
    for mark in parts.question.tagged("colour"):
        behind = [link for link in parts.question.links if link.start >= mark.end]
        if behind:
            return ref(behind[0].first)
    return None

"""Words that ask for a computation which the frame does not hold: an average, a rank, a test that fell by the way."""

from collections.abc import Callable, Iterator, Mapping

from agent.reasoning.rules.reading.frame import ConditionSlot, Frame, Intent
from agent.reasoning.rules.reading.instead_of import is_replaced
from agent.reasoning.rules.reading.kinds.comparatives import flags_said_twice
from agent.reasoning.rules.reading.lexicon import Mark
from agent.reasoning.rules.reading.parse import Parts
from agent.reasoning.rules.reading.text import joined

_TELLS_ALL: frozenset[Intent] = frozenset({"overview", "report", "summary", "several", "missing"})
_AVERAGES: frozenset[Intent] = frozenset(
    {"ratio", "compare", "normality", "outliers", "hist", "box", "change", "periods", "regression"}
)
_RANKS: frozenset[Intent] = frozenset(
    {"outliers", "pareto", "correlation", "matrix", "having", "lookup", "compare", "change", "periods", "ratio",
     "scatter", "regression", "association"}
)  # fmt: skip
_SPLITS: frozenset[Intent] = frozenset(
    {
        "compare",
        "matrix",
        "correlation",
        "periods",
        "lookup",
        "scatter",
        "change",
        "outliers",
        "regression",
        "association",
    }
)
_MANY_USES = frozenset({"by", "among", "across", "vs", "versus", "compare", "between the", "nach"})
"""Words that split rows in one question and do something else in the next: `divided by`, `late by an hour`."""
_THINGS = frozenset({"employee", "customer", "product", "order", "store", "supplier", "company"})
_CHANGES: frozenset[Intent] = frozenset(
    {"change", "periods", "correlation", "compare", "scatter", "matrix", "regression", "association"}
)


def unkept_words(parts: Parts, frame: Frame) -> list[str]:
    """Words of the question whose computation is not in the frame, in the order of the question.

    A word of two meanings is kept when one of them is.
    """
    frames = list(_with_parts(frame))
    if any(each.intent in _TELLS_ALL for each in frames):
        return []
    return [
        joined(parts.question.tokens[mark.start : mark.end])
        for mark in parts.question.marks
        if mark.text not in _MANY_USES
        and not is_replaced(mark, parts.question)
        and not ("not" in mark.tags and frame.groups == flags_said_twice(parts) != [])
        and (asked := [_KEPT[tag] for tag in mark.tags if tag in _KEPT])
        and (not any(kept(each) for kept in asked for each in frames) or _is_one_of_each(mark, parts, frame))
    ]


def _is_one_of_each(mark: Mark, parts: Parts, frame: Frame) -> bool:
    """`the youngest employee per office`: one of each is sought; how many rows each has does not tell it."""
    question = parts.question
    counts = frame.intent == "aggregate" and bool(frame.groups) and not any(metric.columns for metric in frame.metrics)
    if not counts or frame.order or frame.extreme or not mark.tags & {"high", "low"} or not question.has("each"):
        return False
    if "best" in mark.tags:
        return True
    behind = question.tokens[mark.end : mark.end + 1]
    return question.words.language == "en" and any(
        token.text == token.stem and question.words.sets_of((token.stem,)) & _THINGS for token in behind
    )


def _with_parts(frame: Frame) -> Iterator[Frame]:
    yield frame
    for part in frame.parts:
        yield from _with_parts(part)


def _conditions(frame: Frame) -> list[ConditionSlot]:
    bound = [frame.bound] if frame.bound else []
    return [*(slot for alternatives in frame.conditions for slot in alternatives), *bound]


def _aggregates(frame: Frame) -> set[str]:
    measured = [*frame.metrics, *([frame.denominator] if frame.denominator else [])]
    return {metric.agg for metric in measured}


def _computes(aggregation: str) -> Callable[[Frame], bool]:
    def kept(frame: Frame) -> bool:
        compared = any(slot.statistic for slot in _conditions(frame))
        return aggregation in _aggregates(frame) or compared or frame.intent in _AVERAGES or frame.intent == "lookup"

    return kept


def _adds_up(frame: Frame) -> bool:
    """`how many in total`: a count is a total too; and what goes together (hängt zusammen) is no sum."""
    return (
        frame.intent == "association"
        or _computes("sum")(frame)
        or "count" in _aggregates(frame)
        or "nunique" in _aggregates(frame)
    )


def _ranks(frame: Frame) -> bool:
    ends = {"min", "max"} & _aggregates(frame)
    is_frequency = bool(frame.groups) and not any(metric.columns for metric in frame.metrics)
    return bool(frame.order or frame.extreme or frame.top_k or ends) or is_frequency or frame.intent in _RANKS


def _splits(frame: Frame) -> bool:
    ratio = frame.denominator or frame.denominator_grain
    return bool(frame.groups or ratio) or frame.intent in _SPLITS


def _counts_different(frame: Frame) -> bool:
    return "nunique" in _aggregates(frame) or bool(frame.groups) or frame.deduplicated


def _is_relation(frame: Frame) -> bool:
    return frame.intent in ("correlation", "matrix", "scatter", "compare", "association", "regression")


def _is_test(frame: Frame) -> bool:
    return frame.intent in ("compare", "correlation", "matrix", "normality", "outliers", "association", "regression")


def _changes(frame: Frame) -> bool:
    grows = frame.growth != "none" and any(slot.grain for slot in frame.groups)  # from one time to the next
    return grows or frame.intent in _CHANGES or any(metric.relates_two for metric in frame.metrics)


def _leaves_out(frame: Frame) -> bool:
    return bool(_conditions(frame)) or frame.deduplicated or frame.intent in ("orphans", *_CHANGES - {"regression"})


def _never(_frame: Frame) -> bool:
    """Runs of days, a column's unit: nothing that a frame can hold."""
    return False


_KEPT: Mapping[str, Callable[[Frame], bool]] = {
    **{f"agg:{name}": _computes(name) for name in ("mean", "median", "min", "max", "std", "var", "range")},
    "agg:sum": _adds_up,
    "high": _ranks,
    "low": _ranks,
    "each": _splits,
    "distinct": _counts_different,
    "corr": _is_relation,
    "test": _is_test,
    "growth": _changes,
    "growth:previous": _changes,
    "growth:year": _changes,
    "cumulative": lambda frame: frame.cumulative,
    "not": _leaves_out,
    "regression": lambda frame: frame.intent == "regression",
    "r_squared": lambda frame: frame.intent == "regression",
    "regression_role": lambda frame: frame.intent == "regression",
    "rises": lambda frame: frame.growth != "none" or frame.intent in _CHANGES,
    "per_unit": lambda frame: frame.intent in ("regression", "correlation", "ratio"),
    "controlled": lambda frame: frame.intent == "regression",
    "test:chi_square": lambda frame: frame.intent == "association",
    "test:fisher": lambda frame: frame.intent == "association" and frame.method == "fisher",
    **dict.fromkeys(("in_a_row", "unit_asked"), _never),
    "row_before": lambda frame: frame.preparation is not None or _changes(frame),
}
"""What a frame must hold for a word of this tag to be kept."""

"""How few make up most: `how many products make 80 % of revenue?`"""

from agent.reasoning.rules.reading.counting import count_metric, counted_noun, sold_metrics
from agent.reasoning.rules.reading.frame import Frame, GroupSlot, MetricSlot
from agent.reasoning.rules.reading.groups import named_by
from agent.reasoning.rules.reading.measures import refs
from agent.reasoning.rules.reading.parse import Parts


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
    named = [GroupSlot(columns=refs(item)[:1]) for item in parts.other_links if item.first.column.kind == "text"]
    groups = list(parts.grouping.slots) or _thing(parts, noun, counted) or named
    metrics = parts.metrics or sold_metrics(parts) or [MetricSlot()]
    if not groups:
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

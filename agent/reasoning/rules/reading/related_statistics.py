"""Follow-ups about statistics of the columns just looked at: with another one, by another method, its quartiles."""

from agent.reasoning.rules.reading.frame import ConditionSlot, Frame, MetricSlot
from agent.reasoning.rules.reading.inheriting import merged_conditions
from agent.reasoning.rules.reading.measures import numeric_candidates
from agent.reasoning.rules.reading.parse import Parts

_PAIR = 2
_FEW_GROUPS = 5
_CORRELATIONS = frozenset({"correlation", "matrix"})


def correlation(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
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


def outlier_limit(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
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


def statistics(fresh: Frame, last: Frame, _parts: Parts) -> Frame | None:
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


def another_partner(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`and with math?` after a correlation: the first column with another one."""
    is_pair = last.intent == "correlation" and len(last.metrics) == _PAIR and len(parts.metric_links) == 1
    if not is_pair or fresh.groups or parts.aggregations or parts.question.has("count", "plot", "plot:", "outlier"):
        return None
    columns = numeric_candidates(parts.metric_links[0])
    if not columns or columns[0] == last.metrics[0].columns[0]:
        return None
    conditions = merged_conditions(last.conditions, fresh.conditions)
    return last.model_copy(update={"metrics": [last.metrics[0], MetricSlot(columns=columns)], "conditions": conditions})


def related_in_each_group(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`separately for members and guests` after a correlation: one for the rows of each."""
    if last.intent != "correlation" or fresh.metrics or fresh.conditions or len(fresh.groups) != 1:
        return None
    slot = fresh.groups[0]
    column = parts.question.dataset(slot.columns[0].dataset_id).column(slot.columns[0].column)
    if column is None or slot.grain or slot.part or not 1 < len(column.top_values) == column.unique <= _FEW_GROUPS:
        return None
    rest = [item for item in last.conditions if item[0].column != slot.columns[0]]
    each = [ConditionSlot(column=slot.columns[0], op="==", value=item.value) for item in column.top_values]
    frames = [last.model_copy(update={"conditions": [*rest, [condition]]}) for condition in each]
    return Frame(intent="several", dataset_id=last.dataset_id, parts=frames)

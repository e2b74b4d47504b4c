"""Follow-ups that turn the last question: the other way round, its overall total, the name of what came out on top."""

from agent.reasoning.rules.reading.column_names import Candidate
from agent.reasoning.rules.reading.frame import ColumnRef, ConditionSlot, Frame, GroupSlot, MetricSlot
from agent.reasoning.rules.reading.keys import joined_with
from agent.reasoning.rules.reading.measures import is_number, naming_column
from agent.reasoning.rules.reading.parse import Parts
from agent.reasoning.rules.reading.partners import turned_round
from registry.profile import DatasetProfile

_PAIR = 2


def the_other_way(_fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`and the other way round?`: two data sets or places change sides, two axes, or the order."""
    if parts.question.has("reverse") and last.intent == "orphans":
        return turned_round(last, parts)
    if not parts.question.has("reverse") or parts.question.links or parts.question.values:
        return None
    sides = [index for index, item in enumerate(last.conditions) if item[0].op == "==" and _is_text(item[0].value)]
    if len(sides) == _PAIR:
        one, other = (last.conditions[index][0] for index in sides)
        swapped = {
            sides[0]: [one.model_copy(update={"value": other.value, "words": other.words})],
            sides[1]: [other.model_copy(update={"value": one.value, "words": one.words})],
        }
        conditions = [swapped.get(index, item) for index, item in enumerate(last.conditions)]
        return last.model_copy(update={"conditions": conditions})
    if last.intent == "scatter" and len(last.metrics) == _PAIR:
        return last.model_copy(update={"metrics": list(reversed(last.metrics))})
    if last.intent == "ratio" and last.denominator and last.denominator.columns and last.metrics[0].columns:
        return last.model_copy(update={"metrics": [last.denominator], "denominator": last.metrics[0]})
    if last.groups and (last.order or last.extreme):
        return last.model_copy(update={"order": "desc" if last.order == "asc" else "asc"})
    return None


def _is_text(value: object) -> bool:
    return isinstance(value, str) and not (value[:4].isdecimal() and value[4:5] in ("", "-"))


def overall_total(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`what was the total?` after a table of groups: one number for all of them, with the same rows."""
    question = parts.question
    spread = question.has("each", "each_before", "instead", "share", "plot", "plot:", "growth", "also")
    if not question.has("overall") or spread or last.intent != "aggregate" or not last.groups:
        return None
    if fresh.groups or fresh.conditions or parts.metric_links or question.values:
        return None
    metric = (last.metrics or [MetricSlot()])[0]
    if metric.columns and metric.agg not in ("nunique", "count"):
        metric = metric.model_copy(update={"agg": "sum"})
    return Frame(dataset_id=last.dataset_id, metrics=[metric], conditions=last.conditions, via=last.via)


def name_of_that(_fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`what is that one called?` after an answer by a key: its name from the data set that lists such keys."""
    question = parts.question
    if not question.has("called") or question.values or question.dates:
        return None
    keys = [slot.columns[0] for slot in last.groups if not (slot.grain or slot.part)]
    keys += [item[0].column for item in last.conditions if item[0].op == "=="]
    for key in keys:
        for table, column in joined_with(key, question.datasets, question.keys):
            name = _named(table, column, parts)
            if name is None:
                continue
            asked = ColumnRef(dataset_id=table.dataset_id, column=name)
            groups = [slot for slot in last.groups if slot.columns[0] != key]
            kept = GroupSlot(columns=[key])
            return last.model_copy(
                update={"groups": [kept, GroupSlot(columns=[asked]), *groups], "plot": None, "via": [key.column]}
            )
    return None


def _named(table: DatasetProfile, key: str, parts: Parts) -> str | None:
    """The column that names the things of a table: the one said, its name column, else its first text column."""
    said = [
        candidate
        for link in parts.question.links
        for candidate in link.candidates
        if candidate.dataset_id == table.dataset_id and candidate.name != key and _is_name(candidate, table)
    ]
    if said:
        return said[0].name
    named = naming_column(table, parts.question.words)
    if named is not None and named.name != key:
        return named.name
    texts = [Candidate(table.dataset_id, column) for column in table.columns if column.name != key]
    return next((item.name for item in texts if _is_name(item, table)), None)


def _is_name(candidate: Candidate, table: DatasetProfile) -> bool:
    column = candidate.column
    return not is_number(column) and column.kind in ("text", "identifier") and 2 * column.unique >= table.rows


def correlation_of_axes(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`and r?` after a scatter plot: the correlation of the two that it shows."""
    if last.intent != "scatter" or fresh.intent not in ("correlation", "matrix") or parts.metric_links:
        return None
    return last.model_copy(
        update={"intent": "correlation", "plot": None, "colour": None, "method": fresh.method, "extreme": False}
    )


def rest_of_a_column(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`breakdown of the rest` after how often a cell is missing: the counts of the cells that are not."""
    asks = parts.question.has("others") and last.intent == "missing" and len(last.columns) == 1
    if not asks or fresh.groups or parts.question.values:
        return None
    column = last.columns[0]
    filled = [ConditionSlot(column=column, op="not_null", words="not missing")]
    return Frame(dataset_id=last.dataset_id, metrics=[MetricSlot()], groups=[GroupSlot(columns=[column])],
                 conditions=[*last.conditions, filled])  # fmt: skip


def once_each(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`how many are left without them?` after a search for duplicates: each thing once."""
    question = parts.question
    follows = last.intent == "duplicates" and question.has("distinct", "left_over", "deduplicated", "each_once")
    if not follows or fresh.groups or parts.metric_links or question.values:
        return None
    if last.columns:
        metric = MetricSlot(columns=last.columns[:1], agg="nunique")
        return Frame(dataset_id=last.dataset_id, metrics=[metric], conditions=last.conditions)
    return Frame(dataset_id=last.dataset_id, metrics=[MetricSlot()], conditions=last.conditions, deduplicated=True)


def sorted_anew(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`sort it from the largest outflow`: the same groups in another order; money that goes out is negative."""
    question = parts.question
    says_more = question.values or question.dates or question.bounds or parts.metric_links or question.has("each")
    if not question.has("resort") or not last.groups or fresh.groups or says_more:
        return None
    measured = [metric.columns[0] for metric in last.metrics if metric.columns]
    profile = question.dataset(measured[0].dataset_id).column(measured[0].column) if measured else None
    goes_out = question.has("money_out") and profile is not None and profile.numeric is not None
    negative = goes_out and profile is not None and profile.numeric is not None and profile.numeric.minimum < 0
    rising = question.has("smallest_first") or (question.has("low") and not question.has("high"))
    order = "asc" if rising != negative else "desc"
    return last.model_copy(update={"order": order, "extreme": False, "by_key": question.has("by_name")})

"""Follow-ups about the rows that were left out: the others, and how many above, the month before."""

from agent.reasoning.rules.reading.frame import ConditionSlot, Frame, GroupSlot, MetricSlot
from agent.reasoning.rules.reading.measures import refs
from agent.reasoning.rules.reading.parse import Parts
from agent.reasoning.rules.reading.periods import previous_period
from agent.specs.base import FilterOp

_OTHER_SIDE: dict[FilterOp, FilterOp] = {">": "<=", "<=": ">", "<": ">=", ">=": "<"}


def period_before(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
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


def others(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`counts of the others?` after a question about missing or chosen cells of a column."""
    if not parts.question.has("others") or fresh.groups or not last.conditions:
        return None
    told = last.conditions[-1][0]
    if told.op in _OTHER_SIDE and not told.statistic and not last.groups and not parts.question.links:
        turned = told.model_copy(update={"op": _OTHER_SIDE[told.op], "words": ""})
        return last.model_copy(update={"conditions": [*last.conditions[:-1], [turned]]})
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


def other_side(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
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


def all_again(_fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`all offices again`, `für alle Monate noch einmal`: without the condition on it."""
    question = parts.question
    says_more = parts.metric_links or question.values or question.dates or question.has("agg:", "plot", "plot:")
    if not (question.has("all") and question.has("once_more") and last.conditions) or says_more:
        return None
    named = {ref for link in question.links for ref in refs(link)}
    times = question.has("grain:", "part:", "period")
    dropped = [item for item in last.conditions if item[0].column in named or (times and _is_time(item[0].value))]
    if not dropped and not named and not times and len(last.conditions) == 1:
        dropped = last.conditions
    if not dropped:
        return None
    return last.model_copy(update={"conditions": [item for item in last.conditions if item not in dropped]})


def _is_time(value: object) -> bool:
    items = value if isinstance(value, list) else [value]
    return all(isinstance(item, str) and item[:4].isdecimal() and item[4:5] in ("", "-") for item in items)

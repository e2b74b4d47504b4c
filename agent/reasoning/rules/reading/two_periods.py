"""`difference in %?` after the same question about two periods: the two last questions together."""

from agent.reasoning.rules.reading.frame import ConditionSlot, Frame
from agent.reasoning.rules.reading.memory import Memory
from agent.reasoning.rules.reading.parse import Parts

_PAIR = 2


def two_last(parts: Parts, memory: Memory) -> Frame | None:
    """`difference in %?` after the same question about two periods: the change from one to the other."""
    question = parts.question
    asks = question.has("difference", "growth", "compare") and not (question.links or question.dates or question.values)
    if not asks or len(memory.frames) < _PAIR:
        return None
    dated = [_only_period(frame) for frame in memory.frames[-_PAIR:]]
    same = memory.frames[-1].metrics == memory.frames[-_PAIR].metrics and not memory.frames[-1].groups
    if not same or dated[0] is None or dated[1] is None or dated[0].column != dated[1].column:
        return None
    periods = sorted({str(slot.value) for slot in dated if slot is not None})
    if len(periods) != _PAIR or len({len(period) for period in periods}) > 1:
        return None
    rest = [item for item in memory.frames[-1].conditions if item[0].column != dated[1].column]
    return memory.frames[-1].model_copy(
        update={"intent": "periods", "periods": periods, "columns": [dated[1].column], "conditions": rest}
    )


def _only_period(frame: Frame) -> ConditionSlot | None:
    """The one period that a frame is about."""
    found = [item[0] for item in frame.conditions if item[0].op == "==" and item[0].part is None]
    dated = [slot for slot in found if isinstance(slot.value, str) and slot.value[:4].isdecimal()]
    return dated[0] if len(dated) == 1 else None

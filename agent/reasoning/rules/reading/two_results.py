"""`how much more is that in %?`: the change between the last two results of the talk."""

from agent.reasoning.rules.narration.phrases import Phrases
from agent.reasoning.rules.reading.expand import words_of
from agent.reasoning.rules.reading.frame import ConditionSlot, Frame
from agent.reasoning.rules.reading.memory import Memory
from agent.reasoning.rules.reading.parse import Parts

_PAIR = 2
_SINGLE = frozenset({"aggregate", "ratio"})


def two_last(parts: Parts, memory: Memory) -> Frame | None:
    """The change from one result to the other, after the same question about two periods, places or groups."""
    question = parts.question
    asks = question.has("difference", "growth", "compare", "versus_before")
    if not asks or question.links or question.dates or question.values or len(memory.frames) < _PAIR:
        return None
    before, after = memory.frames[-_PAIR:]
    if after.intent == "periods" and not after.groups:
        return after  # its answer tells the change
    if not (_is_one_number(before) and _is_one_number(after)) or before.metrics != after.metrics:
        return None
    if before.dataset_id != after.dataset_id or before.conditions == after.conditions:
        return None
    periods = _two_periods(before, after)
    if periods is not None:
        return periods
    plain = {"plot": None, "order": None, "extreme": False}
    both = [frame.model_copy(update=plain) for frame in (before, after)]
    return Frame(intent="change", dataset_id=after.dataset_id, parts=both, via=after.via)


def told_apart_by(before: Frame, after: Frame, phrases: Phrases) -> tuple[str, str]:
    """What each of two frames is about, in words: the conditions that the other does not have."""

    def own(frame: Frame, other: Frame) -> str:
        fresh = [words_of(item[0], phrases) for item in frame.conditions if item not in other.conditions]
        return phrases.joined(fresh) or phrases.say("reading.says.all_rows")

    return own(before, after), own(after, before)


def _is_one_number(frame: Frame) -> bool:
    """Whether a frame gives one number, so that a change between two of them means something."""
    return frame.intent in _SINGLE and not frame.groups and not frame.share and len(frame.metrics) <= 1


def _two_periods(before: Frame, after: Frame) -> Frame | None:
    """Two periods of one date column stand side by side in one table."""
    dated = [_only_period(before), _only_period(after)]
    if dated[0] is None or dated[1] is None or dated[0].column != dated[1].column or after.intent != "aggregate":
        return None
    periods = sorted({str(slot.value) for slot in dated if slot is not None})
    rest = [item for item in after.conditions if item[0].column != dated[1].column]
    others = [item for item in before.conditions if item[0].column != dated[1].column]
    if len(periods) != _PAIR or len({len(period) for period in periods}) > 1 or rest != others:
        return None
    return after.model_copy(
        update={"intent": "periods", "periods": periods, "columns": [dated[1].column], "conditions": rest}
    )


def _only_period(frame: Frame) -> ConditionSlot | None:
    """The one period that a frame is about."""
    found = [item[0] for item in frame.conditions if item[0].op == "==" and item[0].part is None]
    dated = [slot for slot in found if isinstance(slot.value, str) and slot.value[:4].isdecimal()]
    return dated[0] if len(dated) == 1 else None

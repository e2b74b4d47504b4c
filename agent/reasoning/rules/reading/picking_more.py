"""What a pick says beyond the reading that it picks: base, and only women; and a column that was not on offer."""

from agent.reasoning.rules.reading.fragments import words_beside_names
from agent.reasoning.rules.reading.frame import ColumnRef, Frame
from agent.reasoning.rules.reading.inheriting import merged_conditions
from agent.reasoning.rules.reading.intents import frame_of
from agent.reasoning.rules.reading.measures import is_number, refs
from agent.reasoning.rules.reading.memory import Memory, OfferedReading
from agent.reasoning.rules.reading.parse import parts_of
from agent.reasoning.rules.reading.question import Question

_LONGEST = 6  # words beside the column's name


def with_more(offer: OfferedReading, memory: Memory, question: Question) -> Frame:
    """The frame of the reading picked, with the conditions and groups that the words add."""
    frame = offer.frame
    fresh = frame_of(parts_of(question, frame.dataset_id, None))
    others = [other.frame for other in memory.offered]
    groups = frame.groups
    if fresh.groups and all(other.groups == groups for other in others) and not _is_measured(fresh, frame):
        groups = list(fresh.groups)
    conditions = frame.conditions
    if all(other.conditions == conditions for other in others):
        conditions = merged_conditions(conditions, fresh.conditions)
    return frame.model_copy(update={"groups": groups, "conditions": conditions})


def _is_measured(fresh: Frame, frame: Frame) -> bool:
    """`by revenue`: the column behind "by" is what the reading measures."""
    measured = {column for metric in frame.metrics for column in metric.columns}
    return any(slot.columns[0] in measured for slot in fresh.groups)


def not_on_offer(question: Question, memory: Memory) -> Frame | None:
    """`by net revenue` where gross and pieces were on offer: the same question, measured by the column named."""
    offered = [offer.frame for offer in memory.offered]
    if len(offered) < 2 or words_beside_names(question) > _LONGEST or question.has("which", "how_much", "never_mind"):
        return None
    first = offered[0]
    alike = all(frame.model_copy(update={"metrics": first.metrics}) == first for frame in offered)
    if not alike or not first.metrics:
        return None
    known = {column for frame in offered for metric in frame.metrics for column in metric.columns}
    named = _named_outright(question)
    if len(named) != 1 or named[0] in known or named[0].dataset_id != first.dataset_id:
        return None
    metric = first.metrics[0].model_copy(update={"columns": named, "words": "", "by_default": True})
    return first.model_copy(update={"metrics": [metric], "either": False})


def _named_outright(question: Question) -> list[ColumnRef]:
    """Number columns that are called by their own name and can be no other."""
    links = [link for link in question.links if link.literal and link.exact and is_number(link.first.column)]
    return list(dict.fromkeys(refs(link)[0] for link in links if len(link.candidates) == 1))

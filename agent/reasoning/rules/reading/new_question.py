"""While a question of ours is open: do the words answer it, or do they make a complete question of their own?"""

from agent.reasoning.prompts import ReadQuestion
from agent.reasoning.rules.reading.followup import is_complete
from agent.reasoning.rules.reading.fragments import adds, leads_on
from agent.reasoning.rules.reading.frame import ColumnRef, Frame
from agent.reasoning.rules.reading.intents import frame_of
from agent.reasoning.rules.reading.memory import Memory
from agent.reasoning.rules.reading.needs import missing_needs
from agent.reasoning.rules.reading.parse import Parts, parts_of
from agent.reasoning.rules.reading.question import Question, understand
from agent.reasoning.rules.reading.resuming import resumed
from agent.state import PendingInput

_REFERS = ("those", "that", "instead", "also", "same", "first_one", "never_mind", "pick:", "yes", "only")
"""Words that lean on what was said before."""


def is_new_question(prompt: ReadQuestion, pending: PendingInput) -> bool:
    """Whether the words stand by themselves: they name what is measured and how, refer to nothing, and fit neither an
    option of the open question nor what it lacked.
    """
    question = understand(prompt)
    said = question.text.strip().casefold().rstrip(".?!。？！ ")
    labels = [label for option in pending["options"] for label in _labels(option["label"], option["says"])]
    if said in labels:
        return False
    if question.has(*_REFERS) or leads_on(question) or adds(question):
        return False
    memory = Memory.if_ours(prompt.frame).known_to(prompt.datasets)
    parts = parts_of(question, memory.last.dataset_id if memory.last else None, None)
    fresh = frame_of(parts)
    if not (fresh.groups or fresh.conditions) and any(_core(label) in said for label in labels):
        return False
    if memory.unanswered is not None and resumed(parts, memory.unanswered) is not None:
        return False
    if not _says_its_measure(parts, fresh, question):
        return False
    return not any(_fits(fresh, parts, offer.frame) for offer in memory.offered)


def _core(label: str) -> str:
    """The words of an option before what explains them in brackets: "by revenue" of "by revenue (sum of price)"."""
    return label.partition("(")[0].strip() or label


def _labels(*texts: str) -> set[str]:
    return {text.casefold().rstrip(".?!。？！ ") for text in texts}


def _says_its_measure(parts: Parts, fresh: Frame, question: Question) -> bool:
    """Whether the words alone say what to compute and how; a column's name alone does not."""
    if not (is_complete(fresh, question) and fresh.says_something) or missing_needs(parts, fresh):
        return False
    if fresh.intent != "aggregate":
        return True
    says_how = bool(parts.aggregations) or fresh.share or fresh.growth != "none" or question.has("count")
    measured = any(metric.columns for metric in fresh.metrics) or question.has("count", "rows", "share")
    told_apart = bool(fresh.groups) and any(metric.columns for metric in fresh.metrics)
    return measured and (says_how or told_apart)


def _fits(fresh: Frame, parts: Parts, offer: Frame) -> bool:
    """Whether the words say no more than an option does: its measure, or only what of it is meant."""
    if fresh.intent != offer.intent:
        return False
    measured = _measured(fresh) <= _measured(offer)
    if not parts.aggregations and _measured(fresh):
        return measured  # a column that was on offer, whatever is said beside it
    told = set(parts.aggregations) <= {metric.agg for metric in offer.metrics}
    return told and measured and _groups(fresh) <= _groups(offer)


def _measured(frame: Frame) -> set[ColumnRef]:
    return {column for metric in frame.metrics for column in metric.columns}


def _groups(frame: Frame) -> set[ColumnRef]:
    return {column for slot in frame.groups for column in slot.columns}

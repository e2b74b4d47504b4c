"""What follows from how sure a reading is: it is told, proposed as a question, or offered beside the nearest others."""

from collections.abc import Callable, Sequence

from agent.reasoning.prompts import Decision, ReadQuestion
from agent.reasoning.reader.trust.doubts import is_plain
from agent.reasoning.reader.trust.evidence import evidence, seen
from agent.reasoning.reader.trust.kept import same_specs
from agent.reasoning.reader.trust.seen import Seen
from agent.reasoning.reader.trust.weighing import Weights, reasons, weights
from agent.reasoning.reader.trust.words import unplaced
from agent.reasoning.rules.narration.phrases import Phrases
from agent.reasoning.rules.reading.asking import phrases_of
from agent.reasoning.rules.reading.memory import Memory, OfferedReading
from agent.reasoning.rules.reading.new_question import is_new_question
from agent.specs.reading import Reading

Read = Callable[[ReadQuestion], Decision]
_MOST_WORDS = 3


def decided(prompt: ReadQuestion, read: Read, by: Weights | None = None) -> Decision:
    """What `read` makes of the question, told only where it is sure enough.

    Nothing that the person chose, insisted on or answered is asked again.
    """
    decision = read(prompt)
    if not _is_to_be_weighed(prompt, decision):
        return decision
    by = by or weights()
    beside = seen(prompt, decision, read)
    found = evidence(beside)
    sure = by.probability(found)
    phrases = phrases_of(prompt)
    if sure >= by.tell or is_plain(found):
        return _told(decision, reasons(found, by), phrases)
    return _proposed(beside, phrases) if sure >= by.propose else _offered(beside, phrases)


def _is_to_be_weighed(prompt: ReadQuestion, decision: Decision) -> bool:
    """Whether a reading may turn out not to be meant: it is the only one of a question, not of an answer to ours.
    Several are asked about where they differ, and speak for one another where they give the same.
    """
    if len(decision.readings) != 1 or decision.wants_report or prompt.last_error is not None:
        return False
    if prompt.pending is not None and not is_new_question(prompt, prompt.pending):
        return False
    return not _was_asked_before(prompt, decision)


def _was_asked_before(prompt: ReadQuestion, decision: Decision) -> bool:
    """Whether the same was understood earlier: then it was answered, or the person says it once more."""
    now, before = Memory.if_ours(decision.frame), Memory.if_ours(prompt.frame)
    earlier = [*before.frames, *(offer.frame for offer in before.offered)]
    return bool(now.frames) and now.frames[-1] in earlier


def _told(decision: Decision, because: Sequence[str], phrases: Phrases) -> Decision:
    """The reading as the answer; words that it leaves out are told with it."""
    left = (
        [phrases.say("reading.sure.left_out", words=_listed(decision.unplaced, phrases))] if decision.unplaced else []
    )
    return decision.model_copy(
        update={
            **_ACT,
            "unplaced": [],
            "rationale": decision.readings[0].interpretation,
            "assumptions": [*decision.assumptions, *left],
            "because": [phrases.say(f"reading.sure.because.{key}") for key in because],
        }
    )


_ACT: dict[str, object] = {"next_action": "act", "clarifying_questions": [], "choices": []}


def _proposed(beside: Seen, phrases: Phrases) -> Decision:
    """The reading with what it gives, as a question."""
    first = beside.reading.interpretation or beside.reading.label
    return _asking(beside, phrases.say("reading.sure.is_it", reading=first), phrases)


def _offered(beside: Seen, phrases: Phrases) -> Decision:
    """What was not understood, and the nearest readings with what they give."""
    words = beside.decision.unplaced or [token.text for token in unplaced(beside)]
    key = "not_understood" if words else "not_sure"
    return _asking(beside, phrases.say(f"reading.sure.{key}", words=_listed(words, phrases)), phrases)


def _asking(beside: Seen, text: str, phrases: Phrases) -> Decision:
    """The readings executed and shown to choose from; one of them is taken only when the person picks it."""
    decision, first = beside.decision, beside.reading
    yes = first.model_copy(update={"label": phrases.say("reading.sure.yes", reading=first.label)})
    shown = [yes]
    memory = Memory.if_ours(decision.frame)
    offered = [offer.model_copy(update={"label": yes.label}) if offer.reading_id == yes.reading_id else offer
               for offer in memory.offered]  # fmt: skip
    other = _fresh_offer(beside, phrases)
    if other is not None:
        shown, offered = [yes, other[0]], [*offered, other[1]]
    frame = memory.model_copy(update={"offered": offered, "proposed": True}).model_dump(mode="json")
    asked = {"readings": shown, "question_if_different": text, "unsure": True, "rationale": first.interpretation}
    return decision.model_copy(update={**_ACT, **asked, "frame": frame})


def _fresh_offer(beside: Seen, phrases: Phrases) -> tuple[Reading, OfferedReading] | None:
    """What the question means without what was asked before, where that is something else."""
    fresh = beside.fresh
    if fresh is None or not fresh.readings or same_specs(beside.decision, fresh):
        return None
    frames = Memory.if_ours(fresh.frame).frames
    if not frames:
        return None
    label = phrases.say("reading.sure.alone", reading=fresh.readings[0].label)
    reading = fresh.readings[0].model_copy(update={"reading_id": "r2", "label": label})
    return reading, OfferedReading(reading_id="r2", label=label, frame=frames[-1])


def _listed(words: Sequence[str], phrases: Phrases) -> str:
    return phrases.joined([phrases.say("reading.sure.word", word=word) for word in words[:_MOST_WORDS]])

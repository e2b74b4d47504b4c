"""Two requests in one sentence: `what is the average fare, and how many trips began at night?`

Each has its own conditions and groups, so each is read by itself and the answers stand side by side.
"""

import re
from collections.abc import Callable
from dataclasses import replace

from agent.reasoning.prompts import Decision, ReadQuestion
from agent.reasoning.rules.reading.frame import Frame
from agent.reasoning.rules.reading.memory import Memory
from agent.reasoning.rules.reading.parse import Parts, parts_of
from agent.reasoning.rules.reading.question import understand

_ASKING = (
    r"how (?:many|much|long|often)|what(?:'s| is| was| are| were| share| percentage| proportion)\b|which|who\b|when\b|"
    r"(?:give|show|tell) me|list\b|wie ?viele?|wie lange|wie oft|welche\w*|was ist|wer\b"
)
_CUT = re.compile(
    rf"(?:\s*[,;.?!]\s*|\s+)(?:and|und|plus|as well as)\s+(?:then\s+|also\s+|auch\s+)?(?=(?:{_ASKING}))"
    rf"|\s*[;?]\s*(?:(?:and|und)\s+)?(?:then|also|dann)?\s*(?=\w)|\s*,\s*(?:then|also)\s+(?=\w)",
    re.I,
)
_FEWEST = 3  # words of a request
_ANAPHORS = frozenset({"it", "its", "they", "them", "their", "those", "these", "that", "there", "davon", "deren"})


def two_requests_in(text: str) -> tuple[str, str] | None:
    """The two parts of a sentence that asks twice; None where it asks once."""
    for match in _CUT.finditer(text):
        one, two = text[: match.start()].strip(" ,;"), text[match.end() :].strip()
        if len(one.split()) >= _FEWEST and len(two.split()) >= _FEWEST and not _CUT.search(two):
            return one, two
    return None


def read_both(
    prompt: ReadQuestion, read: Callable[[ReadQuestion], Decision], act_on: Callable[[ReadQuestion, Frame], Decision]
) -> Decision | None:
    """The decision on both requests; None where the sentence is one, or the second asks of the first one's rows.

    `read` reads one request, `act_on` acts on a frame that is known.
    """
    halves = two_requests_in(prompt.question) if prompt.pending is None else None
    if halves is None:
        return None
    parts = [_parts(replace(prompt, question=half)) for half in halves]
    if not _stands_alone(parts[1]) or not _measures(parts[0]) or not _measures(parts[1]):
        return None
    frames = []
    for half in halves:
        decision = read(replace(prompt, question=half))
        if decision.next_action != "act" or len(decision.readings) != 1:
            return decision
        last = Memory.from_json(decision.frame).last
        if last is None or last.intent in ("several", "report"):
            return None
        frames.append(last)
    if frames[0].dataset_id != frames[1].dataset_id:
        return None
    return act_on(prompt, Frame(intent="several", dataset_id=frames[0].dataset_id, parts=frames))


def _parts(prompt: ReadQuestion) -> Parts:
    return parts_of(understand(prompt), None, None)


def _stands_alone(parts: Parts) -> bool:
    """Whether a request has rows or groups of its own, and does not speak of those named before."""
    said = {token.text for token in parts.question.tokens}
    return bool(parts.conditions or parts.grouping.slots) and not said & _ANAPHORS


def _measures(parts: Parts) -> bool:
    asks = parts.question.has("count", "agg:", "share", "high", "low", "how_long", "how_much")
    return bool(asks or parts.metric_links)

"""Evidence of what the reading takes over from the question before, and of what it would be without that."""

from collections import Counter

from agent.reasoning.prompts import Decision
from agent.reasoning.reader.trust.seen import Seen, plain_specs

_MOST = 3
_LENGTHS = (0, 3, 5, 8, 12)


def of_kept(seen: Seen) -> Counter[str]:
    """What is kept of the question before, and what reading the question by itself gives."""
    if not seen.prompt.history and seen.last is None:
        return Counter({"first question": 1.0})
    frame, last = seen.frame, seen.last
    if frame is None or last is None:
        return Counter({"nothing to continue": 1.0})
    kept = [item for item in frame.conditions if item in last.conditions]
    words = sum(token.is_word for token in seen.question.tokens)
    length = max(size for size in _LENGTHS if size <= words)
    same = same_specs(seen.decision, seen.fresh)
    alone = "same" if same else seen.fresh.next_action if seen.fresh else "nothing"
    found = Counter({f"alone: {alone}": 1.0, f"alone: {alone}, words={length}": 1.0})
    found[f"kept conditions={min(len(kept), _MOST)}"] = 1
    found["kept measure"] += frame.metrics == last.metrics and bool(frame.metrics)
    found["kept groups"] += frame.groups == last.groups and bool(frame.groups)
    found["dropped conditions"] += bool(last.conditions) and not kept
    found["same intent"] += frame.intent == last.intent
    found["chart before lost"] += bool(last.plot) and not frame.plot
    found["nothing new"] += frame == last
    return found


def same_specs(one: Decision, other: Decision | None) -> bool:
    """Whether the first readings of two decisions compute the same."""
    if other is None or not other.readings or not one.readings:
        return False
    return plain_specs(one.readings[0]) == plain_specs(other.readings[0])

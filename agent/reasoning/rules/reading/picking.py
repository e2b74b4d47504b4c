"""Free text that answers a question of ours: which of the readings on offer does it choose?"""

from agent.reasoning.rules.reading.frame import ColumnRef, Frame
from agent.reasoning.rules.reading.memory import Memory, OfferedReading
from agent.reasoning.rules.reading.question import Question
from agent.reasoning.rules.reading.text import loose_stems, tokens_of

_SHORT = 4  # words of a plain yes


def picked_reading(question: Question, memory: Memory) -> OfferedReading | None:
    """The reading that the words choose, None when they choose none (a new question)."""
    said = question.text.strip().casefold().rstrip(".")
    exact = next((offer for offer in memory.offered if offer.label.casefold().rstrip(".") == said), None)
    if exact is not None:
        return exact
    if len(memory.offered) < 2:
        return memory.offered[0] if memory.offered and question.has("yes") and len(question.tokens) <= _SHORT else None
    for choose in (_by_place, _by_day_order, _by_column, _by_words):
        found = choose(question, memory.offered)
        if found is not None:
            return found
    return None


def _by_place(question: Question, offered: list[OfferedReading]) -> OfferedReading | None:
    """`the second`, `option 1`; only when little else is said."""
    places = [int(place) for place in question.family("pick:") if place.isdecimal()]
    said = [token for token in question.tokens if token.is_word]
    if len(places) == 1 and len(said) <= 4 and places[0] <= len(offered) and not question.links:
        return offered[places[0] - 1]
    return None


def _by_day_order(question: Question, offered: list[OfferedReading]) -> OfferedReading | None:
    if question.has("day_first") == question.has("month_first"):
        return None
    wanted = question.has("day_first")
    return next((offer for offer in offered if offer.day_first == wanted), None)


def _columns(frame: Frame) -> frozenset[ColumnRef]:
    named = [column for metric in frame.metrics for column in metric.columns]
    named += [column for group in frame.groups for column in group.columns]
    named += [slot.column for alternatives in frame.conditions for slot in alternatives]
    return frozenset(named)


def _by_column(question: Question, offered: list[OfferedReading]) -> OfferedReading | None:
    """The words name a column that only one reading uses."""
    of_all = frozenset.intersection(*(_columns(offer.frame) for offer in offered))
    said = {
        ColumnRef(dataset_id=candidate.dataset_id, column=candidate.name)
        for link in question.links
        if len(link.candidates) == 1
        for candidate in link.candidates
    }
    said |= {
        ColumnRef(dataset_id=match.dataset_id, column=match.column)
        for mention in question.values
        for match in mention.matches[:1]
    }
    fitting = [offer for offer in offered if (_columns(offer.frame) - of_all) & said]
    return fitting[0] if len(fitting) == 1 else None


def _by_words(question: Question, offered: list[OfferedReading]) -> OfferedReading | None:
    """The reading whose label shares most words with the text, if it is one alone."""
    said = [loose_stems(token.text) for token in question.tokens if token.text not in question.words.stop]
    said += [frozenset({joint}) for joint in {"".join(token.text for token in question.tokens)}]
    meant = frozenset().union(*(question.words.sets_of((token.stem,)) for token in question.tokens))
    scores = []
    for offer in offered:
        own = _own_words(offer, offered)
        literal = sum(1 for forms in said if any(forms & loose_stems(word) for word in own))
        inside = sum(1 for word in own if len(word) > 1 and word in question.text)
        by_meaning = len(meant & frozenset().union(*(question.words.sets_of((word,)) for word in own)))
        scores.append(literal + inside + 0.5 * by_meaning)
    best = max(scores)
    chosen = [offer for offer, score in zip(offered, scores, strict=True) if score == best]
    return chosen[0] if best > 0 and len(chosen) == 1 else None


def _own_words(offer: OfferedReading, offered: list[OfferedReading]) -> frozenset[str]:
    """The words of a label that are not in every label."""
    words = [frozenset(token.text for token in tokens_of(other.label)) for other in offered]
    mine = frozenset(token.text for token in tokens_of(offer.label))
    return mine - frozenset.intersection(*words)

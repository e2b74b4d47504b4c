"""Free text that answers a question of ours: which of the readings on offer does it choose?"""

import re

from agent.reasoning.rules.reading.frame import ColumnRef, Frame
from agent.reasoning.rules.reading.memory import Memory, OfferedReading
from agent.reasoning.rules.reading.question import Question
from agent.reasoning.rules.reading.text import loose_stems, tokens_of

_SHORT = 5  # words of a pick
_PLAIN = 4  # words of a plain yes
_SHORTEST_PREFIX = 3


def picked_reading(question: Question, memory: Memory) -> OfferedReading | None:
    """The reading that the words choose, None when they choose none (a new question)."""
    said = question.text.strip().casefold().rstrip(".")
    exact = next((offer for offer in memory.offered if offer.label.casefold().rstrip(".") == said), None)
    if exact is not None:
        return exact
    if len(memory.offered) < 2 or memory.proposed:
        is_yes = question.has("yes") and len(question.tokens) <= _PLAIN
        if memory.offered and is_yes:
            return memory.offered[0]
    if len(memory.offered) < 2:
        return None
    if _is_new(question):
        return None
    for choose in (_by_place, _by_day_order, _by_count, _by_column, _by_words):
        found = choose(question, memory.offered)
        if found is not None:
            return found
    return None


def picks_all(question: Question, memory: Memory) -> Frame | None:
    """`both`, `all of them`: every reading on offer, side by side; None when that is not what is said."""
    said = [token for token in question.tokens if token.is_word]
    if len(memory.offered) < 2 or not question.has("pick:all") or len(said) > _SHORT or question.links:
        return None
    frames = [offer.frame for offer in memory.offered]
    first = frames[0]
    alike = all(frame.model_copy(update={"metrics": first.metrics}) == first for frame in frames)
    if alike and first.intent == "aggregate":
        return first.model_copy(update={"metrics": [metric for frame in frames for metric in frame.metrics]})
    return Frame(intent="several", dataset_id=first.dataset_id, parts=frames)


def _is_new(question: Question) -> bool:
    """A question of its own, or the wish to leave ours: it picks nothing."""
    asks = question.has("agg:", "count") and (question.has("each", "each_before") or bool(question.links))
    said = [token for token in question.tokens if token.is_word]
    return question.has("never_mind") or (asks and len(said) > _SHORT + 1)


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


def _by_count(question: Question, offered: list[OfferedReading]) -> OfferedReading | None:
    """`the one with the most orders`, `by how many there are`: the one reading that counts rows."""
    counting = [offer for offer in offered if offer.frame.metrics and not offer.frame.metrics[0].columns]
    numbers = any(link.first.column.kind == "number" and link.literal for link in question.links)
    said = {token.stem for token in question.tokens} & question.file_words
    by_count = question.has("count", "rows") or (question.has("high", "low") and bool(said))
    return counting[0] if len(counting) == 1 and by_count and not numbers else None


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
        literal = sum(1 for forms in said if any(forms & loose_stems(word) or _shortens(word, forms) for word in own))
        inside = sum(1 for word in own if len(word) > 1 and word in question.text)
        by_meaning = len(meant & frozenset().union(*(question.words.sets_of((word,)) for word in own)))
        scores.append(literal + inside + 0.5 * by_meaning)
    best = max(scores)
    chosen = [offer for offer, score in zip(offered, scores, strict=True) if score == best]
    return chosen[0] if best > 0 and len(chosen) == 1 else None


def _shortens(word: str, forms: frozenset[str]) -> bool:
    """Whether a label's word is short for one that was said, or the other way round: dep, departure."""
    return any(
        min(len(word), len(form)) >= _SHORTEST_PREFIX and (form.startswith(word) or word.startswith(form))
        for form in forms
    )


def _own_words(offer: OfferedReading, offered: list[OfferedReading]) -> frozenset[str]:
    """The words of a label that are not in every label."""
    words = [_words_of(other.label) for other in offered]
    mine = _words_of(offer.label)
    return mine - frozenset.intersection(*words)


def _words_of(label: str) -> frozenset[str]:
    """The words of a label, joined names taken apart: DepDelay is dep and delay."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", label)
    return frozenset(token.text for token in (*tokens_of(label), *tokens_of(apart)))

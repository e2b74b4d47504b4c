"""Things that a question asks about and no column holds: `the most popular author`, `how many have a garden`."""

from agent.reasoning.rules.reading.parse import Parts
from agent.reasoning.rules.reading.question import Question
from agent.reasoning.rules.reading.text import Token

_OWNING = frozenset(
    {"have", "has", "had", "having", "own", "owns", "owned", "got", "possess", "possesses", "with", "possessing",
     "haben", "hat", "hatten", "besitzen", "besitzt", "mit"}
)  # fmt: skip
_ARTICLES = frozenset(
    {"a", "an", "any", "some", "their", "own", "ein", "eine", "einen", "einem", "einer", "irgendein", "irgendeine"}
)


def owned_things(parts: Parts) -> list[str]:
    """`how many homes have a pool?`: what they have, if nothing in the data is called so."""
    question = parts.question
    averaged = _averaged_number(parts) or _person_sought(question)
    if averaged or not question.has("count", "share"):
        return averaged
    last = max([*(link.end for link in question.links), *(value.end for value in question.values)], default=0)
    for index, token in enumerate(question.tokens):
        if token.text not in _OWNING or index < last:
            continue
        behind = index + 1
        while behind < len(question.tokens) and question.tokens[behind].text in _ARTICLES:
            behind += 1
        if behind == index + 1 and token.text in ("with", "mit"):
            continue
        if behind < len(question.tokens) and _is_unknown(question.tokens[behind], question):
            return [question.tokens[behind].text]
    return []


def _averaged_number(parts: Parts) -> list[str]:
    """`the average number of bedrooms`: an amount of each row, if nothing in the data is called so."""
    question = parts.question
    if not parts.aggregations or parts.metric_links or parts.grouping.slots:
        return []
    counts = [mark for mark in question.tagged("count") if mark.text in ("number of", "anzahl der", "anzahl von")]
    behind = [question.tokens[mark.end] for mark in counts if mark.end < len(question.tokens)]
    return [token.text for token in behind if _is_unknown(token, question)][:1]


def _person_sought(question: Question) -> list[str]:
    """`who is the cheapest lawyer?`: a person of a kind that no word of the data names."""
    if not any(token.text in ("who", "wer") for token in question.tokens[:2]) or question.values:
        return []
    behind = [question.tokens[mark.end] for mark in question.tagged("high", "low") if mark.end < len(question.tokens)]
    return [token.text for token in behind if _is_unknown(token, question) and not _is_person(token, question)][:1]


def _is_person(token: Token, question: Question) -> bool:
    return bool(question.words.sets_of((token.stem,)) & {"employee", "customer"})


def absent_things(parts: Parts) -> list[str]:
    """The noun that "which", "who", "most" or an aggregate asks for, if nothing in the data is called so."""
    question = parts.question
    asking = question.tagged("which", "high", "low", "count", "agg:", "each")
    ends = {mark.end for mark in asking}
    found = [
        token
        for index, token in enumerate(question.tokens)
        if _is_unknown(token, question) and (index in ends or _is_behind_filler(index, ends, question))
    ]
    return [found[-1].text] if found else []


def _is_behind_filler(index: int, ends: set[int], question: Question) -> bool:
    return index > 0 and question.tokens[index - 1].text in question.words.stop and index - 1 in ends


def _is_unknown(token: Token, question: Question) -> bool:
    return token in question.unexplained and token.stem not in question.file_words

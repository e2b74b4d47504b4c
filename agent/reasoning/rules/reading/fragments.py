"""Whether a turn is a piece of a question that only the one before completes: and netto?, with the count too."""

from agent.reasoning.rules.reading.question import Question
from agent.reasoning.rules.reading.spans import positions_of

_OPENING = frozenset({"and", "und", "but", "aber", "now", "jetzt", "nun", "what", "how", "ok", "okay", "then"})
_TAKES_ALONG = frozenset({"with", "mit", "including", "samt", "inklusive"})
_NAMES = ("で", "では", "は", "だと", "のほう", "の方")
_POLITE = ("お願いします", "ください", "下さい", "見せて", "教えて", "して", "出して")


def adds(question: Question) -> bool:
    """`lowest and highest too`, `with the standard deviation`, `人数も`: beside what was measured, not instead."""
    opens_with = bool(question.tokens) and question.tokens[0].text in _TAKES_ALONG
    return (question.has("also") or opens_with) and not question.has("instead")


def leads_on(question: Question) -> bool:
    """`and ...`, `what about ...`: the first words tie it to what was said before."""
    return any(mark.start == 0 and mark.text.split()[0] in _OPENING for mark in question.tagged("and"))


def names_what_is_asked(question: Question) -> bool:
    """`数量で`, `税抜では？`: a Japanese topic that the question before is asked of again."""
    if question.words.language != "ja":
        return False
    said = question.text.rstrip("？?。 ").removesuffix("お願い")
    for ending in _POLITE:
        said = said.removesuffix(ending)
    return said.endswith(_NAMES)


def asks_in_full(question: Question) -> bool:
    """A sentence that asks by itself: how many, which, what is, いくら."""
    asking = [mark for mark in question.tagged("which", "how_much", "count") if mark.text.split()[0] in _ASKING]
    return bool(asking) or any(token.text in _ASKS_ALONE for token in question.tokens[:1])


_ASKING = frozenset({"how", "which", "what", "who", "where", "when", "wie", "wieviele", "welche", "welcher", "welches",
                     "welchen", "was", "wer", "wo", "wann", "い", "何", "ど", "誰"})  # fmt: skip
_ASKS_ALONE = frozenset({"is", "are", "do", "does", "did", "was", "were", "has", "have", "ist", "sind", "hat", "haben"})


def words_beside_names(question: Question) -> int:
    """How many words are no part of a column's or a cell's name."""
    named = positions_of(*question.links, *question.values)
    return sum(token.is_word and index not in named for index, token in enumerate(question.tokens))

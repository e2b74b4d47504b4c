"""Words that change nothing about an answer: names for the rows, mentions said again, verbs of happening, direction."""

import re

from agent.reasoning.rules.reading.column_names import column_sets, name_words
from agent.reasoning.rules.reading.flags import denied_flags
from agent.reasoning.rules.reading.frame import Frame
from agent.reasoning.rules.reading.lasting import LASTING
from agent.reasoning.rules.reading.lexicon import Lexicon
from agent.reasoning.rules.reading.money import MONEY
from agent.reasoning.rules.reading.parse import Parts
from agent.reasoning.rules.reading.ranking import BIN_WORDS
from agent.reasoning.rules.reading.text import Token, loose_stems

_DIRECTED = frozenset(
    {"correlation", "matrix", "scatter", "compare", "ratio", "association", "regression", "periods", "change"}
)
_OWNERS = frozenset({"our", "my", "this", "these", "those", "your", "unser", "unsere", "unserem", "unseren", "unserer",
                     "mein", "meine", "meinem", "diese", "dieser", "diesem", "diesen", "dieses"})  # fmt: skip
_LEADS_TO_ROWS = ("share", "high", "low", "which", "lookup", "agg:", "corr", "test", "units", "sell")
_PREPOSITIONS = frozenset(
    {"of", "in", "at", "on", "with", "without", "for", "from", "by", "per", "to", "that", "where", "whose", "than",
     "as", "about", "near", "under", "over", "during", "mit", "ohne", "im", "am", "von", "bei", "für", "aus", "pro",
     "je", "durch", "beim", "an", "auf", "über", "unter", "gegen", "zum", "zur", "vom", "ab", "seit"}
)  # fmt: skip
_REACH = 3  # words between what is asked and the noun for the rows
_SHORTEST_COMPARATIVE = 5
_EXPLAINING = (("means",), ("stands", "for"), ("stand", "for"), ("denotes",), ("is", "short", "for"), ("bedeutet",),
               ("steht", "für"), ("stehen", "für"), ("heißt",))  # fmt: skip
HAVING = frozenset(
    {"carry", "stock", "offer", "keep", "own", "hold", "feature", "provide", "serve", "employ", "operate", "cover",
     "manage", "maintain", "run", "handle", "represent", "führen", "anbieten", "bieten", "besitzen", "betreiben",
     "beschäftigen", "halten", "verwalten"}
)  # fmt: skip
_HAVERS = frozenset({"we", "they", "you", "i", "wir", "sie", "ihr"})
_BEING = frozenset({"work", "working", "live", "living", "exist", "arbeiten", "arbeitet", "leben"})
_HERE = frozenset({"here", "hier", "there", "dort", "with", "for", "bei"})
_DESCRIBED = ("ed", "ing", "t")
_BEING_SAID = frozenset({"is", "are", "was", "were", "been", "be", "als", "wurde", "wurden", "sind", "ist"})
_ENDS_OF_ITEMS = frozenset({",", "or", "and", "?", ".", "oder", "und", ")"})
_STOPS = frozenset({",", ";", ".", "?", "!", ")", ":"})


def adds_nothing(token: Token, parts: Parts, frame: Frame) -> bool:
    """Whether an answer with this word left out is still the answer to the question."""
    words = parts.question.words
    return (
        token.stem in words.fillers
        or token.text in words.fillers
        or _is_said_again(token, parts, frame)
        or _is_direction(token, words, frame)
        or (frame.bins is not None and token.stem in BIN_WORDS)
        or _is_owned(token, parts)
        or _is_verb_of_more(token, parts)
        or is_noun_for_rows(token, parts, frame)
        or _explains_a_cell(token, parts)
        or _says_it_lasts(token, frame)
        or _is_verb_of_having(token, parts)
        or _tells_more_of_a_cell(token, parts)
        or _is_other_side(token, parts, frame)
    )


def _is_other_side(token: Token, parts: Parts, frame: Frame) -> bool:
    """The "unmarried" of `married and unmarried people`, where a column tells both apart."""
    grouped = {column for slot in frame.groups for column in slot.columns}
    return any(slot.words == token.text and slot.column in grouped for slot in denied_flags(parts.question))


def _is_verb_of_having(token: Token, parts: Parts) -> bool:
    """`how many authors do we carry`, `which courses they offer`, `people who work here`: that there are such rows."""
    tokens = parts.question.tokens
    index = tokens.index(token)
    before = [other.text for other in tokens[max(0, index - 2) : index]]
    behind = [other.text for other in tokens[index + 1 : index + 2]]
    if token.text in HAVING and (set(before) & _HAVERS or set(behind) & _HAVERS):
        return True
    return token.stem in _BEING and bool(set(behind) & _HERE)


def _tells_more_of_a_cell(token: Token, parts: Parts) -> bool:
    """The "damaged" of `browsed, storm damaged or healthy`: more words for a cell in a list of cells."""
    tokens = parts.question.tokens
    index = tokens.index(token)
    behind = tokens[index + 1].text if index + 1 < len(tokens) else "?"
    cell = any(value.end == index for value in parts.question.values)
    leads = any(value.start == index + 1 for value in parts.question.values)
    before = tokens[index - 1].text if index else ""
    if leads and token.text.endswith(_DESCRIBED) and (cell or before in _BEING_SAID):
        return True  # were flagged suspect, insects damaged spruces
    return cell and len(parts.question.values) > 1 and token.text.endswith(_DESCRIBED) and behind in _ENDS_OF_ITEMS


def _says_it_lasts(token: Token, frame: Frame) -> bool:
    """`how long were tools borrowed`, `kept longer than a week`: what is done in the time between two dates."""
    spans = any(metric.minus and metric.sign == "minus" for metric in frame.metrics)
    spans = spans or any(item[0].than and item[0].value is not None for item in frame.conditions)
    return spans and (token.text in LASTING or token.text.endswith("ed"))


def _is_said_again(token: Token, parts: Parts, frame: Frame) -> bool:
    """A word of the family, or of the meaning, of a column or condition that the answer uses."""
    words = parts.question.words
    names = [column.column for column in frame.named_columns()]
    slots = [slot for alternatives in frame.conditions for slot in alternatives]
    said = [word for name in names for word in name_words(name)] + [
        word for slot in slots for word in slot.words.split()
    ]
    full = [other for word in said for other in words.abbreviations.get(word, frozenset())]
    families = frozenset().union(*(loose_stems(word.casefold()) for word in [*said, *full]))
    bare = token.stem.removesuffix("ment")  # enrolments of the column enrolled
    if (loose_stems(token.text) | {bare}) & families:
        return True
    sets = words.sets_of((token.stem,)) | words.sets_of((token.text,))
    used = frozenset().union(*(column_sets(name, words) for name in names))
    is_money = bool(sets & {"revenue", "money"}) and bool(used & set(MONEY))
    is_state = bool(sets & {"open", "closed"}) and any(slot.op in ("is_null", "not_null") for slot in slots)
    bases = (token.text.removesuffix("er"), re.sub(r"(.)\1er$", r"\1", token.text))  # wetter, warmer
    is_degree = token.text.endswith("er") and any(words.sets_of((base,)) & used for base in bases)
    return bool(sets & used) or is_money or is_state or is_degree


def _is_direction(token: Token, words: Lexicon, frame: Frame) -> bool:
    """`does a slower response go along with lower scores`: which way is asked, the figure is the same."""
    is_comparative = token.text.endswith("er") and len(token.text) >= _SHORTEST_COMPARATIVE
    return frame.intent in _DIRECTED and is_comparative and not words.sets_of((token.stem,))


def _is_verb_of_more(token: Token, parts: Parts) -> bool:
    """`do people burn more calories`, `which runners sleep longest`: the verb before a comparison."""
    tokens = parts.question.tokens
    index = tokens.index(token)
    follows = tokens[index + 1].text if index + 1 < len(tokens) else ""
    asked = any(other.text in ("do", "does", "did", "who", "which") for other in tokens[:index])
    return asked and follows in ("more", "less", "fewer", "most", "least", "better", "worse")


def _is_owned(token: Token, parts: Parts) -> bool:
    """`in our gym`, `these readings`: what the data as a whole are about."""
    tokens = parts.question.tokens
    index = tokens.index(token)
    return any(other.text in _OWNERS for other in tokens[max(0, index - 1) : index])


def is_noun_for_rows(token: Token, parts: Parts, frame: Frame) -> bool:
    """`how many flats`, `parking fines per street`: many things, where the rows are spoken of."""
    question = parts.question
    tokens = question.tokens
    index = tokens.index(token)
    if question.words.sets_of((token.text,)) & question.words.values:
        return False  # offen is no plural
    if not _is_plural(token, question.words) or question.words.sets_of((token.stem,)) & question.words.attributes:
        return False
    before = [other.text for other in tokens[max(0, index - 1) : index]]
    if any(mark.start == index + 1 for mark in question.tagged("each")) and not set(before) & _PREPOSITIONS:
        return True
    if frame.groups and before == ["of"]:
        return True
    related = frame.intent in ("correlation", "matrix") and token.stem not in question.file_words
    for mark in question.tagged(*_LEADS_TO_ROWS):
        if related and mark.tags & {"corr", "agg:sum", "agg:mean"}:
            continue  # correlation with total goals: goals are what is related
        between = [other.text for other in tokens[mark.end : index]]
        led = [text for text in between if text not in ("of", "the", "all")]
        if 0 <= index - mark.end <= _REACH and not set(led) & (_PREPOSITIONS | _STOPS):
            if "which" in mark.tags and frame.extreme and token.stem != parts.grouping.noun:
                continue  # which trainers are the best: sought, and no column holds them
            counts = bool(mark.tags & {"count", "share", "which", "high", "low"})
            return counts or "of" not in between or bool(frame.groups)
    return index == 0 or (index == 1 and tokens[0].text in ("do", "are", "did", "have", "were", "is", "can"))


def _is_plural(token: Token, words: Lexicon) -> bool:
    return token.stem != token.text or (words.language == "de" and token.text.endswith(("en", "er", "e", "n")))


def _explains_a_cell(token: Token, parts: Parts) -> bool:
    """`n.d. means not determined`: what follows says what a cell's text is, and asks nothing."""
    texts = [other.text for other in parts.question.tokens]
    index = parts.question.tokens.index(token)
    for start in range(index):
        for phrase in _EXPLAINING:
            ends = start + len(phrase)
            if tuple(texts[start:ends]) == phrase and ends <= index and not _STOPS & set(texts[ends:index]):
                return True
    return False

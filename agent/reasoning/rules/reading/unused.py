"""Words of the question that no slot took. An answer without one is to another question, so it is asked about."""

import json
from collections.abc import Sequence

from rapidfuzz.distance import Levenshtein

from agent.reasoning.prompts import Decision
from agent.reasoning.rules.narration.phrases import Phrases
from agent.reasoning.rules.reading.adding_nothing import adds_nothing
from agent.reasoning.rules.reading.column_names import name_words
from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.deeds_done import OPEN_WORDS
from agent.reasoning.rules.reading.degrees import comparatives
from agent.reasoning.rules.reading.frame import Frame
from agent.reasoning.rules.reading.japanese_words import runs_left_out
from agent.reasoning.rules.reading.leftovers import ORDINAL_ENDINGS
from agent.reasoning.rules.reading.measures import names_single_rows
from agent.reasoning.rules.reading.mixed_lists import mixed_lists
from agent.reasoning.rules.reading.needs import ENTITIES
from agent.reasoning.rules.reading.parse import Parts
from agent.reasoning.rules.reading.question import DATE_KINDS
from agent.reasoning.rules.reading.row_nouns import opens_with_rows
from agent.reasoning.rules.reading.spans import Spanned
from agent.reasoning.rules.reading.text import Token, joined, loose_stems
from agent.reasoning.rules.reading.unkept import unkept_words

_DESCRIBING = frozenset(
    {"code", "name", "type", "id", "number", "level", "value", "category", "label", "column", "field", "airport",
     "station", "status", "score", "rate", "amount", "figure", "data", "reading", "per"}
)  # fmt: skip
_OF_A_MEASURE = frozenset({"highest", "lowest", "greatest", "höchste", "höchsten", "niedrigste", "niedrigsten"})
_DENIES = frozenset({"!=", "not_in", "is_null"})
_NOTHING: tuple[object, ...] = ("no", "No", "NO", "n", "N", "nein", "Nein", False, 0)
_DENIALS = frozenset(
    {"not", "never", "haven't", "hasn't", "hadn't", "wasn't", "weren't", "isn't", "aren't", "didn't", "doesn't",
     "have not", "has not", "had not", "did not", "no longer", "neither", "have never", "has never", "yet to be"}
)  # fmt: skip
_OUTCOMES = frozenset({"win", "won", "wins", "lose", "lost", "beat", "tied", "drew"})
_TINY = 2  # letters of what is hardly a word
_SHORT = 5  # letters of a word that the spelling leaves alone
_WHOLE_DATA = ("overview", "report", "missing", "matrix", "duplicates", "orphans")
_OF_ROWS = ENTITIES | {
    "loan",
    "hire",
    "visitor",
    "delivery",
    "patient",
    "name",
    "date",
    "time",
    "year",
    "month",
    "book",
    "student",
    "member",
    "booking",
}


def asked_about(decision: Decision, parts: Parts, frame: Frame, phrases: Phrases) -> Decision:
    """The decision; a question instead, with its readings on offer, where words of the question found no place."""
    unused = [*unused_words(parts, frame), *unkept_words(parts, frame)]
    if not unused or decision.next_action != "act":
        return decision
    return offered_without(unused, decision, phrases)


def offered_without(unplaced: Sequence[str], decision: Decision, phrases: Phrases) -> Decision:
    """What found no place, as a question, with the readings that leave it out: to choose from, and to be weighed."""
    listed = ", ".join(f"“{words}”" for words in unplaced)
    text = phrases.say("reading.ask.unused", words=listed, without=decision.readings[0].interpretation)
    return decision.model_copy(
        update={
            "next_action": "ask",
            "rationale": text,
            "unplaced": [*unplaced],
            "question_if_different": "",
            "wants_report": False,
            "clarifying_questions": [text],
            "choices": [reading.label for reading in decision.readings],
        }
    )


def unused_words(parts: Parts, frame: Frame) -> list[str]:
    """Content words that no slot took, in the order of the question."""
    if frame.intent in _WHOLE_DATA:
        return []
    question = parts.question
    searched = _words_searched_for(frame)
    known = question.words
    shown = frame.intent == "lookup" and frame.extreme  # the row is shown with all its columns
    left_out = [*runs_left_out(question, frame), *mixed_lists(parts)]
    return (
        left_out
        + ([] if shown else _unused_links(parts, frame))
        + _unused_denials(parts, frame)
        + [
            token.text
            for token in question.unexplained
            if token.stem not in question.file_words
            and not loose_stems(token.text) & searched
            and token.stem not in known.conditions
            and not (known.sets_of((token.stem,)) & _OF_ROWS)
            and token.stem not in known.deeds
            and token.stem not in known.weekdays
            and token.stem not in known.seasons
            and token.text not in known.numbers
            and token.text not in known.units
            and token.text not in ORDINAL_ENDINGS
            and len(token.text) > _TINY
            and not _is_misspelt(parts, token)
            and not _names_the_rows(parts, token, frame)
            and not _is_spelled_out(parts, token)
            and not adds_nothing(token, parts, frame)
            and not (token.text in OPEN_WORDS and '"op":"is_null"' in frame.model_dump_json())
            and not (token.stem == "weekend" and '"part":"weekday"' in frame.model_dump_json())
        ]
    )


def _unused_denials(parts: Parts, frame: Frame) -> list[str]:
    """`how many were not played`: a denial that no condition of the answer carries."""
    slots = [item[0] for item in frame.conditions] + ([frame.bound] if frame.bound else [])
    carried = any(slot.op in _DENIES or slot.value in _NOTHING or slot.words.startswith("not") for slot in slots)
    if carried or frame.deduplicated or frame.intent in ("orphans", "missing", "normality", "several"):
        return []
    tokens = parts.question.tokens
    return [
        f"{mark.text} {tokens[mark.end].text}"
        for mark in parts.question.tagged("not", "never")
        if mark.text in _DENIALS and mark.end < len(tokens) and tokens[mark.end].is_word and _denies(parts, mark.start)
    ]


def _denies(parts: Parts, start: int) -> bool:
    """Not the "not" of "or not" and "why not", nor one inside a bound: not more than five."""
    before = parts.question.tokens[start - 1].text if start else ""
    return before not in ("or", "why", "if", "oder", "warum", "ob") and start > 0


def _names_the_rows(parts: Parts, token: Token, frame: Frame) -> bool:
    """What is counted or ranked without being a column: `how many plants`, `the most plants`.

    Not what "which" seeks: `which director had the most ...` has no answer where no column holds directors.
    """
    sought = frame.extreme and token.stem != parts.grouping.noun
    marks = [
        mark
        for mark in parts.question.tagged("share", "high", "low", "which", "lookup")
        if "which" not in mark.tags or (mark.text not in ("what", "who", "where", "when") and not sought)
    ]
    index = parts.question.tokens.index(token)
    measured = token.text == token.stem and token.text != parts.grouping.noun
    marks = [mark for mark in marks if not (measured and mark.text in _OF_A_MEASURE and mark.end == index)]
    times = [mark for mark in parts.question.tagged("grain:") if mark.end == index and mark.text.endswith("ly")]
    if times and token.text == token.stem:
        return False  # the biggest daily swing: an amount, not what a row is
    compared = index and parts.question.tokens[index - 1].text in comparatives(parts.question.words.language)
    if compared and token.text != token.stem:
        return True  # do older members pay more
    return any(mark.end <= index <= mark.end + 1 for mark in marks)


def _is_spelled_out(parts: Parts, token: Token) -> bool:
    """`visitors (来館者数)`, `carrier code`, `commute mode value`: a name beside says what the word means."""
    question = parts.question
    index = question.tokens.index(token)
    follows = question.tokens[index + 1].text if index + 1 < len(question.tokens) else ""
    named: list[Spanned] = [*question.links, *question.values]
    opening = next((at for at in range(index + 1, index + 4) if _text_at(parts, at) in ("(", "[")), None)
    in_brackets = opening is not None and any(item.start == opening + 1 for item in named)
    in_unit = follows == "in" and _text_at(parts, index + 2) in question.words.units
    after_cell = token.text.endswith("s") and any(value.end == index for value in question.values)  # bike riders
    return (
        in_brackets or in_unit or after_cell or (token.stem in _DESCRIBING and any(item.end == index for item in named))
    )


def _text_at(parts: Parts, position: int) -> str:
    tokens = parts.question.tokens
    return tokens[position].text if position < len(tokens) else ""


def _is_misspelt(parts: Parts, token: Token) -> bool:
    """A short word one letter away from a word of the reading: too short to be mended, too near to be a thing.

    Not what came of a contest: `how many matches did Ayr win` is not about all matches of Ayr.
    """
    known = parts.question.words.guiding_words
    return (
        token.text not in _OUTCOMES
        and len(token.text) <= _SHORT
        and any(
            Levenshtein.distance(token.text, word, score_cutoff=1) <= 1
            for word in known
            if len(word) > _TINY and word[0] == token.text[0]
        )
    )


def _words_searched_for(frame: Frame) -> frozenset[str]:
    """The words of the values that conditions look for."""
    values = [slot.value for alternatives in frame.conditions for slot in alternatives]
    texts = [str(item) for value in values for item in (value if isinstance(value, list) else [value])]
    return frozenset().union(*(loose_stems(word) for text in texts for word in text.casefold().split()))


def _stands_for_all(parts: Parts, link: ColumnLink) -> bool:
    """`all countries`, `the European countries`: the plural of a column says nothing beyond the rows themselves."""
    tokens = parts.question.tokens
    before = tokens[link.start - 1].text if link.start else ""
    if link.start <= 1 and opens_with_rows(parts.question):
        return True  # days when ...
    asking = parts.question.tagged("count", "how_long")
    counted = any(mark.start < link.start <= mark.end for mark in asking)
    if counted and link.first.column.kind in DATE_KINDS:
        return True  # how many days had ...
    is_plural = tokens[link.end - 1].text != tokens[link.end - 1].stem
    after_cell = any(value.end == link.start for value in parts.question.values)
    return is_plural and (before in ("all", "the", "every", "alle", "aller", "der") or after_cell)


def _are_the_rows(parts: Parts, link: ColumnLink) -> bool:
    """`which region has the most countries` where each row is a country: the rows, called by their names' column."""
    last = parts.question.tokens[link.end - 1]
    return last.text != last.stem and names_single_rows(link.first.column)


def _is_of_a_used_name(parts: Parts, link: ColumnLink, frame: Frame) -> bool:
    """The doors of `inside doors`, listings where the file is called so: said by a column in use, or by the file."""
    tokens = parts.question.tokens[link.start : link.end]
    used = {word for column in frame.named_columns() for word in name_words(column.column)}
    return all(token.stem in used | parts.question.file_words for token in tokens) or all(
        adds_nothing(token, parts, frame) for token in tokens
    )


def _is_beside(parts: Parts, position: int) -> bool:
    named: list[Spanned] = [*parts.question.links, *parts.question.values]
    return any(item.end == position for item in named)


def _unused_links(parts: Parts, frame: Frame) -> list[str]:
    """Columns that the question names by their own words and no slot has taken."""
    text = frame.model_dump_json()
    tokens = parts.question.tokens
    return [
        joined(tokens[link.start : link.end])
        for link in parts.other_links
        if link.literal
        and link.first.column.kind != "identifier"
        and (link.exact or link.first.column.kind not in DATE_KINDS)
        and not all(token.text in parts.question.words.stop for token in tokens[link.start : link.end])
        and not _stands_for_all(parts, link)
        and not _are_the_rows(parts, link)
        and not _is_of_a_used_name(parts, link, frame)
        and not (link.start and tokens[link.start].stem in _DESCRIBING and _is_beside(parts, link.start))
        and not any(json.dumps(item.name, ensure_ascii=False) in text for item in link.candidates)
    ]

"""Japanese words that nothing has taken: without blanks between words they are runs of Chinese characters or katakana.

Hiragana is grammar. A single character is mostly a verb's stem or an ending, and proves nothing.
"""

import re
from dataclasses import dataclass

from agent.reasoning.rules.reading.column_names import column_sets
from agent.reasoning.rules.reading.frame import Frame
from agent.reasoning.rules.reading.lexicon import Lexicon, phrase_of
from agent.reasoning.rules.reading.question import Question
from agent.reasoning.rules.reading.spans import positions_of

_CONTENT = re.compile(r"[\u3005\u30a1-\u30fa\u30fc\u3400-\u9fff]")
_STATES = frozenset({"open", "unpaid", "closed", "paid", "return"})  # told by a cell that is empty or not
_DENIAL = ("未", "非", "不", "無")
_PLAIN = frozenset({"plain_word"})  # 数学 holds no 数 that counts
_SHORTEST = 2
_PARTICLES = 2  # hiragana between a noun and "how many": 生徒は何人, 生徒の数


@dataclass(frozen=True)
class JapaneseRun:
    """Tokens [start, end) with the part of their text that no word of the reading explains."""

    start: int
    end: int
    text: str


def unplaced_runs(question: Question) -> tuple[JapaneseRun, ...]:
    """The runs that no link, value, date, number or mark takes, without words that change nothing; in text order."""
    if question.words.language != "ja":
        return ()
    found = []
    for start, end in _runs(question):
        text = "".join(token.text for token in question.tokens[start:end])
        for left in _without_fillers(text, question.words):
            is_noun = text.endswith(left) and _is_counted(left, end, question)  # 入院患者: more than the noun 患者
            if not is_noun and not _is_of_the_file(left, question):
                found.append(JapaneseRun(start, end, left))
    return tuple(found)


def runs_left_out(question: Question, frame: Frame) -> list[str]:
    """The runs that an answer would leave out: of no meaning or name that its columns and conditions have."""
    names = [column.column for column in frame.named_columns()]
    used = frozenset().union(*(column_sets(name, question.words) for name in names))
    slots = [slot for alternatives in frame.conditions for slot in alternatives]
    said = "".join([*names, *(f"{slot.words}{slot.value}" for slot in slots)]).replace(" ", "")
    if any(slot.op in ("is_null", "not_null") for slot in slots):
        used |= _STATES
    left_out = [
        run.text
        for run in unplaced_runs(question)
        if run.text not in said and not question.words.sets_of(phrase_of(run.text)) & used
    ]
    left_out += _rates_of_columns(question, frame)
    return [*left_out, *(text for text in _groups_of_nothing(question, frame) if text not in left_out)]


def _rates_of_columns(question: Question, frame: Frame) -> list[str]:
    """`粗利率`: a rate behind the name of an amount is another quantity, whatever the amount is."""
    if frame.share or frame.growth != "none" or frame.intent == "ratio":
        return []
    ends = {link.end: link for link in question.links if not link.first.name.endswith("率")}
    return [
        "".join(token.text for token in question.tokens[ends[index].start : index + 1])
        for index, token in enumerate(question.tokens)
        if token.text == "率" and index in ends
    ]


def _groups_of_nothing(question: Question, frame: Frame) -> list[str]:
    """`教科ごと` where no column is such: what stands before "per", when more is told apart than the answer does."""
    marks = question.tagged("each_before")
    if frame.intent != "aggregate" or len(marks) <= len(frame.groups):
        return []
    ends = {end: start for start, end in _runs(question)}
    return ["".join(token.text for token in question.tokens[ends[mark.start] : mark.start])
            for mark in marks if mark.start in ends]  # fmt: skip


def _runs(question: Question) -> list[tuple[int, int]]:
    """Where free characters that carry meaning stand side by side."""
    found: list[tuple[int, int]] = []
    plain = positions_of(*(mark for mark in question.marks if mark.tags == _PLAIN))
    taken = question.taken - plain | positions_of(*question.links, *question.values)
    for index, token in enumerate(question.tokens):
        if index in taken or not _CONTENT.fullmatch(token.text):
            continue
        if found and found[-1][1] == index:
            found[-1] = (found[-1][0], index + 1)
        else:
            found.append((index, index + 1))
    return found


def _without_fillers(text: str, words: Lexicon) -> list[str]:
    """What is left of a text between the words that change nothing, the longest of them first."""
    for filler in sorted((word for word in words.fillers if word in text), key=len, reverse=True):
        text = text.replace(filler, " ")
    return [part for part in text.split() if len(part) >= _SHORTEST]


def _is_counted(text: str, end: int, question: Question) -> bool:
    """`生徒は何人`: the noun before "how many" is what the rows are; a word that denies is not."""
    if text.startswith(_DENIAL):
        return False
    return any(end <= mark.start <= end + _PARTICLES and _is_hiragana(question, end, mark.start)
               for mark in question.tagged("count"))  # fmt: skip


def _is_hiragana(question: Question, start: int, end: int) -> bool:
    return all(not _CONTENT.fullmatch(token.text) for token in question.tokens[start:end])


def _is_of_the_file(text: str, question: Question) -> bool:
    """Whether a file is called so."""
    return any(text in table.name for table in question.datasets)

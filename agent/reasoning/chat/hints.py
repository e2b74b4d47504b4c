"""Hints for a model: which words of the question name which column, as the built-in reader links them."""

from collections.abc import Iterator

from agent.reasoning.chat.profile_text import VALUES_LENGTH
from agent.reasoning.chat.quoting import LONGEST_NAME, quoted, reads_like_instruction
from agent.reasoning.chat.veil import Veil
from agent.reasoning.prompts import ReadQuestion
from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.question import Question, understand
from agent.reasoning.rules.reading.text import normalised

MOST_HINTS = 5
MOST_CANDIDATES = 3  # columns that the same words may name


def hint_lines(prompt: ReadQuestion, veil: Veil, question: str) -> list[str]:
    """A line for words that name a column by another word than its own. Words that are held back in `question` (as it
    goes out), and columns that are held back, are not among them.
    """
    if not prompt.question.strip():
        return []
    return list(dict.fromkeys(_hints(understand(prompt), veil, question)))[:MOST_HINTS]


def _hints(asked: Question, veil: Veil, question: str) -> Iterator[str]:
    sent = normalised(question)
    for link in asked.links:
        words = _words(link, asked)
        columns = [
            veil.alias(candidate.dataset_id, candidate.name)
            for candidate in link.candidates
            if (candidate.dataset_id, candidate.name) not in veil.sharing.withheld
        ]
        told = [column for column in dict.fromkeys(columns) if not _is_said(column, words)]
        if told and words.casefold() in sent.casefold() and not any(map(reads_like_instruction, told)):
            named = " or ".join(quoted(column, LONGEST_NAME) for column in told[:MOST_CANDIDATES])
            yield f"{quoted(words, VALUES_LENGTH)} -> {named}?"


def _words(link: ColumnLink, asked: Question) -> str:
    """The words as the question has them."""
    tokens = asked.tokens[link.start : link.end]
    return normalised(asked.text)[tokens[0].start : tokens[-1].end]


def _is_said(column: str, words: str) -> bool:
    """Whether the words stand in the column's name, blanks, underscores and case aside: nobody needs that hint."""
    return "".join(filter(str.isalnum, words.casefold())) in "".join(filter(str.isalnum, column.casefold()))

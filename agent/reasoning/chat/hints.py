"""Hints for a model: which words of the question name which column with a slip, or cut short."""

from collections.abc import Iterator, Sequence

from agent.reasoning.chat.profile_text import VALUES_LENGTH
from agent.reasoning.chat.quoting import LONGEST_NAME, quoted, reads_like_instruction
from agent.reasoning.chat.veil import Veil
from agent.reasoning.naming import is_same_word, said_words
from agent.reasoning.prompts import ReadQuestion
from registry.category_rules import header_words
from registry.question_words import base_forms

MOST_HINTS = 5
MOST_CANDIDATES = 3  # columns that the same words may name
SHORTEST_BEGINNING = 4
"""Letters of a word that may be short for one of a header: temp for temperature."""


def hint_lines(prompt: ReadQuestion, veil: Veil, question: str) -> list[str]:
    """A line for a word that names a column otherwise than it is written. Words that are held back in `question` (as it
    goes out), and columns that are held back, are not among them.
    """
    return list(dict.fromkeys(_hints(prompt, veil, question)))[:MOST_HINTS]


def _hints(prompt: ReadQuestion, veil: Veil, question: str) -> Iterator[str]:
    cells = {word for match in prompt.value_matches for word in said_words(match.words)}
    told = [
        veil.alias(table.dataset_id, name)
        for table in prompt.datasets
        for name in table.column_names
        if (table.dataset_id, name) not in veil.sharing.withheld
    ]
    written = {word for name in told for word in header_words(name)}
    for word in dict.fromkeys(said_words(question)):
        columns = [name for name in dict.fromkeys(told) if _may_mean(word, header_words(name))]
        if {*base_forms(word)} & (cells | written) or not columns or any(map(reads_like_instruction, columns)):
            continue
        named = " or ".join(quoted(column, LONGEST_NAME) for column in columns[:MOST_CANDIDATES])
        yield f"{quoted(word, VALUES_LENGTH)} -> {named}?"


def _may_mean(word: str, wanted: Sequence[str]) -> bool:
    begins = len(word) >= SHORTEST_BEGINNING and any(one.startswith(word) for one in wanted)
    return begins or any(is_same_word(one, word) for one in wanted)

"""What the data cannot tell or nobody here may do: words that refuse, where they are meant and not only named."""

from agent.reasoning.rules.reading.column_names import name_words
from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.question import Question
from agent.reasoning.rules.reading.spans import positions_of

_REFUSALS = (
    ("world", "outside_world"),
    ("predict", "prediction"),
    ("change_data", "data_change"),
    ("action", "action"),
    ("advice", "advice"),
)


def refusal_in(question: Question) -> str | None:
    """Why the question is not answered; None where no refusing word is meant."""
    return next((why for tag, why in _REFUSALS if _is_meant(tag, question)), None)


def _is_meant(tag: str, question: Question) -> bool:
    """A refusing word counts only where it is no cell or column of the data."""
    named = [link for link in question.links if _by_own_words(link, question)]
    data = positions_of(*question.values, *named)
    return any(not data & set(range(mark.start, mark.end)) for mark in question.tagged(tag))


def _by_own_words(link: ColumnLink, question: Question) -> bool:
    """Whether a column is named by its own words, not by one of their family: send is no sender."""
    said = {token.stem for token in question.tokens[link.start : link.end]}
    return not link.literal or any(said & set(name_words(item.name)) for item in link.candidates)

"""`... and give me the std`: which column is meant where none is named but in a preparation."""

import re
from collections.abc import Sequence

from agent.reasoning.rules.language import detect_language
from agent.specs.transforms import DropMissing, FillMissing, Transform, columns_used

_IT = re.compile(
    r"\s\b(?:it|that|this|es)\b(?=\s+(?:is|follows?|looks?|ist|has|are|adheres?)\b)\s*|\bits\b|\btheir\b", re.I
)
_STATISTIC_WORDS = (
    r"\b(?:mean|average|median|std|sd|standard deviation|standardabweichung|variance|varianz|min(?:imum)?|max(?:imum)?|"
    r"sum|summe|total|range|skew\w*|kurtosis|mittelwert|durchschnitt|quartiles?|percentiles?|distribution|histogram|highest|"
    r"lowest|largest|smallest)\b|平均|中央値|標準偏差|合計|最大|最小"
)
_STATISTIC = re.compile(_STATISTIC_WORDS, re.I)
_ITS = re.compile(rf"\b(?:its|their)\s+((?:{_STATISTIC_WORDS})(?:(?:,|\s+and)?\s+(?:{_STATISTIC_WORDS}))*)", re.I)

_LONG_END = re.compile(r"\b(max|min)imum\b", re.I)
"""Said in full, it may name a column of highest or lowest values instead."""


def about_the_topic(left: Sequence[str], topics: set[str], *, names_another: bool) -> list[str]:
    """The sentences left with the one column that was prepared put in: for "its", and where no number is named."""
    if len(topics) != 1:
        return list(left)
    (topic,) = topics
    told = [_ITS.sub(rf"\1 of {topic}", _LONG_END.sub(r"\1", part)) for part in left]
    if topic in " ".join(told) or names_another:
        return told
    return [_about(part, topic) for part in told]


def targets(step: Transform) -> list[str]:
    """What a step changes or makes."""
    made = getattr(step, "name", None)
    if made:
        return [str(made)]
    return step.cols if isinstance(step, FillMissing | DropMissing) else sorted(columns_used(step))


def _about(part: str, topic: str) -> str:
    """A sentence with the topic in it: in place of "it", else behind what is asked."""
    told = _IT.sub(f" {topic} ", part)
    if told != part:
        return told
    asked = list(_STATISTIC.finditer(part))
    if not asked:
        return part
    if re.search(r"[\u3040-\u30ff]", part):
        return f"{topic}の{part}"
    behind = "von" if detect_language(part) == "de" else "of"
    end = asked[-1].end()
    return f"{part[:end]} {behind} {topic}{part[end:]}"

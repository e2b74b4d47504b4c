"""What a person says against a plan, as a follow-up to it: "use median instead of mean" asks for the median only."""

import re
from dataclasses import replace

from agent.reasoning.prompts import ReadQuestion

_UP_TO = r"(?=$|[,.;]| (?:by|per|for|and|only|use|in|take|with)\b)"
_UNWANTED = re.compile(
    rf"\b(?:instead of|rather than|in place of)\s+(?:the |a |an )?\w+(?:\s\w+){{0,2}}?\s*{_UP_TO}", re.IGNORECASE
)
_NOT_BUT = re.compile(r"\bnot\s+(?:the |a |an )?\w+(?:\s\w+)?,?\s+but\b", re.IGNORECASE)
_INSTEAD = "instead"


def as_followup(asked: ReadQuestion) -> ReadQuestion:
    """The same without what is not wanted any more. Places in the text stay what they were."""
    text, gone = asked.question, []
    for pattern in (_UNWANTED, _NOT_BUT):
        for found in pattern.finditer(text):
            gone.append(found.span())
            text = text[: found.start()] + _INSTEAD.ljust(len(found.group())) + text[found.end() :]
    matches = tuple(
        match for match in asked.value_matches if not any(start <= match.start < end for start, end in gone)
    )
    return replace(asked, question=text, value_matches=matches)

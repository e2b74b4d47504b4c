"""An answer while it is being written: references filled in as they resolve, and no figure without a source."""

import re
from typing import Any

from agent.errors import CitationError
from agent.grounding.citations import bind, resolve
from agent.reasoning.prompts import NarrateAnswer, Prompt

WAITING = "…"
_REFERENCE = re.compile(r"(\{[^{}]*\})")
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")


def partial_text(prompt: Prompt[Any], written: str) -> str:
    """The text so far as the person may read it. An unfinished or unknown reference, and a figure that stands neither
    in a result nor in the question, shows as an ellipsis: the finished answer tells it checked.
    """
    complete = written[: written.rindex("{")] if written.rfind("{") > written.rfind("}") else written
    return "".join(_shown(part, prompt) for part in _REFERENCE.split(complete))


def _shown(part: str, prompt: Prompt[Any]) -> str:
    if part.startswith("{"):
        return _resolved(part, prompt) if isinstance(prompt, NarrateAnswer) else WAITING
    asked = set(_FIGURE.findall(getattr(prompt, "question", "")))
    return _FIGURE.sub(lambda figure: figure[0] if figure[0] in asked else WAITING, part)


def _resolved(reference: str, prompt: NarrateAnswer) -> str:
    first = prompt.results[0]
    artifacts = {artifact["artifact_id"]: artifact for artifact in first.artifacts}
    try:
        return resolve(bind(reference, first.names), artifacts)["text"]
    except CitationError:
        return WAITING

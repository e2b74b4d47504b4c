"""An answer while it is being written: references filled in as they resolve, and no figure without a source."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from agent.errors import CitationError
from agent.grounding.citations import bind, resolve
from agent.reasoning.code_prompts import ExplainResults
from agent.reasoning.prompts import NarrateAnswer, Prompt
from agent.reasoning.study_prompts import TellStudy
from agent.state import Artifact

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
        return _resolved(part, prompt)
    asked = set(_FIGURE.findall(getattr(prompt, "question", "")))
    return _FIGURE.sub(lambda figure: figure[0] if figure[0] in asked else WAITING, part)


def _resolved(reference: str, prompt: Prompt[Any]) -> str:
    """The number of a reference; an ellipsis where it leads nowhere yet, or the prompt has no results."""
    found = _RESULTS.get(type(prompt))
    if found is None:
        return WAITING
    names, artifacts = found(prompt)
    try:
        return resolve(bind(reference, names), artifacts)["text"]
    except CitationError:
        return WAITING


_Results = tuple[Mapping[str, str], Mapping[str, Artifact]]
"""Names of results, S1 -> A5, and the results by id."""


def _of_answer(prompt: NarrateAnswer) -> _Results:
    first = prompt.results[0]
    return first.names, {artifact["artifact_id"]: artifact for artifact in first.artifacts}


def _of_code(prompt: ExplainResults) -> _Results:
    return prompt.names, {artifact["artifact_id"]: artifact for artifact in prompt.artifacts}


def _of_study(prompt: TellStudy) -> _Results:
    return {}, prompt.artifacts


_RESULTS: Mapping[type[Prompt[Any]], Callable[[Any], _Results]] = {
    NarrateAnswer: _of_answer,
    ExplainResults: _of_code,
    TellStudy: _of_study,
}
"""Where the references of a prompt's prose lead, by its kind."""

"""An answer while it is being written: references filled in as they resolve, and no figure without a source."""

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from agent.errors import CitationError
from agent.grounding.citations import bind, resolve
from agent.grounding.figures import figures_in
from agent.grounding.repeated_figures import Passage, is_told_as_result
from agent.reasoning.code_prompts import ExplainResults
from agent.reasoning.prompts import NarrateAnswer, Prompt, names_on_the_way
from agent.reasoning.study_prompts import TellStudy
from agent.state import Artifact

WAITING = "…"
_REFERENCE = re.compile(r"(\{[^{}]*\})")
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")


def partial_text(prompt: Prompt[Any], written: str) -> str:
    """The text so far as the person may read it. An unfinished or unknown reference, and a figure that stands neither
    in a result nor in the question, or is told as a result, shows as an ellipsis: the finished answer tells it checked.
    """
    complete = written[: written.rindex("{")] if written.rfind("{") > written.rfind("}") else written
    asked = set(_FIGURE.findall(getattr(prompt, "question", "")))
    shown = ""
    for part in _REFERENCE.split(complete):
        shown += _resolve(part, prompt) if part.startswith("{") else _check(part, shown, asked, type(prompt))
    return shown


def _check(part: str, before: str, asked: Collection[str], kind: type[Prompt[Any]]) -> str:
    """A piece of prose after what stands before it, with an ellipsis for each figure that needs a source."""
    passage = Passage(before + part, len(before))
    figures = figures_in(part) if kind in _RESULTS else []
    told = {figure.start for figure in figures if is_told_as_result(figure, passage)}

    def shown(figure: re.Match[str]) -> str:
        return figure[0] if figure[0] in asked and figure.start() not in told else WAITING

    return _FIGURE.sub(shown, part)


def _resolve(reference: str, prompt: Prompt[Any]) -> str:
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
    artifacts = [*first.artifacts, *(artifact for step in prompt.steps for artifact in step.artifacts)]
    return {**names_on_the_way(prompt.steps), **first.names}, {each["artifact_id"]: each for each in artifacts}


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

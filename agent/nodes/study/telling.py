"""The words of a study under the number lock."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from agent.errors import CitationError
from agent.grounding.citations import violations
from agent.grounding.lines import Lock
from agent.grounding.number_lock import Evidence
from agent.nodes.turn_facts import TurnRuntime, facts, names
from agent.nodes.words import say
from agent.reasoning.study_prompts import AnswerFromStudy, StudyAnswer, StudyText, TellStudy
from agent.specs.study import HIGHEST_EASE, LOWEST_EASE, Study
from agent.state import AgentState, Artifact
from languages.phrase_files import told_language

_CONVENTIONS = (0.0, 95.0, float(LOWEST_EASE), float(HIGHEST_EASE))


def lock_of(state: AgentState, runtime: TurnRuntime, study: Study, artifacts: Mapping[str, Artifact]) -> Lock:
    """The lock of a study's texts: references lead to these artifacts; the scope, which people set, may be said again
    as what it is, but not told as a result.
    """
    said = [study.question, state.get("question", "")]
    if study.scope is not None:
        said.append(study.scope.model_dump_json())
        said += [line for decision in study.decisions for line in (decision.said, *decision.changed)]
    evidence = Evidence(
        artifacts, "\n".join(said), facts(state, runtime), names(runtime), _CONVENTIONS, told_language()
    )
    return Lock(artifacts, {}, evidence)


def tell_study(runtime: TurnRuntime, prompt: TellStudy, lock: Lock) -> StudyText:
    """The reasoner's words as templates. Unknown figures or references send them back once; references that still
    lead nowhere are replaced by a sentence that claims nothing.
    """
    trouble: tuple[str, ...] = ()
    text: StudyText | None = None
    for _ in range(2):
        reply = runtime.context.reasoner.decide(replace(prompt, violations=trouble))
        trouble, usable = _trouble((reply.text, *reply.lines), lock)
        text = reply if usable else None
        if not trouble:
            break
    return text or StudyText(text=say("study.in_the_table"))


def answer_study(runtime: TurnRuntime, prompt: AnswerFromStudy, lock: Lock) -> StudyAnswer:
    """The same for an answer."""
    trouble: tuple[str, ...] = ()
    text: StudyAnswer | None = None
    for _ in range(2):
        reply = runtime.context.reasoner.decide(replace(prompt, violations=trouble))
        trouble, usable = _trouble((reply.text,), lock)
        text = reply if usable else None
        if not trouble:
            break
    return text or StudyAnswer(text=say("study.in_the_table"), found=True, artifact_ids=[prompt.ranking])


def _trouble(templates: Sequence[str], lock: Lock) -> tuple[tuple[str, ...], bool]:
    """What is wrong with the templates, and whether they can be used all the same."""
    found: list[str] = []
    usable = True
    for template in templates:
        try:
            found += violations(lock.resolved(template))
        except CitationError as error:
            found.append(str(error))
            usable = False
    return tuple(found), usable

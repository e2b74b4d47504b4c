"""Telling the answer: the reasoner writes references, this resolves them and sends back what has no source."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from agent.errors import CitationError
from agent.grounding.answer_forms import plain_in_forms
from agent.grounding.cells import table_of
from agent.grounding.citations import bind, resolve, violations
from agent.grounding.lines import Lock
from agent.grounding.number_lock import Evidence
from agent.nodes.beside import beside
from agent.nodes.comparing import headline_of, main_table
from agent.nodes.concluding import Executed
from agent.nodes.looking import observe_steps
from agent.nodes.turn_facts import TurnRuntime, asked_question, facts, names, profiles, whole_artifacts
from agent.nodes.words import say
from agent.reasoning.code_prompts import ExplainResults
from agent.reasoning.language import detect_language
from agent.reasoning.prompts import NarrateAnswer, Narration, ReadingResult, names_on_the_way
from agent.specs.references import literal, reference
from agent.state import AgentState, Artifact, ResolvedText

STEP_TOLD = "This tells a step on the way as the answer. Tell the answer first, with references to its own result."
MOST_LOOKED_THROUGH = 20_000
"""Rows of a table in which the rules look for the highest; of a longer one they see the first rows."""
ROWS_TOLD = 5  # in the plain sentences that stand in when no narration could be used


@dataclass(frozen=True)
class Told:
    """What the person reads."""

    answer: ResolvedText
    template: str
    caveats: list[str]
    next_questions: list[str]


def lock_of(state: AgentState, runtime: TurnRuntime, executed: Sequence[Executed]) -> Lock:
    """The lock of this turn; spec names (S1) lead to the results of the first reading."""
    artifacts = whole_artifacts(runtime)
    steps = names_on_the_way(observe_steps(state, runtime))
    of_turn = {a["artifact_id"] for done in executed for a in done.results.values()} | {*steps.values()}
    bound = {**steps, **{name: a["artifact_id"] for name, a in executed[0].results.items()}}
    own = {key: artifact for key, artifact in artifacts.items() if key in of_turn}
    asked = asked_question(state)
    grounds = Evidence(own, asked, facts(state, runtime), names(runtime), language=detect_language(asked))
    return Lock(artifacts, bound, grounds)


def tell(state: AgentState, runtime: TurnRuntime, executed: Sequence[Executed]) -> Told:
    """The narration of the first reading. A text with unknown figures or references is sent back once.

    What is still unverified then stays marked; a text whose references still lead nowhere is replaced by plain
    sentences made of references.
    """
    prompt = _prompt(state, runtime, executed)
    lock = lock_of(state, runtime, executed)
    told = told_at_last(prompt, runtime, lock, frozenset(names_on_the_way(prompt.steps).values()))
    return told or _plainly(executed[0], lock)


def told_at_last(
    prompt: NarrateAnswer | ExplainResults, runtime: TurnRuntime, lock: Lock, steps: frozenset[str] = frozenset()
) -> Told | None:
    """The narration, sent back once with what is wrong with it; None when its references still lead nowhere then, or
    only to results of `steps` on the way.
    """
    trouble: tuple[str, ...] = ()
    told: Told | None = None
    for _ in range(2):
        narration: Narration = runtime.context.reasoner.decide(replace(prompt, violations=trouble))
        try:
            told, trouble = checked_narration(narration, lock)
            if _tells_only(told.answer, steps):
                told, trouble = None, (STEP_TOLD,)
        except CitationError as error:
            told, trouble = None, (str(error),)
        if not trouble:
            break
    return told


def _tells_only(answer: ResolvedText, steps: frozenset[str]) -> bool:
    """Whether a text cites results on the way, and nothing of the answer."""
    cited = {cell["artifact_id"] for citation in answer["citations"] for cell in citation["cells"]}
    return bool(cited) and cited <= steps


def _prompt(state: AgentState, runtime: TurnRuntime, executed: Sequence[Executed]) -> NarrateAnswer:
    previews = {artifact["artifact_id"]: artifact for artifact in state.get("artifacts", [])}
    main = next(iter(executed[0].results.values()))
    return NarrateAnswer(
        question=asked_question(state),
        results=tuple(_result(done, previews) for done in executed),
        datasets=profiles(runtime),
        ledger=main["ledger"],
        steps=observe_steps(state, runtime),
        beside=beside(executed[0].reading.specs, [*executed[0].results.values()], runtime),
    )


def _result(done: Executed, previews: Mapping[str, Artifact]) -> ReadingResult:
    by_id = {artifact["artifact_id"]: artifact for artifact in done.results.values()}
    return ReadingResult(
        reading=done.reading,
        names={name: artifact["artifact_id"] for name, artifact in done.results.items()},
        artifacts=tuple(previews.get(artifact_id, artifact) for artifact_id, artifact in by_id.items()),
        headline=resolve(headline_of(done.reading, done.results), by_id)["text"],
        whole=tuple(one for one in by_id.values() if one["kind"] == "table" and _can_be_looked_through(one)),
    )


def _can_be_looked_through(artifact: Artifact) -> bool:
    return len(table_of(artifact)["rows"]) <= MOST_LOOKED_THROUGH


def checked_narration(narration: Narration, lock: Lock) -> tuple[Told, tuple[str, ...]]:
    """The narration with its numbers, and what is wrong with it. CitationError when a reference leads nowhere."""
    text = plain_in_forms(narration.text)
    answer = lock.resolved(text)
    caveats = [lock.line(caveat) for caveat in narration.caveats]
    following = [lock.line(question) for question in narration.next_questions]
    told = Told(
        answer,
        bind(text, lock.names),
        [line.text for line in caveats],
        [line.text for line in following],
    )
    return told, (*violations(answer), *(said for line in (*caveats, *following) for said in line.violations))


def _plainly(executed: Executed, lock: Lock) -> Told:
    """The first rows of the table, read out by references; for a figure its title."""
    artifact = main_table(executed.results)
    template = literal(executed.reading.interpretation or executed.reading.label)
    if artifact is not None and table_of(artifact)["rows"]:
        template += "\n\n" + "\n".join(rows_told(artifact))
    return Told(lock.resolved(template), template, [say("say.straight")], [])


def rows_told(artifact: Artifact) -> list[str]:
    """The first rows of a table as lines of references."""
    table = table_of(artifact)
    told = []
    for row in range(1, min(ROWS_TOLD, len(table["rows"])) + 1):
        cells = (
            f"{literal(column)} {reference(artifact['artifact_id'], column, row=row)}" for column in table["columns"]
        )
        told.append("- " + ", ".join(cells))
    if table["total_rows"] > len(told):
        told.append(say("say.and_so_on", count=reference(artifact["artifact_id"], "#rows")))
    return told

"""Two paths: where the vocabulary can express the question too, it computes it by itself and the two are compared."""

from collections.abc import Mapping, Sequence
from typing import Literal

from agent.contract import NodeDelta
from agent.grounding.cells import table_of
from agent.grounding.citations import resolve
from agent.nodes.act import Outcome, execute_reading
from agent.nodes.asking import Choice, Question, ask
from agent.nodes.code.code_agreement import Verdict, figures_agree, numbers_verdict
from agent.nodes.code.code_prompting import BY_CODE, code_results, draft_in
from agent.nodes.comparing import headline_of, main_table, rows_apart
from agent.nodes.turn_facts import TurnRuntime, as_data, asked_question, readings_of, results_of, whole_artifacts
from agent.nodes.words import say
from agent.reasoning.rules.narration.answer_form import decimals_asked
from agent.specs.reading import Reading
from agent.state import AgentState, Artifact, DoubleCheck, Observation, ReasoningLine

BY_VOCABULARY = "by_vocabulary"


def double_check(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """The mark, when both agree or the vocabulary has no words for the question; else both, for the person to see.

    Code that the person changed, or chose when both were shown, stands as they want it; the mark says what the
    vocabulary gives. So does the program of a leading model: its result is told with that mark, and nobody is asked.
    Only like is compared with like; where there is none, nothing is made of it.
    """
    if not state.get("execution_success") or not runtime.context.settings.double_check:
        return {"reasoning": [ReasoningLine(step_name="double check", step_text=say("check.not_asked"))]}
    if state.get("picked_option") == BY_CODE:
        return _mark("differs", say("check.chosen"))
    ours = code_results(state, runtime)
    outcomes = [(reading, execute_reading(reading, runtime)) for reading in _second_opinion(state)]
    working = [(reading, outcome) for reading, outcome in outcomes if outcome.observation["error"] is None]
    if not working:
        return _mark("not_expressible", say("check.not_expressible"))
    decimals = decimals_asked(asked_question(state))
    verdicts = [
        (reading, outcome, _verdict(reading, ours, results_of(outcome.observation, runtime), decimals))
        for reading, outcome in working
    ]
    same = [reading for reading, _, verdict in verdicts if verdict == "same"]
    if same:
        others = [reading.label for reading, _, verdict in verdicts if verdict == "different"]
        told = [say("say.could_be", label=label) for label in others]
        return {
            **_mark("agrees", say("check.agrees")),
            "assumptions": [*state.get("assumptions", []), say("check.agrees"), *told],
        }
    different = [(reading, outcome) for reading, outcome, verdict in verdicts if verdict == "different"]
    if not different:
        computed = any(_computes(reading) for reading, _ in working)
        return _mark(
            "not_compared", say("check.unlike") if computed and main_table(ours) is not None else say("check.picture")
        )
    if state.get("code_edited") or _was_refused(state):
        return _change(
            runtime, say("check.changed") if state.get("code_edited") else say("check.wished"), *different[0]
        )
    if runtime.context.model_role == "lead":
        return _change(runtime, say("check.beside"), *different[0])
    return _disagree(state, runtime, ours, *different[0])


def _verdict(
    reading: Reading, ours: Mapping[str, Artifact], theirs: Mapping[str, Artifact], decimals: Sequence[int]
) -> Verdict:
    """Tables by their cells, where both have one; pictures by what they show."""
    if main_table(ours) is not None and _computes(reading):
        return numbers_verdict(ours, theirs, decimals)
    return figures_agree(ours, theirs)


def _second_opinion(state: AgentState) -> tuple[Reading, ...]:
    """The readings to compare with: those of the question, or after a wish for another version the one it was made
    from.
    """
    followed = draft_in(state).reading if _was_refused(state) else None
    return (followed,) if followed is not None else readings_of(state)


def _was_refused(state: AgentState) -> bool:
    return any(attempt.get("refused") for attempt in state.get("failed_attempts", []))


def _change(runtime: TurnRuntime, why: str, reading: Reading, outcome: Outcome) -> NodeDelta:
    headline = headline_of(reading, results_of(outcome.observation, runtime))
    number = resolve(headline, whole_artifacts(runtime))["text"]
    text = say("check.gives" if number else "check.gives_nothing", why=why, label=reading.label, number=number)
    return {**_mark("differs", text), "observations": [outcome.observation]}


def _mark(outcome: Literal["agrees", "differs", "not_expressible", "not_compared"], text: str) -> NodeDelta:
    return {
        "double_check": DoubleCheck(outcome=outcome, text=text),
        "reasoning": [ReasoningLine(step_name="double check", step_text=text)],
    }


def _computes(reading: Reading) -> bool:
    """Whether a reading has more than pictures, whose bins and samples may honestly differ."""
    return any(spec.type == "analysis" for spec in reading.specs)


def _disagree(
    state: AgentState, runtime: TurnRuntime, ours: Mapping[str, Artifact], reading: Reading, outcome: Outcome
) -> NodeDelta:
    by_code, by_vocabulary = _headlines(ours, reading, results_of(outcome.observation, runtime))
    question = Question(
        message=say("check.different"),
        prompt=say("check.which"),
        choices=(
            Choice(BY_CODE, say("check.by_code"), say("check.take_code"), by_code),
            Choice(BY_VOCABULARY, say("check.by_vocabulary", label=reading.label), reading.label, by_vocabulary),
        ),
        context={
            "code": state.get("code"),
            "readings": [{**as_data(reading), "reading_id": BY_VOCABULARY}],
            "assumptions": [*state.get("assumptions", [])],
            "workflows": {BY_VOCABULARY: "react"},
        },
    )
    observed: list[Observation] = [outcome.observation]
    return {**ask(state, runtime, question), "observations": observed, "logs": ["double check: they differ"]}


def _headlines(ours: Mapping[str, Artifact], reading: Reading, theirs: Mapping[str, Artifact]) -> tuple[str, str]:
    """What tells the two results apart: their numbers, of several rows those in which they differ."""
    mine, other = main_table(ours), main_table(theirs)
    if mine is None or other is None:
        return rows_apart(mine, mine) if mine else say("say.no_rows"), headline_of(reading, theirs)
    several = max(len(table_of(mine)["rows"]), len(table_of(other)["rows"])) > 1
    return rows_apart(mine, other), rows_apart(other, mine) if several else headline_of(reading, theirs)

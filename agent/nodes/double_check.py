"""Two paths: where the vocabulary can express the question too, it computes it by itself and the two are compared."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from agent.analysis.validate import check_spec
from agent.contract import NodeDelta
from agent.errors import DataError, SpecError
from agent.grounding.cells import table_of
from agent.nodes.act import Outcome, execute_reading
from agent.nodes.asking import Choice, Question, ask
from agent.nodes.code_prompting import BY_CODE, asked, code_results
from agent.nodes.comparing import headline_of, main_table
from agent.nodes.known import TurnRuntime, dumped, profiles
from agent.specs.reading import Reading
from agent.specs.references import reference
from agent.state import AgentState, Artifact, Cell, DoubleCheck, Observation, ReasoningLine

AGREES = "Computed twice: the generated code and the analysis vocabulary give the same numbers."
NOT_EXPRESSIBLE = "Computed once, by generated code: the analysis vocabulary cannot express this question."
DIFFERENT = "Two ways of computing this do not give the same, so neither is told as the answer."
PICTURE = "Drawn once, by generated code: two pictures cannot be compared number by number."
WHICH = "Which one do you want?"
BY_VOCABULARY = "by_vocabulary"
CLOSE = 1e-6  # relative; code may round


def double_check(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """The mark, when both agree or the vocabulary has no words for the question; else both, for the person to see.

    A code that the person accepted, or changed, stands as they want it and is not checked again.
    """
    stands = state.get("code_edited") or state.get("picked_option") == BY_CODE or not state.get("execution_success")
    if stands or not runtime.context.settings.double_check:
        return {"reasoning": [ReasoningLine(step_name="double check", step_text="Not asked for.")]}
    readings = _readings(state, runtime)
    ours = code_results(state, runtime)
    if main_table(ours) is None or (readings and not any(_computes(reading) for reading in readings)):
        return _mark("not_compared", PICTURE)
    outcomes = [(reading, execute_reading(reading, runtime)) for reading in readings]
    working = [(reading, outcome) for reading, outcome in outcomes if outcome.observation["error"] is None]
    if not working:
        return _mark("not_expressible", NOT_EXPRESSIBLE)
    same = [reading for reading, outcome in working if numbers_agree(ours, _results(outcome, runtime))]
    if not same:
        return _disagree(state, runtime, ours, *working[0])
    others = [reading.label for reading, _ in working if reading not in same]
    told = [f"This could also be read as: {label}, which gives another result." for label in others]
    return {**_mark("agrees", AGREES), "assumptions": [*state.get("assumptions", []), AGREES, *told]}


def _readings(state: AgentState, runtime: TurnRuntime) -> list[Reading]:
    """What the question means in the vocabulary; none when it has no words for it."""
    decision = runtime.context.reasoner.decide(asked(state, runtime))
    known = {profile.dataset_id: profile for profile in profiles(runtime)}
    sound: list[Reading] = []
    for reading in decision.readings if decision.next_action == "act" else []:
        try:
            for spec in reading.specs:
                check_spec(spec, known)
        except (SpecError, DataError):
            continue  # a reading that does not fit the data is no second opinion
        sound.append(reading)
    return sound


def _results(outcome: Outcome, runtime: TurnRuntime) -> dict[str, Artifact]:
    context = runtime.context
    ids = outcome.observation["artifact_ids"]
    return {name: context.artifacts.get(context.conversation_id, key) for name, key in ids.items()}


def _mark(outcome: Literal["agrees", "not_expressible", "not_compared"], text: str) -> NodeDelta:
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
    question = Question(
        message=DIFFERENT,
        prompt=WHICH,
        choices=(
            Choice(BY_CODE, "The generated code", "the result of the generated code", _headline(ours)),
            Choice(
                BY_VOCABULARY,
                f"The analysis vocabulary: {reading.label}",
                reading.label,
                headline_of(reading, _results(outcome, runtime)),
            ),
        ),
        context={
            "code": state.get("code"),
            "readings": [{**dumped(reading), "reading_id": BY_VOCABULARY}],
            "frame": state.get("frame"),
            "assumptions": [*state.get("assumptions", [])],
            "workflows": {BY_VOCABULARY: "react"},
        },
    )
    observed: list[Observation] = [outcome.observation]
    return {**ask(state, runtime, question), "observations": observed, "logs": ["double check: they differ"]}


def _headline(results: Mapping[str, Artifact]) -> str:
    """The first number of the code's first table, with what names its row."""
    artifact = main_table(results)
    table = table_of(artifact) if artifact else None
    if artifact is None or table is None or not table["rows"]:
        return "no rows"
    keys = table["key_columns"]
    shown = next((column for column in table["columns"] if column not in keys), table["columns"][0])
    number = reference(artifact["artifact_id"], shown, row=1)
    named = [reference(artifact["artifact_id"], key, row=1) for key in keys if key != shown]
    return f"{', '.join(named)}: {number}" if named else number


# ---------------------------------------------------------------- comparing


@dataclass(frozen=True)
class _Content:
    """What a result says, whatever its shape: its numbers and its words."""

    numbers: tuple[float, ...]
    words: frozenset[str]


def numbers_agree(one: Mapping[str, Artifact], other: Mapping[str, Artifact]) -> bool:
    """Whether the smaller of two results is found in the larger: each of its numbers (as it is, or as a share in
    percent) and each of its words. Code may give a bare number where the vocabulary gives a table.
    """
    mine, theirs = _content(one.values()), _content(other.values())
    small, large = sorted((mine, theirs), key=lambda content: len(content.numbers))
    if not small.numbers:
        return not large.numbers and bool(small.words) and small.words == large.words
    words_fit = small.words <= large.words or large.words <= small.words
    return words_fit and all(_found(number, large.numbers) for number in small.numbers)


def _content(artifacts: Iterable[Artifact]) -> _Content:
    """Of the tables that answer; those that only support it may be computed on one side alone."""
    tables = [table_of(one) for one in artifacts if one["kind"] == "table" and one["role"] == "main"]
    cells = [cell for table in tables for row in table["rows"] for cell in row]
    return _Content(tuple(_numbers(cells)), frozenset(cell.strip() for cell in cells if isinstance(cell, str)))


def _numbers(cells: Sequence[Cell]) -> Iterable[float]:
    return (float(cell) for cell in cells if isinstance(cell, int | float) and not isinstance(cell, bool))


def _found(number: float, among: Sequence[float]) -> bool:
    return any(_same(number, other) for other in among)


def _same(one: float, other: float) -> bool:
    """Equal, or one of them a share of 1 and the other the same in percent."""
    share, percent = sorted((one, other), key=abs)
    in_percent = abs(share) <= 1 and math.isclose(share * 100, percent, rel_tol=CLOSE, abs_tol=1e-12)
    return in_percent or math.isclose(one, other, rel_tol=CLOSE, abs_tol=1e-12)

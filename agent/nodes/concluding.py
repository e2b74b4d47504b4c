"""After act: do the readings agree? Then answer, else ask one question that shows what each would give (law 3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from pydantic import JsonValue

from agent.contract import NodeDelta
from agent.nodes.asking import Choice, Question, ask
from agent.nodes.comparing import agree, headlines_of
from agent.nodes.file_doubts import Settled, settle_doubts
from agent.nodes.turn_facts import TurnRuntime, as_data, asked_question, readings_of, results_of
from agent.nodes.words import say
from agent.reader.trust import Evidence, mass_of, sureness_of
from agent.reasoning.language import detect_language
from agent.reasoning.rules.narration.phrases import phrases_in
from agent.specs.reading import Reading
from agent.state import AgentState, Artifact, Observation, ReasoningLine, StepTaken

LIKELY = 0.2
"""A reading of this probability is named though it gives the same as the answer's."""


@dataclass(frozen=True)
class Trouble:
    """Why readings were sent back."""

    message: str
    failed: tuple[Reading, ...] = ()


@dataclass(frozen=True)
class Executed:
    """A reading with its results, whole, by the name of their spec."""

    reading: Reading
    results: dict[str, Artifact]


def conclude(state: AgentState, runtime: TurnRuntime) -> NodeDelta | Trouble:
    """Finalize when all working readings agree, ask when they differ or nobody is sure of the one there is; Trouble
    when none worked.

    Where the person has been asked on the way to this answer, the first reading is taken and the others are told.
    """
    observations = {observation["reading_id"]: observation for observation in state.get("observations", [])}
    readings = readings_of(state)
    failed = [reading for reading in readings if _error(observations, reading)]
    done = [
        Executed(reading, results_of(observations[reading.reading_id], runtime))
        for reading in readings
        if reading not in failed
    ]
    if not done:
        return Trouble(state.get("last_error") or say("say.nothing_executed"), tuple(failed))
    weighs = bool(evidence_in(state))  # of several candidates most are wrong: what could not be computed is no news
    assumptions = [
        *state.get("assumptions", []),
        *(
            say("say.left_out", label=reading.label, error=_error(observations, reading) or "")
            for reading in failed
            if not weighs
        ),
    ]
    groups = order_by_mass(group_equal(done), evidence_in(state))
    if is_told(groups, evidence_in(state), runtime) and not state.get("unsure"):
        settled = Settled(None) if state.get("looking") else settle_doubts(state, runtime, *_first(groups[0]))
        return settled.question or _finalize(groups[0], [*assumptions, *settled.same], evidence_in(state))
    if _was_asked(state):
        others = [say("say.could_be", label=group[0].reading.label) for group in groups[1:]]
        told = _finalize(groups[0], [*assumptions, *others], evidence_in(state))
        return {**told, "readings": [as_data(one.reading) for one in groups[0]]}
    asked = ask_which(
        state,
        runtime,
        groups,
        said=" ".join(state.get("clarifying_questions", [])),
        weighs=weighs,
        context={
            "assumptions": [*assumptions],
            "looking": state.get("looking", False),
            "steps_taken": cast(list[JsonValue], steps_of(state)),
        },
    )
    return {**asked, "last_error": None, "assumptions": assumptions}


def _first(group: Sequence[Executed]) -> tuple[Reading, Mapping[str, Artifact]]:
    return group[0].reading, group[0].results


def steps_of(state: AgentState) -> list[StepTaken]:
    """The acts of this turn that were looked at; of a question that was asked on the way, those before it too."""
    return state.get("steps_taken", [])


def _was_asked(state: AgentState) -> bool:
    """Whether steps go on from an answer of the person."""
    return bool(steps_of(state)) and state.get("picked_option") is not None


def executed_reading(state: AgentState, runtime: TurnRuntime) -> tuple[Executed, ...]:
    """The chosen reading with its results, then those that agree with it; () when none was chosen."""
    chosen = state.get("chosen_reading")
    observations = {observation["reading_id"]: observation for observation in state.get("observations", [])}
    working = [reading for reading in readings_of(state) if not _error(observations, reading)]
    ordered = sorted(working, key=lambda reading: reading.reading_id != chosen)
    done = (Executed(reading, results_of(observations[reading.reading_id], runtime)) for reading in ordered)
    return tuple(done) if chosen else ()


def _error(observations: dict[str, Observation], reading: Reading) -> str | None:
    observation = observations.get(reading.reading_id)
    return observation["error"] if observation else say("say.not_executed")


def group_equal(done: Sequence[Executed]) -> list[list[Executed]]:
    """Readings that give the same, together; in the order in which they were given."""
    groups: list[list[Executed]] = []
    for executed in done:
        same = next(
            (group for group in groups if agree(group[0].results, executed.results, group[0].reading.compare)), None
        )
        if same is None:
            groups.append([executed])
        else:
            same.append(executed)
    return groups


def evidence_in(state: AgentState) -> dict[str, Evidence]:
    """How probable each reading of this turn is, by its id; {} where its reader does not say."""
    return {key: Evidence.model_validate(one) for key, one in state.get("evidence", {}).items()}


def order_by_mass(groups: Sequence[list[Executed]], evidence: Mapping[str, Evidence]) -> list[list[Executed]]:
    """The groups by their masses, the most probable first; as they are where nothing is weighed."""
    if not evidence:
        return [*groups]
    return sorted(groups, key=lambda group: -mass_of(_of_group(group, evidence)))


def is_told(
    groups: Sequence[Sequence[Executed]],
    evidence: Mapping[str, Evidence],
    runtime: TurnRuntime,
) -> bool:
    """Whether the first group is the answer: all agree, or where candidates are weighed it is sure enough."""
    if not evidence:
        return len(groups) == 1
    masses = [_of_group(group, evidence) for group in groups]
    done = {one.reading.reading_id for group in groups for one in group}
    lost = [one for key, one in evidence.items() if key not in done]
    return sureness_of(masses, lost, runtime.context.settings.told_from).is_enough


def _of_group(group: Sequence[Executed], evidence: Mapping[str, Evidence]) -> list[Evidence]:
    return [evidence[one.reading.reading_id] for one in group]


def _is_likely(reading: Reading, evidence: Mapping[str, Evidence]) -> bool:
    """Whether a reading is one that could well have been meant: any where nothing is weighed."""
    return not evidence or evidence[reading.reading_id].probability >= LIKELY


def _finalize(group: Sequence[Executed], assumptions: list[str], evidence: Mapping[str, Evidence]) -> NodeDelta:
    chosen = group[0].reading
    others = [executed.reading.label for executed in group[1:] if _is_likely(executed.reading, evidence)]
    others = [label for label in dict.fromkeys(others) if label != chosen.label]
    agreeing = [say("say.another_way", label="; ".join(others))] if others else []
    alone: NodeDelta = {"readings": [as_data(chosen)]} if evidence else {}  # what else it could mean is no part of it
    return {
        **alone,
        "next_action": "finalize",
        "chosen_reading": chosen.reading_id,
        "interpretation": chosen.interpretation,
        "assumptions": [*assumptions, *chosen.assumptions, *agreeing],
        "last_error": None,
        "reasoning": [ReasoningLine(step_name="reason", step_text=say("step.there"))],
    }


def ask_which(
    state: AgentState,
    runtime: TurnRuntime,
    groups: Sequence[Sequence[Executed]],
    *,
    said: str,
    weighs: bool,
    context: Mapping[str, JsonValue],
) -> NodeDelta:
    """Asks which reading is meant, each with what it gives; where there is one, whether it is. `said`: the reasoner's
    own question, "" where it has none; `weighs`: the readings of a group are candidates, not ways to say the same."""
    phrases = phrases_in(detect_language(asked_question(state)))
    firsts = [group[0] for group in groups]
    headlines = headlines_of([(first.reading, first.results) for first in firsts])
    is_one = len(groups) == 1
    choices = tuple(
        Choice(
            option_id=first.reading.reading_id,
            label=phrases.say("reading.ask.yes") if is_one else _label_of(group, weighs),
            says=first.reading.label,
            headline=headline,
        )
        for first, group, headline in zip(firsts, groups, headlines, strict=True)
    )
    one = phrases.say("reading.ask.one", reading=_label_of(groups[0], weighs))
    question = Question(
        message=one if is_one else said or phrases.say("reading.ask.this"),
        prompt="" if is_one else say("say.which"),
        choices=choices,
        context={"readings": [as_data(first.reading) for first in firsts], **context},
    )
    return ask(state, runtime, question)


def _label_of(group: Sequence[Executed], weighs: bool) -> str:
    return group[0].reading.label if weighs else " or ".join(executed.reading.label for executed in group)

"""What a question means before code is written for it: its readings, and the one question where they differ (law 3)."""

from collections.abc import Sequence

from agent.analysis.validate import check_spec
from agent.contract import NodeDelta
from agent.errors import DataError, SpecError
from agent.nodes.act import execute_reading
from agent.nodes.asking import Question, ask, choices_of
from agent.nodes.code.code_prompting import question_asked
from agent.nodes.concluding import Executed, ask_which, group_equal, is_told, order_by_mass
from agent.nodes.file_doubts import Settled, apply_pick, has_doubts, settle_doubts
from agent.nodes.picked import picked_reading
from agent.nodes.turn_facts import TurnRuntime, as_data, profiles, questions_so_far, results_of
from agent.nodes.words import say
from agent.reasoning.prompts import Decision
from agent.reasoning.sense import check_sense
from agent.specs.reading import Reading
from agent.state import AgentState


def settle_meaning(state: AgentState, runtime: TurnRuntime, *, ask_for_columns: bool = False) -> NodeDelta:
    """`readings` of the question in the vocabulary, [] when it has no words for it: the double check computes them.

    Where they give different results the person is asked, each option with its number; the one that they pick is
    then written as code. `ask_for_columns`: asks for a column that is not there too, where nothing else looks for it.
    Nothing is read when the double check is switched off.
    """
    picked = picked_reading(state)
    if picked:
        apply_pick(state, runtime, picked)
        return _pick(state, picked)
    if not runtime.context.settings.double_check or state.get("next_action") == "hand_over":
        return {}
    decision = runtime.context.reasoner.decide(question_asked(state, runtime))
    asks = ask_for_columns if decision.missing_columns else len(decision.choices) > 1 and not _may_be_coded(runtime)
    if decision.next_action == "ask" and asks:
        return _ask_what(state, runtime, decision)
    readings = _sound(decision, state, runtime)
    is_compared = len(readings) > 1 or bool(decision.evidence)
    groups = order_by_mass(group_equal(_execute(readings, runtime)), decision.evidence) if is_compared else []
    is_open = bool(groups) and not is_told(groups, decision.evidence, runtime)
    if decision.evidence and groups and not is_open:
        readings = [one.reading for one in groups[0]]
    kept: NodeDelta = {"readings": [as_data(reading) for reading in readings]}
    if is_open:
        asked_which = ask_which(
            state,
            runtime,
            groups,
            said=decision.question_if_different,
            weighs=bool(decision.evidence),
            context={
                "assumptions": [*decision.assumptions],
                "workflows": {group[0].reading.reading_id: state.get("workflow", "") for group in groups},
            },
        )
        return {**kept, **asked_which}
    doubted = groups[0] if groups else _execute([one for one in readings if has_doubts(one, runtime)], runtime)
    settled = settle_doubts(state, runtime, doubted[0].reading, doubted[0].results) if doubted else Settled(None)
    return {**kept, **(settled.question or {})}


def _may_be_coded(runtime: TurnRuntime) -> bool:
    """Whether a model writes the program: it may do what the vocabulary has no words for."""
    return runtime.context.clerk is not None


def _pick(state: AgentState, picked: Reading) -> NodeDelta:
    pending = state.get("previous_pending")
    context = pending["context"] if pending else {}
    assumptions = context.get("assumptions")
    return {
        "readings": [as_data(picked)],
        "chosen_reading": picked.reading_id,
        "assumptions": assumptions if isinstance(assumptions, list) else [],
    }


def _sound(decision: Decision, state: AgentState, runtime: TurnRuntime) -> list[Reading]:
    """The readings that fit the data and make sense; another one, a step, or an unsure one is no second opinion."""
    questions = questions_so_far(state)
    known = {profile.dataset_id: profile for profile in profiles(runtime)}
    sound: list[Reading] = []
    told = decision.next_action == "act" and not (decision.look or decision.unsure)
    for reading in decision.readings if told else []:
        try:
            for spec in reading.specs:
                check_spec(spec, known)
            check_sense(reading.specs, profiles(runtime), questions)
        except (SpecError, DataError):
            continue
        sound.append(reading)
    return sound


def _execute(readings: Sequence[Reading], runtime: TurnRuntime) -> list[Executed]:
    """The readings that could be computed, with their results."""
    outcomes = [(reading, execute_reading(reading, runtime)) for reading in readings]
    return [
        Executed(reading, results_of(made.observation, runtime))
        for reading, made in outcomes
        if made.observation["error"] is None
    ]


def _ask_what(state: AgentState, runtime: TurnRuntime, decision: Decision) -> NodeDelta:
    """The question cannot be read without a word from the person, whoever computes it."""
    choices = choices_of(decision.choices)
    question = Question(
        message=" ".join(decision.clarifying_questions) or decision.rationale,
        prompt=say("say.which") if len(choices) > 1 else "",
        status="missing_column" if decision.missing_columns else "asked",
        choices=choices,
        context={
            "missing_columns": [*decision.missing_columns],
            "workflows": {choice.option_id: state.get("workflow", "") for choice in choices},
        },
    )
    return ask(state, runtime, question)

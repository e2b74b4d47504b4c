"""reason: what does the person want, and is it done? Decides; computes nothing (seed 002)."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from langgraph.types import Overwrite

from agent.analysis.validate import check_spec
from agent.contract import NodeDelta
from agent.errors import SpecError
from agent.nodes.asking import SAY_MORE, Choice, Question, ask, ask_for_data, choices_of, which
from agent.nodes.concluding import Trouble, conclude
from agent.nodes.edited import edited_reading
from agent.nodes.hand_over import HAND_OVER, LABEL
from agent.nodes.known import TurnRuntime, about_question, asked_question, dumped, profiles
from agent.reasoning.prompts import Decision, ReadQuestion
from agent.specs.reading import Reading
from agent.state import AgentState, NextAction, PendingInput, ReasoningLine
from registry.profile import DatasetProfile

NOT_FOR_CODE = ("outside_world", "data_change", "action", "advice")  # refusals of the rules that no program could mend
ASK_AGAIN = 2  # a reading that cannot be executed is sent back once
Reader: TypeAlias = Callable[[AgentState, TurnRuntime, Trouble | None], Decision]
"""Whoever turns the question into a decision; told what was wrong with the one before."""


def reason(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """The next action of the turn, with its specs or its question."""
    if not profiles(runtime):
        return ask_for_data(state, runtime)
    if state.get("last_completed_node") == "out_of_scope":
        return _offer_alternatives(state, runtime)
    if state.get("observations"):
        outcome = conclude(state, runtime)
        if isinstance(outcome, Trouble):
            by_hand = state.get("edited_reading") is not None  # no reader stands between it and its error
            return _give_up(state) if by_hand else try_again(state, runtime, _read, outcome)
        return outcome
    made = edited_reading(state, runtime)
    if made is not None:
        return {**_execution([made.reading]), **made.delta}
    if state.get("picked_option") == HAND_OVER:
        return _hand_over_picked()
    picked = picked_reading(state)
    return take_pick(state, picked) if picked else decide(state, runtime, _read)


# ---------------------------------------------------------------- reading the question


def decide(state: AgentState, runtime: TurnRuntime, read: Reader, trouble: Trouble | None = None) -> NodeDelta:
    """Has the question read; what cannot be executed goes back once, then the person is asked."""
    before = trouble.failed if trouble else ()
    for _ in range(ASK_AGAIN):
        decision = read(state, runtime, trouble)
        if decision.next_action != "act":
            return {**_decided(state, decision), **_CONSEQUENCES[decision.next_action](state, runtime, decision)}
        sound, trouble = _checked(decision.readings, profiles(runtime))
        if sound and _same_specs(sound, before):
            return _give_up(state)  # the same again would fail the same way
        if sound:
            return _act_on(state, decision, sound, trouble)
    return _ask_after(state, runtime, trouble)


def try_again(state: AgentState, runtime: TurnRuntime, read: Reader, trouble: Trouble) -> NodeDelta:
    """All readings failed: back to the reasoner with the reason, unless the turn's actions are spent."""
    spent = state.get("act_count", 0) >= runtime.context.settings.max_acts
    return _give_up(state) if spent else decide(state, runtime, read, trouble)


def _read(state: AgentState, runtime: TurnRuntime, trouble: Trouble | None) -> Decision:
    return runtime.context.reasoner.decide(question_prompt(state, runtime, trouble))


def question_prompt(state: AgentState, runtime: TurnRuntime, trouble: Trouble | None = None) -> ReadQuestion:
    """The question with all that is known around it."""
    return replace(
        about_question(state, runtime, state.get("question", "")),
        frame=state.get("frame"),
        pending=state.get("previous_pending"),
        last_error=trouble.message if trouble else None,
        failed=trouble.failed if trouble else (),
    )


def _checked(readings: Sequence[Reading], known: Sequence[DatasetProfile]) -> tuple[list[Reading], Trouble]:
    """The readings that can be executed, and what is wrong with the others."""
    by_id = {profile.dataset_id: profile for profile in known}
    sound: list[Reading] = []
    failed: list[Reading] = []
    errors: list[str] = [] if readings else ["No reading was given."]
    for reading in _apart(readings):
        try:
            for spec in reading.specs:
                check_spec(spec, by_id)
            sound.append(reading)
        except SpecError as error:
            failed.append(reading)
            errors.append(str(error))
    return sound, Trouble(" ".join(errors), tuple(failed))


def _apart(readings: Sequence[Reading]) -> list[Reading]:
    """The readings with ids that tell them apart; a model may have used one twice."""
    if len({reading.reading_id for reading in readings}) == len(readings):
        return [*readings]
    return [reading.model_copy(update={"reading_id": f"r{number}"}) for number, reading in enumerate(readings, 1)]


def _decided(state: AgentState, decision: Decision) -> NodeDelta:
    """What every decision leaves in the state."""
    delta: NodeDelta = {
        "next_action": decision.next_action,
        "rationale": decision.rationale,
        "assumptions": decision.assumptions,
        "clarifying_questions": decision.clarifying_questions,
        "remembered": [*state.get("remembered", []), *decision.remember],
        "reasoning": [ReasoningLine(step_name="reason", step_text=decision.rationale)],
        "logs": [f"{decision.next_action}: {decision.rationale}"],
    }
    return {**delta, "frame": decision.frame} if decision.frame is not None else delta


def _act_on(state: AgentState, decision: Decision, sound: list[Reading], trouble: Trouble) -> NodeDelta:
    dropped = [f"Left out: {reading.label}. {trouble.message}" for reading in trouble.failed]
    return {
        **_decided(state, decision),
        **_execution(sound),
        "assumptions": [*decision.assumptions, *dropped],
        "clarifying_questions": [decision.question_if_different] if decision.question_if_different else [],
    }


def _execution(readings: Sequence[Reading]) -> NodeDelta:
    """Hands readings to act. The first specs stand alone too, as seed 002 has them."""
    dumps = [dumped(reading) for reading in readings]
    first = dumps[0]["specs"]
    specs = [spec for spec in first if isinstance(spec, dict)] if isinstance(first, list) else []
    return {
        "next_action": "act",
        "readings": dumps,
        "chosen_reading": None,
        "observations": Overwrite([]),
        "analysis_spec": next((spec for spec in specs if spec["type"] == "analysis"), None),
        "plot_spec": next((spec for spec in specs if spec["type"] == "plot"), None),
    }


def _same_specs(readings: Sequence[Reading], others: Sequence[Reading]) -> bool:
    def written(some: Sequence[Reading]) -> set[str]:
        return {json.dumps(dumped(reading)["specs"], sort_keys=True) for reading in some}

    return written(readings) == written(others)


# ---------------------------------------------------------------- what is no action


def _clarify(state: AgentState, runtime: TurnRuntime, decision: Decision) -> NodeDelta:
    message = " ".join(decision.clarifying_questions) or decision.rationale
    question = Question(
        message=message,
        prompt=which(asked_question(state)) if len(decision.choices) > 1 else "",
        status="missing_column" if decision.missing_columns else "asked",
        choices=choices_of(decision.choices),
        context={"missing_columns": [*decision.missing_columns]},
    )
    return ask(state, runtime, question)


def _go_on(_: AgentState, __: TurnRuntime, decision: Decision) -> NodeDelta:
    return {"next_action": decision.next_action}


_CONSEQUENCES: Mapping[NextAction, Callable[[AgentState, TurnRuntime, Decision], NodeDelta]] = {
    "ask": _clarify,
    "out_of_scope": _go_on,
    "explain": _go_on,
    "finalize": _go_on,
    "hand_over": _go_on,
}


def _hand_over_picked() -> NodeDelta:
    """The person chose generated code for what was declined."""
    told = "You chose to have it tried with generated code."
    return {
        "next_action": "hand_over",
        "rationale": told,
        "reasoning": [ReasoningLine(step_name="reason", step_text=told)],
    }


def _offer_alternatives(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """After the refusal: what can be done instead, as options; code may try what is no fact from outside the data."""
    tried = () if state.get("rationale") in NOT_FOR_CODE else (Choice(HAND_OVER, LABEL, state.get("question", "")),)
    question = Question(
        message=state.get("answer_template", ""),
        prompt="",
        status="out_of_scope",
        choices=(*choices_of(state.get("clarifying_questions", [])), *tried),
    )
    return {**ask(state, runtime, question), "messages": []}  # out_of_scope has said it


def _ask_after(state: AgentState, runtime: TurnRuntime, trouble: Trouble | None) -> NodeDelta:
    message = trouble.message if trouble else ""
    return ask(state, runtime, Question(f"I cannot work this out as it stands. {message}", SAY_MORE))


def _give_up(state: AgentState) -> NodeDelta:
    return {
        "next_action": "finalize",
        "chosen_reading": None,
        "reasoning": [ReasoningLine(step_name="reason", step_text=f"Giving up: {state.get('last_error')}")],
    }


# ---------------------------------------------------------------- after the person picked


def picked_reading(state: AgentState) -> Reading | None:
    """The reading behind the option that the person picked by button; None when words have to be read."""
    pending, option = state.get("previous_pending"), state.get("picked_option")
    return next((reading for reading in _offered(pending) if reading.reading_id == option), None) if pending else None


def _offered(pending: PendingInput) -> list[Reading]:
    offered = pending["context"].get("readings")
    return [Reading.model_validate(reading) for reading in offered] if isinstance(offered, list) else []


def take_pick(state: AgentState, picked: Reading) -> NodeDelta:
    """Goes on with the picked reading, with what was settled when it was offered."""
    pending = state.get("previous_pending")
    context = pending["context"] if pending else {}
    frame, assumptions = context.get("frame"), context.get("assumptions")
    return {
        **_execution([picked]),
        "frame": {**(frame if isinstance(frame, dict) else {}), "picked": picked.reading_id},
        "assumptions": assumptions if isinstance(assumptions, list) else [],
        "rationale": f"You picked: {picked.label}.",
        "reasoning": [ReasoningLine(step_name="reason", step_text=f"Picked: {picked.label}")],
    }

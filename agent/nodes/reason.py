"""reason: what does the person want, and is it done? Decides; computes nothing (seed 002)."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias, cast

from langgraph.types import Overwrite

from agent.analysis.validate import check_spec
from agent.contract import NodeDelta
from agent.errors import SpecError
from agent.nodes.asking import Question, ask, ask_for_data, choices_of
from agent.nodes.concluding import Trouble, conclude, steps_of
from agent.nodes.file_doubts import apply_pick, named_pick
from agent.nodes.hand_over import HAND_OVER, hand_over_picked, tried_by_code
from agent.nodes.looking import (
    acts_left,
    answered_from,
    end_looking,
    goes_back,
    observe_steps,
    taken_before,
    with_step,
)
from agent.nodes.picked import edited_reading, picked_by_words, picked_reading
from agent.nodes.text_columns import offer_numbers, take_number
from agent.nodes.turn_facts import TurnRuntime, about_question, as_data, asked_question, profiles, questions_so_far
from agent.nodes.words import say
from agent.reasoning.prompts import Decision, ReadQuestion
from agent.reasoning.sense import check_sense
from agent.specs.reading import Reading
from agent.state import AgentState, NextAction, ReasoningLine

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
        return _after_act(state, runtime)
    made = edited_reading(state)
    if made is not None:
        return {**_execution([made.reading]), **made.delta}
    if state.get("picked_option") == HAND_OVER:
        return hand_over_picked()
    take_number(state, runtime)
    picked = picked_reading(state) or named_pick(state)
    return take_pick(state, runtime, picked) if picked else decide(state, runtime, _read)


def _after_act(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """The answer, a question, or the next step of a reasoner that looked at what was found."""
    outcome = conclude(state, runtime)
    by_hand = state.get("edited_reading") is not None  # no reader stands between it and what it gave
    if isinstance(outcome, Trouble):
        return _give_up(state) if by_hand else try_again(state, runtime, _read, outcome)
    if by_hand:
        return outcome
    if outcome["next_action"] != "finalize" or not goes_back(state, runtime, outcome):
        return outcome
    if acts_left(state, runtime):
        seen = with_step(state, runtime, outcome)
        return {"steps_taken": seen["steps_taken"], "last_error": None, **decide(seen, runtime, _read)}
    spent = [say("say.spent")] if state.get("looking") else []
    return {**outcome, "assumptions": [*cast(list[str], outcome["assumptions"]), *spent]}


# ---------------------------------------------------------------- reading the question


def decide(state: AgentState, runtime: TurnRuntime, read: Reader, trouble: Trouble | None = None) -> NodeDelta:
    """Has the question read; what cannot be executed goes back once, then the person is asked."""
    before = trouble.failed if trouble else ()
    for _ in range(ASK_AGAIN):
        decision = read(state, runtime, trouble)
        if picked := picked_by_words(state, decision):
            return take_pick(state, runtime, picked)
        if decision.missing_columns and (offer := offer_numbers(state, runtime, decision, ())):
            return {**_decide(state, decision), **offer}
        if decision.next_action != "act":
            return {**_decide(state, decision), **_CONSEQUENCES[decision.next_action](state, runtime, decision)}
        sound, trouble = _check(decision.readings, state, runtime)
        if trouble.failed and (offer := offer_numbers(state, runtime, decision, trouble.failed)):
            return {**_decide(state, decision), **offer}
        if sound and _same_specs(sound, before):
            return _give_up(state)  # the same again would fail the same way
        if sound and (known := taken_before(state, sound)):
            return {**_decide(state, decision), **answered_from(state, [known])}
        if sound:
            return _act_on(state, decision, sound, trouble)
    return end_looking(state, say("say.no_further")) if steps_of(state) else _ask_after(state, runtime, trouble)


def try_again(state: AgentState, runtime: TurnRuntime, read: Reader, trouble: Trouble) -> NodeDelta:
    """All readings failed: back to the reasoner with the reason, unless the turn's actions are spent."""
    spent = state.get("act_count", 0) >= runtime.context.settings.max_acts
    return _give_up(state) if spent else decide(state, runtime, read, trouble)


def _read(state: AgentState, runtime: TurnRuntime, trouble: Trouble | None) -> Decision:
    return runtime.context.reasoner.decide(question_prompt(state, runtime, trouble))


def question_prompt(state: AgentState, runtime: TurnRuntime, trouble: Trouble | None = None) -> ReadQuestion:
    """The question with all that is known around it; on the way to its answer with what was found so far."""
    on_the_way = state.get("looking") or steps_of(state)
    asked = asked_question(state) if on_the_way else state.get("question", "")
    return replace(
        about_question(state, runtime, asked),
        pending=state.get("previous_pending"),
        last_error=trouble.message if trouble else None,
        failed=trouble.failed if trouble else (),
        observed=observe_steps(state, runtime),
        acts_left=acts_left(state, runtime) if runtime.context.reasoner.looks else 0,
    )


def _check(readings: Sequence[Reading], state: AgentState, runtime: TurnRuntime) -> tuple[list[Reading], Trouble]:
    """The readings that can be executed and make sense, and what is wrong with the others."""
    known = profiles(runtime)
    by_id = {profile.dataset_id: profile for profile in known}
    asked = questions_so_far(state)
    sound: list[Reading] = []
    failed: list[Reading] = []
    errors: list[str] = [] if readings else [say("step.no_reading")]
    for reading in _apart(readings):
        try:
            for spec in reading.specs:
                check_spec(spec, by_id)
            check_sense(reading.specs, known, asked)
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


def _decide(state: AgentState, decision: Decision) -> NodeDelta:
    """What every decision leaves in the state."""
    return {
        "next_action": decision.next_action,
        "rationale": decision.rationale,
        "assumptions": [*(state.get("assumptions", []) if steps_of(state) else []), *decision.assumptions],
        "clarifying_questions": decision.clarifying_questions,
        "remembered": [*state.get("remembered", []), *decision.remember],
        "reasoning": [ReasoningLine(step_name="reason", step_text=decision.rationale)],
        "logs": [f"{decision.next_action}: {decision.rationale}"],
    }


def _act_on(state: AgentState, decision: Decision, sound: list[Reading], trouble: Trouble) -> NodeDelta:
    told = () if decision.evidence else trouble.failed  # of several candidates most are wrong
    dropped = [say("say.left_out", label=reading.label, error=trouble.message) for reading in told]
    decided = _decide(state, decision)
    return {
        **decided,
        **_execution(sound),
        "looking": decision.look,
        "unsure": decision.unsure,
        "evidence": {key: one.model_dump(mode="json") for key, one in decision.evidence.items()},
        "assumptions": [*cast(list[str], decided["assumptions"]), *dropped],
        "clarifying_questions": [decision.question_if_different] if decision.question_if_different else [],
    }


def _execution(readings: Sequence[Reading]) -> NodeDelta:
    """Hands readings to act. The first specs stand alone too, as seed 002 has them."""
    dumps = [as_data(reading) for reading in readings]
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
        return {json.dumps(as_data(reading)["specs"], sort_keys=True) for reading in some}

    return written(readings) == written(others)


# ---------------------------------------------------------------- what is no action


def _clarify(state: AgentState, runtime: TurnRuntime, decision: Decision) -> NodeDelta:
    message = " ".join(decision.clarifying_questions) or decision.rationale
    question = Question(
        message=message,
        prompt=say("say.which") if len(decision.choices) > 1 else "",
        status="missing_column" if decision.missing_columns else "asked",
        choices=choices_of(decision.choices),
        context={"missing_columns": [*decision.missing_columns]},
        error=state.get("last_error") or "",
    )
    return ask(state, runtime, question)


def _go_on(_: AgentState, __: TurnRuntime, decision: Decision) -> NodeDelta:
    return {"next_action": decision.next_action}


def _finalize(state: AgentState, _: TurnRuntime, decision: Decision) -> NodeDelta:
    """The steps that are the answer; with none taken, the report of what was found so far."""
    return answered_from(state, decision.answer_from) if steps_of(state) else {"next_action": "finalize"}


def _hand_over(_: AgentState, runtime: TurnRuntime, __: Decision) -> NodeDelta:
    """To generated code where it works; else it is declined, with what can be done instead."""
    return {"next_action": "hand_over" if runtime.context.can_program else "out_of_scope"}


_CONSEQUENCES: Mapping[NextAction, Callable[[AgentState, TurnRuntime, Decision], NodeDelta]] = {
    "ask": _clarify,
    "out_of_scope": _go_on,
    "explain": _go_on,
    "finalize": _finalize,
    "hand_over": _hand_over,
}


def _offer_alternatives(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """After the refusal: what can be done instead, as options; code may try what is no fact from outside the data."""
    question = Question(
        message=state.get("answer_template", ""),
        prompt="",
        status="out_of_scope",
        choices=(*choices_of(state.get("clarifying_questions", [])), *tried_by_code(state, runtime)),
    )
    return {**ask(state, runtime, question), "messages": []}  # out_of_scope has said it


def _ask_after(state: AgentState, runtime: TurnRuntime, trouble: Trouble | None) -> NodeDelta:
    message = trouble.message if trouble else ""
    return ask(state, runtime, Question(say("say.cannot", error=message), say("say.say_more"), error=message))


def _give_up(state: AgentState) -> NodeDelta:
    if steps_of(state):
        return end_looking(state, say("say.no_further"))
    return {
        "next_action": "finalize",
        "chosen_reading": None,
        "reasoning": [
            ReasoningLine(step_name="reason", step_text=say("step.giving_up", error=str(state.get("last_error"))))
        ],
    }


def take_pick(state: AgentState, runtime: TurnRuntime, picked: Reading) -> NodeDelta:
    """Goes on with the picked reading, with what was settled when it was offered; a file that reads two ways is read
    as was picked from here on."""
    apply_pick(state, runtime, picked)
    pending = state.get("previous_pending")
    context = pending["context"] if pending else {}
    assumptions = context.get("assumptions")
    return {
        **_execution([picked]),
        "picked_option": picked.reading_id,
        "looking": bool(context.get("looking")),
        "unsure": False,
        "evidence": {},
        "steps_taken": context.get("steps_taken") or [],
        "assumptions": assumptions if isinstance(assumptions, list) else [],
        "rationale": say("step.you_picked", label=picked.label),
        "reasoning": [ReasoningLine(step_name="reason", step_text=say("step.picked", label=picked.label))],
    }

"""settle: the last step of every turn. The turn is written into the conversation's record."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from agent.contract import NodeDelta
from agent.history import answers
from agent.nodes.code.code_prompting import code_results
from agent.nodes.concluding import Executed, executed_reading
from agent.nodes.judged import judged_of
from agent.nodes.record import record_of_results, record_of_shown
from agent.nodes.turn_facts import TurnRuntime, about_question, profiles, reading_of
from agent.nodes.words import say
from agent.reasoning.naming import asks, said_words, touches_column
from agent.reasoning.roles.offers import chosen_offer
from agent.specs.editing.parts import Part, kept_parts, names_in
from agent.specs.reading import Reading
from agent.state import AgentState, Artifact, PendingInput, ReasoningLine, TurnRecord


def settle(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """Appends the TurnRecord, with what the person should know of how it was reasoned among its caveats."""
    context = runtime.context
    told = cast(AgentState, {**state, "caveats": [*state.get("caveats", []), *context.reasoning_notes()]})
    of_code = list(code_results(state, runtime).values()) if state.get("status") == "answered" else []
    shown = [context.artifacts.get(context.conversation_id, one) for one in state.get("shown_artifact_ids", [])]
    executed = executed_reading(state, runtime)
    record = record_of_shown(told, shown) if shown else record_of_results(told, executed, of_code)
    results = [*shown, *of_code, *(one for each in executed for one in each.results.values())]
    turn = TurnRecord(**{**record, **_beside(state, runtime, executed), **_of_data(told, results, runtime)})
    return {
        "turns": [turn],
        "reasoning": [ReasoningLine(step_name="settle", step_text=say("step.recorded"))],
    }


def _of_data(state: AgentState, results: Sequence[Artifact], runtime: TurnRuntime) -> TurnRecord:
    """Which version of each data set the results come from, and what reading them decided; no key for a turn without
    results."""
    used = {dataset_id for result in results for dataset_id in result["dataset_ids"]}
    versions = {profile.dataset_id: profile.version for profile in profiles(runtime) if profile.dataset_id in used}
    found: dict[str, object] = {"data_versions": versions} if versions else {}
    if judged := judged_of(state, results, runtime):
        found["judged"] = judged
    return cast(TurnRecord, found)


def _beside(state: AgentState, runtime: TurnRuntime, executed: Sequence[Executed]) -> TurnRecord:
    """What was taken over from the answer before, and the question that was open and is set aside now."""
    found: dict[str, object] = {}
    if executed and (kept := kept_of(state, runtime, executed[0].reading)):
        found["kept"] = kept
    if aside := aside_now(state, runtime):
        found["set_aside"] = aside
    return cast(TurnRecord, found)


# ----------------------------------------------------------------
# Which parts of a reading were taken over from the answer before, without the question naming them.


_SHOWN = frozenset({"measure", "column", "group", "condition", "period", "step"})
"""Kinds of parts that a follow-up keeps; an order or a chart comes from what is asked."""
_MADE_OF_DATES = re.compile(
    r".+_(year|half|quarter|month|week|day|weekday|hour|date|decade|day_of_year|fiscal_year|year_\w+)"
)
_PERIOD = re.compile(r"\d{4}(-\w+){0,2}")


def kept_of(state: AgentState, runtime: TurnRuntime, reading: Reading) -> list[str]:
    """The pointers of the parts that the last answer's reading has too and this question does not name. None are kept
    by what was made by hand or picked from options."""
    given = answers(state.get("turns", []))
    before = reading_of(given[-1]) if given else None
    if before is None or state.get("edited_reading") or state.get("picked_option"):
        return []
    question, context = state.get("question", ""), runtime.context
    columns = frozenset(name for table in profiles(runtime) for name in table.column_names)
    said = frozenset(match.value for match in context.datasets.find_values(context.conversation_id, question))
    said |= {name for name in columns if touches_column(question, name)}
    said |= {word for word in said_words(question) if word.isdecimal()}
    return [
        part.path
        for part in kept_parts(reading, before)
        if part.kind in _SHOWN and not _is_said(question, said, part, names_in(reading, part))
    ]


def _is_said(question: str, said: frozenset[str], part: Part, names: frozenset[str]) -> bool:
    """Whether the question says a part: a column or cell or number of it, that it counts, or any time."""
    if said & names:
        return True
    if part.kind in ("period", "step") or any(_tells_time(name) for name in names):
        return asks(question, "time")
    return part.kind == "measure" and "*" in names and asks(question, "count")


def _tells_time(name: str) -> bool:
    """Whether a name is about time: of a part of a date, or a period."""
    return bool(_MADE_OF_DATES.fullmatch(name) or _PERIOD.fullmatch(name))


# ----------------------------------------------------------------
# The question that was open when another one was asked: it is kept, and can be taken up again.


def aside_now(state: AgentState, runtime: TurnRuntime) -> PendingInput | None:
    """The question that this turn passed over, with what was known when it was asked; None when there was none, or
    this turn answers it or leaves it open."""
    pending = state.get("previous_pending")
    passed = pending is not None and pending["kind"] == "clarify" and pending["options"]
    if not passed or pending is None or state.get("picked_option") or state.get("turn_marks", {}).get("command"):
        return None
    if state.get("edited_reading") is None:
        words = about_question(state, runtime, state.get("question", ""))
        if chosen_offer(replace(words, pending=pending)) is not None:
            return None
    return pending

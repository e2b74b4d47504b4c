"""report: tells the answer of this turn with its own report, or draws the whole conversation together (seed 002)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from langchain_core.messages import AIMessage

from agent.contract import NodeDelta
from agent.grounding.citations import lock_text
from agent.nodes.concluding import Executed, executed_reading
from agent.nodes.conversation_report import draw_together, report_content
from agent.nodes.narration import lock_of, tell
from agent.nodes.record import record_of_results
from agent.nodes.turn_facts import TurnRuntime, whole_artifacts
from agent.nodes.words import say
from agent.report.choice import WHOLE, ReportChoice
from agent.report.content import ReportContent
from agent.report.markdown import write_markdown
from agent.state import AgentState, ReasoningLine, TurnRecord


def report(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """The answer with its numbers; the conclusion when nothing new was asked; or what failed and what to do.

    `final_report_md` is of this turn alone, so that a long conversation costs no more than a short one; where the
    person asks for the report it is of all turns, and a turn that failed has none.
    """
    executed = executed_reading(state, runtime)
    if executed:
        delta = _answer(state, runtime, executed)
        told = cast(AgentState, {**state, **delta})
        return {**delta, "final_report_md": report_on([record_of_results(told, executed)], runtime)}
    if error := state.get("last_error"):
        return _say("error", say("say.could_not", error=str(error)))
    return {**_conclusion(state, runtime), "final_report_md": whole_report(state, runtime)}


def _answer(state: AgentState, runtime: TurnRuntime, executed: Sequence[Executed]) -> NodeDelta:
    told = tell(state, runtime, executed)
    lock = lock_of(state, runtime, executed)
    return {
        "status": "answered",
        "answer": told.answer,
        "answer_template": told.template,
        "interpretation": lock.line(state.get("interpretation", "")).text,
        "assumptions": [lock.line(assumption).text for assumption in state.get("assumptions", [])],
        "caveats": told.caveats,
        "next_questions": told.next_questions,
        "messages": [AIMessage(told.answer["text"])],
        "logs": ["answered"],
        "reasoning": [ReasoningLine(step_name="report", step_text=say("step.answered"))],
    }


def _conclusion(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """Nothing was to be executed: the person asked for what has been found so far."""
    context = runtime.context
    datasets = context.datasets.datasets(context.conversation_id)
    drawn = draw_together(context.reasoner, state.get("turns", []), whole_artifacts(runtime), datasets)
    if drawn is None:
        return _say("asked", say("say.nothing_yet"))
    return {
        "status": "answered",
        "answer": drawn.conclusion,
        "answer_template": drawn.draft.conclusion,
        "caveats": drawn.draft.caveats,
        "next_questions": drawn.draft.next_questions,
        "messages": [AIMessage(drawn.conclusion["text"])],
        "logs": ["report drawn together"],
        "reasoning": [ReasoningLine(step_name="report", step_text=say("step.drawn"))],
    }


def _say(status: str, sentence: str) -> NodeDelta:
    return {
        "status": status,
        "answer": lock_text(sentence, {}),
        "messages": [AIMessage(sentence)],
        "logs": [sentence],
        "reasoning": [ReasoningLine(step_name="report", step_text=sentence)],
    }


def report_on(turns: Sequence[TurnRecord], runtime: TurnRuntime) -> str | None:
    """The report of these turns as Markdown; None when there is nothing to report."""
    content = _content(turns, runtime, WHOLE)
    return write_markdown(content, figures="linked") if content else None


def whole_report(state: AgentState, runtime: TurnRuntime) -> str | None:
    """The conversation's report as its page shows it: what the person chose, and what left the machine so far."""
    context = runtime.context
    content = _content(state.get("turns", []), runtime, context.report_choice)
    return write_markdown(replace(content, departures=context.departures()), figures="linked") if content else None


def _content(turns: Sequence[TurnRecord], runtime: TurnRuntime, choice: ReportChoice) -> ReportContent | None:
    context = runtime.context
    datasets = context.datasets.datasets(context.conversation_id)
    return report_content(context.background, turns, whole_artifacts(runtime), datasets, choice=choice)

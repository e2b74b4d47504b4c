"""finish_review and decline_request: the ends of a reviewed turn."""

from typing import cast

from langgraph.runtime import Runtime

from agent.context import TurnContext
from agent.contract import NodeDelta
from agent.nodes.asking import Question, ask, choices_of
from agent.nodes.code.declined import out_of_scope
from agent.nodes.hand_over import HAND_OVER, TO, tried_by_code
from agent.nodes.review.audit import add_trace, together, was_judged
from agent.nodes.review.critic_words import words_for
from agent.nodes.turn_facts import TurnRuntime, asked_question
from agent.nodes.words import say
from agent.review_state import CritiqueResult, HistoryEntry
from agent.state import AgentState


def finish_review(state: AgentState, _: Runtime[TurnContext]) -> NodeDelta:
    """Closes the turn: an answer that the critic did not pass is shown with its score and what is wrong with it."""
    critique = state.get("critique")
    answer = state.get("answer")
    said = [
        HistoryEntry(speaker="user", text=asked_question(state)),
        HistoryEntry(speaker="assistant", text=answer["text"] if answer else ""),
    ]
    delta: NodeDelta = {
        "review_status": "completed",
        "pending_tool": None,
        "planned_tools": [],
        "best_answer": None,
        "conversation_history": said,
    }
    if critique and not critique["passed"] and state.get("status") == "answered":
        delta["caveats"] = [what_is_wrong(critique, asked_question(state)), *state.get("caveats", [])]
    return together(delta, add_trace("finish_review", say("trace.completed_all")))


def what_is_wrong(critique: CritiqueResult, question: str) -> str:
    """The score of an answer that did not pass, if anybody gave one, and why, in the question's language."""
    sentence = words_for(question).sentences["score" if was_judged(critique) else "checks"]
    return sentence.format(score=f"{critique['score']:.2f}", critique=critique["critique"])


def decline_request(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """The refusal, with what can be done instead as options."""
    declined = out_of_scope(state, runtime)
    question = Question(
        message=str(declined["answer_template"]),
        prompt="",
        status="out_of_scope",
        choices=(*choices_of(cast(list[str], declined["clarifying_questions"])), *tried_by_code(state, runtime)),
        context={"workflows": {HAND_OVER: TO}},  # that option is another workflow's turn
    )
    asked = {**ask(state, runtime, question), "messages": []}  # the refusal has said it
    return together(declined, asked, add_trace("decline_request", say("trace.declined")))

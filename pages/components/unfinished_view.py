"""The question that a crash broke off or a fault left without an answer, with one click to ask it again."""

from collections.abc import Callable, Sequence

import streamlit as st

from agent.service import UnfinishedQuestion
from agent.state import TurnRecord
from pages.components.catalogue import say
from pages.components.session import Visit
from pages.components.turn_runner import Busy
from pages.components.workflow_choice import how_to_answer


def show_unfinished(visit: Visit, turns: Sequence[TurnRecord], note: Callable[[Busy | None], None]) -> None:
    """A button below the last turn, if that turn was not finished or failed; nothing otherwise. `note` hears what came
    of it."""
    unfinished = visit.service.unfinished(visit.conversation_id)
    if unfinished is not None:
        _offer(unfinished.turn_id, lambda: note(_ask_again(visit, unfinished)))
    elif turns and turns[-1]["status"] == "error":
        failed = turns[-1]
        _offer(failed["turn_id"], lambda: note(_ask_anew(visit, failed)))


def _offer(turn_id: str, again: Callable[[], None]) -> None:
    st.button(say("chat.ask_again"), key=f"again_{turn_id}", icon=":material/replay:", type="primary", on_click=again)


def _ask_anew(visit: Visit, failed: TurnRecord) -> Busy | None:
    choices = how_to_answer(visit.conversation_id).choices
    return visit.runner.ask(visit.conversation_id, failed["question"], failed["workflow"], choices)


def _ask_again(visit: Visit, unfinished: UnfinishedQuestion) -> Busy | None:
    """The same words, in the same way; what was picked of an open question is picked again."""
    if unfinished.picked is not None:
        return visit.runner.answer(visit.conversation_id, unfinished.picked, unfinished.question)
    return visit.runner.ask(visit.conversation_id, unfinished.question, unfinished.workflow, unfinished.choices)

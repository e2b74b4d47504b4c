"""The question that a crash broke off, with one click to ask it again."""

from collections.abc import Callable

import streamlit as st

from agent.service import UnfinishedQuestion
from pages.components.catalogue import say
from pages.components.session import Visit
from pages.components.turn_runner import Busy


def show_unfinished(visit: Visit, note: Callable[[Busy | None], None]) -> None:
    """A button below the last turn, if that turn was not finished; nothing otherwise. `note` hears what came of it."""
    unfinished = visit.service.unfinished(visit.conversation_id)
    if unfinished is not None:
        st.button(
            say("chat.ask_again"),
            key=f"again_{unfinished.turn_id}",
            icon=":material/replay:",
            type="primary",
            on_click=lambda: note(_ask_again(visit, unfinished)),
        )


def _ask_again(visit: Visit, unfinished: UnfinishedQuestion) -> Busy | None:
    """The same words, in the same way; what was picked of an open question is picked again."""
    if unfinished.picked is not None:
        return visit.runner.answer(visit.conversation_id, unfinished.picked, unfinished.question)
    return visit.runner.ask(visit.conversation_id, unfinished.question, unfinished.workflow, unfinished.choices)

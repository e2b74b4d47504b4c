"""Chat: ask, be asked, see the answer with everything it stands on."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from agent.service import PickedOption
from agent.state import TurnRecord
from pages.components.escape import escape
from pages.components.loading import NamedFile, load_files, show_outcomes, show_samples, show_uploader
from pages.components.progress import show_progress, show_stopping
from pages.components.session import Visit, open_page
from pages.components.turn_runner import Busy, Job
from pages.components.turn_view import show_next_questions, show_question, show_turn

_INPUT = "chat_question"
_DRAFT = "chat_draft"
_BUSY = "chat_busy"


@dataclass(frozen=True)
class Draft:
    """A question that came with files: the files are loaded first."""

    text: str
    files: Sequence[NamedFile]


def main() -> None:
    visit = open_page("Chat")
    job = visit.runner.job(visit.conversation_id)
    turns = visit.service.turns(visit.conversation_id)
    loaded = visit.service.datasets.datasets(visit.conversation_id)
    content = st.container()
    if turns or loaded or job:
        _show_input(visit, job)
    else:
        with st.container():  # in the flow of the page: pinned to the bottom, it would scroll the welcome away
            _show_input(visit, job)
    with content:
        _take_up_draft(visit)
        if not (turns or loaded or job):
            _show_welcome(visit)
        _show_turns(visit, job, turns)
        show_outcomes()
        _show_job(visit, job)
        if loaded and not (job is not None and job.running):
            _show_chips(visit, turns)


def _show_input(visit: Visit, job: Job | None) -> None:
    running = job is not None and job.running
    st.chat_input(
        "Wait for the answer, or stop it" if running else "Ask a question, or drop CSV files here",
        key=_INPUT,
        accept_file="multiple",
        disabled=running,
        on_submit=_submit,
        args=(visit,),
    )


def _submit(visit: Visit) -> None:
    """Runs before anything else of the page's run: the question is with its worker before a rerun can lose it."""
    value = st.session_state[_INPUT]
    if value is None:
        return
    if value.files:
        st.session_state[_DRAFT] = Draft(value.text, value.files)
    else:
        _ask(visit, value.text)


def _take_up_draft(visit: Visit) -> None:
    draft = st.session_state.get(_DRAFT)
    if draft is None:
        return
    load_files(visit.service, visit.conversation_id, draft.files)
    if draft.text.strip():
        _ask(visit, draft.text)
    st.session_state[_DRAFT] = None
    st.rerun()


def _ask(visit: Visit, question: str) -> None:
    if question.strip():
        _note(visit.runner.ask(visit.conversation_id, question.strip()))


def _note(busy: Busy | None) -> None:
    if busy is not None:
        st.session_state[_BUSY] = busy


def _show_welcome(visit: Visit) -> None:
    st.title("Ask your data, and check every answer", anchor=False)
    st.markdown("Every number in an answer leads back to the rows and the computation that made it. Start with a file:")
    show_uploader(visit.service, visit.conversation_id, "chat_upload")
    st.markdown("No file at hand? Take a sample:")
    show_samples(visit.service, visit.conversation_id, "chat")


def _show_turns(visit: Visit, job: Job | None, turns: list[TurnRecord]) -> None:
    service, conversation_id = visit.service, visit.conversation_id
    artifacts = service.artifacts(conversation_id)
    pending = service.pending(conversation_id)
    running = job is not None and job.running

    def pick(picked: PickedOption, shown: str) -> None:
        _note(visit.runner.answer(conversation_id, picked, shown))

    for turn in turns:
        asked = turn["pending"]
        is_open = asked is not None and pending is not None and asked["checkpoint_id"] == pending["checkpoint_id"]
        show_turn(service, conversation_id, turn, artifacts, pick if is_open and not running else None)


def _show_job(visit: Visit, job: Job | None) -> None:
    busy: Busy | None = st.session_state.get(_BUSY)
    if busy is not None:
        st.info(
            f"One question at a time: **{escape(busy.question)}** was not asked, because an answer to"
            f" **{escape(busy.running)}** was still on its way. Ask it again when you have that answer.",
            icon=":material/info:",
        )
        st.session_state[_BUSY] = None
    if job is None or (job.finished.is_set() and not job.refusal):
        return
    show_question(job.question)
    with st.chat_message("assistant"):
        if job.running:
            show_progress(job, lambda: visit.runner.stop(visit.conversation_id))
        elif job.stopping:
            show_stopping(job)
        else:
            st.error(escape(job.refusal), icon=":material/error:")


def _show_chips(visit: Visit, turns: list[TurnRecord]) -> None:
    if visit.service.pending(visit.conversation_id) is not None:
        return
    if turns:
        questions = turns[-1]["next_questions"]
    else:
        st.markdown("**Try one of these, or ask your own question below.**")
        questions = visit.service.suggestions(visit.conversation_id)
    if questions:
        show_next_questions(questions, lambda question: _ask(visit, question), str(len(turns)))


if __name__ == "__main__":
    main()

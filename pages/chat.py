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
from pages.components.style import show_from_latest_question
from pages.components.turn_runner import Busy, Job, Phase
from pages.components.turn_view import show_next_questions, show_question, show_turn

_INPUT = "chat_question"
_DRAFT = "chat_draft"
_BUSY = "chat_busy"


@dataclass(frozen=True)
class Draft:
    """A question that came with files: the files are loaded first."""

    text: str
    files: Sequence[NamedFile]


@dataclass(frozen=True)
class Watched:
    """A job and what it was doing when the page began to be drawn."""

    job: Job
    phase: Phase


def main() -> None:
    visit = open_page("Chat")
    watched = _watch(visit)
    turns = visit.service.turns(visit.conversation_id)
    loaded = visit.service.datasets.datasets(visit.conversation_id)
    content = st.container()
    if turns or loaded or watched:
        _show_input(visit, watched)
    else:
        with st.container():  # in the flow of the page: pinned to the bottom, it would scroll the welcome away
            _show_input(visit, watched)
    with content:
        _take_up_draft(visit)
        if not (turns or loaded or watched):
            _show_welcome(visit)
        _show_turns(visit, watched, turns)
        show_outcomes()
        _show_job(visit, watched)
        if loaded and not _is_running(watched):
            _show_chips(visit, turns)
        if turns and not _is_running(watched):
            show_from_latest_question(len(turns))


def _watch(visit: Visit) -> Watched | None:
    """The job as it stands, read once and before the turns: a job that is done by then has its turn among them, and
    one that ends while the page is drawn is still drawn as running, so that the page notices the end."""
    job = visit.runner.job(visit.conversation_id)
    return Watched(job, job.phase) if job else None


def _is_running(watched: Watched | None) -> bool:
    return watched is not None and watched.phase == "running"


def _show_input(visit: Visit, watched: Watched | None) -> None:
    running = _is_running(watched)
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


def _show_turns(visit: Visit, watched: Watched | None, turns: list[TurnRecord]) -> None:
    service, conversation_id = visit.service, visit.conversation_id
    artifacts = service.artifacts(conversation_id)
    pending = service.pending(conversation_id)
    running = _is_running(watched)

    def pick(picked: PickedOption, shown: str) -> None:
        _note(visit.runner.answer(conversation_id, picked, shown))

    for turn in turns:
        asked = turn["pending"]
        is_open = asked is not None and pending is not None and asked["checkpoint_id"] == pending["checkpoint_id"]
        show_turn(service, conversation_id, turn, artifacts, pick if is_open and not running else None)


def _show_job(visit: Visit, watched: Watched | None) -> None:
    busy: Busy | None = st.session_state.get(_BUSY)
    if busy is not None:
        st.info(
            f"One question at a time: **{escape(busy.question)}** was not asked, because an answer to"
            f" **{escape(busy.running)}** was still on its way. Ask it again when you have that answer.",
            icon=":material/info:",
        )
        st.session_state[_BUSY] = None
    if watched is None or watched.phase == "done":
        return
    show_question(watched.job.question)
    with st.chat_message("assistant"):
        if watched.phase == "running":
            show_progress(watched.job, lambda: visit.runner.stop(visit.conversation_id))
        elif watched.phase == "stopping":
            show_stopping(watched.job)
        else:
            st.error(escape(watched.job.refusal), icon=":material/error:")


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

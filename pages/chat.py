"""Chat: ask, be asked, see the answer with everything it stands on."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import streamlit as st
from pydantic import JsonValue

from agent.service import DEFAULT, PickedOption, words_in
from agent.state import PendingInput, TurnRecord
from pages.components import process
from pages.components.answer.feedback_view import feedback_given
from pages.components.answer.neighbours import neighbours_of
from pages.components.answer.progress import show_progress, show_stopping
from pages.components.answer.turn_view import folded, show_folded_turn, show_next_questions, show_question, show_turn
from pages.components.catalogue import language, say
from pages.components.connection.local_models import show_chosen_model, show_local_models
from pages.components.connection.reader_view import show_reader_missing
from pages.components.data.loading import (
    NamedFile,
    load_files,
    show_loads,
    show_outcomes,
    show_pasting,
    show_samples,
    take_ended,
    take_up_files,
)
from pages.components.data.mending.refused import show_refused_files
from pages.components.data.missing_data import show_missing
from pages.components.data.upload_preview import added_here, show_added
from pages.components.escape import escape
from pages.components.navigation import link_to
from pages.components.reading.reading_editor import ByHand
from pages.components.reading.spec_form import Editor, offer_question_builder, show_question_builder
from pages.components.session import Visit, show_page
from pages.components.style import open_sources_from_marks, recall_questions_by_keys, show_from_latest_question
from pages.components.turn_runner import Busy, Job, Phase
from pages.components.unfinished_view import show_unfinished
from pages.components.welcome import show_welcome
from pages.components.workflow_choice import how_to_answer, show_workflow_choice, title_of

_INPUT = "chat_question"
_DRAFT = "chat_draft"
_BUSY = "chat_busy"
AT_ONCE_SECONDS = 0.3  # most answers without a model take less


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
    show_page(say("page.chat"), _draw)


def _draw(visit: Visit) -> None:
    watched = _watch(visit)
    take_ended(visit.service, visit.conversation_id)
    loading = len(process.loads().under_way(visit.conversation_id))
    turns = visit.service.turns(visit.conversation_id)
    loaded = visit.service.datasets.datasets(visit.conversation_id)
    missing = bool(visit.service.missing_datasets(visit.conversation_id))
    is_new = not (turns or loaded or watched or missing or loading)
    content = st.container()
    if is_new:
        with st.container():  # in the flow of the page: pinned to the bottom, it would scroll the welcome away
            _show_input(visit, watched)
    else:
        _show_input(visit, watched, needs_data=missing, loading=bool(loading))
    with content:
        _take_up_draft(visit, loading=bool(loading))
        if is_new:
            show_outcomes(added_here())
            _show_refused(visit)
            _show_welcome(visit)
        _show_turns(visit, watched, turns, needs_data=missing)
        if not is_new:
            show_outcomes(added_here())
        if loading:
            show_loads(visit.conversation_id, loading)
        if not is_new:
            _show_refused(visit)
        asks = show_added(visit.service, visit.conversation_id)
        _show_job(visit, watched)
        if missing:
            show_missing(visit.service, visit.conversation_id)
        elif not _is_running(watched) and not loading:
            _show_what_follows(visit, turns, has_data=bool(loaded), asks=asks)


def _show_refused(visit: Visit) -> None:
    """Files that wait to be mended: where the reader looks, at the top of the welcome or below the last answer."""
    show_refused_files(visit.service, visit.conversation_id)


def _show_what_follows(visit: Visit, turns: list[TurnRecord], *, has_data: bool, asks: bool) -> None:
    """Questions one click away and the way to answer them, when nothing else is to be done first."""
    show_unfinished(visit, turns, lambda busy: _begun(visit, busy))
    if has_data:
        show_reader_missing(visit.service, visit.conversation_id)
        if not asks:  # first comes how the file is meant; a question may be typed all the same
            _show_chips(visit, turns)
        offer, builder = _offer(visit), f"build_{len(turns)}"
        with st.container(horizontal=True, key="ways"):
            show_workflow_choice(visit.service, visit.conversation_id)
            offer_question_builder(builder, is_offered=offer is not None)
        show_question_builder(_editor(visit), builder, _nearest_reading(offer) if offer else None)
    if turns:
        show_from_latest_question(len(turns))


def _offer(visit: Visit) -> PendingInput | None:
    """The question with options that is open."""
    pending = visit.service.pending(visit.conversation_id)
    return pending if pending and pending["kind"] == "clarify" and pending["options"] else None


def _nearest_reading(offer: PendingInput) -> dict[str, JsonValue] | None:
    """The first spec of the first reading on offer; None where other questions are."""
    offered = offer["context"].get("readings")
    first = offered[0] if isinstance(offered, list) and offered else None
    specs = first.get("specs") if isinstance(first, dict) else None
    spec = specs[0] if isinstance(specs, list) and specs else None
    return spec if isinstance(spec, dict) else None


def _watch(visit: Visit) -> Watched | None:
    """The job as it stands, read once and before the turns: a job that is done by then has its turn among them, and
    one that ends while the page is drawn is still drawn as running, so that the page notices the end."""
    job = visit.runner.job(visit.conversation_id)
    return Watched(job, job.phase) if job else None


def _is_running(watched: Watched | None) -> bool:
    return watched is not None and watched.phase == "running"


def _show_input(visit: Visit, watched: Watched | None, *, needs_data: bool = False, loading: bool = False) -> None:
    running = _is_running(watched)
    way = how_to_answer(visit.conversation_id).workflow
    by = "" if way == DEFAULT else f" ({title_of(visit.service, way)})"
    hint = say("chat.hint", by=by)
    if running:
        hint = say("chat.wait")
    elif loading:
        hint = say("loading.wait")
    elif needs_data:
        hint = say("chat.choose_first")
    st.chat_input(
        hint,
        key=_INPUT,
        accept_file="multiple",
        disabled=running or needs_data or loading,
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


def _take_up_draft(visit: Visit, *, loading: bool) -> None:
    """Has the files of a question read, and asks it once they are."""
    draft = st.session_state.get(_DRAFT)
    if draft is None or loading:
        return
    if draft.files:
        load_files(visit.service, visit.conversation_id, draft.files)
        st.session_state[_DRAFT] = replace(draft, files=())
    else:
        st.session_state[_DRAFT] = None
        _ask(visit, draft.text)
    st.rerun()


def _ask(visit: Visit, question: str) -> None:
    if question.strip():
        how = how_to_answer(visit.conversation_id)
        _begun(visit, visit.runner.ask(visit.conversation_id, question.strip(), how.workflow, how.choices))


def _begun(visit: Visit, busy: Busy | None) -> None:
    """What came of asking for a turn. One that is answered at once is waited for, so that the page is drawn once."""
    job = visit.runner.job(visit.conversation_id)
    if busy is not None:
        st.session_state[_BUSY] = busy
    elif job is not None:
        job.finished.wait(AT_ONCE_SECONDS)


def _show_welcome(visit: Visit) -> None:
    take_up_files(visit.service, visit.conversation_id, show_welcome(visit.service.settings))
    show_pasting(visit.service, visit.conversation_id, "first")
    st.markdown(say("first.samples"))
    show_samples(visit.service, visit.conversation_id, "chat")
    show_local_models(visit.service, visit.conversation_id, "chat")
    show_chosen_model()
    if visit.service.models.settings(visit.conversation_id) is None:
        link_to("settings", say("first.model"), help_text=say("first.model_help"))


def _show_turns(visit: Visit, watched: Watched | None, turns: list[TurnRecord], *, needs_data: bool) -> None:
    service, conversation_id = visit.service, visit.conversation_id
    artifacts = service.previews(conversation_id)
    pending = service.pending(conversation_id)
    running = _is_running(watched)
    feedback = feedback_given(service, conversation_id)
    by_hand = _by_hand(visit, None if running or needs_data else _editor(visit))

    def pick(picked: PickedOption, shown: str) -> None:
        _begun(visit, visit.runner.answer(conversation_id, picked, shown))

    open_turn = frozenset(turn["turn_id"] for turn in turns if pending and turn["pending"] == pending)
    away = folded(turns, keep=open_turn | {by_hand.latest})
    if turns:
        open_sources_from_marks()
        recall_questions_by_keys()
    for place, turn in enumerate(turns):
        if turn["turn_id"] in away:
            show_folded_turn(turn, by_hand.undone)
            continue
        asked = turn["pending"]
        is_open = asked is not None and pending is not None and asked["checkpoint_id"] == pending["checkpoint_id"]
        show_turn(
            service,
            conversation_id,
            turn,
            artifacts,
            pick=pick if is_open and not (running or needs_data) else None,
            beside=neighbours_of(turns, place, running=running),
            feedback=feedback,
            by_hand=by_hand,
        )


def _editor(visit: Visit) -> Editor:
    def run(turn_id: str, reading: dict[str, JsonValue], called: str) -> None:
        _begun(visit, visit.runner.edit(visit.conversation_id, turn_id, reading, called, language()))

    return Editor(visit.service, visit.conversation_id, run, words_in(language()))


def _by_hand(visit: Visit, editor: Editor | None) -> ByHand:
    service, conversation_id = visit.service, visit.conversation_id
    aside = service.set_aside(conversation_id)
    return ByHand(
        editor,
        service.latest_answer(conversation_id),
        service.undone(conversation_id),
        aside["checkpoint_id"] if aside else "",
        undo=lambda: _begun(visit, visit.runner.undo(conversation_id, say("editor.undo"))),
        take_up=lambda: _begun(visit, visit.runner.take_up(conversation_id, say("chat.take_up"))),
        again=lambda turn: _begun(visit, visit.runner.again(conversation_id, turn["turn_id"], turn["question"])),
        computed=lambda turn: service.computations(turn, language()),
    )


def _show_job(visit: Visit, watched: Watched | None) -> None:
    busy: Busy | None = st.session_state.get(_BUSY)
    if busy is not None:
        st.info(
            say("chat.busy", question=escape(busy.question), running=escape(busy.running)),
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
            st.error(escape(watched.job.refusal or say("chat.broke_off")), icon=":material/error:")


def _show_chips(visit: Visit, turns: list[TurnRecord]) -> None:
    if visit.service.pending(visit.conversation_id) is not None:
        return
    if not turns:
        st.markdown(f"**{say('chat.try')}**")
    offers = {offer.question: offer for offer in visit.service.offers(visit.conversation_id, language())}
    questions = [*offers] or (
        turns[-1]["next_questions"] if turns else visit.service.suggestions(visit.conversation_id)
    )

    def ask(question: str) -> None:
        if question in offers and how_to_answer(visit.conversation_id).workflow == DEFAULT:
            _begun(visit, visit.runner.ask_offered(visit.conversation_id, offers[question]))
        else:
            _ask(visit, question)

    if questions:
        show_next_questions(questions, ask, str(len(turns)))


if __name__ == "__main__":
    main()

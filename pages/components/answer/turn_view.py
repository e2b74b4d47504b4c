"""One turn of the conversation: the question, then what came of it. Drawn from the contract keys alone."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import cast

import streamlit as st

from agent.service import (
    DEFAULT,
    AnalystService,
    Feedback,
    cited_cell,
    draw_result,
    rows_beside,
    says_whole,
    telling,
    without_listed,
)  # fmt: skip
from agent.state import Artifact, ResolvedText, TablePayload, TurnRecord
from pages.components.answer.artifact_view import rows_line, show_artifact
from pages.components.answer.code_view import show_code_of
from pages.components.answer.evidence_panel import show_cell, show_sources
from pages.components.answer.feedback_view import show_feedback
from pages.components.answer.neighbours import Neighbours
from pages.components.answer.numbers import answer_markdown, show_unverified
from pages.components.answer.pending import Pick, says_its_message, show_open_pending, show_past_pending
from pages.components.answer.progress import show_plan
from pages.components.answer.quiet_line import Shown, show_quiet_line
from pages.components.answer.review_view import show_review
from pages.components.catalogue import language, say, say_count
from pages.components.escape import escape, escape_within
from pages.components.reading.reading_editor import ByHand, show_reading, show_set_aside
from pages.components.reading.spec_form import pressed
from pages.components.workflow_choice import title_of

MOST_DRAWN = 5_000
"""Rows of a table that is drawn unasked."""


def show_question(question: str) -> None:
    """What the person said."""
    with st.chat_message("user"):
        st.markdown(escape(question))


def show_turn(
    service: AnalystService,
    conversation_id: str,
    turn: TurnRecord,
    artifacts: Mapping[str, Artifact],
    *,
    pick: Pick | None,
    beside: Neighbours,
    feedback: Mapping[str, Feedback],
    by_hand: ByHand,
) -> None:
    """A finished turn. `pick` answers its question, None when that is no longer open."""
    show_question(turn["question"])
    with st.chat_message("assistant"):
        _show_taken_back(turn, by_hand.undone)
        names = [name for name in turn["artifact_ids"] if name not in beside.shown_later]
        shown = [artifacts[name] for name in names if name in artifacts]
        main = [artifact for artifact in shown if artifact["role"] == "main"]
        tables = {artifact["artifact_id"]: artifact for artifact in main if artifact["kind"] == "table"}
        told = without_listed(turn["answer"], tables)
        details = [artifact for artifact in shown if artifact["role"] == "detail"]
        answer = Shown(told, main, _drawn(service, conversation_id, main), _data_of_chart(main, details))
        _show_words(turn, told, artifacts)
        show_sources(service, conversation_id, turn, told, artifacts)
        show_read_anew(service, conversation_id, turn, by_hand.again if by_hand.editor else None)
        _show_main(service, conversation_id, turn, answer)
        if again := len(turn["artifact_ids"]) - len(names):
            st.caption(say_count("card.further_down", again))
        show_files(service, conversation_id, turn, beside.files_offered)
        if turn["pending"]:
            _show_pending(turn, pick)
        show_reading(turn, by_hand)
        facts = _facts(turn, title_of(service, turn["workflow"]))
        show_quiet_line(service, conversation_id, turn, answer, artifacts, facts, by_hand.editor is not None)
        show_set_aside(turn, by_hand)
        if not beside.plan_goes_on:
            show_plan(turn.get("plan_tasks", []))
        _show_notes(turn)
        show_code_of(turn)
        show_review(turn)
        if further := [one for one in details if one is not answer.data]:
            with st.expander(say("card.further"), icon=":material/table_rows:"):
                _show_all(service, conversation_id, turn, further)
        on_the_way = [artifacts[name] for name in turn.get("step_ids", []) if name in artifacts]
        if on_the_way:
            with st.expander(say("card.steps"), icon=":material/footprint:"):
                _show_all(service, conversation_id, turn, on_the_way)
        show_feedback(service, conversation_id, turn, feedback)


def show_folded_turn(turn: TurnRecord, undone: frozenset[str]) -> None:
    """An older turn, its results folded away."""
    show_question(turn["question"])
    with st.chat_message("assistant"):
        _show_taken_back(turn, undone)
        show_folded(turn)


def _show_taken_back(turn: TurnRecord, undone: frozenset[str]) -> None:
    if turn["turn_id"] in undone:
        st.caption(f":material/undo: {say('editor.taken_back')}")


def show_next_questions(questions: list[str], ask: Callable[[str], None], key: str) -> None:
    """Questions one click away."""
    with st.container(horizontal=True, key=f"chips_{key}"):
        for position, question in enumerate(questions):
            st.button(escape(question), key=f"chip_{key}_{position}", on_click=ask, args=(question,), wrap=True)


def _show_words(turn: TurnRecord, told: ResolvedText, artifacts: Mapping[str, Artifact]) -> None:
    if turn["status"] == "stopped" and not turn["answer"]["text"]:
        st.markdown(say("card.stopped"))
    elif turn["answer"]["text"]:
        if turn["status"] == "error":
            st.error(answer_markdown(told, turn["turn_id"], artifacts), icon=":material/error:")
        elif not (turn["pending"] and says_its_message(turn["pending"]) and _begins_with_it(turn)):
            st.markdown(answer_markdown(told, turn["turn_id"], artifacts))
    show_unverified(told)


def _begins_with_it(turn: TurnRecord) -> bool:
    return turn["pending"] is not None and turn["answer"]["text"].startswith(turn["pending"]["message"])


def _drawn(service: AnalystService, conversation_id: str, main: Sequence[Artifact]) -> Artifact | None:
    """The picture of a result that is one table, where a picture says more; of a long one the whole is drawn."""
    if len(main) != 1 or main[0]["kind"] != "table":
        return None
    table, payload = main[0], cast(TablePayload, main[0]["payload"])
    if len(payload["rows"]) < payload["total_rows"] <= MOST_DRAWN and table["code"] is None:
        table = service.artifact(conversation_id, table["artifact_id"])
    with telling(language()):
        return draw_result(table)


def _data_of_chart(main: Sequence[Artifact], details: Sequence[Artifact]) -> Artifact | None:
    """The table of what the one chart draws that was asked for."""
    if len(main) != 1 or main[0]["kind"] != "figure" or main[0]["spec"] is None:
        return None
    return next((one for one in details if one["kind"] == "table" and one["spec"] == main[0]["spec"]), None)


def _show_main(service: AnalystService, conversation_id: str, turn: TurnRecord, shown: Shown) -> None:
    """The results that answer the question: the chart, then the table; several charts take no room of their own beside
    the table that they belong to. What the sentences say whole has no table."""
    if shown.drawn is not None:
        _show_card(service, conversation_id, turn, shown.drawn, shown.main[0])
        return
    if shown.data is not None:
        _show_card(service, conversation_id, turn, shown.main[0], shown.data)
        return
    main = [one for one in shown.main if one["kind"] != "table" or not says_whole(shown.told, one)]
    figures = [artifact for artifact in main if artifact["kind"] == "figure"]
    others = [artifact for artifact in main if artifact["kind"] != "figure"]
    if len(figures) == len(others) == 1 and others[0]["kind"] == "table":
        _show_card(service, conversation_id, turn, figures[0], others[0])
        return
    if not others or len(figures) < 2:
        _show_all(service, conversation_id, turn, [*figures, *others])
        return
    views = [(say("answer.table"), others), (say("answer.charts"), figures)]
    places = st.tabs([title for title, _ in views], key=f"views_{turn['turn_id']}")
    for place, (_, artifacts) in zip(places, views, strict=True):
        with place:
            _show_all(service, conversation_id, turn, artifacts)


def _show_card(
    service: AnalystService, conversation_id: str, turn: TurnRecord, drawn: Artifact, table: Artifact
) -> None:
    """A result as two tabs of one card: its picture, and the table that it was drawn from."""
    places = st.tabs([say("answer.chart"), say("answer.table")], key=f"card_{turn['turn_id']}")
    for place, artifact in zip(places, (drawn, table), strict=True):
        with place:
            _show_one(service, conversation_id, turn, artifact, f"{turn['turn_id']}_{artifact['kind']}")


def _show_all(service: AnalystService, conversation_id: str, turn: TurnRecord, artifacts: list[Artifact]) -> None:
    for artifact in artifacts:
        _show_one(service, conversation_id, turn, artifact, f"{turn['turn_id']}_{artifact['artifact_id']}")


def _show_one(service: AnalystService, conversation_id: str, turn: TurnRecord, artifact: Artifact, key: str) -> None:
    def on_cell(made: Artifact, row: int, column: int) -> None:
        cell = cited_cell(made["artifact_id"], cast(TablePayload, made["payload"]), row, column)
        show_cell(service, conversation_id, turn, made, cell)

    show_artifact(service, conversation_id, artifact, key, on_cell)


def _show_pending(turn: TurnRecord, pick: Pick | None) -> None:
    pending = turn["pending"]
    assert pending is not None
    if pick is None:
        show_past_pending(pending)
    else:
        show_open_pending(pending, pick)


def _facts(turn: TurnRecord, way: str) -> str:
    """How many rows an answer stands on, and the way to it where it is not the usual one."""
    facts = [
        rows_line(
            turn["rows_used"],
            turn["rows_total"],
            escape_within(rows_beside(turn, language())),
            by_program="code" in turn,
        )
    ]
    if turn["workflow"] != DEFAULT and turn["status"] != "asked":
        facts.append(say("card.answered_by", way=escape(way)))
    return " ".join(fact for fact in facts if fact)


def _show_notes(turn: TurnRecord) -> None:
    notes = [f"- **{say('card.assumed')}** {escape(text)}" for text in turn["assumptions"]]
    notes += [f"- **{say('card.note')}** {escape(text)}" for text in turn["caveats"]]
    if notes:
        st.markdown("\n".join(notes))


# ----------------------------------------------------------------
# Answers that were computed on an earlier version of their data say so, and can be computed again.


def show_read_anew(
    service: AnalystService, conversation_id: str, turn: TurnRecord, again: Callable[[TurnRecord], None] | None
) -> None:
    """A line below an answer whose data were read anew since, and the press that computes it again (`again`, None while
    that cannot be); nothing for any other."""
    since = service.read_anew(conversation_id, turn)
    if not since:
        return
    told = [
        say("answer.read_anew", version=str(version), name=escape(dataset.name), now=str(dataset.version))
        for dataset, version in since
    ]
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(f":material/history: {' '.join(told)}", width="content")
        done = any(one.get("changes") == turn["turn_id"] for one in service.turns(conversation_id))
        key = f"again_{turn['turn_id']}"
        if again and not done and pressed(say("answer.again"), key=key, icon=":material/replay:", type="tertiary"):
            again(turn)
            st.rerun()


# ----------------------------------------------------------------
# The files at the end of a longer piece of work: its report, and the data that it rests on.


_MIMES: Mapping[str, str] = {".html": "text/html", ".csv": "text/csv", ".md": "text/markdown"}
_UNKNOWN = "application/octet-stream"


def show_files(service: AnalystService, conversation_id: str, turn: TurnRecord, offered: frozenset[str]) -> None:
    """A button for each file that no turn before offers already."""
    report, data = turn.get("report_file_path"), turn.get("data_file_path")
    files = [
        (path, label, name, icon)
        for path, label, name, icon in (
            (report, say("card.report"), "tally_report", ":material/description:"),
            (data, say("card.data"), "tally_data", ":material/table_rows:"),
        )
        if path and path not in offered
    ]
    if not files:
        return
    with st.container(horizontal=True):
        for path, label, name, icon in files:
            _offer(service, conversation_id, turn, str(path), (label, name, icon))


def _offer(
    service: AnalystService, conversation_id: str, turn: TurnRecord, path: str, words: tuple[str, str, str]
) -> None:
    label, name, icon = words
    suffix = PurePosixPath(path).suffix
    st.download_button(
        label,
        data=lambda: service.file(conversation_id, path),
        file_name=f"{name}{suffix}",
        mime=_MIMES.get(suffix, _UNKNOWN),
        key=f"file_{turn['turn_id']}_{name}",
        on_click="ignore",
        icon=icon,
        type="primary" if path == turn.get("report_file_path") else "secondary",
    )


# ----------------------------------------------------------------
# Older answers are folded to their words: a page of thirty turns is drawn as fast as one of four.


WHOLE = 4  # turns at the end that are drawn whole
_UNFOLDED = "unfolded_turns"


def folded(turns: Sequence[TurnRecord], keep: frozenset[str]) -> frozenset[str]:
    """The ids of the turns whose results are folded away: all but the last ones, those of `keep`, and those that the
    reader opened."""
    opened: set[str] = st.session_state.setdefault(_UNFOLDED, set())
    older = {turn["turn_id"] for turn in turns[:-WHOLE] if turn["artifact_ids"] or turn.get("code")}
    return frozenset(older - opened - keep)


def show_folded(turn: TurnRecord) -> None:
    """The words of an older answer, and the way to the rest of it."""
    if turn["answer"]["text"]:
        st.markdown(answer_markdown(turn["answer"]))
    show_unverified(turn["answer"])
    key = f"unfold_{turn['turn_id']}"
    st.button(
        say("answer.unfold"),
        key=key,
        icon=":material/unfold_more:",
        type="tertiary",
        on_click=_unfold,
        args=(turn["turn_id"],),
    )


def _unfold(turn_id: str) -> None:
    st.session_state.setdefault(_UNFOLDED, set()).add(turn_id)

"""What goes into the report and in which order: answers, parts, the first picture, words of the person's own."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

import streamlit as st

from agent.service import LONGEST_OPENING, LONGEST_TITLE, AnalystService, ReportChoice, ReportPart, ReportPreview
from pages.components.catalogue import say
from pages.components.escape import showable
from pages.components.refusals import told_when_refused

_WORTH_CHOOSING = 2


def choose_report(service: AnalystService, conversation_id: str, preview: ReportPreview) -> None:
    """The controls, closed until they are wanted. What a person sets is kept with the conversation at once, and the
    report below follows."""
    kept = service.report_choice(conversation_id)
    with st.expander(say("take.compose"), icon=":material/tune:"):
        title, opening = st.columns(2, gap="medium")
        with title:
            _words("title", kept.title, LONGEST_TITLE, service, conversation_id)
        with opening:
            _words("opening", kept.opening, LONGEST_OPENING, service, conversation_id)
        _parts(kept, preview, service, conversation_id)
        _answers(kept, service, conversation_id)
        _picture(kept, preview, service, conversation_id)


def _words(
    name: Literal["title", "opening"], kept: str, most: int, service: AnalystService, conversation_id: str
) -> None:
    st.text_input(
        say(f"take.{name}"),
        kept,
        max_chars=most,
        placeholder=say(f"take.{name}_none"),
        **_kept_by(service, conversation_id, name, lambda choice, said: replace(choice, **{name: said})),
    )


def _parts(kept: ReportChoice, preview: ReportPreview, service: AnalystService, conversation_id: str) -> None:
    offered = preview.offered.parts

    def change(choice: ReportChoice, said: list[ReportPart]) -> ReportChoice:
        """What is not offered now stays as it was decided."""
        return replace(choice, left_out=(choice.left_out - {*offered}) | ({*offered} - {*said}))

    st.pills(
        say("take.parts"),
        offered,
        default=[part for part in offered if part not in kept.left_out],
        selection_mode="multi",
        format_func=lambda part: say(f"part.{part}"),
        **_kept_by(service, conversation_id, "parts", change),
    )


def _picture(kept: ReportChoice, preview: ReportPreview, service: AnalystService, conversation_id: str) -> None:
    """Nothing where there is no choice, or where no picture stands first."""
    titles = {
        one["artifact_id"]: say("take.picture_of", place=place, title=showable(one["title"]))
        for place, one in preview.offered.pictures
    }
    if len(titles) < _WORTH_CHOOSING or "picture" in kept.left_out:
        return
    options = ["", *titles]
    st.selectbox(
        say("take.first_picture"),
        options,
        index=options.index(kept.picture) if kept.picture in titles else 0,
        format_func=lambda one: titles.get(one, say("take.picture_best")),
        **_kept_by(service, conversation_id, "picture", lambda choice, said: replace(choice, picture=said)),
    )


def _answers(kept: ReportChoice, service: AnalystService, conversation_id: str) -> None:
    questions = {turn["turn_id"]: turn["question"] for turn in service.reported(conversation_id)}
    if len(questions) < _WORTH_CHOOSING:
        return
    st.multiselect(
        say("take.choose"),
        [*questions],
        default=[one for one in kept.answers if one in questions],
        format_func=lambda turn_id: showable(questions.get(turn_id, "")),
        placeholder=say("take.all"),
        help=say("take.choose_help"),
        **_kept_by(service, conversation_id, "answers", lambda choice, said: replace(choice, answers=tuple(said))),
    )


def _kept_by(
    service: AnalystService, conversation_id: str, name: str, change: Callable[[ReportChoice, Any], ReportChoice]
) -> dict[str, Any]:
    """What makes a control keep what it says: its key, and its callback."""
    key = f"report_{name}_{conversation_id}"

    @told_when_refused
    def keep() -> None:
        service.choose_report(conversation_id, change(service.report_choice(conversation_id), st.session_state[key]))

    return {"key": key, "on_change": keep}

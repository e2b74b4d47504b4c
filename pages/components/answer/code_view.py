"""Generated code on the page: readable, downloadable, with the attempts that failed folded away."""

from collections.abc import Sequence

import streamlit as st

from agent.errors import TallyError
from agent.service import AnalystService
from agent.state import FailedAttempt, TurnRecord
from pages.components.catalogue import language, say, say_count
from pages.components.escape import escape, showable

_CHECK_MARKS = {
    "agrees": ":material/verified:",
    "differs": ":material/warning:",
    "not_expressible": ":material/info:",
    "not_compared": ":material/info:",
}


def show_program(code: str, key: str, *, label: str = "") -> None:
    """A program with its way out."""
    st.code(showable(code), language="python", wrap_lines=True)
    st.download_button(
        label or say("code.download"),
        data=showable(code).encode("utf-8"),
        file_name="tally_program.py",
        mime="text/x-python",
        key=f"program_{key}",
        on_click="ignore",
        icon=":material/download:",
        type="tertiary",
    )


def show_reproduction(service: AnalystService, conversation_id: str, turn: TurnRecord, key: str) -> None:
    """The program that gives the answer's numbers again, to copy, and with the data that it reads to take along."""
    try:
        made = service.reproduction(conversation_id, turn)
    except TallyError as changed:
        st.info(escape(changed.told(language())), icon=":material/info:")
        return
    if made is None:
        st.caption(say("code.none"))
        return
    st.caption(say("code.again"))
    st.code(showable(made.code), language="python", wrap_lines=True)
    st.download_button(
        say("code.download_both"),
        data=lambda: service.reproduction_zip(conversation_id, turn),
        file_name="tally_program.zip",
        mime="application/zip",
        key=f"reproduction_{key}",
        on_click="ignore",
        icon=":material/download:",
        type="tertiary",
    )


def show_failed_attempts(attempts: Sequence[FailedAttempt], key: str) -> None:
    """What was tried before, with what went wrong; folded away."""
    if not attempts:
        return
    with st.expander(say_count("code.failed", len(attempts)), icon=":material/history:"):
        for attempt in attempts:
            st.markdown(f"**{say('code.attempt', number=attempt['attempt'])}** {escape(attempt['error'])}")
            if attempt["code"]:
                show_program(attempt["code"], f"{key}_{attempt['attempt']}", label=say("code.download_attempt"))


def show_code_of(turn: TurnRecord) -> None:
    """Below an answer that generated code computed: the second opinion, the program, the attempts before it."""
    check = turn.get("double_check")
    if check and check["text"] not in turn["caveats"]:
        st.caption(f"{_CHECK_MARKS[check['outcome']]} {escape(check['text'])}")
    waits = turn["pending"] is not None and turn["pending"]["kind"] == "approve"  # then the card shows it
    code = turn.get("code", "")
    if code and not waits:
        title = say("code.edited" if turn.get("code_edited") else "computed.program")
        with st.expander(title, icon=":material/code:", expanded="command" in turn):  # it was asked for
            show_program(code, turn["turn_id"])
    if not waits:
        show_failed_attempts(turn.get("failed_attempts", []), f"failed_{turn['turn_id']}")

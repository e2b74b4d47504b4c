"""Connecting a language model for this conversation: address, key, name, and a test in words."""

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from agent.model_settings import OPENAI, ROLES, ModelRole, ModelSettings, RoleChoice, Secret, checked_address, limits_of
from agent.service import AnalystService, ConnectionReport, ModelError, StopSignal
from agent.settings import SettingError
from pages.components.escape import escape, showable
from pages.components.local_models import show_chosen_model, show_local_models
from pages.components.refusals import told_when_refused
from pages.components.words import seconds

# ----------------------------------------------------------------
# A connection test in a thread of its own: the page that asked for it stays alive, and can stop it.


@dataclass
class ConnectionTest:
    """A test under way; `report` is there when it is done. `seconds`: when it ends at the latest. `asked` of `total`
    test questions are done; there are none yet while the connection itself is tried.
    """

    seconds: int
    asked: int = 0
    total: int = 0
    started: float = field(default_factory=time.monotonic)
    done: threading.Event = field(default_factory=threading.Event)
    report: ConnectionReport | None = None
    _signal: StopSignal = field(default_factory=StopSignal)

    def stop(self) -> None:
        """Ends the test at once."""
        self._signal.stop()

    def progress(self, asked: int, total: int) -> None:
        """Told how many test questions are done."""
        self.asked, self.total = asked, total

    def run(self, service: AnalystService, conversation_id: str, settings: ModelSettings) -> None:
        """Runs the test; whatever comes of it, it is over then."""
        try:
            self.report = service.models.test(conversation_id, settings, self._signal.is_set, self.progress)
        finally:
            self.done.set()


def start_test(service: AnalystService, conversation_id: str, settings: ModelSettings) -> ConnectionTest:
    """The test, started."""
    test = ConnectionTest(service.models.test_seconds(settings))
    thread = threading.Thread(
        target=test.run, args=(service, conversation_id, settings), name="tally-connection-test", daemon=True
    )
    thread.start()
    return test


_ADDRESS, _KEY, _NAME = "model_address", "model_key", "model_name"
_ROLE = "model_role"
_LIMIT = "model_limit_"
_ENTERED = "model_entered"  # what was entered last; its key is used again for the same address only
_WANTED = "model_test_wanted"
_TOLD = "model_told"
_TEST = "model_test"  # the test under way
SHOWN_AT_ONCE = 1.5  # seconds that the page waits for a quick answer
POLL_SECONDS = 1.0  # as often as the seconds that it tells change
LOOK_SECONDS = 2
WHAT_IT_DECIDES: Mapping[RoleChoice, str] = {
    "auto": "What its test questions show",
    "lead": "It leads: its readings count",
    "second": "It reads beside the built-in reader",
    "words": "It words answers only",
    "off": "Nothing: it is not asked",
}
WHO_READS: Mapping[ModelRole, str] = {
    "lead": "leads in this conversation; where it gives nothing usable, the built-in reasoner answers.",
    "second": "reads beside the built-in reader in this conversation. Where they differ, you are asked.",
    "words": "words the answers in this conversation; the built-in reader reads.",
    "off": "is connected and not asked.",
}
EXAMINED_NOW = "It is being asked some test questions, which show what it may decide."
UNEXAMINED = "It was not tested yet: “Test connection” shows whether it can lead."
NEEDS_KEY = "This address needs a key. Type the key, or the address of a server of your own."
BROKE_OFF = "The test broke off because of a fault in Tally. Nothing was changed."
SWITCHED_OFF = "The built-in reasoner answers from the next question on. A key that was typed here is forgotten."


@dataclass(frozen=True)
class Told:
    """What came of the last press of a button."""

    good: bool
    sentence: str
    lines: tuple[str, ...] = ()


def show_connection(service: AnalystService, conversation_id: str) -> None:
    """Who reasons now, the form, and the way back to the built-in reasoner."""
    used = service.models.settings(conversation_id)
    if used is None:
        st.markdown("**Tally answers with its built-in reasoner.** No language model is connected.")
    else:
        role = service.models.role(conversation_id)
        st.markdown(f"**{escape(used.name)}** at **{escape(used.host)}** {WHO_READS[role]}")
        _show_what_it_showed(service, used)
        st.button(
            "Use the built-in reasoner instead",
            key="model_off",
            icon=":material/link_off:",
            on_click=_disconnect,
            args=(service, conversation_id),
        )
    show_local_models(service, conversation_id, "settings")
    show_chosen_model()
    _show_form(service, conversation_id, used)
    _run_test(service, conversation_id)
    if told := st.session_state.get(_TOLD):
        (st.success if told.good else st.error)(escape(told.sentence))
        if told.lines:
            st.markdown("\n".join(f"- {escape(line)}" for line in told.lines))


def _show_what_it_showed(service: AnalystService, used: ModelSettings) -> None:
    """The outcome of the test questions, where the role follows from them."""
    if used.role != "auto":
        return
    is_examined = service.models.is_examined_now(used)  # looked at first: an exam that ends meanwhile is kept by then
    report = service.models.exam_of(used)
    if report is None and is_examined:
        _await_exam(service, used)
    else:
        st.caption(escape(report.sentence) if report else UNEXAMINED)


@st.fragment(run_every=LOOK_SECONDS)
def _await_exam(service: AnalystService, used: ModelSettings) -> None:
    """Says that the test questions are being asked, and shows the page anew when they are over."""
    if not service.models.is_examined_now(used):
        st.rerun()
    st.caption(f":material/hourglass_top: {EXAMINED_NOW}")


def model_line(service: AnalystService, conversation_id: str) -> str:
    """Who reasons, for the sidebar, escaped; "" while no model does."""
    used = service.models.settings(conversation_id)
    return f"Model: {escape(used.name)} at {escape(used.host)}" if used else ""


def _show_form(service: AnalystService, conversation_id: str, used: ModelSettings | None) -> None:
    shown = st.session_state.get(_ENTERED) or used or service.models.unconnected
    with st.form("model_form"):
        st.text_input("Address of the endpoint", showable(shown.base_url), key=_ADDRESS, help="Up to and with /v1")
        st.text_input(
            "Key",
            type="password",
            key=_KEY,
            placeholder="A key for this address is kept; type another to replace it" if shown.api_key else "",
            help="Stays in the memory of this conversation. It is not shown again, stored, logged or exported."
            " Servers on your own machine mostly need none.",
            autocomplete="off",
        )
        st.text_input("Name of the model", showable(shown.name), key=_NAME)
        st.selectbox(
            "What it decides", ROLES, ROLES.index(shown.role), format_func=WHAT_IT_DECIDES.__getitem__, key=_ROLE
        )
        with st.expander("Limits of a call and of a turn"):
            for limit in limits_of(shown):
                label = limit.meaning[:1].upper() + limit.meaning[1:]
                st.number_input(label, min_value=1, value=limit.value, step=1, key=_LIMIT + limit.name)
        with st.container(horizontal=True):
            for label, connects in (("Use this model", True), ("Test connection", False)):
                st.form_submit_button(
                    label,
                    type="primary" if connects else "secondary",
                    on_click=_take,
                    args=(service, conversation_id),
                    kwargs={"connects": connects},
                )
    st.caption(
        "A test asks about two dozen questions over tables of Tally's own, with none of your data, and takes one or two"
        " minutes. With a role chosen by hand it sends two short texts."
    )


@told_when_refused
def _take(service: AnalystService, conversation_id: str, *, connects: bool) -> None:
    """Reads the form. The key leaves the form at once: the page never holds it again."""
    typed = Secret(st.session_state[_KEY])
    st.session_state[_KEY] = ""
    try:
        entered = _entered(service, conversation_id, typed)
    except SettingError as wrong:
        st.session_state[_TOLD] = Told(False, str(wrong))
        return
    st.session_state[_ENTERED] = entered
    if not entered.usable:
        st.session_state[_TOLD] = Told(False, NEEDS_KEY)
    elif connects:
        st.session_state[_TOLD] = _connect(service, conversation_id, entered)
    else:
        st.session_state[_WANTED] = True


def _connect(service: AnalystService, conversation_id: str, entered: ModelSettings) -> Told:
    """Connects what was entered, if a model answers there: a dead address is told now, not at the next question."""
    try:
        names = service.models.models_at(conversation_id, entered)
    except ModelError as dead:
        return Told(False, f"{dead} Nothing was changed.")
    unknown = bool(names) and entered.name not in names
    if unknown and entered.own_server:  # a hosted one may list other names than those of its deployments
        return Told(False, f"{entered.host} has no model {entered.name!r}. It has: {', '.join(names)}.")
    service.models.connect(conversation_id, entered)
    service.models.begin_exam(conversation_id)
    doubt = " It does not list a model of this name; test the connection." if unknown else ""
    return Told(True, f"{entered.name} at {entered.host} reasons from the next question on.{doubt}")


def _entered(service: AnalystService, conversation_id: str, typed: Secret) -> ModelSettings:
    """What the form says. A kept key goes to the address it was given for and to no other."""
    used = service.models.settings(conversation_id)
    address = checked_address(st.session_state[_ADDRESS] or OPENAI)
    known = [one for one in (st.session_state.get(_ENTERED), used) if one and one.base_url == address and one.api_key]
    key = typed or (known[0].api_key if known else Secret())
    base = used or service.models.unconnected
    limits: dict[str, Any] = {limit.name: int(st.session_state[_LIMIT + limit.name]) for limit in limits_of(base)}
    name = st.session_state[_NAME].strip() or ModelSettings.name
    role: RoleChoice = st.session_state[_ROLE]
    return replace(base, api_key=key, base_url=address, name=name, role=role, **limits)


@told_when_refused
def _disconnect(service: AnalystService, conversation_id: str) -> None:
    service.models.connect(conversation_id, None)
    st.session_state[_ENTERED] = None
    st.session_state[_TOLD] = Told(True, SWITCHED_OFF)


def _run_test(service: AnalystService, conversation_id: str) -> None:
    """The test that the last press asked for: quick ones are told at once, others are watched while they run."""
    if st.session_state.get(_WANTED):
        st.session_state[_WANTED] = False
        st.session_state[_TOLD] = None
        st.session_state[_TEST] = start_test(service, conversation_id, st.session_state[_ENTERED])
    running: ConnectionTest | None = st.session_state.get(_TEST)
    if running is None:
        return
    if running.done.wait(0 if _was_seen(running) else SHOWN_AT_ONCE):
        _close(running)
    else:
        _watch(running)


def _was_seen(running: ConnectionTest) -> bool:
    return time.monotonic() - running.started > SHOWN_AT_ONCE


def _close(running: ConnectionTest) -> None:
    st.session_state[_TEST] = None
    report = running.report
    if report is None:
        st.session_state[_TOLD] = Told(False, BROKE_OFF)
    else:
        st.session_state[_TOLD] = Told(report.usable, _in_words(report), report.found)


@st.fragment(run_every=POLL_SECONDS)
def _watch(running: ConnectionTest) -> None:
    """How long it has taken, when it ends, and a way to stop it. The page goes on meanwhile."""
    if running.done.is_set():
        st.rerun()
    passed = time.monotonic() - running.started
    with st.container(horizontal=True, vertical_alignment="center"):
        done = f" Test question {running.asked} of {running.total} is done." if running.total else ""
        st.markdown(
            f":material/hourglass_top: Testing the connection for {passed:.0f} seconds.{done} It ends after"
            f" {running.seconds} seconds at the latest; a model that is loaded first takes a while.",
            width="content",
        )
        st.button("Stop the test", key="model_test_stop", icon=":material/stop:", on_click=running.stop)


def _in_words(report: ConnectionReport) -> str:
    return f"{report.model} at {report.host}: {report.sentence} The test took {seconds(report.seconds)}."

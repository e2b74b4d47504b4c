"""Connecting a language model for this conversation: address, key, name, and a test in words."""

import threading
import time
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from agent.model_settings import OPENAI, ROLES, ModelSettings, RoleChoice, Secret, checked_address, limits_of
from agent.service import AnalystService, ConnectionReport, ModelError, StopSignal
from agent.settings import SettingError
from pages.components.catalogue import say, say_if_known, seconds
from pages.components.connection.local_models import show_chosen_model, show_local_models
from pages.components.escape import escape, showable
from pages.components.refusals import told_when_refused

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
        st.markdown(say("model.none"))
    else:
        role = service.models.role(conversation_id)
        st.markdown(say(f"model.reads.{role}", name=escape(used.name), host=escape(used.host)))
        _show_what_it_showed(service, used)
        st.button(
            say("model.use_built_in"),
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
        st.caption(escape(report.sentence) if report else say("model.unexamined"))


@st.fragment(run_every=LOOK_SECONDS)
def _await_exam(service: AnalystService, used: ModelSettings) -> None:
    """Says that the test questions are being asked, and shows the page anew when they are over."""
    if not service.models.is_examined_now(used):
        st.rerun()
    st.caption(f":material/hourglass_top: {say('model.examined_now')}")


def model_line(service: AnalystService, conversation_id: str) -> str:
    """Who reasons, for the sidebar, escaped; "" while no model does."""
    used = service.models.settings(conversation_id)
    return say("model.line", name=escape(used.name), host=escape(used.host)) if used else ""


def _show_form(service: AnalystService, conversation_id: str, used: ModelSettings | None) -> None:
    shown = st.session_state.get(_ENTERED) or used or service.models.unconnected
    with st.form("model_form"):
        st.text_input(say("model.address"), showable(shown.base_url), key=_ADDRESS, help=say("model.address_help"))
        st.text_input(
            say("model.key"),
            type="password",
            key=_KEY,
            placeholder=say("model.key_kept") if shown.api_key else "",
            help=say("model.key_help"),
            autocomplete="off",
        )
        st.text_input(say("model.name"), showable(shown.name), key=_NAME)
        st.selectbox(
            say("model.role"),
            ROLES,
            ROLES.index(shown.role),
            format_func={role: say(f"model.decides.{role}") for role in ROLES}.__getitem__,
            key=_ROLE,
        )
        with st.expander(say("model.limits")):
            for limit in limits_of(shown):
                label = say_if_known(f"model.limit.{limit.name}", limit.meaning[:1].upper() + limit.meaning[1:])
                st.number_input(label, min_value=1, value=limit.value, step=1, key=_LIMIT + limit.name)
        with st.container(horizontal=True):
            for label, connects in ((say("model.use"), True), (say("model.test"), False)):
                st.form_submit_button(
                    label,
                    type="primary" if connects else "secondary",
                    on_click=_take,
                    args=(service, conversation_id),
                    kwargs={"connects": connects},
                )
    st.caption(say("model.test_about"))


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
        st.session_state[_TOLD] = Told(False, say("model.needs_key"))
    elif connects:
        st.session_state[_TOLD] = _connect(service, conversation_id, entered)
    else:
        st.session_state[_WANTED] = True


def _connect(service: AnalystService, conversation_id: str, entered: ModelSettings) -> Told:
    """Connects what was entered, if a model answers there: a dead address is told now, not at the next question."""
    try:
        names = service.models.models_at(conversation_id, entered)
    except ModelError as dead:
        return Told(False, say("model.dead", why=str(dead)))
    unknown = bool(names) and entered.name not in names
    if unknown and entered.own_server:  # a hosted one may list other names than those of its deployments
        told = say("model.not_there", host=entered.host, name=repr(entered.name), names=", ".join(names))
        return Told(False, told)
    service.models.connect(conversation_id, entered)
    service.models.begin_exam(conversation_id)
    doubt = say("model.not_listed") if unknown else ""
    return Told(True, say("model.connected", name=entered.name, host=entered.host) + doubt)


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
    st.session_state[_TOLD] = Told(True, say("model.switched_off"))


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
        st.session_state[_TOLD] = Told(False, say("model.broke_off"))
    else:
        st.session_state[_TOLD] = Told(report.usable, _in_words(report), report.found)


@st.fragment(run_every=POLL_SECONDS)
def _watch(running: ConnectionTest) -> None:
    """How long it has taken, when it ends, and a way to stop it. The page goes on meanwhile."""
    if running.done.is_set():
        st.rerun()
    passed = time.monotonic() - running.started
    with st.container(horizontal=True, vertical_alignment="center"):
        done = say("model.asked", asked=running.asked, total=running.total) if running.total else ""
        told = say("model.testing", passed=round(passed), done=done, seconds=running.seconds)
        st.markdown(f":material/hourglass_top: {told}", width="content")
        st.button(say("model.stop_test"), key="model_test_stop", icon=":material/stop:", on_click=running.stop)


def _in_words(report: ConnectionReport) -> str:
    taken = seconds(report.seconds)
    return say("model.tested", name=report.model, host=report.host, told=report.sentence, seconds=taken)

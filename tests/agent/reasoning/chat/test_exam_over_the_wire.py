"""The exam over the wire: recorded without data, kept over a restart, stopped at once, and taken in the background."""

import json
import ssl
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest

from agent.model_settings import ModelRole, ModelSettings, RoleChoice
from agent.reasoning.chat.connection.transport import trusted
from agent.reasoning.exam.questions import exam
from agent.reasoning.exam.report import ExamReport
from agent.service import AnalystService
from agent.settings import Settings
from tests.agent.reasoning.chat.conftest import KEY
from tests.agent.reasoning.chat.replies import act, mean
from tests.agent.reasoning.exam.minds import brain_of, first, short_exam
from tests.agent.scripted import STAFF
from tests.protocol_server import Body, Brain, ProtocolServer, scripted

ALL = first(24)
MOST_SECONDS = 900
"""A busy machine takes long for what takes no time on an idle one: no test may run into a limit that is not its own."""


@pytest.fixture
def settings(settings: ModelSettings) -> ModelSettings:
    return replace(settings, exam_seconds=MOST_SECONDS, call_seconds=MOST_SECONDS, turn_seconds=MOST_SECONDS)


def wait_for(done: Callable[[], object]) -> None:
    """Returns when it is done; what never is ends with the time of its test."""
    while not done():
        time.sleep(0.02)


def examined(service: AnalystService, settings: ModelSettings) -> ExamReport:
    report = service.models.test(service.start_conversation("owner"), settings).exam
    assert report is not None
    return report


@pytest.mark.parametrize(("right", "role"), [(24, "lead"), (14, "second"), (4, "words")])
def test_a_test_of_the_connection_shows_what_the_model_can(
    server: ProtocolServer, settings: ModelSettings, right: int, role: ModelRole
) -> None:
    server.brain = brain_of(first(right))
    service = AnalystService()
    conversation = service.start_conversation("owner")
    told: list[tuple[int, int]] = []
    report = service.models.test(conversation, settings, on_progress=lambda *done: told.append(done))
    assert report.usable and report.exam is not None
    assert (report.exam.role, report.exam.total) == (role, 24)
    assert report.exam.sentence in report.sentence
    assert told[-1] == (report.exam.asked, 24)
    service.models.connect(conversation, settings)
    assert service.models.role(conversation) == role
    assert service.models.exam_of(settings) == report.exam
    assert KEY not in report.exam.written()


def test_a_model_whose_replies_are_all_unusable_is_corrected_twice_and_words_answers(
    server: ProtocolServer, settings: ModelSettings
) -> None:
    server.brain = scripted({"read_question": act(mean("quantity", "region"))})  # of a table that no question is about
    report = examined(AnalystService(), settings)
    assert (report.role, report.right, report.asked) == ("words", 0, 13)
    assert len(server.asked("read_question")) == 3 * report.asked


def test_the_certificates_that_calls_need_are_read_once(
    server: ProtocolServer, settings: ModelSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[ssl.SSLContext] = []

    def making() -> ssl.SSLContext:
        made.append(ssl.create_default_context())
        return made[-1]

    monkeypatch.setattr(httpx2, "create_ssl_context", making)
    trusted.cache_clear()
    server.brain = brain_of(ALL)
    examined(AnalystService(examined_by=short_exam), settings)
    assert len(server.received) > len(made) == 1


def test_every_request_of_an_exam_is_recorded_as_one_without_data(
    server: ProtocolServer, settings: ModelSettings
) -> None:
    server.brain = brain_of(())
    service = AnalystService()
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    service.models.test(conversation, settings)
    entries = service.models.egress(conversation)
    assert len(entries) == len(server.received)
    assert {entry.purpose for entry in entries} == {"exam"}
    assert all(not entry.cargo.columns and not entry.cargo.samples for entry in entries)
    assert not [request for request in server.received if "department" in request.raw or "staff" in request.raw]


def test_a_call_that_takes_too_long_counts_for_its_question_alone(
    server: ProtocolServer, settings: ModelSettings
) -> None:
    server.brain = brain_of(ALL)
    server.misbehave("", "", "", "silent")  # what tests the connection, a question, and one that hangs
    report = examined(AnalystService(), replace(settings, call_seconds=3))
    assert report.role == "lead"
    assert report.asked == report.right + 1


def test_the_first_question_may_take_longer_than_a_call(server: ProtocolServer, settings: ModelSettings) -> None:
    """A server loads its model with it, and reads a long prompt for the first time."""
    good: Brain = brain_of(ALL)

    def brain(body: Body) -> str:
        if len(server.received) == 1:
            time.sleep(3.5)  # longer than a call may take
        return good(body)

    server.brain = brain
    service = AnalystService(model=replace(settings, call_seconds=3))
    report = service.models.examine()
    assert report is not None and (report.role, report.asked) == ("lead", report.right)


def test_a_server_that_answers_no_question_in_time_leads_nobody_and_is_asked_again(
    server: ProtocolServer, settings: ModelSettings
) -> None:
    server.misbehave(always="silent")
    slow = replace(settings, exam_seconds=2)
    service = AnalystService(model=slow)
    report = service.models.examine()
    assert report is not None and (report.role, report.asked) == ("second", 0)
    assert "The time for the test was over" in report.sentence
    assert service.models.exam_of(slow) is None


RIGHT_CALL: Body = {
    "name": "aggregate_data",
    "arguments": {"column": "price", "operation": "mean", "group_by": "kind"},
}
WRONG_CALL: Body = {"name": "aggregate_data", "arguments": {"column": "galaxy"}}


@pytest.mark.parametrize(("called", "works"), [(RIGHT_CALL, True), (WRONG_CALL, False), (None, False)])
def test_a_tool_that_is_called_rightly_shows_that_tool_calling_works(
    server: ProtocolServer, settings: ModelSettings, called: Body | None, works: bool
) -> None:
    server.brain = brain_of(())
    server.tool_call = called
    service = AnalystService(model=settings, examined_by=short_exam)
    assert service.models.calls_tools(settings) is None
    service.models.examine()
    assert service.models.calls_tools(settings) is works


def tools_asked(server: ProtocolServer) -> int:
    return len([request for request in server.received if "tools" in request.body])


@pytest.mark.parametrize("choice", ["lead", "second"])
def test_with_a_role_set_by_hand_tool_calling_alone_is_tried_once(
    server: ProtocolServer, settings: ModelSettings, choice: RoleChoice
) -> None:
    server.tool_call = RIGHT_CALL
    by_hand = replace(settings, role=choice)
    service = AnalystService(model=by_hand)
    service.models.begin_exam()
    wait_for(lambda: service.models.calls_tools(by_hand))
    service.models.begin_exam(service.start_conversation("owner"))
    service.models.try_tools()
    assert (len(server.received), tools_asked(server)) == (1, 1)
    assert {entry.purpose for entry in service.models.egress(service.start_conversation("owner"))} == {"exam"}


def test_with_a_role_that_plans_nothing_no_tool_is_tried(server: ProtocolServer, settings: ModelSettings) -> None:
    service = AnalystService(model=replace(settings, role="words"))
    service.models.begin_exam()
    service.models.try_tools()
    assert not server.received


def test_json_is_asked_for_until_tool_calling_is_known(server: ProtocolServer, settings: ModelSettings) -> None:
    by_hand = replace(settings, role="lead")
    service = AnalystService(model=by_hand)
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    service.ask(conversation, "average salary by department", workflow="tool_agent")
    assert server.asked("plan_tools") and not tools_asked(server)
    server.tool_call = RIGHT_CALL
    service.models.try_tools()
    service.ask(conversation, "average age by department", workflow="tool_agent")
    assert "tools" in server.asked("plan_tools")[-1].body


def test_a_server_that_does_not_answer_leaves_open_whether_tools_are_called(
    server: ProtocolServer, settings: ModelSettings
) -> None:
    by_hand = replace(settings, role="lead", retries=0)
    service = AnalystService(model=by_hand)
    server.misbehave("error_500")
    service.models.try_tools()
    assert service.models.calls_tools(by_hand) is None


@pytest.mark.parametrize("choice", ["lead", "second", "words", "off"])
def test_with_a_role_set_by_hand_no_exam_is_taken(
    server: ProtocolServer, settings: ModelSettings, choice: RoleChoice
) -> None:
    server.brain = brain_of(ALL)
    by_hand = replace(settings, role=choice)
    service = AnalystService(model=by_hand)
    conversation = service.start_conversation("owner")
    report = service.models.test(conversation, by_hand)
    assert report.usable and report.exam is None
    assert service.models.examine() is None
    assert service.models.role(conversation) == choice
    assert len(server.received) == 2


def test_a_stopped_exam_ends_at_once_and_is_not_kept(server: ProtocolServer, settings: ModelSettings) -> None:
    pressed = threading.Event()
    good: Brain = brain_of(ALL)

    def brain(body: Body) -> str:
        if len(server.received) > 6:
            pressed.set()
        return good(body)

    server.brain = brain
    service = AnalystService()
    report = service.models.test("c", settings, pressed.is_set)
    assert report.exam is not None and "The test was stopped" in report.exam.sentence
    assert report.exam.role == "second"
    assert len(server.received) < 10
    assert service.models.exam_of(settings) is None


def test_an_exam_is_kept_over_a_restart_without_its_key(
    server: ProtocolServer, settings: ModelSettings, tmp_path: Path
) -> None:
    server.brain = brain_of(ALL)
    place = tmp_path / "tally.sqlite"
    stored = Settings(checkpointer=f"sqlite:{place}")
    service = AnalystService(stored, model=settings, examined_by=short_exam)
    report = service.models.examine()
    assert report is not None and report.role == "lead"
    service.close()
    requests = len(server.received)
    again = AnalystService(stored, model=settings, examined_by=short_exam)
    assert again.models.examine() == report
    assert again.models.role(again.start_conversation("owner")) == "lead"
    assert again.models.exam_of(replace(settings, name="another")) is None
    again.close()
    longer = AnalystService(stored, model=settings)
    assert longer.models.exam_of(settings) is None, "what was shown in one exam says nothing of another"
    longer.close()
    assert len(server.received) == requests
    assert KEY.encode() not in place.read_bytes()


def test_an_exam_in_the_background_decides_the_role_when_it_is_over(
    server: ProtocolServer, settings: ModelSettings
) -> None:
    server.brain = brain_of(ALL)
    service = AnalystService(model=settings, examined_by=short_exam)
    conversation = service.start_conversation("owner")
    assert service.models.role(conversation) == "second"
    service.models.begin_exam()
    service.models.begin_exam()
    wait_for(lambda: service.models.exam_of(settings))
    assert service.models.role(conversation) == "lead"
    asked = [request for request in server.received if request.purpose == "read_question"]
    assert len(asked) == 2, "it was taken once"
    assert {entry.purpose for entry in service.models.egress(conversation)} == {"exam"}
    assert service.models.egress(conversation, exams=False) == ()


def test_a_question_waits_for_the_exam_that_is_under_way(server: ProtocolServer, settings: ModelSettings) -> None:
    good = brain_of(ALL)
    server.brain = lambda body: (
        json.dumps({"next_action": "ask", "question": "By the model?"})
        if "zorp" in str(body["messages"])
        else good(body)
    )
    service = AnalystService(model=settings, examined_by=short_exam)
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    service.models.begin_exam()
    wait_for(lambda: not service.models.is_examined_now(settings))  # may take longer than a question waits
    turn = service.ask(conversation, "zorp average salary by department")
    assert turn["status"] == "asked"
    assert "By the model?" in turn["answer"]["text"]


def test_a_model_that_cannot_be_reached_has_no_exam(server: ProtocolServer, settings: ModelSettings) -> None:
    server.misbehave(always="unauthorized")
    service = AnalystService(model=settings)
    assert service.models.examine() is None
    assert service.models.role(service.start_conversation("owner")) == "second"
    assert len(exam().questions) > len(server.received)

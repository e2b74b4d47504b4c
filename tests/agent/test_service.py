"""The boundary: one turn at a time, whatever happens a record, and a conversation that can go on."""

import io
import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import openpyxl
import pytest

from agent.context import UnknownArtifactError
from agent.errors import SpecError, StaleAnswerError, TurnBusyError
from agent.reasoning.past_questions import questions_with_specs
from agent.reasoning.prompts import Decision, NarrateAnswer, ReadQuestion
from agent.service import (
    AnalystService,
    PickedOption,
    ProgressEvent,
    ReportChoice,
    StopSignal,
    UnknownWorkflowError,
    UnusableQuestionError,
)
from agent.sessions.conversations import UnknownConversationError
from agent.settings import Settings
from agent.state import PendingInput
from registry.errors import UnknownDatasetError
from tests.agent.scripted import STAFF, Script, act, by_department, reading, salary, service_of

MEAN = reading("mean", salary("mean"), headline="{S1.salary_mean}", label="the mean", assumptions=("Each row counts.",))
MEDIAN = reading("median", salary("median"), headline="{S1.salary_median}", label="the median")
CHART = reading("chart", {"kind": "bar", "x": "department", "y": "salary", "agg": "mean"})
DIFFERENT = act(MEAN, MEDIAN, assumptions=["Per month."])


def open_question(service: AnalystService, conversation: str) -> PendingInput:
    service.ask(conversation, "What is the typical salary?")
    pending = service.pending(conversation)
    assert pending is not None
    return pending


# ---------------------------------------------------------------- picking


def test_a_pick_by_button_executes_that_reading_without_the_reasoner() -> None:
    service, conversation, script = service_of(DIFFERENT, narration=["It is {S1.salary_median}."])
    pending = open_question(service, conversation)
    turn = service.answer(conversation, PickedOption(pending["checkpoint_id"], "median"))
    assert (turn["status"], turn["answer"]["text"]) == ("answered", "It is 4,000.")
    assert turn["question"] == "the median"
    assert turn["assumptions"] == ["Per month."]
    assert len(script.asked(ReadQuestion)) == 1
    assert script.asked(NarrateAnswer)[0].question == "What is the typical salary? (the median)"
    assert service.pending(conversation) is None


def test_the_report_heads_a_pick_by_the_question_that_it_settles() -> None:
    service, conversation, _ = service_of(DIFFERENT, narration=["It is {S1.salary_median}."])
    pending = open_question(service, conversation)
    service.answer(conversation, PickedOption(pending["checkpoint_id"], "median"))
    whole = "What is the typical salary? the median"
    assert [turn["question"] for turn in service.reported(conversation)] == [whole]
    assert f"## 1\\. {whole}" in str(service.report_markdown(conversation))


def test_a_question_that_was_taken_up_again_heads_its_pick_too() -> None:
    service, conversation, _ = service_of(DIFFERENT, act(CHART), narration=["It is {S1.salary_median}."] * 2)
    open_question(service, conversation)
    service.ask(conversation, "a chart of salary by department")
    service.take_up(conversation)
    pending = service.pending(conversation)
    assert pending is not None
    service.answer(conversation, PickedOption(pending["checkpoint_id"], "median"))
    assert service.reported(conversation)[-1]["question"] == "What is the typical salary? the median"


def test_a_sentence_on_offer_is_picked_by_its_place_in_words_too() -> None:
    offers = ["total salary", "average salary by department"]
    back = Decision(next_action="ask", rationale="?", clarifying_questions=["No column is profit."], choices=offers)
    service, conversation, script = service_of(back, act(MEAN), act(MEAN))
    service.ask(conversation, "what is the profit")
    turn = service.ask(conversation, "the second one")
    assert (turn["status"], turn["question"]) == ("answered", offers[1])
    assert script.asked(ReadQuestion)[1].question == offers[1]
    assert turn.get("set_aside") is None
    assert service.ask(conversation, "the second one")["question"] == "the second one"  # nothing is on offer now


def test_what_was_picked_is_what_the_next_question_follows() -> None:
    service, conversation, script = service_of(DIFFERENT)
    pending = open_question(service, conversation)
    service.answer(conversation, PickedOption(pending["checkpoint_id"], "mean"))
    service.ask(conversation, "and by level?")
    (turn,) = questions_with_specs(script.asked(ReadQuestion)[1].history)
    assert (turn.question, turn.specs) == ("What is the typical salary?", tuple(MEAN.specs))


def test_a_pick_in_words_is_read_with_the_open_question_at_hand() -> None:
    def pick(prompt: ReadQuestion) -> Decision:
        assert prompt.pending is not None
        assert [option["label"] for option in prompt.pending["options"]] == ["the mean", "the median"]
        assert prompt.pending["context"]["readings"]
        return act(MEDIAN)

    service, conversation, _ = service_of(DIFFERENT, pick, narration=["It is {S1.salary_median}."])
    open_question(service, conversation)
    assert service.ask(conversation, "the median please")["answer"]["text"] == "It is 4,000."


def test_a_picked_sentence_is_said_for_the_person() -> None:
    asking = Decision(next_action="ask", rationale="?", clarifying_questions=["Which?"], choices=["salary", "level"])
    service, conversation, script = service_of(asking, act(MEAN))
    pending = open_question(service, conversation)
    turn = service.answer(conversation, PickedOption(pending["checkpoint_id"], pending["options"][0]["option_id"]))
    assert turn["question"] == "salary" == script.asked(ReadQuestion)[1].question


def test_a_stale_repeated_or_unknown_pick_is_refused() -> None:
    service, conversation, _ = service_of(DIFFERENT)
    pending = open_question(service, conversation)
    for picked in (PickedOption("another", "mean"), PickedOption(pending["checkpoint_id"], "mode")):
        with pytest.raises(StaleAnswerError):
            service.answer(conversation, picked)
    assert service.pending(conversation) == pending
    right = PickedOption(pending["checkpoint_id"], "mean")
    service.answer(conversation, right)
    with pytest.raises(StaleAnswerError, match="no longer open"):
        service.answer(conversation, right)
    assert len(service.turns(conversation)) == 2


# ---------------------------------------------------------------- when it goes wrong


def test_a_bug_is_logged_whole_shown_short_and_the_conversation_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    service, conversation, _ = service_of(DIFFERENT, ZeroDivisionError("secret detail"), act(MEAN))
    pending = open_question(service, conversation)
    with caplog.at_level(logging.ERROR):
        turn = service.ask(conversation, "the mean")
    assert turn["status"] == "error"
    assert "secret detail" not in turn["answer"]["text"]
    assert "secret detail" in caplog.text and "Traceback" in caplog.text
    assert [entry["node"] for entry in turn["trace"]] == ["route_turn"]
    assert service.pending(conversation) == pending  # what was asked before is still open
    assert service.ask(conversation, "Mean?")["status"] == "answered"
    assert [one["status"] for one in service.turns(conversation)] == ["asked", "error", "answered"]
    assert [one["turn_id"] for one in service.turns(conversation)] == ["T1", "T2", "T3"]


def test_an_error_of_the_person_or_the_model_is_told_as_it_is() -> None:
    service, conversation, _ = service_of(SpecError("The reply was no answer.", "Ask again."))
    turn = service.ask(conversation, "Mean?")
    assert (turn["status"], turn["answer"]["text"]) == ("error", "The reply was no answer. Ask again.")


def test_a_turn_without_end_is_ended() -> None:
    service = AnalystService(Settings(recursion_limit=3), reasoner=Script([act(MEAN)]))
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    turn = service.ask(conversation, "Mean?")
    assert turn["status"] == "error"
    assert "more steps" in turn["answer"]["text"]


@pytest.mark.parametrize("text", ["", "  \n", "x" * 10_001])
def test_what_is_no_question_is_refused(text: str) -> None:
    service, conversation, _ = service_of(act(MEAN))
    with pytest.raises(UnusableQuestionError):
        service.ask(conversation, text)
    assert not service.turns(conversation)


def test_text_that_cannot_be_stored_is_cleaned() -> None:
    service, conversation, _ = service_of(act(MEAN))
    assert service.ask(conversation, "mean \ud800 salary")["question"] == "mean ? salary"


def test_an_unknown_workflow_is_refused() -> None:
    service, conversation, _ = service_of(act(MEAN))
    with pytest.raises(UnknownWorkflowError, match="react"):
        service.ask(conversation, "Mean?", workflow="guess")


# ---------------------------------------------------------------- stop, busy, two at once


@pytest.fixture
def held() -> Iterator[tuple[threading.Event, threading.Event, Callable[[ReadQuestion], Decision]]]:
    """A reading that waits until it is let go: (entered, go on, the step)."""
    entered, go_on = threading.Event(), threading.Event()

    def step(prompt: ReadQuestion) -> Decision:
        entered.set()
        assert go_on.wait(120)
        return act(MEAN)

    yield entered, go_on, step
    go_on.set()


def test_stop_ends_the_turn_at_the_next_safe_point(
    held: tuple[threading.Event, threading.Event, Callable[[ReadQuestion], Decision]],
) -> None:
    entered, go_on, step = held
    service, conversation, _ = service_of(act(MEAN), step, act(MEDIAN))
    service.ask(conversation, "Mean?")
    signal = StopSignal()
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(service.ask, conversation, "Again?", stop=signal)
        assert entered.wait(120)
        signal.stop()
        go_on.set()
        turn = future.result(120)
    assert signal.is_set()
    assert turn["status"] == "stopped"
    assert [entry["node"] for entry in turn["trace"]] == ["route_turn", "reason"]
    assert not turn["artifact_ids"]
    assert len(service.artifacts(conversation)) == 1
    assert service.ask(conversation, "Median?")["status"] == "answered"
    assert [one["status"] for one in service.turns(conversation)] == ["answered", "stopped", "answered"]


def test_a_turn_stopped_before_it_began_does_nothing() -> None:
    service, conversation, script = service_of(act(MEAN))
    signal = StopSignal()
    signal.stop()
    assert service.ask(conversation, "Mean?", stop=signal)["status"] == "stopped"
    assert not script.prompts
    assert service.ask(conversation, "Mean?")["status"] == "answered"


def test_a_second_question_during_a_turn_is_refused_and_lost_is_nothing(
    held: tuple[threading.Event, threading.Event, Callable[[ReadQuestion], Decision]],
) -> None:
    entered, go_on, step = held
    service, conversation, _ = service_of(step)
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(service.ask, conversation, "First?")
        assert entered.wait(120)
        with pytest.raises(TurnBusyError):
            service.ask(conversation, "Second?")
        assert service.turns(conversation) == []  # reading is possible meanwhile
        go_on.set()
        assert future.result(120)["status"] == "answered"
    assert [turn["question"] for turn in service.turns(conversation)] == ["First?"]


def test_a_conversation_ended_during_a_turn_is_stopped_and_freed(
    held: tuple[threading.Event, threading.Event, Callable[[ReadQuestion], Decision]],
) -> None:
    entered, go_on, step = held
    service, conversation, _ = service_of(step)
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(service.ask, conversation, "First?")
        assert entered.wait(120)
        service.end(conversation)
        go_on.set()
        assert future.result(120)["status"] == "stopped"
    assert not service.datasets.datasets(conversation)
    with pytest.raises(UnknownConversationError):
        service.turns(conversation)


def test_conversations_side_by_side_never_mix() -> None:
    service, first, _ = service_of(act(reading("rows", salary("count"))), narration=["{S1.salary_count} rows."])
    ids = [first, *(service.start_conversation("owner") for _ in range(3))]
    for number, conversation in enumerate(ids[1:], 1):
        service.datasets.add(conversation, "staff.csv", STAFF + b"Zoe,Sales,Junior,1\n" * number)

    def three_turns(conversation: str) -> list[str]:
        return [service.ask(conversation, f"Question {n}?")["answer"]["text"] for n in range(3)]

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(three_turns, ids))
    assert answers == [[f"{5 + number} rows."] * 3 for number in range(4)]
    assert all(len(service.turns(conversation)) == 3 for conversation in ids)
    assert all(list(service.artifacts(conversation)) == ["A1", "A2", "A3"] for conversation in ids)


# ---------------------------------------------------------------- conversations


def test_without_a_model_the_rules_reason() -> None:
    service = AnalystService()
    conversation = service.start_conversation("ann")
    service.datasets.add(conversation, "staff.csv", STAFF)
    turn = service.ask(conversation, "average salary by department")
    assert turn["status"] == "answered"
    assert "3,100" in turn["answer"]["text"]
    assert all(citation["verified"] for citation in turn["answer"]["citations"])


def test_only_the_owner_opens_a_conversation() -> None:
    service = AnalystService(reasoner=Script([act(MEAN)]))
    conversation = service.start_conversation("ann")
    assert service.owns(conversation, "ann")
    assert not service.owns(conversation, "bob")
    assert not service.owns("another", "ann")
    assert len(conversation) >= 24


def test_an_ended_conversation_is_gone_and_its_data_freed() -> None:
    service, conversation, _ = service_of(act(MEAN))
    turn = service.ask(conversation, "Mean?")
    dataset = service.datasets.datasets(conversation)[0]
    service.end(conversation)
    service.end(conversation)
    assert not service.owns(conversation, "owner")
    with pytest.raises(UnknownDatasetError):
        service.datasets.get(conversation, dataset.dataset_id)
    with pytest.raises(UnknownArtifactError):
        service.artifact(conversation, turn["artifact_ids"][0])
    with pytest.raises(UnknownConversationError):
        service.ask(conversation, "Mean?")


def test_sweeping_ends_only_the_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    service, idle, _ = service_of(act(MEAN))
    used = service.start_conversation("owner")
    now = [0.0]
    monkeypatch.setattr("agent.sessions.conversations.time.monotonic", lambda: now[0])
    service.owns(idle, "owner")
    now[0] = 119 * 60.0
    service.owns(used, "owner")
    service.sweep()
    assert service.owns(idle, "owner")
    now[0] = 119 * 60.0 * 2 + 1
    service.owns(used, "owner")
    now[0] += 119 * 60.0
    service.sweep()
    assert not service.owns(idle, "owner")
    assert service.owns(used, "owner")


# ---------------------------------------------------------------- progress, suggestions, downloads


def test_progress_is_told_node_by_node() -> None:
    service, conversation, _ = service_of(act(MEAN))
    events: list[ProgressEvent] = []
    service.ask(conversation, "Mean?", on_event=events.append)
    steps = [(event.kind, event.node) for event in events if event.kind.startswith("node_")]
    assert [step for step in steps if step[1] in ("reason", "act")] == [
        ("node_started", "reason"), ("node_ended", "reason"), ("node_started", "act"), ("node_ended", "act"),
        ("node_started", "reason"), ("node_ended", "reason"),
    ]  # fmt: skip
    assert [event.kind for event in events if event.node == "act"] == ["node_started", "node_ended", "reasoning"]
    assert next(event.text for event in events if event.node == "act") == "Computing"
    assert sorted(event.at for event in events) == [event.at for event in events]


def test_a_failing_node_is_told() -> None:
    service, conversation, _ = service_of(ValueError("x"))
    events: list[ProgressEvent] = []
    service.ask(conversation, "Mean?", on_event=events.append)
    assert ("node_failed", "reason") in [(event.kind, event.node) for event in events]


def test_suggestions_come_from_the_data() -> None:
    service, conversation, _ = service_of(act(MEAN))
    assert service.suggestions(conversation) == ["What is in staff.csv?"]
    assert service.suggestions(service.start_conversation("owner")) == []


def test_downloads_hold_what_was_shown() -> None:
    service, conversation, _ = service_of(act(reading("r", by_department())), act(CHART), narration=["Done."])
    assert service.report_markdown(conversation) is None
    assert service.report_html(conversation) is None
    assert service.report_zip(conversation) is None
    (table,) = service.ask(conversation, "Mean by department?")["artifact_ids"]
    figure = service.ask(conversation, "As a chart?")["artifact_ids"][0]
    assert b'"Engineering",5000' in service.table_csv(conversation, table)
    assert service.figure_png(conversation, figure).startswith(b"\x89PNG")
    markdown, html = service.report_markdown(conversation), service.report_html(conversation)
    assert markdown and "Mean by department?" in markdown
    assert html and b"data:image/png" in html
    archive = service.report_zip(conversation)
    assert archive and archive.startswith(b"PK")


def test_a_report_tells_the_chosen_answers_in_the_chosen_order() -> None:
    service, conversation, _ = service_of(act(MEAN), act(MEDIAN), act(reading("r", by_department())))
    asked = [service.ask(conversation, question)["turn_id"] for question in ("Mean?", "Median?", "By department?")]
    assert [turn["turn_id"] for turn in service.reported(conversation)] == asked
    service.choose_report(conversation, ReportChoice(answers=(asked[2], asked[0], "gone")))
    markdown = service.report_markdown(conversation) or ""
    assert markdown.index("1\\. By department?") < markdown.index("2\\. Mean?")
    assert "Median?" not in markdown
    assert b"Median?" not in (service.report_html(conversation) or b"")
    service.choose_report(conversation, ReportChoice(answers=("gone",)))
    assert "Median?" in (service.report_markdown(conversation) or ""), "where all that was chosen is gone, all are told"


def test_answers_can_be_taken_along_as_a_workbook() -> None:
    service, conversation, _ = service_of(act(reading("r", by_department())), act(MEAN), narration=["Done."])
    assert service.workbook(conversation) is None
    first = service.ask(conversation, "Mean by department?")
    service.ask(conversation, "Mean?")
    one = openpyxl.load_workbook(io.BytesIO(service.workbook(conversation, turn_id=first["turn_id"]) or b""))
    both = openpyxl.load_workbook(io.BytesIO(service.workbook(conversation) or b""))
    rows = list(one.worksheets[0].iter_rows(values_only=True))
    assert rows[1:] == [("Engineering", 5000), ("Legal", 5000), ("Sales", 3100)]
    assert [len(book.worksheets) for book in (one, both)] == [2, 3]
    assert both.worksheets[1]["A2"].value == 4240
    assert service.workbook(conversation, turn_id="unknown") is None

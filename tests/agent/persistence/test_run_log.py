"""The run log holds what was asked and what became of it, and no cell beyond that."""

import logging
import sqlite3
import time
from pathlib import Path
from typing import Any, cast

import pytest

from agent.errors import DataError
from agent.persistence.database import StoreError
from agent.persistence.run_log import NoFeedbackError, RunEntry, entry_of
from agent.service import AnalystService, PickedOption
from agent.sessions.conversations import UnknownConversationError
from agent.settings import Settings
from tests.agent.persistence.conftest import Serve
from tests.agent.persistence.outside import change
from tests.agent.scripted import STAFF, Script, act, by_department, reading, salary
from tests.agent.scripted_code import failing, service_of, table
from tests.agent.scripted_review import ReviewScript

GROUPS = act(reading("r", by_department()))
BOTH = act(reading("mean", salary("mean")), reading("median", salary("median")))


def begun(service: AnalystService) -> str:
    conversation = service.start_conversation("ann")
    service.datasets.add(conversation, "staff.csv", STAFF)
    return conversation


def logged(service: AnalystService) -> list[RunEntry]:
    return list(cast(Any, service)._storage.run_log.entries())


def test_each_turn_is_logged_with_its_specs_times_and_feedback(place: str, serve: Serve) -> None:
    before = serve(place, GROUPS, BOTH, run_log="on")
    conversation = begun(before)
    started = time.time()
    before.ask(conversation, "mean salary by department?")
    before.ask(conversation, "typical salary?")
    pending = before.pending(conversation)
    assert pending
    before.answer(conversation, PickedOption(pending["checkpoint_id"], "median"))
    before.feedback(conversation, "T1", "down")
    before.feedback(conversation, "T1", "up")
    before.feedback(conversation, "T2", "down")
    before.feedback(conversation, "T2", None)
    before.close()
    after = serve(place, GROUPS, run_log="on")
    assert after.feedback_given(conversation) == {"T1": "up"}
    assert after.feedback_given("another") == {}
    entries = logged(after)
    assert [(entry.turn_id, entry.status, entry.feedback) for entry in entries] == [
        ("T1", "answered", "up"), ("T2", "asked", None), ("T3", "answered", None),
    ]  # fmt: skip
    first, second, _ = entries
    assert (first.conversation_id, first.workflow, first.question) == (
        conversation, "react", "mean salary by department?",
    )  # fmt: skip
    assert [(spec["op"], spec["metrics"]) for spec in first.specs] == [("groupby_agg", {"salary": ["mean"]})]
    assert [spec["metrics"] for spec in second.specs] == [{"salary": ["mean"]}, {"salary": ["median"]}]
    assert (first.rows_used, first.rows_total, first.score, first.code) == (5, 5, None, ())
    assert started <= first.at <= time.time() and 0 < first.seconds < 60
    assert [node for node, _, _ in first.nodes][:3] == ["route_turn", "reason", "act"]
    assert not any(failed for _, _, failed in first.nodes)


def test_no_cell_and_no_answer_is_in_the_log(tmp_path: Path, serve: Serve) -> None:
    log = tmp_path / "log.db"
    odd = act(reading("r", salary("mean", filters=[{"col": "level", "op": "==", "value": "Juni"}])))
    service = serve("memory", GROUPS, odd, run_log=f"sqlite:{log}")
    conversation = begun(service)
    service.ask(conversation, "mean salary by department?")
    assert service.ask(conversation, "mean salary of the Juni?")["status"] != "answered"
    service.close()
    content = log.read_bytes()
    assert b"mean salary of the Juni?" in content
    for cell in (b"Engineering", b"Legal", b"Senior", b"Junior", b"3,100"):
        assert cell not in content
    assert oct(log.stat().st_mode)[-3:] == "600"


def test_what_went_wrong_is_logged_as_an_outcome(serve: Serve, tmp_path: Path) -> None:
    mind = Script([DataError("“Ann” is no number.", "Choose another column.")])
    service = serve("memory", script=mind, run_log=f"sqlite:{tmp_path / 'log.db'}")
    service.ask(begun(service), "Mean?")
    (entry,) = logged(service)
    assert (entry.status, entry.specs) == ("error", ())


def test_score_and_code_are_logged_where_there_are_any() -> None:
    service = AnalystService(reasoner=Script([GROUPS]))
    conversation = begun(service)
    turn = service.ask(conversation, "Mean?")
    results = cast(Any, service)._artifacts
    code = {**service.artifact(conversation, turn["artifact_ids"][0]), "spec": None, "code": "df.mean()"}
    key = results.add(conversation, cast(Any, code))["artifact_id"]
    entry = entry_of(conversation, {**turn, "score": 0.9, "artifact_ids": [*turn["artifact_ids"], key, key]}, results)
    assert (entry.score, entry.code) == (0.9, ("df.mean()",))


def test_code_that_failed_is_logged_beside_code_that_gave_results(tmp_path: Path) -> None:
    settings = Settings(approval_policy="never", run_log=f"sqlite:{tmp_path / 'log.db'}")
    mean = table("salary_mean", rows=((4240.0,),))
    service, conversation, _, _ = service_of(failing("no column y"), mean, settings=settings)
    service.ask(conversation, "Mean?", workflow="plan_code_explain")
    service.close()
    worked, _, _, _ = service_of(failing("impossible"), settings=settings)
    worked.ask(conversation := begun(worked), "Mean again?", workflow="plan_code_explain")
    first, second = worked.runs()
    assert (first.code, first.failed_code) == (("result = 2",), ("result = 1",))
    assert (second.status, second.code) == ("error", ()) and "result = 1" in second.failed_code
    assert b"impossible" not in (tmp_path / "log.db").read_bytes(), "what an error says may quote data"
    worked.close()


@pytest.mark.parametrize(("mind", "score"), [(None, None), (ReviewScript([]), 1.0)])
def test_the_score_of_a_critic_is_logged_where_one_judged(
    place: str, mind: ReviewScript | None, score: float | None
) -> None:
    service = AnalystService(Settings(checkpointer=place, run_log="on"), reasoner=mind)
    service.ask(begun(service), "average salary by department", workflow="tool_agent")
    (entry,) = service.runs()
    service.close()
    assert (entry.workflow, entry.score) == ("tool_agent", score)


def test_entries_expire_with_the_days_that_conversations_are_kept(place: str, serve: Serve) -> None:
    service = serve(place, GROUPS, run_log="on", keep_days=2)
    conversation = begun(service)
    for question in ("Old?", "New?"):
        service.ask(conversation, question)
    change(place, f"UPDATE tally_run_log SET at = {time.time() - 3 * 86_400} WHERE question = 'Old?'")
    service.sweep()
    assert [entry.question for entry in service.runs()] == ["New?"]
    change(place, f"UPDATE tally_run_log SET at = {time.time() - 3 * 86_400}")
    service.close()
    assert serve(place, GROUPS, run_log="on", keep_days=2).runs() == []


def test_a_damaged_entry_is_told_in_a_sentence(place: str, serve: Serve) -> None:
    service = serve(place, GROUPS, run_log="on")
    service.ask(begun(service), "Mean?")
    change(place, "UPDATE tally_run_log SET content = '{]'")
    with pytest.raises(StoreError, match=r"run log in .* is damaged: turn T1"):
        service.runs()
    assert service.ask(begun(service), "Mean?")["status"] == "answered"


def test_without_a_log_nothing_is_kept_and_feedback_is_refused(sqlite: str, serve: Serve) -> None:
    service = serve(sqlite, GROUPS)
    conversation = begun(service)
    service.ask(conversation, "Mean?")
    assert not service.takes_feedback
    assert not logged(service)
    with pytest.raises(NoFeedbackError, match="RUN_LOG"):
        service.feedback(conversation, "T1", "up")
    with sqlite3.connect(sqlite.removeprefix("sqlite:")) as connection:
        assert not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'tally_run_log'").fetchall()
    connection.close()


def test_feedback_on_what_is_not_there_is_refused(place: str, serve: Serve) -> None:
    service = serve(place, GROUPS, run_log="on")
    conversation = begun(service)
    service.ask(conversation, "Mean?")
    assert service.takes_feedback
    with pytest.raises(NoFeedbackError):
        service.feedback(conversation, "T2", "up")
    with pytest.raises(NoFeedbackError, match="no feedback"):
        service.feedback(conversation, "T1", cast(Any, "five stars"))
    with pytest.raises(UnknownConversationError):
        service.feedback("another", "T1", "up")


def test_a_log_that_fails_costs_nobody_an_answer(
    tmp_path: Path, serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    service = serve("memory", GROUPS, run_log=f"sqlite:{tmp_path / 'log.db'}")
    conversation = begun(service)
    with sqlite3.connect(tmp_path / "log.db") as connection:
        connection.execute("ALTER TABLE tally_run_log RENAME TO away")
    connection.close()
    with caplog.at_level(logging.ERROR):
        assert service.ask(conversation, "Mean?")["status"] == "answered"
    assert "not in the run log" in caplog.text


def test_the_command_line_logs_beside_a_running_server_and_stores_no_conversation(place: str, serve: Serve) -> None:
    server = serve(place, GROUPS, run_log="on")
    server.ask(begun(server), "Mean?")
    settings = Settings(checkpointer=place, run_log="on", data_folder="/nowhere").of_one_call()
    call = AnalystService(settings, reasoner=Script([GROUPS]))
    conversation = begun(call)
    call.ask(conversation, "Mean of one call?")
    call.close()
    assert [entry.question for entry in logged(server)] == ["Mean?", "Mean of one call?"]
    assert not server.owns(conversation, "ann")
    assert Settings(run_log="off").of_one_call().run_log == "off"

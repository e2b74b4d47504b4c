"""The parallel step of a study, and what happens when something stops or breaks in the middle."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor

import pandas as pd
import pytest

import agent.nodes.study.friction as friction_node
from agent.errors import ActionLimitError
from agent.nodes.study.facts import run_spec
from agent.service import AnalystService, PickedOption, ProgressEvent, StopSignal
from agent.specs.drivers import Drivers
from tests.agent.workflows.studies import QUESTION, finished, shop, statuses, talk

# ---------------------------------------------------------------- the parallel step


def test_findings_stand_in_the_order_of_the_lenses_whoever_is_done_first(monkeypatch: pytest.MonkeyPatch) -> None:
    computed = friction_node._compute
    last = threading.Event()

    def slow_first(lens: str, *given: object) -> object:
        if lens == "segments":
            assert last.wait(120)  # the first lens is done last
        made = computed(lens, *given)  # type: ignore[arg-type]
        if lens == "quality":
            last.set()
        return made

    plain = finished(talk())
    with monkeypatch.context() as patched:
        patched.setattr(friction_node, "_compute", slow_first)
        one = finished(talk())
    ours, theirs = one.service.artifacts(one.conversation), plain.service.artifacts(plain.conversation)
    assert [artifact["title"] for artifact in ours.values()] == [artifact["title"] for artifact in theirs.values()]
    lines = [line["step_name"] for line in one.service.turns(one.conversation)[2]["reasoning"]]
    assert lines[2:7] == [
        "Segments Agent", "Time Agent", "Relationships Agent", "Quality and outliers Agent", "Driver Analysis",
    ]  # fmt: skip


def test_an_analyst_that_cannot_work_is_blocked_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    run = run_spec

    def no_time(spec: object, runtime: object) -> object:
        if isinstance(spec, Drivers) and any(driver.column == "day" for driver in spec.drivers):
            raise ActionLimitError("It takes too long.", "Use fewer rows.")
        return run(spec, runtime)  # type: ignore[arg-type]

    monkeypatch.setattr("agent.nodes.study.friction.run_spec", no_time)
    one = talk()
    one.say(QUESTION)
    one.pick("accept")
    turn = one.pick("accept")
    agents = turn["plan_tasks"][2]["sub_agents"]
    assert [agent["status"] for agent in agents] == ["done", "blocked", "done", "done"]
    assert turn["status"] == "asked"


def test_data_without_dates_or_numbers_beside_the_outcome_are_studied_all_the_same() -> None:
    frame = shop()[["region", "price (EUR)"]]
    one = talk(frame=frame)
    one.say(QUESTION)
    turn = one.pick("skip")
    assert turn["status"] == "answered" and "region explains" in turn["answer"]["text"]


def test_data_with_nothing_to_explain_are_told_so() -> None:
    one = talk(frame=shop()[["order", "region"]])
    turn = one.say("Study this")
    assert turn["status"] == "answered" and "none" in turn["answer"]["text"]
    assert one.service.pending(one.conversation) is None


def test_the_share_of_a_value_can_be_explained() -> None:
    frame = shop()
    frame["returned"] = [
        "Yes" if channel == "Web" and place % 3 else "No" for place, channel in enumerate(frame["channel"])
    ]
    one = talk(frame=frame)
    one.say("What drives returned?")
    turn = one.pick("skip")
    channel = pd.crosstab(frame["channel"], frame["returned"], normalize="index")["Yes"]
    assert f"Up: Web (mean {100 * channel['Web']:.1f} %); down: Shop (mean 0 %)" in turn["answer"]["text"]


# ---------------------------------------------------------------- after a stop, a failure, a removal


def test_a_stop_in_the_parallel_step_leaves_the_checkpoint_open_and_it_goes_on_from_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = talk()
    one.say(QUESTION)
    one.pick("accept")
    waiting = one.open
    signal, entered = StopSignal(), threading.Event()
    computed = friction_node._compute

    def until_stopped(*given: object) -> object:
        entered.set()
        assert signal.control.drain_requested or threading.Event().wait(0.2) is False
        return computed(*given)  # type: ignore[arg-type]

    with monkeypatch.context() as patched, ThreadPoolExecutor() as pool:
        patched.setattr(friction_node, "_compute", until_stopped)
        picked = PickedOption(waiting["checkpoint_id"], "accept")
        future = pool.submit(one.service.answer, one.conversation, picked, stop=signal)
        assert entered.wait(120)
        signal.stop()
        stopped = future.result(120)
    assert stopped["status"] == "stopped" and one.open == waiting
    again = one.pick("accept")
    assert one.step == "synthesizer" and statuses(again)[2] == "done"
    last = one.pick("accept")
    report = one.service.file(one.conversation, last["report_file_path"]).decode()
    assert report.count("Rows and buckets: you accepted") == 1


def test_data_removed_in_the_middle_end_the_study_with_a_sentence() -> None:
    one = talk()
    one.say(QUESTION)
    one.service.datasets.add(one.conversation, "other.csv", b"a,b\nx,1\ny,2\n")
    one.service.datasets.remove(one.conversation, one.service.datasets.datasets(one.conversation)[0].dataset_id)
    turn = one.pick("accept")
    assert turn["status"] == "answered" and "have been removed" in turn["answer"]["text"]
    assert one.service.pending(one.conversation) is None


def test_a_study_before_any_data_asks_for_them() -> None:
    service = AnalystService()
    conversation = service.start_conversation("me")
    assert "upload" in service.ask(conversation, QUESTION, workflow="guided_study")["answer"]["text"]


def test_a_filter_that_leaves_no_row_is_seen_at_the_checkpoint() -> None:
    one = talk()
    one.say(QUESTION)
    one.pick("accept")
    assert "0 of 400 rows" in one.say("only pieces above 50")["answer"]["text"]
    assert "400 of 400 rows" in one.say("all rows")["answer"]["text"]


def test_each_analyst_is_told_as_over_while_the_others_work() -> None:
    one = talk()
    one.say(QUESTION)
    one.pick("accept")
    told: list[ProgressEvent] = []
    one.service.answer(one.conversation, PickedOption(one.open["checkpoint_id"], "accept"), on_event=told.append)
    plans = [json.loads(event.text)[2]["sub_agents"] for event in told if event.node == "sub_agent"]
    over = [sum(agent["status"] == "done" for agent in agents) for agents in plans]
    assert over == [1, 2, 3, 4]

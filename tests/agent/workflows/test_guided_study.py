"""Seed 004: the whole study, its checkpoints, its parallel step, with rules and with a script."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import cast

import pandas as pd
import pytest

import agent.nodes.study_friction as friction_node
from agent.errors import ActionLimitError, StaleAnswerError
from agent.nodes.study_known import run_spec
from agent.reasoning.study_prompts import AnswerFromStudy, PlanStudy, StudyAnswer, StudyPlan, StudyText, TellStudy
from agent.service import AnalystService, PickedOption, StopSignal
from agent.specs.drivers import Drivers
from agent.specs.study import StudyScope
from agent.state import TablePayload
from tests.agent.workflows.studies import Scripted, Talk, nodes_of, shop, statuses, talk

QUESTION = "What drives the price?"


def finished(conversation: Talk) -> Talk:
    """Through all three checkpoints."""
    conversation.say(QUESTION)
    for _ in range(3):
        conversation.pick("accept")
    return conversation


def table(service: AnalystService, conversation: str, artifact_id: str) -> dict[str, dict[str, object]]:
    payload = cast(TablePayload, service.artifact(conversation, artifact_id)["payload"])
    return {str(row[0]): dict(zip(payload["columns"], row, strict=True)) for row in payload["rows"]}


@cache
def done_study() -> Talk:
    """One finished study for the tests that only look at it."""
    return finished(talk())


# ---------------------------------------------------------------- from the question to the report


def test_a_whole_study_in_four_turns() -> None:
    one = talk()
    asked = one.say(QUESTION)
    assert (asked["status"], one.step) == ("asked", "data_discovery")
    assert "price (EUR)" in asked["answer"]["text"] and "order (it names rows)" in asked["answer"]["text"]
    assert statuses(asked) == ["in_progress", "todo", "todo", "todo", "todo"]
    prepared = one.pick("accept")
    assert (prepared["status"], one.step) == ("asked", "data_prep")
    assert "400 of 400 rows" in prepared["answer"]["text"]
    assert statuses(prepared) == ["done", "in_progress", "todo", "todo", "todo"]
    synthesised = one.pick("accept")
    assert (synthesised["status"], one.step) == ("asked", "synthesizer")
    assert "Dominant driver: region" in synthesised["answer"]["text"]
    assert statuses(synthesised) == ["done", "done", "done", "in_progress", "todo"]
    reported = one.pick("accept")
    assert reported["status"] == "answered" and one.service.pending(one.conversation) is None
    assert statuses(reported) == ["done"] * 5
    assert (reported["plan_steps_completed"], reported["plan_steps_total"]) == (5, 5)
    texts = [turn["answer"] for turn in one.service.turns(one.conversation)]
    assert all(citation["verified"] for text in texts for citation in text["citations"])


def test_the_nodes_run_in_the_order_of_the_seed() -> None:
    one = done_study()
    nodes = [nodes_of(turn) for turn in one.service.turns(one.conversation)]
    assert nodes[0] == ["route_turn", "supervisor", "data_discovery"]
    assert nodes[1] == ["route_turn", "supervisor", "data_prep"]
    analysts = ["analyst_segments", "analyst_time", "analyst_relationships", "analyst_quality"]
    assert nodes[2] == ["route_turn", "supervisor", *analysts, "friction", "synthesizer"]
    assert nodes[3] == ["route_turn", "supervisor", "critique", "reporting", "supervisor"]


def test_the_numbers_are_those_of_pandas() -> None:
    one = done_study()
    last = one.service.turns(one.conversation)[3]
    ranking = table(one.service, one.conversation, last["artifact_ids"][0])
    frame = shop()
    price = frame["price (EUR)"]
    means = frame.groupby("region")["price (EUR)"].transform("mean")
    eta = ((means - price.mean()) ** 2).sum() / ((price - price.mean()) ** 2).sum()
    assert ranking["region"]["impact_pct"] == pytest.approx(100 * (1 - (1 - eta) * 399 / 397))
    assert ranking["region"]["highest"] == "West"
    r = price.corr(frame["pieces"])
    assert ranking["pieces"]["impact_pct"] == pytest.approx(100 * (1 - (1 - r**2) * 399 / 398))
    assert list(ranking)[:2] == ["region", "pieces"]


def test_the_report_and_the_data_are_files_in_memory() -> None:
    one = done_study()
    last = one.service.turns(one.conversation)[3]
    report = one.service.file(one.conversation, last["report_file_path"]).decode()
    for part in ("Drivers, ranked", "Method", "What was assumed", "Who decided what", "Caveats", "data:image/png"):
        assert part in report
    assert "Scope and columns: you accepted" in report and "Steiger" in report
    assert "unverified" not in report and "<s " not in report
    data = one.service.file(one.conversation, last["data_file_path"]).decode("utf-8-sig")
    assert data.splitlines()[0].startswith('"driver","column","ease","score","impact_pct"')


def test_the_study_is_in_the_report_of_the_conversation_too() -> None:
    one = done_study()
    assert "region explains" in (one.service.report_markdown(one.conversation) or "")


# ---------------------------------------------------------------- checkpoints


def test_a_filter_at_the_prep_checkpoint_changes_the_rows_and_is_shown_before_it_counts() -> None:
    one = talk()
    one.say(QUESTION)
    one.pick("accept")
    first = one.open["checkpoint_id"]
    changed = one.say("only 2024", workflow="react")  # a pending study continues, whatever is the default
    rows = int(shop()["day"].str.startswith("2024").sum())
    assert (changed["workflow"], one.step) == ("guided_study", "data_prep")
    assert one.open["checkpoint_id"] != first
    assert f"{rows} of 400 rows are used, those where day is 2024" in changed["answer"]["text"]
    one.pick("accept")
    last = one.pick("accept")
    assert (last["rows_used"], last["rows_total"]) == (rows, 400)
    frame = shop()[lambda all_rows: all_rows["day"].str.startswith("2024")]
    means = frame.groupby("region")["price (EUR)"].transform("mean")
    price = frame["price (EUR)"]
    eta = ((means - price.mean()) ** 2).sum() / ((price - price.mean()) ** 2).sum()
    ranking = table(one.service, one.conversation, last["artifact_ids"][0])
    assert ranking["region"]["impact_pct"] == pytest.approx(100 * (1 - (1 - eta) * (rows - 1) / (rows - 3)))
    report = one.service.file(one.conversation, last["report_file_path"]).decode()
    assert "you changed (“only 2024”)" in report


def test_a_stale_button_is_refused_with_a_sentence_and_changes_nothing() -> None:
    one = talk()
    one.say(QUESTION)
    old = PickedOption(one.open["checkpoint_id"], "accept")
    one.pick("accept")
    open_now = one.open
    with pytest.raises(StaleAnswerError, match="no longer open"):
        one.service.answer(one.conversation, old)
    assert one.open == open_now and len(one.service.turns(one.conversation)) == 2


def test_another_outcome_is_agreed_upon_again() -> None:
    one = talk()
    one.say(QUESTION)
    changed = one.say("use pieces instead")
    assert one.step == "data_discovery" and "To be explained: pieces" in changed["answer"]["text"]
    one.pick("accept")
    one.say("use price (EUR) instead")
    assert one.step == "data_discovery"  # from a later checkpoint back to the scope


def test_ease_changes_the_ranking_at_the_synthesis_checkpoint_without_another_analysis() -> None:
    one = talk()
    one.say(QUESTION)
    one.pick("accept")
    before = one.pick("accept")
    changed = one.say("region is very hard to change; ease of pieces: 5")
    assert one.step == "synthesizer" and nodes_of(changed) == ["route_turn", "supervisor", "synthesizer"]
    ranking = table(one.service, one.conversation, changed["artifact_ids"][0])
    assert next(iter(ranking)) == "pieces"
    assert (ranking["region"]["ease"], ranking["pieces"]["ease"]) == (1, 5)
    assert changed["artifact_ids"][1:] == before["artifact_ids"][1:]


def test_rows_changed_at_the_synthesis_checkpoint_are_analysed_anew_and_only_the_synthesis_is_asked() -> None:
    one = talk()
    one.say(QUESTION)
    one.pick("accept")
    one.pick("accept")
    changed = one.say("only North and South")
    assert one.step == "synthesizer"
    assert "data_prep" in nodes_of(changed) and "friction" in nodes_of(changed)
    assert "Dominant driver: pieces" in changed["answer"]["text"]


def test_a_change_with_go_on_goes_on() -> None:
    one = talk()
    one.say(QUESTION)
    one.pick("accept")
    one.say("only West, 5 buckets; go on")
    assert one.step == "synthesizer"


def test_skip_decides_the_rest_and_the_report_says_who() -> None:
    one = talk()
    one.say(QUESTION)
    last = one.pick("skip")
    assert last["status"] == "answered" and statuses(last) == ["done"] * 5
    report = one.service.file(one.conversation, last["report_file_path"]).decode()
    assert "Rows and buckets: Tally accepted" in report and "Scope and columns: you skipped" in report


def test_words_that_are_not_understood_leave_the_checkpoint_open_and_say_what_can_be_said() -> None:
    one = talk()
    one.say(QUESTION)
    one.pick("accept")
    before = one.open["checkpoint_id"]
    again = one.say("purple monkeys")
    assert one.step == "data_prep" and one.open["checkpoint_id"] != before
    assert "I did not understand “purple monkeys”" in again["answer"]["text"]


def test_a_study_can_be_ended() -> None:
    one = talk()
    one.say(QUESTION)
    ended = one.say("stop the study")
    assert ended["status"] == "answered" and one.service.pending(one.conversation) is None
    assert set(statuses(ended)) == {"blocked"}
    assert one.say("How many rows?", workflow="react")["workflow"] == "react"


def test_without_critique_none_is_made() -> None:
    one = talk()
    one.say(QUESTION)
    one.pick("accept")
    one.pick("accept")
    one.say("without critique")
    last = one.pick("accept")
    assert "critique" not in nodes_of(last) and last["caveats"] == []


def test_controls_carry_their_values_and_the_words_that_set_them() -> None:
    one = talk()
    one.say(QUESTION)
    one.pick("accept")
    one.pick("accept")
    controls = cast(list[dict[str, object]], one.open["context"]["controls"])
    ease = next(control for control in controls if control["label"] == "Ease of changing region")
    assert (ease["value"], ease["low"], ease["high"]) == (3, 1, 5)
    one.say(str(ease["says"]).replace("{value}", "4"))
    controls = cast(list[dict[str, object]], one.open["context"]["controls"])
    assert next(one["value"] for one in controls if one["label"] == "Ease of changing region") == 4


# ---------------------------------------------------------------- the parallel step


def test_findings_stand_in_the_order_of_the_lenses_whoever_is_done_first(monkeypatch: pytest.MonkeyPatch) -> None:
    computed = friction_node._computed
    last = threading.Event()

    def slow_first(lens: str, *given: object) -> object:
        if lens == "segments":
            assert last.wait(10)  # the first lens is done last
        made = computed(lens, *given)  # type: ignore[arg-type]
        if lens == "quality":
            last.set()
        return made

    plain = finished(talk()).service
    with monkeypatch.context() as patched:
        patched.setattr(friction_node, "_computed", slow_first)
        one = finished(talk())
    other = next(iter(plain._conversations._open))
    ours, theirs = one.service.artifacts(one.conversation), plain.artifacts(other)
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

    monkeypatch.setattr("agent.nodes.study_friction.run_spec", no_time)
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
    computed = friction_node._computed

    def until_stopped(*given: object) -> object:
        entered.set()
        assert signal.control.drain_requested or threading.Event().wait(0.2) is False
        return computed(*given)  # type: ignore[arg-type]

    with monkeypatch.context() as patched, ThreadPoolExecutor() as pool:
        patched.setattr(friction_node, "_computed", until_stopped)
        picked = PickedOption(waiting["checkpoint_id"], "accept")
        future = pool.submit(one.service.answer, one.conversation, picked, stop=signal)
        assert entered.wait(10)
        signal.stop()
        stopped = future.result(20)
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


# ---------------------------------------------------------------- questions afterwards


def test_questions_are_answered_from_the_study() -> None:
    one = finished(talk())
    driver = one.say("What is the main driver?")
    assert (driver["status"], driver["workflow"]) == ("answered", "guided_study")
    assert driver["answer"]["text"].startswith("region explains")
    assert nodes_of(driver) == ["route_turn", "supervisor", "qa_agent", "supervisor"]
    west = shop().groupby("region")["price (EUR)"].mean()["West"]
    assert f"€{west:,.2f}" in one.say("And West?")["answer"]["text"]
    assert "95 % intervals" in one.say("How sure is that?")["answer"]["text"]
    assert "you accepted" in one.say("What was decided?")["answer"]["text"]
    assert "it names rows" in one.say("Why not order?")["answer"]["text"]
    unknown = one.say("What is the weather?")
    assert "do not tell this" in unknown["answer"]["text"] and unknown["status"] == "answered"


def test_another_question_of_what_drives_something_is_another_study() -> None:
    one = finished(talk())
    turn = one.say("What drives pieces?")
    assert one.step == "data_discovery" and "To be explained: pieces" in turn["answer"]["text"]
    assert statuses(turn)[0] == "in_progress"


def test_other_questions_go_to_ask_after_the_study() -> None:
    one = finished(talk())
    turn = one.say("How many orders are there?", workflow="react")
    assert (turn["workflow"], turn["status"]) == ("react", "answered") and "plan_tasks" not in turn


# ---------------------------------------------------------------- with another mind


def test_a_figure_by_hand_is_sent_back_once_and_then_struck() -> None:
    def invented(prompt: TellStudy) -> StudyText:
        return StudyText(text="Everything rose by 123.4 %.")

    script = Scripted({TellStudy: invented})
    one = talk(script)
    one.say(QUESTION)
    last = one.pick("skip")
    assert [citation["display"] for citation in last["answer"]["citations"] if not citation["verified"]] == ["123.4 %"]
    summaries = [prompt for prompt in script.prompts if isinstance(prompt, TellStudy) and prompt.part == "summary"]
    assert [bool(prompt.violations) for prompt in summaries] == [False, True]


def test_a_reference_that_leads_nowhere_is_replaced() -> None:
    one = talk(Scripted({TellStudy: lambda _: StudyText(text="It is {ranking[nobody].impact_pct}.")}))
    one.say(QUESTION)
    assert one.pick("skip")["answer"]["text"] == "What was found is in the table."


def test_a_scope_of_columns_that_are_not_there_is_refused() -> None:
    scope = StudyScope(dataset_id="nowhere", outcome="profit", columns=["mood"])
    one = talk(Scripted({PlanStudy: lambda _: StudyPlan(scope=scope, rationale="Sure.")}))
    turn = one.say(QUESTION)
    assert "the data do not have" in turn["answer"]["text"] and one.service.pending(one.conversation) is None


def test_a_scripted_answer_stands_under_the_number_lock() -> None:
    answer = StudyAnswer(text="It is 77.7 percent.", found=True, artifact_ids=["A999"])
    one = finished(talk(Scripted({AnswerFromStudy: lambda _: answer})))
    turn = one.say("How much?")
    assert not turn["answer"]["citations"][0]["verified"] and turn["artifact_ids"] == []


def test_the_same_study_is_told_in_the_same_words() -> None:
    texts = []
    for _ in range(2):
        one = finished(talk())
        texts.append([turn["answer"]["text"] for turn in one.service.turns(one.conversation)])
    assert texts[0] == texts[1] and all(re.search(r"\d", text) for text in texts[0])

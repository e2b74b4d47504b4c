"""Turns beside typed questions: a reading changed by hand, undo, commands, a question set aside and taken up again."""

from collections.abc import Mapping
from typing import Any, cast

import pytest
from pydantic import JsonValue

from agent.errors import DataError, SpecError
from agent.history import read_anew
from agent.reasoning.prompts import NarrateAnswer, ReadQuestion
from agent.reasoning.sharing import Sharing
from agent.service import AnalystService
from agent.settings import Settings
from agent.specs.editing.edits import Edit, apply_edit
from agent.specs.plain_data import reading_json
from agent.specs.reading import Reading
from agent.state import TurnRecord
from registry.dataset import ReadingChoices
from tests.agent.reader.scripted import recorded_readings
from tests.agent.scripted import STAFF, act, reading, salary, service_of

BY_DEPARTMENT = act(reading("mean", salary("mean", group_cols=["department"]), headline="{S1[#1].salary_mean}"))


@pytest.fixture
def talk() -> tuple[AnalystService, str]:
    service = AnalystService(Settings())
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    return service, conversation


def changed(turn: TurnRecord, *edits: Edit) -> Mapping[str, JsonValue]:
    made = Reading.model_validate(turn["reading"])
    for edit in edits:
        made = apply_edit(made, edit)
    return reading_json(made)


def conditions(turn: TurnRecord) -> list[Any]:
    specs: Any = turn["reading"]["specs"]
    return [(item["col"], item["value"]) for item in specs[0].get("filters", [])]


MEDIAN = Edit("set", "/specs/0/metrics/salary/0", "median")

# ---------------------------------------------------------------- a reading changed by hand


def test_an_edit_is_executed_without_any_reader_and_told_by_its_difference() -> None:
    service, conversation, script = service_of(BY_DEPARTMENT)
    first = service.ask(conversation, "mean salary by department")
    turn = service.edit(conversation, first["turn_id"], changed(first, MEDIAN))
    assert len(script.asked(ReadQuestion)) == 1
    assert turn["question"] == "Changed by hand: average salary → median salary"
    assert (turn["status"], turn["changes"]) == ("answered", first["turn_id"])
    assert turn["reading"]["specs"] == [
        {"type": "analysis", "op": "groupby_agg", "group_cols": ["department"], "metrics": {"salary": ["median"]}}
    ]
    asked = script.asked(NarrateAnswer)[-1].question
    assert asked == "mean salary by department (Changed by hand: average salary → median salary)"
    assert [entry["node"] for entry in turn["trace"]] == ["route_turn", "reason", "act", "reason", "report"]


def test_after_an_edit_of_one_of_two_computations_both_are_named(talk: tuple[AnalystService, str]) -> None:
    service, conversation = talk
    first = service.ask(conversation, "salary of juniors, people in Sales?")
    assert len(service.computations(first)) == 2
    turn = service.edit(conversation, first["turn_id"], changed(first, Edit("remove", "/specs/0/filters/0")))
    assert turn["interpretation"] == "average salary, number of rows where department is Sales"
    headings = [one.heading for one in service.computations(turn)]
    assert headings == ["average salary", "number of rows · department is Sales"]


@pytest.mark.parametrize(
    ("edit", "error", "words"),
    [
        (Edit("set", "/specs/0/group_cols", ["departmant"]), SpecError, "department"),
        (Edit("set", "/specs/0/metrics", {"name": ["mean"]}), SpecError, "mean"),
        (Edit("set", "/specs/0/metrics/salary/0", "mean"), SpecError, "Nothing was changed"),
    ],
)
def test_an_edit_that_does_not_fit_is_refused_before_any_turn(edit: Edit, error: type[Exception], words: str) -> None:
    service, conversation, _ = service_of(BY_DEPARTMENT)
    first = service.ask(conversation, "mean salary by department")
    with pytest.raises((error, DataError), match=words):
        service.edit(conversation, first["turn_id"], changed(first, edit))
    assert len(service.turns(conversation)) == 1


def test_an_edit_that_fails_on_the_rows_says_why_and_asks_no_reader() -> None:
    service, conversation, script = service_of(BY_DEPARTMENT)
    first = service.ask(conversation, "mean salary by department")
    nowhere = Edit("set", "/specs/0/filters", [{"col": "department", "op": "==", "value": "Sails"}])
    turn = service.edit(conversation, first["turn_id"], changed(first, nowhere))
    assert turn["status"] == "error" and "Sales" in turn["answer"]["text"]
    assert len(script.asked(ReadQuestion)) == 1


def test_a_question_is_built_from_nothing(talk: tuple[AnalystService, str]) -> None:
    service, conversation = talk
    turn = service.edit(conversation, "", {"specs": [{"op": "value_counts", "column": "level"}]})
    assert (turn["question"], turn["changes"]) == ("Built by hand: level", "")
    assert "Junior" in turn["answer"]["text"]


def test_an_edited_reading_is_told_in_the_language_of_the_question(talk: tuple[AnalystService, str]) -> None:
    service, conversation = talk
    first = service.ask(conversation, "Durchschnitt von salary je department")
    turn = service.edit(conversation, first["turn_id"], changed(first, MEDIAN))
    assert turn["question"].startswith("Von Hand geändert:")
    assert "Median" in turn["interpretation"] and "department" in turn["interpretation"]


def test_how_an_answer_came_about_is_told_of_the_one_that_stands(talk: tuple[AnalystService, str]) -> None:
    service, conversation = talk
    service.ask(conversation, "mean salary by department")
    service.ask(conversation, "number of rows by level")
    service.undo(conversation)
    told = service.ask(conversation, "how did you get that number?")["answer"]["text"]
    assert "salary" in told and "level" not in told


def test_a_follow_up_builds_on_the_edited_reading(
    talk: tuple[AnalystService, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    service, conversation = talk
    edited = "Changed by hand: average salary → highest salary; − level is Senior"
    line = "groupby_agg by=department m=salary.max where=(level == Junior)"
    monkeypatch.setitem(cast(Any, recorded_readings()), f"{edited} -> only Juniors", [(line, 0.97)])
    first = service.ask(conversation, "mean salary of seniors by department")
    edits = (Edit("set", "/specs/0/metrics/salary/0", "max"), Edit("remove", "/specs/0/filters/0"))
    service.edit(conversation, first["turn_id"], changed(first, *edits))
    turn = service.ask(conversation, "only Juniors")
    specs: Any = turn["reading"]["specs"]
    assert specs[0]["metrics"] == {"salary": ["max"]}
    assert conditions(turn) == [("level", "Junior")]


# ---------------------------------------------------------------- what is kept from before


def test_what_a_follow_up_keeps_without_naming_it_is_marked(talk: tuple[AnalystService, str]) -> None:
    service, conversation = talk
    first = service.ask(conversation, "mean salary of juniors")
    assert "kept" not in first
    turn = service.ask(conversation, "by department")
    assert turn["kept"] == ["/specs/0/metrics/salary/0", "/specs/0/filters/0"]
    named = service.ask(conversation, "median salary by department")
    assert "/specs/0/group_cols/0" not in named.get("kept", [])


def test_a_kept_condition_goes_with_one_edit(talk: tuple[AnalystService, str]) -> None:
    service, conversation = talk
    service.ask(conversation, "mean salary of juniors")
    turn = service.ask(conversation, "by department")
    after = service.edit(conversation, turn["turn_id"], changed(turn, Edit("remove", "/specs/0/filters/0")))
    assert after["question"] == "Changed by hand: − level is Junior"
    assert conditions(after) == [] and "kept" not in after


# ---------------------------------------------------------------- undo


def test_undo_makes_the_answer_before_the_one_that_follow_ups_build_on(talk: tuple[AnalystService, str]) -> None:
    service, conversation = talk
    service.ask(conversation, "mean salary by department")
    gone = service.ask(conversation, "only Juniors")
    turn = service.undo(conversation)
    assert (turn["command"], turn["undoes"]) == ("undo", gone["turn_id"])
    assert service.undone(conversation) == {gone["turn_id"]}
    after = service.ask(conversation, "median instead")
    assert conditions(after) == []


def test_what_is_undone_stays_in_the_record_and_leaves_the_report(talk: tuple[AnalystService, str]) -> None:
    service, conversation = talk
    service.ask(conversation, "mean salary by department")
    service.ask(conversation, "number of rows by level")
    assert "Number of rows by level" in (service.report_markdown(conversation) or "")
    service.undo(conversation)
    report = service.report_markdown(conversation) or ""
    assert "Mean salary by department" in report and "umber of rows by level" not in report
    assert [turn["question"] for turn in service.turns(conversation)][1] == "number of rows by level"


def test_undo_goes_back_further_and_ends_where_there_is_nothing(talk: tuple[AnalystService, str]) -> None:
    service, conversation = talk
    for question in ("mean salary by department", "only Juniors"):
        service.ask(conversation, question)
    assert [service.ask(conversation, "undo").get("undoes") for _ in range(3)] == ["T2", "T1", None]
    assert service.turns(conversation)[-1]["answer"]["text"] == "There is nothing to take back."


# ---------------------------------------------------------------- commands


@pytest.mark.parametrize(("said", "words"), [("help", "undo"), ("Hilfe!", "Diagramme"), ("ヘルプ", "グラフ")])
def test_help_is_told_in_the_language_that_it_was_asked_in(
    talk: tuple[AnalystService, str], said: str, words: str
) -> None:
    service, conversation = talk
    turn = service.ask(conversation, said)
    assert words in turn["answer"]["text"] and turn["command"] == "help"


def test_no_reader_sees_a_command() -> None:
    service, conversation, script = service_of(BY_DEPARTMENT)
    service.ask(conversation, "help")
    assert script.asked(ReadQuestion) == []


def test_the_code_of_the_last_answer_is_shown(talk: tuple[AnalystService, str]) -> None:
    service, conversation = talk
    assert "no answer yet" in service.ask(conversation, "show the code")["answer"]["text"]
    service.ask(conversation, "mean salary by department")
    code = service.ask(conversation, "show me the code")["code"]
    assert "groupby" in code and "salary" in code


def test_starting_over_forgets_the_questions_and_keeps_the_data(talk: tuple[AnalystService, str]) -> None:
    service, conversation = talk
    service.ask(conversation, "mean salary of juniors")
    service.ask(conversation, "start over")
    after = service.ask(conversation, "number of rows by department")
    assert conditions(after) == [] and "kept" not in after
    assert len(service.datasets.datasets(conversation)) == 1
    assert "nothing to take back" not in service.ask(conversation, "undo")["answer"]["text"]
    assert "nothing to take back" in service.ask(conversation, "undo")["answer"]["text"]


def test_a_column_is_renamed_for_what_comes_and_earlier_answers_keep_theirs(talk: tuple[AnalystService, str]) -> None:
    service, conversation = talk
    before = service.ask(conversation, "mean salary by department")
    turn = service.ask(conversation, "rename salary to monthly pay")
    assert "version 2 of staff.csv" in turn["answer"]["text"]
    after = service.ask(conversation, "mean monthly pay by department")
    assert "monthly pay" in str(after["reading"]) and "salary" in str(before["reading"])
    assert "salary" in service.artifact(conversation, before["artifact_ids"][0])["title"]
    receipt = service.datasets.datasets(conversation)[0].receipt
    assert any(entry.column == "monthly pay" and "“salary”" in entry.text for entry in receipt.entries)


@pytest.mark.parametrize(("said", "words"), [("rename salry to pay", "salary"), ("rename salary to level", "already")])
def test_a_rename_that_cannot_be_says_why(talk: tuple[AnalystService, str], said: str, words: str) -> None:
    service, conversation = talk
    assert words in service.ask(conversation, said)["answer"]["text"]
    assert service.datasets.datasets(conversation)[0].version == 1


def test_a_column_is_described_and_called_so(talk: tuple[AnalystService, str]) -> None:
    service, conversation = talk
    before = service.ask(conversation, "mean salary by department")
    turn = service.ask(conversation, "the column salary means gross monthly earnings")
    assert "version 2 of staff.csv" in turn["answer"]["text"]
    after = service.ask(conversation, "mean gross monthly earnings by department")
    assert after["status"] == "answered"
    assert after["answer"]["text"] == before["answer"]["text"]
    column = service.datasets.datasets(conversation)[0].profile.column("salary")
    assert column is not None and column.description == "gross monthly earnings"


def test_a_description_of_no_column_says_so(talk: tuple[AnalystService, str]) -> None:
    service, conversation = talk
    said = "column bonus means yearly extra pay"
    assert "no column bonus" in service.ask(conversation, said)["answer"]["text"]
    assert service.datasets.datasets(conversation)[0].version == 1


def test_an_answer_knows_the_version_of_its_data(talk: tuple[AnalystService, str]) -> None:
    service, conversation = talk
    dataset = service.datasets.datasets(conversation)[0]
    before = service.ask(conversation, "mean salary by department")
    made = service.reread(conversation, dataset.dataset_id, ReadingChoices(skip_lines=(2,)))
    after = service.ask(conversation, "mean salary by department")
    assert (made.version, len(made.frame)) == (2, len(dataset.frame) - 1)
    assert before["data_versions"] == {dataset.dataset_id: 1}
    assert after["data_versions"] == {dataset.dataset_id: 2}
    versions = {made.dataset_id: made.version}
    assert read_anew(before, versions) == {dataset.dataset_id: 1} and not read_anew(after, versions)
    report = service.report_markdown(conversation)
    assert report is not None and report.count("was answered on version 1 of staff.csv") == 1


def test_a_reading_that_no_question_has_used_is_replaced_and_others_are_kept(talk: tuple[AnalystService, str]) -> None:
    service, conversation = talk
    dataset_id = service.datasets.datasets(conversation)[0].dataset_id
    suggested = service.offers(conversation)
    made = service.reread(conversation, dataset_id, ReadingChoices(kinds=(("salary", "text"),)))
    assert (made.version, made.profile.version) == (1, 1)
    assert service.offers(conversation) != suggested
    service.reread(conversation, dataset_id, ReadingChoices())
    service.ask(conversation, "mean salary by department")
    assert service.reread(conversation, dataset_id, ReadingChoices(skip_lines=(2,))).version == 2
    later = service.datasets.add(conversation, "later.csv", b"a,b\n1,x\n2,y\n")
    assert service.reread(conversation, later.dataset_id, ReadingChoices(skip_lines=(2,))).version == 1
    service.ask(conversation, "mean salary by department")
    assert service.reread(conversation, later.dataset_id, ReadingChoices()).version == 2


def test_what_is_held_back_stays_so_however_the_file_is_read(talk: tuple[AnalystService, str]) -> None:
    service, conversation = talk
    dataset_id = service.datasets.datasets(conversation)[0].dataset_id
    service.models.share(conversation, Sharing().withholding(dataset_id, "salary", "name_and_type"))
    service.reread(conversation, dataset_id, ReadingChoices(renamed=(("salary", "pay"),)))
    assert service.models.sharing(conversation).withheld[(dataset_id, "pay")] == "name_and_type"
    after = service.reread(conversation, dataset_id, ReadingChoices(header_line=0))
    withheld = service.models.sharing(conversation).withheld
    assert all((dataset_id, name) in withheld for name in after.profile.column_names)


def test_what_is_not_to_be_sent_of_a_column_is_not_sent_under_its_new_name(talk: tuple[AnalystService, str]) -> None:
    service, conversation = talk
    dataset_id = service.datasets.datasets(conversation)[0].dataset_id
    service.models.share(conversation, Sharing().withholding(dataset_id, "name", "alias"))
    service.ask(conversation, "rename name to person")
    assert service.models.sharing(conversation).withheld[(dataset_id, "person")] == "alias"


# ---------------------------------------------------------------- a new question over an open one


def test_a_complete_question_sets_the_open_one_aside_and_it_can_be_taken_up(talk: tuple[AnalystService, str]) -> None:
    service, conversation = talk
    asked = service.ask(conversation, "typical salary by department?")
    assert asked["status"] == "asked"
    turn = service.ask(conversation, "number of rows by level")
    assert turn["status"] == "answered" and "Junior" in turn["answer"]["text"]
    assert turn["set_aside"]["context"]["question"] == "typical salary by department?"
    assert service.set_aside(conversation) == turn["set_aside"]
    again = service.take_up(conversation)
    assert again["question"] == "Take up: typical salary by department?"
    assert service.pending(conversation) == again["pending"] and service.set_aside(conversation) is None
    answer = service.ask(conversation, "the first")
    specs: Any = answer["reading"]["specs"]
    assert (specs[0]["metrics"], specs[0]["group_cols"]) == ({"salary": ["mean"]}, ["department"])


def test_a_command_leaves_the_open_question_open(talk: tuple[AnalystService, str]) -> None:
    service, conversation = talk
    service.ask(conversation, "average bonus by department")
    assert "set_aside" not in service.ask(conversation, "help")
    assert service.pending(conversation) is not None
    answer = service.ask(conversation, "salary")
    assert answer["status"] == "answered" and "set_aside" not in answer


def test_an_edit_sets_the_open_question_aside(talk: tuple[AnalystService, str]) -> None:
    service, conversation = talk
    service.ask(conversation, "typical salary by department?")
    turn = service.edit(conversation, "", {"specs": [{"op": "value_counts", "column": "level"}]})
    assert turn["set_aside"]["options"] and service.pending(conversation) is None


@pytest.mark.parametrize("workflow", ["react", "tool_agent"])
def test_a_column_that_answers_the_question_keeps_the_average_in_every_way_to_answer(
    talk: tuple[AnalystService, str], workflow: str
) -> None:
    service, conversation = talk
    service.ask(conversation, "average bonus by department", workflow=workflow)
    turn = service.ask(conversation, "salary", workflow=workflow)
    assert "average salary" in turn["answer"]["text"]
    assert "set_aside" not in turn


@pytest.mark.parametrize("workflow", ["plan_code_explain", "scientist"])
def test_generated_code_computes_the_average_that_was_asked_for(
    talk: tuple[AnalystService, str], workflow: str
) -> None:
    service, conversation = talk
    service.ask(conversation, "average bonus by department", workflow=workflow)
    turn = service.ask(conversation, "salary", workflow=workflow)
    assert turn["pending"] is not None
    code = str(turn["pending"]["context"]["code"])
    assert "'mean'" in code and "'department'" in code

"""The critic's own checks: each finds what is wrong, and leaves in peace what is right."""

from dataclasses import replace
from typing import Any

import pytest
from pydantic import JsonValue

from agent.analysis.execute import execute_analysis
from agent.analysis.frames.source import Table
from agent.grounding.citations import resolve
from agent.nodes.review.critic import Reviewed, checked_score, findings_of
from agent.nodes.review.critic_words import COMPUTED, _words
from agent.reasoning.rules.narration.phrases import languages as narrated
from agent.specs.parse import parse_analysis
from registry.store import DatasetStore

STAFF = b"""name,department,level,salary,hire status
Ann,Engineering,Senior,6000,new
Bob,Engineering,Junior,4000,old
Cid,Sales,Junior,3000,old
Dee,Sales,Junior,3200,new
Eve,Legal,Senior,5000,old
"""
STORE = DatasetStore()
DATASET = STORE.add("me", "staff.csv", STAFF)
BY_DEPARTMENT = {"group_cols": ["department"], "metrics": {"salary": ["mean"]}}


def reviewed(question: str, answer: str = "It is {A1[#1].salary_mean}.", **spec: Any) -> Reviewed:
    parsed = parse_analysis({"op": "groupby_agg", **(spec or BY_DEPARTMENT)})
    table = Table(DATASET.dataset_id, DATASET.name, DATASET.frame, DATASET.profile)
    (artifact, *_) = execute_analysis(parsed, {DATASET.dataset_id: table})
    named = {"A1": artifact}
    return Reviewed(
        question=question,
        answer=resolve(answer, named, question=question),
        specs=(parsed.model_dump(mode="json"),),
        artifacts=(artifact,),
        datasets=(DATASET.profile,),
        values=STORE.find_values("me", question),
    )


def found(given: Reviewed) -> list[str]:
    return [finding.check for finding in findings_of(given)]


@pytest.mark.parametrize(
    "step",
    [
        {"step": "unpivot", "cols": ["name", "level"], "name": "which", "value": "text"},
        {"step": "aggregate", "by": ["department"], "metrics": {"salary": ["mean"]}},
    ],
)
def test_rows_that_become_several_or_groups_are_accounted_for(step: dict[str, Any]) -> None:
    given = reviewed("How many rows are there?", "{A1.rows}.", prepare=[step], metrics={"*": ["count"]})
    assert not [finding for finding in findings_of(given) if finding.check == "accounted"]


@pytest.mark.parametrize(
    "question",
    [
        "What's the average salary by department?",
        "average salary per department",
        "How much do they earn?",
        "mean salary for each department, whatever the hire status",
        "I mean by department",
        "salary by department, sorted by salary",
    ],
)
def test_an_answer_to_the_question_has_no_findings(question: str) -> None:
    assert found(reviewed(question)) == []
    assert checked_score([]) == 1.0


@pytest.mark.parametrize(
    ("question", "check", "says"),
    [
        ("average salary by level", "groups", "by level"),
        ("average salary, Junior", "filters", "only Junior"),
        ("median salary by department", "aggregates", "use the median instead"),
        (
            "the mean of salary by department and its standard deviation",
            "aggregates",
            "use the standard deviation instead",
        ),
        ("average salary by hire status", "groups", "by hire status"),
        ("hire status and salary", "columns", ""),
    ],
)
def test_what_the_question_names_has_to_be_there(question: str, check: str, says: str) -> None:
    given = reviewed(question)
    first = findings_of(given)[0]
    assert (first.check, first.says) == (check, says)
    assert checked_score(findings_of(given)) < 0.8


def test_a_value_is_met_by_a_filter_or_by_being_a_group() -> None:
    filters = [{"col": "department", "op": "==", "value": "Sales"}]
    assert found(reviewed("average salary in Sales", metrics={"salary": ["mean"]}, filters=filters)) == []
    assert found(reviewed("is the average salary of Sales above that of Legal?")) == []
    assert found(reviewed("average salary in Sales", metrics={"salary": ["mean"]})) == ["filters"]


def test_a_figure_of_no_result_is_found() -> None:
    given = reviewed("average salary by department", "It is 777.")
    assert found(given) == ["sourced"]
    assert "777" in findings_of(given)[0].sentence
    assert checked_score(findings_of(given)) == 0.7


def test_an_impossible_result_is_found() -> None:
    given = reviewed("salary by department", "", group_cols=["department"], metrics={"salary": ["std"]})
    artifact = given.artifacts[0]
    rows = [["Legal", -1.0]]
    broken = {**artifact, "payload": {**artifact["payload"], "rows": rows}}  # type: ignore[dict-item]
    assert found(replace(given, artifacts=(broken,), answer=None))[0] == "possible"  # type: ignore[arg-type]


def test_rows_that_vanish_without_a_step_are_found() -> None:
    given = reviewed("salary by department")
    artifact = given.artifacts[0]
    assert artifact["ledger"]
    lost = {**artifact, "ledger": {**artifact["ledger"], "rows_used": 3}}
    assert found(replace(given, artifacts=(lost,))) == ["accounted"]  # type: ignore[arg-type]


def test_no_answer_and_no_result_are_found() -> None:
    given = reviewed("salary by department")
    assert found(replace(given, answer=None)) == ["told"]
    assert checked_score(findings_of(replace(given, answer=None))) == 0.0
    assert found(replace(given, artifacts=(), specs=()))[0] == "told"


def test_a_reading_that_was_left_out_lowers_the_score_but_passes() -> None:
    given = replace(reviewed("salary by department"), left_out=("Left out: the median. It broke.",))
    assert found(given) == ["complete"]
    assert checked_score(findings_of(given)) == 0.9


# ---------------------------------------------------------------- figures of the question, and other languages

OVER: list[JsonValue] = [{"col": "salary", "op": ">", "value": 3500}]


@pytest.mark.parametrize(
    "question",
    [
        "average salary by department over 3500",
        "average salary by department above 3,500",
        "average salary by department, salary > 3500",
        "salary by department with more than 3.5k",
        "mittlerer salary nach department über 3500",
        "department別の平均salary、3500以上",
        "the top 3 departments by average salary",
        "die 3 größten department nach salary",
        "departmentの上位3件のsalary",
        "average salary by department in 2024",
        "durchschnittlicher salary nach department im Jahr 2024",
        "2024年のdepartment別の平均salary",
    ],
)
def test_a_figure_that_the_question_names_has_to_be_computed_with(question: str) -> None:
    (finding,) = findings_of(reviewed(question))
    assert finding.check == "figures"
    assert checked_score([finding]) < 0.8
    when: list[JsonValue] = [{"col": "name", "op": "between", "value": ["2024-01-01", "2024-12-31"]}]
    met = reviewed(question)
    spec = {**met.specs[0], "filters": [*OVER, *when], "top_k": 3}
    assert found(replace(met, specs=(spec,))) == []


@pytest.mark.parametrize(
    "question",
    [
        "salary by department in the last 3 months",
        "department別のsalary、過去 3 か月",
        "salary by department, die letzten 3 Monate",
        "Is the average salary by department over 3500?",
        "Ist der salary nach department über 3500?",
        "average salary by department, I have 2 questions",
        "salary by department (page 7)",
    ],
)
def test_other_figures_are_left_in_peace(question: str) -> None:
    assert found(reviewed(question)) == []


def test_a_figure_that_the_answer_speaks_of_was_not_overlooked() -> None:
    given = reviewed("salary by department over 3500", "Nothing is over 3500: it is {A1[#1].salary_mean}.")
    assert found(given) == []


def test_a_year_is_met_by_the_day_before_or_after_it() -> None:
    given = reviewed("average salary by department before 2024")
    until: list[JsonValue] = [{"col": "name", "op": "<=", "value": "2023-12-31"}]
    assert found(given) == ["figures"]
    assert found(replace(given, specs=({**given.specs[0], "filters": until},))) == []
    long_before: list[JsonValue] = [{"col": "name", "op": "<=", "value": "2021-12-31"}]
    assert found(replace(given, specs=({**given.specs[0], "filters": long_before},))) == ["figures"]


@pytest.mark.parametrize(
    ("question", "check", "says"),
    [
        ("durchschnittlicher salary nach level", "groups", "nach level"),
        ("salary je level", "groups", "nach level"),
        ("Median von salary nach department", "aggregates", "stattdessen Median"),
        ("Standardabweichung vom salary nach department", "aggregates", "stattdessen Standardabweichung"),
        ("levelごとの平均salaryは？", "groups", "level別"),
        ("level別のsalary", "groups", "level別"),
        ("department別のsalaryの中央値", "aggregates", "中央値で"),
        ("Junior の平均salaryをdepartment別に", "filters", "juniorだけ"),
        ("durchschnittlicher salary nach department für Junior", "filters", "nur junior"),
    ],
)
def test_german_and_japanese_questions_are_held_to_what_they_name(question: str, check: str, says: str) -> None:
    first = findings_of(reviewed(question))[0]
    assert (first.check, first.says.casefold()) == (check, says.casefold())


@pytest.mark.parametrize(
    "question",
    [
        "durchschnittlicher salary nach department, egal welcher hire status",
        "Wie hoch ist der salary nach department?",
        "department別の平均salaryは？ hire statusに関係なく",
        "departmentごとの平均salaryを見せてください",
    ],
)
def test_what_is_right_is_left_in_peace_in_every_language(question: str) -> None:
    assert found(reviewed(question)) == []


def test_every_language_has_the_same_words() -> None:
    known = _words()
    english = known["en"]
    for words in known.values():
        assert set(words.sentences) == set(english.sentences) and set(words.says) == set(english.says)
        assert set(words.patterns) >= set(english.patterns)
        assert set(words.statistics) == set(words.names) and set(words.names) <= set(COMPUTED)
    assert set(known) == set(narrated())

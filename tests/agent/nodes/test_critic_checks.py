"""The critic's own checks: each finds what is wrong, and leaves in peace what is right."""

from dataclasses import replace
from typing import Any

import pytest

from agent.analysis.execute import execute_analysis
from agent.analysis.source import Table
from agent.grounding.citations import resolve
from agent.nodes.critic_checks import Reviewed, checked_score, findings_of
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

"""A reading is judged by what it gives: order, names of columns and what stands beside do not count, cells do."""

from typing import Any

import pytest

from agent.reasoning.built_in import BuiltInReasoner
from agent.reasoning.exam.questions import ExamQuestion, exam
from agent.reasoning.exam.scoring import is_right
from agent.reasoning.prompts import Decision
from agent.specs.parse import parse_spec
from agent.specs.reading import Reading
from tests.agent.reader.scripted import ScriptedReader
from tests.agent.reasoning.exam.minds import WRONG

RESULTS = [question.id for question in exam().questions if question.expect == "result"]


def question_of(name: str) -> ExamQuestion:
    return next(question for question in exam().questions if question.id == name)


def acts(*readings: list[dict[str, Any]]) -> Decision:
    made = [
        Reading(reading_id=f"m{number}", label="x", specs=[parse_spec(spec) for spec in specs])
        for number, specs in enumerate(readings, 1)
    ]
    return Decision(next_action="act", rationale="so", readings=made)


def judged(name: str, *readings: list[dict[str, Any]]) -> bool:
    return is_right(exam(), question_of(name), acts(*readings))


def by_branch(**more: Any) -> dict[str, Any]:
    return {"op": "groupby_agg", "group_cols": ["branch"], "metrics": {"takings_eur": ["sum"]}, **more}


def test_there_are_questions_of_every_kind_over_three_tables() -> None:
    assert len(exam().questions) == 24
    assert {question.table for question in exam().questions} == {
        "bakery_orders.csv", "library_loans.csv", "town_trees.csv",
    }  # fmt: skip
    assert {question.expect for question in exam().questions} == {"result", "ask", "choice", "out_of_scope"}
    assert len({question.id for question in exam().questions}) == 24


@pytest.mark.parametrize("name", RESULTS)
def test_every_way_that_is_given_as_right_is_right_and_another_is_not(name: str) -> None:
    question = question_of(name)
    for specs in question.specs:
        decision = acts([]) if not specs else acts([spec.model_dump(mode="json") for spec in specs])
        assert is_right(exam(), question, decision)
    assert not judged(name, [WRONG])
    assert not is_right(exam(), question, Decision(next_action="ask", rationale="?"))


def test_order_supporting_columns_and_further_specs_do_not_count() -> None:
    richer = {**by_branch(sort={"by": "takings_eur_sum", "ascending": True})}
    richer["metrics"] = {"pieces": ["mean"], "takings_eur": ["sum"]}
    assert judged("synonym", [richer])
    assert judged("synonym", [by_branch(), {"kind": "bar", "x": "branch", "y": "takings_eur", "agg": "sum"}])


def test_other_rows_and_other_cells_count() -> None:
    assert not judged("synonym", [by_branch(top_k=2)])
    assert not judged("synonym", [by_branch(filters=[{"col": "discount_pct", "op": "==", "value": 0}])])


def test_a_whole_ranking_answers_who_is_at_the_top_in_its_right_order_only() -> None:
    ranking = {"op": "groupby_agg", "group_cols": ["product"], "metrics": {"takings_eur": ["sum"]}}
    assert judged("top_one", [{**ranking, "sort": {"by": "takings_eur_sum"}}])
    assert not judged("top_one", [{**ranking, "sort": {"by": "takings_eur_sum", "ascending": True}}])


def test_a_share_of_one_is_as_good_as_its_percentage() -> None:
    poor = {"filters": [{"col": "condition", "op": "==", "value": "poor"}]}
    ratio = {"op": "share_ratio", "mode": "ratio", "numerator": poor, "denominator": {}}
    oaks = {"filters": [{"col": "species", "op": "==", "value": "Oak"}]}
    assert judged("ratio", [{**ratio, **oaks}])
    assert not judged("ratio", [ratio])


def test_readings_that_differ_answer_an_open_question_and_no_plain_one() -> None:
    pieces = {**by_branch(), "metrics": {"pieces": ["sum"]}}
    assert judged("open_measure", [by_branch()], [pieces])
    assert not judged("open_measure", [by_branch()])
    assert not judged(
        "open_measure", [by_branch()], [{**by_branch(), "filters": [{"col": "pieces", "op": ">", "value": 0}]}]
    )
    assert not judged("synonym", [by_branch()], [pieces]), "the person would be asked what needs no asking"


def test_what_cannot_be_executed_is_no_reading() -> None:
    assert not judged("synonym", [{**by_branch(), "group_cols": ["galaxy"]}])


def test_the_built_in_reader_can_be_examined_too() -> None:
    declines = BuiltInReasoner(ScriptedReader({each.question: [("out_of_scope", 0.97)] for each in exam().questions}))
    read = [is_right(exam(), question, declines.decide(exam().prompt(question))) for question in exam().questions]
    assert any(read) and not all(read)


def test_the_version_stays_while_nothing_changes() -> None:
    assert exam().version == exam().version
    assert len(exam().version) == 12

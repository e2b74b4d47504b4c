"""A report's conclusion keeps the references of the answers it draws on."""

from typing import Literal

import pytest

from agent.reasoning.prompts import ReportedTurn, WriteReport
from agent.reasoning.rules.narration.report import first_sentence, write_report
from tests.agent.reasoning.narration.worked import shop


def turn(
    template: str, *, status: Literal["answered", "explained"] = "answered", caveats: tuple[str, ...] = ()
) -> ReportedTurn:
    return ReportedTurn(
        question=f"what about {len(template)}?",
        answer_template=template,
        interpretation="",
        artifact_ids=("A1",),
        assumptions=(),
        caveats=caveats,
        status=status,
    )


@pytest.mark.parametrize(
    ("template", "first"),
    [
        ("{A1.price_mean} is the average price. More.", "{A1.price_mean} is the average price."),
        ('{A1[#1]."a. b"} is first. Then.', '{A1[#1]."a. b"} is first.'),
        ("Most are in {A1[N. S.].x}\n\n- a: {A1.y}", "Most are in {A1[N. S.].x}"),
        ("{{a. b}} is {A1.x}. Then.", "{{a. b}} is {A1.x}."),
        ("合計は {A1.x} です。次の文。", "合計は {A1.x} です。"),
        ("{A1[#1].shop} is first: {A1.x}. {A1[#2].shop} is last.", "{A1[#1].shop} is first: {A1.x}."),
        ("{A1.x} is the avg. price of all. Then.", "{A1.x} is the avg. price of all."),
        ("Version 1.5 of it is {A1.x}.", "Version 1.5 of it is {A1.x}."),
    ],
)
def test_the_first_sentence_ends_at_a_stop_outside_references(template: str, first: str) -> None:
    assert first_sentence(template) == first


def test_the_conclusion_is_a_line_a_finding_and_leaves_explanations_out() -> None:
    turns = (turn("{A1.x} is one. More."), turn("A p-value is. So.", status="explained"), turn("{A2.y} is two."))
    draft = write_report(WriteReport(turns=turns, datasets=(shop().profile,)))
    assert draft.conclusion == "- {A1.x} is one.\n- {A2.y} is two."
    assert draft.title == "What sales.csv tells us"
    assert draft.next_questions


def test_one_answer_is_the_conclusion_whole() -> None:
    draft = write_report(WriteReport(turns=(turn("{A1.x} is one. More."),), datasets=(shop().profile,)))
    assert draft.conclusion == "{A1.x} is one. More."


def test_caveats_come_once_each() -> None:
    turns = (turn("{A1.x}.", caveats=("a", "b")), turn("{A2.x}.", caveats=("b", "c")))
    assert write_report(WriteReport(turns=turns, datasets=())).caveats == ["a", "b", "c"]


def test_without_an_answer_the_report_says_so() -> None:
    draft = write_report(WriteReport(turns=(), datasets=()))
    assert "nothing to conclude" in draft.conclusion and draft.title == "Report"

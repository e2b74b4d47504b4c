"""What a person reads of an answer beside its table and chart: nothing twice, and nothing about the table or chart."""

import re
from collections.abc import Sequence

import pytest

from agent.grounding.citations import resolve
from agent.reasoning.prompts import NarrateAnswer
from agent.reasoning.rules.narration.answer import narrate_answer
from agent.report.listed import without_listed
from agent.specs.parse import OPS
from tests.agent.reasoning.narration.specs import MEASURES
from tests.agent.reasoning.narration.worked import Spec, executed, shop
from tests.cases import sampled

ABOUT_THE_TABLE = re.compile(r"[Tt]he (table|matrix|bar chart|chart) (lists|shows|counts|has)|\bbars\.")


def said(spec: Spec) -> tuple[str, list[str]]:
    """The words of an answer as the page shows them, and its numbers by the cell they come from, however rounded."""
    result = executed([spec])
    prompt = NarrateAnswer(question="what is the result of it?", results=(result,), datasets=(shop().profile,))
    tables = {one["artifact_id"]: one for one in result.artifacts if one["kind"] == "table" and one["role"] == "main"}
    artifacts = {one["artifact_id"]: one for one in result.artifacts}
    told = without_listed(resolve(narrate_answer(prompt).text, artifacts, question=prompt.question), tables)
    numbers = [
        cited["expression"].partition("|")[0].strip()
        for cited in told["citations"]
        if any(isinstance(cell["value"], int | float) for cell in cited["cells"])
    ]
    return told["text"], numbers


@sampled(((op, spec) for op in OPS for spec in MEASURES[op]), kind=lambda case: case[0])
def test_no_sentence_of_an_answer_repeats_a_number_or_points_to_the_table(
    cases: Sequence[tuple[str, Spec]], subtests: pytest.Subtests
) -> None:
    for op, spec in cases:
        with subtests.test(op, spec=spec):
            text, numbers = said(spec)
            assert ABOUT_THE_TABLE.search(text) is None, text
            twice = {one for one in numbers if numbers.count(one) > 1}
            assert twice == set(), text

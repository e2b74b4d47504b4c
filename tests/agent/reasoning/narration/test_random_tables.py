"""Whatever stands in a result table, telling it never fails and every reference leads to a cell."""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.grounding.citations import resolve
from agent.reasoning.language import detect_language
from agent.reasoning.prompts import NarrateAnswer, ReadingResult
from agent.reasoning.rules.narration.answer import narrate_answer
from agent.state import Artifact, Cell, TablePayload
from tests.agent.reasoning.narration.specs import EVERY
from tests.agent.reasoning.narration.worked import executed, shop
from tests.cases import examples, sampled

QUESTIONS = ["and the result of it?", "Was ist das Ergebnis?", "結果は何ですか"]
NUMBERS = st.none() | st.integers(-3, 3) | st.floats(-1e6, 1e6, allow_nan=False)
TEXTS = st.none() | st.text(st.sampled_from('ab{}[]|."#\n漢'), max_size=4)


@cache
def result_of(place: int) -> ReadingResult:
    """What a spec of `EVERY` gives on the shop's data, computed once: the tables drawn take the place of its rows."""
    return executed([EVERY[place][1]])


@st.composite
def remade(draw: st.DrawFn, artifact: Artifact) -> Artifact:
    """The artifact with other rows of the same columns; a table of one row keeps one."""
    if artifact["kind"] != "table":
        return artifact
    table: TablePayload = json.loads(json.dumps(artifact["payload"]))
    is_single = table["total_rows"] == 1 and not table["key_columns"]
    size = 1 if is_single else draw(st.integers(0, 9))

    def cell(column: str) -> st.SearchStrategy[Cell]:
        return TEXTS if table["formats"].get(column) in ("text", "date") else NUMBERS

    rows: list[list[Cell]] = [[draw(cell(column)) for column in table["columns"]] for _ in range(size)]
    more = 0 if is_single else draw(st.sampled_from([0, 0, 5]))
    return Artifact(**{**artifact, "payload": {**table, "rows": rows, "total_rows": size + more}})


@sampled(range(len(EVERY)), kind=lambda place: EVERY[place][0])
def test_no_table_makes_a_narrator_fail(cases: Sequence[int], subtests: pytest.Subtests) -> None:
    for place in cases:
        name, spec = EVERY[place]
        with subtests.test(name, spec=spec):
            whatever_its_rows(place)


@settings(max_examples=examples(20))
@given(data=st.data())
def whatever_its_rows(place: int, data: st.DataObject) -> None:
    result = result_of(place)
    artifacts = tuple(data.draw(remade(artifact)) for artifact in result.artifacts)
    remade_result = replace(result, artifacts=artifacts)
    question = data.draw(st.sampled_from(QUESTIONS))
    told = narrate_answer(NarrateAnswer(question=question, results=(remade_result,), datasets=(shop().profile,)))
    resolved = resolve(
        told.text,
        {artifact["artifact_id"]: artifact for artifact in artifacts},
        question=question,
        language=detect_language(question),
    )
    assert resolved["text"].strip()

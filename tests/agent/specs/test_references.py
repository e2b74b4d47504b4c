"""A written reference leads back to its cell, whatever the names hold."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agent.grounding.citations import resolve
from agent.grounding.numbers import plain
from agent.specs.references import arithmetic, cell, key_text, literal, reference
from tests.agent.made_artifacts import table

NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12)
KEYS = st.one_of(NAMES, st.integers(-(10**9), 10**9), st.floats(-1e6, 1e6), st.booleans(), st.none())


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (reference("A2", "salary_mean", ["Engineering"]), "{A2[Engineering].salary_mean}"),
        (reference("A1", "salary_mean"), "{A1.salary_mean}"),
        (reference("A2", "n", ["Engineering", "Junior"], fmt="integer"), "{A2[Engineering | Junior].n | integer}"),
        (reference("A1", "name", row=3), "{A1[#3].name}"),
        (reference("A2", "Salary (base)_mean", ["a|b"]), '{A2["a|b"]."Salary (base)_mean"}'),
        (reference("A2", "n", [None]), "{A2[null].n}"),
        (reference("A2", "n", ["null"]), '{A2["null"].n}'),
        (reference("A2", "n", ["2025-03"]), "{A2[2025-03].n}"),
        (reference("A2", "#rows"), "{A2.#rows}"),
        (reference("A2", "#rows", row=1), '{A2[#1]."#rows"}'),
        (arithmetic(f"{cell('A1', 'a')} / {cell('A1', 'b')}", "percent"), "{= A1.a / A1.b | percent}"),
    ],
)
def test_references_are_written_plainly_and_quoted_where_they_must_be(written: str, expected: str) -> None:
    assert written == expected


@given(key=KEYS, column=NAMES)
@example(key="a", column="#rows")
def test_a_reference_by_key_is_resolved_whatever_key_and_column_are_called(
    key: bool | float | str | None, column: str
) -> None:
    other = "other" if column != "other" else "another"
    artifacts = {"A1": table([other, column], [[key, 41.5]], [other], {column: "number"})}
    assert resolve(reference("A1", column, [key]), artifacts)["text"] == "41.5"
    total = arithmetic(f"{cell('A1', column, [key])} + 1")
    assert resolve(total, artifacts)["text"] == "42.5"


@given(text=NAMES)
def test_literal_text_comes_out_as_it_went_in(text: str) -> None:
    assert resolve(literal(text), {})["text"] == text


def test_keys_are_spelled_as_people_would() -> None:
    assert [key_text(key) for key in (2015.0, 2.5, True, None, "x")] == ["2015", "2.5", "true", "null", "x"]
    assert plain(2015.0) == "2015"

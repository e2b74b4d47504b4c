"""Arithmetic in specs: every operator is a Literal, and the columns that an expression reads are found at any depth."""

from pydantic import TypeAdapter

from agent.specs.expressions import OPERATORS, Computation, columns_in

_COMPUTATION: TypeAdapter[Computation] = TypeAdapter(Computation)


def test_columns_are_found_at_any_depth_and_operators_are_none() -> None:
    assert columns_in(["div", ["sub", "a", ["max", "b", 2]], "a"]) == {"a", "b"}
    assert columns_in(["add", 1, 2]) == set()


def test_every_operator_is_in_the_schema_and_told_in_words() -> None:
    schema = str(_COMPUTATION.json_schema())
    assert all(f"'{operator}'" in schema for operator in OPERATORS)
    assert " ".join(OPERATORS) in schema


def test_a_computation_stays_the_list_that_was_written() -> None:
    written = ["round", ["pct_change", "sales_sum", "cost_sum"], 1]
    assert _COMPUTATION.validate_python(written) == written

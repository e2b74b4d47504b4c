"""What the results of generated code cannot be, told from names and cells alone."""

import pytest

from agent.grounding.code_checks import LAWS, findings
from agent.state import Artifact, Cell, Ledger, TablePayload
from registry.profile import ColumnProfile, DatasetProfile, NumericSummary

SALARY = ColumnProfile("salary", "number", "int64", 5, 0, 5, NumericSummary(3000, 6000, 4240, 4000, 1200, 1.4e6, True))
STAFF = DatasetProfile("D", "staff.csv", 1, 5, (SALARY,), 0)


def table(columns: list[str], rows: list[list[Cell]], used: int | None = None, keys: tuple[str, ...] = ()) -> Artifact:
    payload = TablePayload(
        columns=columns, rows=rows, total_rows=len(rows), key_columns=list(keys), formats={}, units={}
    )
    ledger = Ledger(dataset="staff.csv", rows_total=5, steps=[], rows_used=used, notes=[]) if used is not None else None
    return Artifact(
        artifact_id="A1", kind="table", title="Result", description="", payload=payload, spec=None, code="x",
        ledger=ledger, dataset_ids=["D"], role="main",
    )  # fmt: skip


def checks_of(*artifacts: Artifact) -> list[tuple[str, str]]:
    return [(found.check, found.severity) for found in findings(artifacts, (STAFF,))]


@pytest.mark.parametrize(
    ("column", "value", "check"),
    [
        ("correlation", 1.2, "correlation"),
        ("pearson_r", -1.01, "correlation"),
        ("r", 7, "correlation"),
        ("R2", 1.5, "determination"),
        ("p_value", -0.1, "probability"),
        ("p", 1.1, "probability"),
        ("share_pct", 101, "share"),
        ("n", 6, "count"),
        ("rows", -1, "count"),
        ("salary_std", -3, "variance"),
        ("variance", -3, "variance"),
        ("salary_mean", 42.4, "range"),
        ("salary_max", 6001, "range"),
        ("anything", float("inf"), "finite"),
    ],
)
def test_a_value_that_cannot_be_is_found_by_the_name_of_its_column(column: str, value: Cell, check: str) -> None:
    assert checks_of(table([column], [[value]])) == [(check, "impossible")]


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("correlation", -1.0),
        ("p_value", 0.0),
        ("n", 5),
        ("salary_mean", 4240.5),
        ("growth_pct", 250.0),
        ("error", -3.0),
        ("star", 4.0),
        ("salary_sum", 21200),
        ("R2", -4.0),
        ("p90", 12.5),
        ("correlation_n", 50),
        ("salary_mean_change", -300),
        ("share_change", -20.0),
        ("correlation", None),
    ],
)
def test_what_can_be_is_left_alone(column: str, value: Cell) -> None:
    assert not checks_of(table([column, "other"], [[value, 1]]))


def test_nothing_at_all_is_no_result() -> None:
    assert checks_of() == [("empty", "impossible")]
    assert checks_of(table(["x"], [])) == [("empty", "impossible")]
    assert checks_of(table(["x"], [[None], [None]])) == [("empty", "impossible")]


def test_rows_that_went_missing_are_told() -> None:
    assert checks_of(table(["x"], [[1]], used=2)) == [("rows", "doubtful")]
    assert checks_of(table(["x"], [[1]], used=0)) == [("rows", "impossible")]
    assert checks_of(table(["x"], [[1]], used=9)) == [("rows", "impossible")]
    assert not checks_of(table(["x"], [[1]], used=4))


def test_measured_values_that_are_all_the_same_are_doubtful() -> None:
    assert checks_of(table(["x"], [[1.5], [1.5], [1.5]])) == [("constant", "doubtful")]
    assert not checks_of(table(["x"], [[1], [1], [1]]))


def test_keys_are_names_and_under_no_law() -> None:
    assert not checks_of(table(["n", "x"], [[99, 1]], keys=("n",)))


def test_every_law_has_its_case() -> None:
    assert {law.name for law in LAWS} == {
        "correlation", "determination", "probability", "share", "count", "variance", "range", "finite",
    }  # fmt: skip

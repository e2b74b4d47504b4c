"""Small artifacts for tests."""

from typing import cast

from pydantic import JsonValue

from agent.state import Artifact, Cell, ColumnFormat, Ledger, TablePayload


def table(
    columns: list[str],
    rows: list[list[Cell]],
    keys: list[str] | None = None,
    formats: dict[str, str] | None = None,
    units: dict[str, str] | None = None,
    spec: dict[str, JsonValue] | None = None,
    artifact_id: str = "",
    ledger: Ledger | None = None,
    title: str = "A table",
) -> Artifact:
    payload = TablePayload(
        columns=columns,
        rows=rows,
        total_rows=len(rows),
        key_columns=keys or [],
        formats=cast(dict[str, ColumnFormat], formats or {}),
        units=units or {},
    )
    return Artifact(
        artifact_id=artifact_id,
        kind="table",
        title=title,
        description="",
        payload=payload,
        spec=spec,
        code=None,
        ledger=ledger,
        dataset_ids=["d1"],
        role="main",
    )


def ledger(rows_total: int, rows_used: int) -> Ledger:
    return Ledger(dataset="staff.csv", rows_total=rows_total, steps=[], rows_used=rows_used, notes=[])


def staff() -> dict[str, Artifact]:
    """Salaries by department, and one row over all."""
    by_department = table(
        ["department", "salary_mean", "n", "share_pct"],
        [["Engineering", 5400.5, 12, 48.8], ["Sales", 3700.662252, 10, 51.2], [None, None, 1, 0.0]],
        ["department"],
        {"department": "text", "salary_mean": "number", "n": "integer", "share_pct": "percent"},
        {"salary_mean": "USD"},
        ledger=ledger(60_000, 12_431),
    )
    overall = table(["n", "mean mass (g)", "p"], [[1234567, 3700.66, 0.0000004]], formats={"p": "p_value"},
                    units={"mean mass (g)": "g"})  # fmt: skip
    levels = table(["dept", "level", "n"], [["A", "Junior", 3], ["A", "Senior", 4], ["B", "Junior", 5]],
                   ["dept", "level"])  # fmt: skip
    return {"A1": overall, "A2": by_department, "A3": levels}

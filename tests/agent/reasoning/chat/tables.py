"""Small result tables."""

from agent.state import Artifact, Cell, TablePayload


def table(columns: list[str], rows: list[list[Cell]], keys: list[str]) -> Artifact:
    return Artifact(
        artifact_id="A1",
        kind="table",
        title="",
        description="",
        payload=TablePayload(columns=columns, rows=rows, total_rows=len(rows), key_columns=keys, formats={}, units={}),
        spec=None,
        code=None,
        ledger=None,
        dataset_ids=[],
        role="main",
    )

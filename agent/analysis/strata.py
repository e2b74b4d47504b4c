"""The columns within whose groups a result may be another one."""

from collections.abc import Sequence

from agent.analysis.frames.schema import Schema

MOST_COLUMNS = 20


def stratum_columns(schema: Schema, taken: Sequence[str | None]) -> list[str]:
    """Columns of categories beside those taken: words, true and false, whole numbers; no identifiers. The first 20."""
    found = [
        column.name
        for column in schema.values()
        if column.name not in taken
        and column.kind != "identifier"
        and (column.storage in ("text", "boolean") or (column.storage == "number" and column.whole))
    ]
    return found[:MOST_COLUMNS]

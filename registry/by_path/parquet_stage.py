"""Parquet files on disk: their columns as the stage has them, text for the rules of reading, the rest as it is."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from registry.by_path.columns import STAGE
from registry.by_path.engine import Session, name, texts
from registry.by_path.places import Place
from registry.errors import UnreadableFileError
from registry.formats.limits import check_size
from registry.receipt import ReceiptEntry
from registry.sentences import Sentence, quoted, sentence

FIRST_ROWS = 2_000
EXPORT = sentence("do.write_alike")


@dataclass(frozen=True)
class ParquetStage:
    """The source as a stage: the columns' names, those whose cells are text, and SQL that makes the stage."""

    names: tuple[str, ...]
    cells: tuple[str, ...]
    is_text: tuple[bool, ...]
    sql: str
    rows: int
    entries: tuple[ReceiptEntry, ...]


def stage_parquet(session: Session, place: Place) -> ParquetStage:
    """The view STAGE over the files. UnreadableFileError where they are broken or not alike."""
    schema, counts = _schema(place)
    rows = sum(counts)
    if not rows:
        raise UnreadableFileError(sentence("refused.no_rows", file=place.name), sentence("do.upload_rows"))
    check_size(place.name, 0, len(schema))
    cells = tuple(f"c{number}" for number in range(len(schema)))
    made = [_cell(field) for field in schema]
    selected = ", ".join(f"{sql} AS {cell}" for (sql, _, _), cell in zip(made, cells, strict=True))
    offsets = [sum(counts[:place_of]) for place_of in range(len(counts))]
    row = f"({offsets})[file_index::BIGINT + 1] + file_row_number"
    files = texts(str(path) for path in place.paths)
    sql = f"SELECT {row} AS __row, {selected} FROM read_parquet({files}, file_row_number = true)"
    session.execute(f"CREATE VIEW {STAGE} AS {sql}")
    entries = tuple(
        ReceiptEntry("assumed" if is_text else "warning", said, field.name, rows)
        for field, (_, is_text, said) in zip(schema, made, strict=True)
        if said
    )
    return ParquetStage(tuple(schema.names), cells, tuple(is_text for _, is_text, _ in made), sql, rows, entries)


def parquet_beginning(place: Place) -> bytes:
    """The first rows as a Parquet file."""
    target = io.BytesIO()
    first = next(pq.ParquetFile(place.paths[0]).iter_batches(FIRST_ROWS))
    pq.write_table(pa.Table.from_batches([first]), target)
    return target.getvalue()


def _schema(place: Place) -> tuple[pa.Schema, list[int]]:
    """The columns of all files, and how many rows each has."""
    schema: pa.Schema | None = None
    counts = []
    for path in place.paths:
        found, rows = _look(path, place.name)
        counts.append(rows)
        if schema is not None and not found.equals(schema):
            raise UnreadableFileError(
                sentence("disk.other_columns", file=place.name, shown=quoted(_between(schema, found))), EXPORT
            )
        schema = found
    assert schema is not None  # a place has a file
    return schema, counts


def _look(path: Path, shown: str) -> tuple[pa.Schema, int]:
    try:
        metadata = pq.read_metadata(path)
        return metadata.schema.to_arrow_schema().remove_metadata(), metadata.num_rows
    except (pa.ArrowException, OSError, ValueError) as broken:
        reason = str(broken).splitlines()[0][:200]
        raise UnreadableFileError(sentence("disk.no_parquet_inside", file=shown, reason=reason), EXPORT) from None


def _between(one: pa.Schema, other: pa.Schema) -> Iterator[str]:
    mine, theirs = ({field.name: str(field.type) for field in each} for each in (one, other))
    for name_of in dict.fromkeys([*mine, *theirs]):
        if mine.get(name_of) != theirs.get(name_of):
            yield f"{name_of}: {mine.get(name_of, '-')} / {theirs.get(name_of, '-')}"


def _cell(field: pa.Field) -> tuple[str, bool, Sentence | None]:
    """SQL for a column, whether its cells are text for the rules, and what there is to say of it."""
    kind, column = field.type, name(field.name)
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    if any(test(kind) for test in (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)):
        return f"{column}::VARCHAR", True, None
    if pa.types.is_uint64(kind):
        return f"{column}::VARCHAR", True, None
    if pa.types.is_integer(kind):
        return f"{column}::BIGINT", False, None
    if pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        number = f"{column}::DOUBLE"
        return f"CASE WHEN isfinite({number}) THEN {number} END", False, None
    if pa.types.is_boolean(kind):
        return column, False, None
    if pa.types.is_timestamp(kind) or pa.types.is_date(kind):
        zone = getattr(kind, "tz", None)
        said = sentence("disk.in_utc", column=field.name, zone=str(zone)) if zone else None
        return f"{column}::TIMESTAMP", False, said
    if pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or pa.types.is_fixed_size_binary(kind):
        return "NULL::VARCHAR", True, sentence("disk.binary", column=field.name)
    if pa.types.is_time(kind):
        return f"{column}::VARCHAR", True, None
    if pa.types.is_null(kind):
        return "NULL::VARCHAR", True, None
    return f"{column}::VARCHAR", True, sentence("disk.nested", column=field.name)

"""Parquet and Arrow files: whole columns whose names and types the file itself gives."""

from collections.abc import Iterator, Mapping

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from registry.dataset import ReadingChoices
from registry.errors import UnreadableFileError
from registry.formats.arrow_columns import ArrowColumn, arrow_column
from registry.formats.limits import check_size
from registry.formats.opened import Format, OpenedFile
from registry.formats.typed_cells import TypedCells, named_table
from registry.receipt import ReceiptEntry
from registry.sentences import quoted, sentence

PARQUET_MARK = b"PAR1"
ARROW_MARK = b"ARROW1\x00\x00"
STREAM_MARK = b"\xff\xff\xff\xff"
LONGEST_HEAD = 20_000_000
"""Bytes that the description of a Parquet file may take."""
EXPORT = sentence("do.write_again")


def _open_parquet(content: bytes, file_name: str, _choices: ReadingChoices) -> OpenedFile:
    try:
        limits = {"thrift_string_size_limit": LONGEST_HEAD, "thrift_container_size_limit": LONGEST_HEAD}
        file = pq.ParquetFile(pa.BufferReader(content), **limits)
        check_size(file_name, file.metadata.num_rows, file.metadata.num_columns)
        texts = [field.name for field in file.schema_arrow if pa.types.is_string(field.type)]
        file = pq.ParquetFile(pa.BufferReader(content), read_dictionary=texts, **limits)
        table = file.read(use_threads=True)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise _unreadable(file_name, "parquet", error) from None
    return _open("Parquet file", table, file_name)


def _open_arrow(content: bytes, file_name: str, _choices: ReadingChoices) -> OpenedFile:
    try:
        batches = list(_batches(content, file_name))
        if not batches:
            raise UnreadableFileError(sentence("refused.no_rows", file=file_name), sentence("do.upload_rows"))
        table = pa.Table.from_batches(batches)
        table.validate(full=True)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise _unreadable(file_name, "arrow", error) from None
    return _open("Arrow file", table, file_name)


def _batches(content: bytes, file_name: str) -> Iterator[pa.RecordBatch]:
    """The parts of a file or stream, one after the other, until they are more than they may be."""
    source = pa.BufferReader(content)
    if content.startswith(ARROW_MARK):
        file = pa.ipc.open_file(source)
        parts = (file.get_batch(number) for number in range(file.num_record_batches))
    else:
        parts = iter(pa.ipc.open_stream(source))
    rows = 0
    for part in parts:
        rows += part.num_rows
        check_size(file_name, rows, part.num_columns)
        yield part


def _unreadable(file_name: str, what: str, error: Exception) -> UnreadableFileError:
    kind = sentence(f"kind_of_file.{what}")
    if not str(error):
        return UnreadableFileError(sentence("refused.broken", file=file_name, what=kind), EXPORT)
    reason = str(error).splitlines()[0][:200]
    return UnreadableFileError(sentence("refused.unreadable", file=file_name, what=kind, reason=reason), EXPORT)


def _open(name: str, table: pa.Table, file_name: str) -> OpenedFile:
    """The table with objects opened by one level; what else is nested stays as JSON text."""
    objects = [field.name for field in table.schema if pa.types.is_struct(field.type)]
    flat = table.flatten()
    check_size(file_name, flat.num_rows, flat.num_columns)
    if not flat.num_rows or not flat.num_columns:
        raise UnreadableFileError(sentence("refused.no_rows", file=file_name), sentence("do.upload_rows"))
    columns = [arrow_column(column, field) for column, field in zip(flat.columns, flat.schema, strict=True)]
    named = named_table(flat.column_names, tuple(column.cells for column in columns))
    kept = frozenset(name for name, column in zip(named.names, columns, strict=True) if column.digits)
    has_numbers = any(column.cells.native is not None and column.cells.native.dtype.kind in "if" for column in columns)
    entries = [*_object_entries(objects), *_column_entries(dict(zip(named.names, columns, strict=True)))]
    cells = TypedCells(kept=kept if has_numbers else frozenset())
    return OpenedFile(name, named, "", tuple(entries), (), None, cells, rows_known=True)


def _object_entries(objects: list[str]) -> Iterator[ReceiptEntry]:
    if objects:
        told = sentence("columns.objects", shown=quoted(objects), example=objects[0])
        yield ReceiptEntry("converted", told, None, len(objects))


def _column_entries(columns: Mapping[str, ArrowColumn]) -> Iterator[ReceiptEntry]:
    for name, column in columns.items():
        for action, told in column.said:
            yield ReceiptEntry(action, told.with_value("column", name), name, len(column.cells.codes))


def _is_parquet(content: bytes, _file_name: str) -> bool:
    return content.startswith(PARQUET_MARK)


def _is_arrow(content: bytes, _file_name: str) -> bool:
    return content.startswith((ARROW_MARK, STREAM_MARK))


PARQUET = Format("Parquet file", (".parquet", ".pq"), _is_parquet, _open_parquet)
ARROW = Format("Arrow file", (".arrow", ".feather", ".ipc"), _is_arrow, _open_arrow)

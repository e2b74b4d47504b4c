"""JSON: a list of records, one record a line, or such lists inside one object."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from registry.dataset import ReadingChoices
from registry.errors import UnreadableFileError
from registry.formats.json_tables import WHOLE, JsonTable, flatten_objects, row_cells, tables_of
from registry.formats.limits import MOST_TABLES, check_size
from registry.formats.opened import Format, OpenedFile
from registry.formats.typed_cells import TypedCells
from registry.offered import OfferedTable
from registry.receipt import ReceiptEntry
from registry.sentences import first_lines, quoted, sentence
from registry.text.dialect import Record
from registry.text.rows import Rows

NAME = "JSON"
BEGINNING = re.compile(r"\s*(\{\s*[\"}]|\[\s*[\[{\"\]])")
LOOKED_AT = 8_000  # bytes of the beginning
BROKEN_SHARE = 0.05
SHOWN_BETWEEN = ", "
EXPORT_AGAIN = sentence("do.export_again")


@dataclass
class _Document:
    """The values of a file (one, or one a line) with the lines they start on, and what was odd about them."""

    values: list[Any] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    broken: list[int] = field(default_factory=list)
    repeated: int = 0

    def object_of(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """An object; a key that is written twice keeps its last value, and is counted."""
        made = dict(pairs)
        self.repeated += len(pairs) - len(made)
        return made

    def tables(self) -> list[JsonTable]:
        """What could be the table: the lines, or what stands in the one value."""
        if len(self.values) > 1:
            return [JsonTable(WHOLE, self.values, self.lines)]
        return tables_of(self.values[0])

    def entries(self) -> Iterator[ReceiptEntry]:
        """What was left out."""
        if self.broken:
            count = len(self.broken)
            told = sentence("file.broken_lines", count=count)
            yield ReceiptEntry("warning", told, None, count, first_lines(self.broken))
        if self.repeated:
            told = sentence("file.repeated_names", count=self.repeated)
            yield ReceiptEntry("warning", told, None, self.repeated)


def _recognises(content: bytes, _file_name: str) -> bool:
    head = content[:LOOKED_AT]
    return BEGINNING.match(head.decode(json.detect_encoding(head), errors="ignore")) is not None


def _open(content: bytes, file_name: str, choices: ReadingChoices) -> OpenedFile:
    encoding = json.detect_encoding(content[:4])
    document = _parse(content, encoding, file_name)
    tables = document.tables()[:MOST_TABLES]
    table = _choose(tables, choices.table, file_name)
    offered = tuple(OfferedTable(each.key, each.key, len(each.items)) for each in tables) if len(tables) > 1 else ()
    cells = TypedCells()
    entries = [*document.entries(), *_choice_entries(offered, table.key)]
    if all(isinstance(item, list) for item in table.items):
        rows = (Record(line, cells.row(row_cells(item))) for line, item in zip(table.lines, table.items, strict=True))
        found = OpenedFile(NAME, Rows(rows, SHOWN_BETWEEN))
    else:
        names, records, nested = flatten_objects(table.items)
        check_size(file_name, len(records), len(names))
        found = OpenedFile(NAME, cells.table(names, records, table.lines))
        entries += nested
    return OpenedFile(NAME, found.content, encoding.removesuffix("-sig"), tuple(entries), offered, table.key, cells)


def _choose(tables: Sequence[JsonTable], wanted: str | None, file_name: str) -> JsonTable:
    """The table that was asked for, else the longest."""
    fitting = [table for table in tables if table.items and wanted in (None, table.key)]
    if not fitting:
        raise UnreadableFileError(sentence("refused.no_records", file=file_name), sentence("do.upload_objects"))
    return max(fitting, key=lambda table: len(table.items))


def _choice_entries(offered: Sequence[OfferedTable], chosen: str) -> Iterator[ReceiptEntry]:
    if offered:
        others = quoted(table.title for table in offered if table.key != chosen)
        yield ReceiptEntry("assumed", sentence("file.others", chosen=chosen, shown=others))


def _parse(content: bytes, encoding: str, file_name: str) -> _Document:
    """The values of the file. UnreadableFileError when it is no JSON."""
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        raise UnreadableFileError(sentence("refused.json_encoding", file=file_name), sentence("do.save_utf8")) from None
    document = _Document()
    try:
        return _Document([json.loads(text, object_pairs_hook=document.object_of)], [1], [], document.repeated)
    except RecursionError:
        refused = sentence("refused.json_too_deep", file=file_name)
        raise UnreadableFileError(refused, sentence("do.upload_plain_records")) from None
    except ValueError as error:
        lines = _parsed_lines(text)
        if len(lines.broken) > (len(lines.values) - 1) * BROKEN_SHARE:
            message = sentence("refused.no_json", file=file_name, reason=str(error))
            raise UnreadableFileError(message, EXPORT_AGAIN) from None
        return lines


def _parsed_lines(text: str) -> _Document:
    document = _Document()
    decoder = json.JSONDecoder(object_pairs_hook=document.object_of)
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                document.values.append(decoder.decode(line))
                document.lines.append(number)
            except (ValueError, RecursionError):
                document.broken.append(number)
    return document


JSON = Format(NAME, (".json", ".jsonl", ".ndjson"), _recognises, _open)

"""Rows of a stage that are no data: judged by the rules for rows, over all of a small file, and of a large one over the
rows that may be none and enough of the others."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from registry.by_path.columns import LINE, STAGE
from registry.by_path.engine import ROW, Session, text
from registry.by_path.places import Place
from registry.by_path.text_stage import Staged, TextLayout
from registry.dataset import ReadingChoices
from registry.errors import UnreadableFileError
from registry.receipt import ReceiptEntry
from registry.sentences import quoted, sentence
from registry.table.only_rows import FIRST_ROWS, LAST_ROWS, NOT_A_ROW
from registry.table.row_rules import MADE_NAME, without_extra_rows
from registry.table.table_reader import TextTable
from registry.table.total_rows import LABEL_COLUMNS
from registry.values.many_texts import text_cells
from registry.values.word_lists import TOTAL_LIKE, is_total, may_be_total

ALL = 30_000
"""Rows of a file all of which the rules see."""
SPREAD = 20_000
"""Rows of a larger one that stand for those that cannot be anything but data."""
MOST_DOUBTED = 5_000
LAST_LABELS = 5
KEPT = "kept.parquet"
Lines = npt.NDArray[np.int64]


def without_other_rows(
    session: Session, place: Place, layout: TextLayout, staged: Staged, choices: ReadingChoices, source: Path
) -> Staged:
    """The stage over the file `source` with its rows of data only, and what the receipt says of the others.
    UnreadableFileError where so many rows may be none that they cannot be told apart."""
    lines, entries = _judged(session, place, layout, staged, choices)
    if len(lines) == staged.rows:
        raise UnreadableFileError(sentence("refused.no_rows", file=place.name), sentence("do.upload_rows"))
    if len(lines):
        _rewrite(session, lines, source)
    return replace(staged, rows=staged.rows - len(lines), entries=(*staged.entries, *entries))


def _judged(
    session: Session, place: Place, layout: TextLayout, staged: Staged, choices: ReadingChoices
) -> tuple[Lines, tuple[ReceiptEntry, ...]]:
    """The lines that are no rows of data, and what the receipt says of them."""
    if staged.rows <= ALL:
        return _aside(session, layout, staged, choices, "true")
    told_totals = tuple(_doubted_totals(session, place, staged, choices))
    choices = replace(choices, totals="in")
    doubted = _doubted(layout, staged)
    count = session.execute(f"SELECT count(*) FROM {STAGE} WHERE {doubted}").fetchall()[0][0]
    if count > MOST_DOUBTED:
        told = ReceiptEntry("unsure", sentence("disk.lone", count=count), None, count)
        doubted = "false"
    ends = f"{ROW} < {FIRST_ROWS} OR {ROW} >= {staged.rows - LAST_ROWS}"
    spread = f"{ROW} % {staged.rows // SPREAD} = 0"
    lines, entries = _aside(session, layout, staged, choices, f"({doubted}) OR {ends} OR {spread}")
    if count > MOST_DOUBTED:
        entries = (*entries, told)
    known = session.execute(f"SELECT count(*) FROM {STAGE} WHERE ({_among(lines)}) AND NOT ({doubted} OR {ends})")
    if known.fetchall()[0][0] or (count > MOST_DOUBTED and len(lines)):
        said = entries[0].sentence
        raise UnreadableFileError(
            sentence("disk.no_data_lines_said", file=place.name, said=said), sentence("do.delete_lines")
        )
    return lines, (*entries, *told_totals)


def _doubted_totals(session: Session, place: Place, staged: Staged, choices: ReadingChoices) -> Iterator[ReceiptEntry]:
    """A word for rows of a large file that may be totals. UnreadableFileError where one of the last rows is labelled as
    one, as hardly any other is."""
    labels = staged.cells[:LABEL_COLUMNS]
    if choices.totals != "in":
        last = f"SELECT {', '.join(labels)} FROM {STAGE} WHERE {ROW} >= {staged.rows - LAST_LABELS}"
        found = session.execute(last).fetchall()
        for label in {cell.strip() for row in found for cell in row if cell is not None and is_total(cell.strip())}:
            alike = " + ".join(f"coalesce(sum((trim({cell}) = {text(label)})::INT), 0)" for cell in labels)
            if session.execute(f"SELECT {alike} FROM {STAGE}").fetchall()[0][0] <= LAST_LABELS:
                told = sentence("disk.ends_with_totals", file=place.name, shown=quoted([label]))
                raise UnreadableFileError(told, sentence("do.delete_row"))
    for cell in labels:
        alike = f"SELECT {cell}, count(*) FROM {STAGE} WHERE regexp_matches({cell}, {text(TOTAL_LIKE)}, 'i') GROUP BY 1"
        counts = {value: count for value, count in session.execute(alike).fetchall() if may_be_total(value)}
        if many := sum(counts.values()):
            told = sentence("disk.maybe_totals", count=many, shown=quoted(counts))
            yield ReceiptEntry("unsure", told, None, many)


def _aside(
    session: Session, layout: TextLayout, staged: Staged, choices: ReadingChoices, where: str
) -> tuple[Lines, tuple[ReceiptEntry, ...]]:
    """The lines of these rows that the rules set aside."""
    cells = ", ".join(staged.cells)
    found = session.sql(f"SELECT {LINE}, {cells} FROM {STAGE} WHERE {where} ORDER BY {ROW}").to_arrow_table()
    lines = found.column(0).to_numpy()
    columns = tuple(text_cells(pc.fill_null(found.column(cell), ""), lines) for cell in staged.cells)
    table = TextTable(
        layout.names, layout.units, columns, layout.header_line, layout.dialect.delimiter, (), (), staged.lone
    )
    kept = without_extra_rows(table, choices)
    return np.setdiff1d(lines, kept.columns[0].lines), kept.entries


def _doubted(layout: TextLayout, staged: Staged) -> str:
    """The condition for rows that may be none: a cell at most, a comment, a drawn line, the names once more."""
    first = staged.cells[0]
    conditions = [f"regexp_matches({first}, {text(NOT_A_ROW)})"]
    if len(staged.cells) > 1:
        filled = " + ".join(f"({cell} IS NOT NULL)::INT" for cell in staged.cells)
        conditions.append(f"({filled}) <= 1")
        named = zip(staged.cells, layout.names, strict=True)
        cell, name = next(((cell, name) for cell, name in named if not MADE_NAME.search(name)), (first, ""))
        conditions.append(f"trim({cell}) = {text(name)}")
    return " OR ".join(f"coalesce({one}, false)" for one in conditions)


def _among(lines: Sequence[int] | Lines) -> str:
    return f"{LINE} IN ({', '.join(str(int(line)) for line in lines)})" if len(lines) else "false"


def _rewrite(session: Session, gone: Lines, source: Path) -> None:
    """The stage without these lines, its rows counted anew."""
    target = source.with_name(KEPT)
    read, rows = pq.ParquetFile(source), 0
    with pq.ParquetWriter(target, read.schema_arrow, compression="lz4") as writer:
        for group in range(read.num_row_groups):
            whole = read.read_row_group(group)
            kept = whole.filter(pc.invert(pc.is_in(whole.column(LINE), value_set=pa.array(gone))))
            counted = pa.array(np.arange(rows, rows + len(kept)))
            writer.write_table(kept.set_column(0, ROW, counted))
            rows += len(kept)
    session.execute(f"CREATE OR REPLACE VIEW {STAGE} AS SELECT * FROM read_parquet({text(str(target))})")

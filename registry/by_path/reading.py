"""A path to a table that is asked where it lies: how it is read, what its columns are, what is in all of its rows."""

import shutil
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import chain, count
from pathlib import Path

from registry.by_path.columns import STAGE, PlacedColumn, place_native_column, place_text_column
from registry.by_path.engine import ROW, EngineLimits, Session, name, open_session, text, told_for
from registry.by_path.parquet_stage import stage_parquet
from registry.by_path.places import Place
from registry.by_path.profiling import column_profile, repeated_rows
from registry.by_path.shared_codes import shared_codes
from registry.by_path.stage_rows import without_other_rows
from registry.by_path.table import FileTable, OwnFolder
from registry.by_path.text_stage import entries_of_layout, layout_of, stage_text
from registry.columns.chosen_columns import descriptions, settle_entries, with_units
from registry.columns.renaming import by_names_in_file, entries_under_new_names, under_new_names
from registry.columns.typing_rules import FileContext
from registry.dataset import DETECT, ReadingChoices
from registry.duplicates import repeated_entries
from registry.errors import UnreadableFileError
from registry.file_reader import ghosts_entry
from registry.profile import DatasetProfile
from registry.receipt import ImportReceipt, ReceiptEntry
from registry.sentences import megabytes, sentence
from registry.values.units import unit_of_header
from registry.watching import each

STAGED, TYPED = "stage.parquet", "table.parquet"
PARQUET_FORMAT = "Parquet file"
ROOM = 2
"""Times its size that a text file may need on disk in columns, at most, while it is read."""


@dataclass(frozen=True)
class PlacedFile:
    """A path that was read: its table, how it was read, and what is in it."""

    table: FileTable
    receipt: ImportReceipt
    profile: DatasetProfile


@dataclass(frozen=True)
class _Source:
    """The stage of a file: its columns there, whether each is text, and what is known of the file as a whole."""

    names: tuple[str, ...]
    units: tuple[str | None, ...]
    cells: tuple[str, ...]
    is_text: tuple[bool, ...]
    receipt: ImportReceipt  # without rows and columns
    title: str
    rows: int
    sql: str  # that selects the stage
    nameless: frozenset[str] = frozenset()  # columns that the file gives no name


def read_path(
    dataset_id: str, version: int, place: Place, home: Path, limits: EngineLimits, choices: ReadingChoices = DETECT
) -> PlacedFile:
    """The file or folder at a place as a table that is asked there. Every cell that is not what its column is counts
    in the receipt, over all rows.

    Raises UnreadableFileError or EngineError, with what to do, where it cannot be read so; PathError when it changed
    meanwhile.
    """
    choices = by_names_in_file(choices)
    folder = OwnFolder(home)
    with ExitStack() as unless_read:
        unless_read.callback(folder.remove)
        with told_for(place.name):
            read = _read(dataset_id, version, place, folder, limits, choices)
        place.check_unchanged()
        unless_read.pop_all()
    return read


def _read(
    dataset_id: str, version: int, place: Place, folder: OwnFolder, limits: EngineLimits, choices: ReadingChoices
) -> PlacedFile:
    staged, typed = folder.path / STAGED, folder.path / TYPED
    session = open_session(limits, folder.path, place.paths)
    source = _parquet(session, place) if place.is_parquet else _text(session, place, folder, staged, choices)
    choices, called = _askable(source.names, choices)
    placed, ghosts = _without_ghosts(_placed(session, source, choices), source.nameless)
    columns, said = with_units([column.typed for column in placed], choices)
    columns, renamed = under_new_names(columns, choices)
    entries = [*source.receipt.entries, *(entry for column in placed for entry in column.entries), *ghosts, *said]
    own = {entry.column for entry in called}
    renamed = [entry for entry in renamed if entry.column not in own]
    entries = [*entries_under_new_names(settle_entries(entries, choices), choices), *renamed, *called]
    names = [column.name for column in columns]
    sql, files = _rows(session, placed, names, source, place, folder)
    if not place.is_parquet:
        session.execute(f"COPY ({sql}) TO {text(str(typed))} (FORMAT parquet, COMPRESSION lz4_raw)")
        for made in folder.path.glob("*.parquet"):
            if made != typed:
                made.unlink()
        sql, files = f"SELECT * FROM read_parquet({text(str(typed))})", (typed,)
    session.execute(f"CREATE VIEW rows AS {sql}")
    known = descriptions(columns, choices)
    profiled = tuple(
        column_profile(session, source.rows, column, known.get(column.name, ""))
        for column in each("summary", columns, len(columns))
    )
    repeated = repeated_rows(session, names)
    profile = DatasetProfile(dataset_id, place.name, version, source.rows, profiled, repeated, source.title)
    told = (*entries, *repeated_entries(repeated), *_where(place))
    receipt = replace(source.receipt, rows=source.rows, columns=len(columns), entries=told)
    dtypes = {column.name: str(column.data.dtype) for column in columns}
    return PlacedFile(FileTable(place, sql, files, tuple(names), dtypes, limits, folder), receipt, profile)


def _text(session: Session, place: Place, folder: OwnFolder, staged: Path, choices: ReadingChoices) -> _Source:
    free = shutil.disk_usage(folder.path).free
    if free < place.size * ROOM:
        raise UnreadableFileError(
            sentence(
                "disk.room",
                file=place.name,
                needed=megabytes(place.size * ROOM),
                free=megabytes(free),
                folder=str(folder.path.parent),
            ),
            sentence("do.free_room"),
        )
    layout = layout_of(place, choices)
    whole = stage_text(session, place, layout, staged)
    whole = without_other_rows(session, place, layout, whole, choices, staged)
    entries = (*entries_of_layout(layout), *whole.entries)
    receipt = replace(layout.receipt, encoding=whole.encoding, size_bytes=place.size, entries=entries)
    are_text = (True,) * len(whole.cells)
    return _Source(
        layout.names, layout.units, whole.cells, are_text, receipt, layout.title, whole.rows, "", layout.nameless
    )


def _parquet(session: Session, place: Place) -> _Source:
    stage = stage_parquet(session, place)
    receipt = ImportReceipt(place.name, place.size, "", "", ".", 0, stage.rows, 0, stage.entries, PARQUET_FORMAT)
    units = tuple(map(unit_of_header, stage.names))
    return _Source(stage.names, units, stage.cells, stage.is_text, receipt, "", stage.rows, stage.sql)


def _askable(names: Sequence[str], choices: ReadingChoices) -> tuple[ReadingChoices, list[ReceiptEntry]]:
    """The choices with names that the engine can ask by: no point in them, and more than case between two."""
    shown = dict(choices.renamed)
    taken: set[str] = {ROW}
    entries = []
    for original in names:
        wanted = shown.get(original, original)
        usable = wanted.replace(".", "_")
        others = (f"{usable}_{number}" for number in count(2))
        free = next(each for each in chain([usable], others) if each.casefold() not in taken)
        taken.add(free.casefold())
        if free != wanted:
            told = sentence("disk.called", wanted=wanted, column=free)
            entries.append(ReceiptEntry("converted", told, free, 1))
            shown[original] = free
    return replace(choices, renamed=tuple(shown.items())), entries


def _placed(session: Session, source: _Source, choices: ReadingChoices) -> list[PlacedColumn]:
    """The columns as the rules read them."""
    kept = frozenset[str]()
    if not all(source.is_text):
        digits = zip(source.names, source.cells, source.is_text, strict=True)
        kept = frozenset(named for named, cell, is_text in digits if is_text and _all_digits(session, cell))
    texts = {
        named: cell for named, cell, is_text in zip(source.names, source.cells, source.is_text, strict=True) if is_text
    }
    beside = shared_codes(session, texts) if texts else {}
    context = FileContext(source.receipt.decimal, None, choices, source.names[0], frozenset(), kept, beside)
    placed = []
    every = zip(source.names, source.units, source.cells, source.is_text, strict=True)
    for named, unit, cell, is_text in each("columns", every, len(source.names)):
        place_column = place_text_column if is_text else place_native_column
        placed.append(place_column(session, named, unit, cell, source.rows, context))
    proven = {column.day_first for column in placed} - {None}
    if len(proven) != 1:
        return placed
    context = replace(context, day_first=proven.pop())
    return [
        place_text_column(session, column.name, column.typed.unit, column.cell, source.rows, context)
        if column.typed.kind == "ambiguous_date"
        else column
        for column in placed
    ]


def _without_ghosts(
    placed: list[PlacedColumn], nameless: frozenset[str]
) -> tuple[list[PlacedColumn], list[ReceiptEntry]]:
    """Columns without a name in the file and without a single value are traces of trailing delimiters."""
    kept = [column for column in placed if column.typed.kind != "empty" or column.name not in nameless]
    if not kept or len(kept) == len(placed):
        return placed, []
    return kept, [ghosts_entry(len(placed) - len(kept))]


def _all_digits(session: Session, cell: str) -> bool:
    digits = f"SELECT coalesce(bool_and(regexp_full_match({cell}, '[0-9]+')), false) FROM {STAGE}"
    return bool(session.execute(digits).fetchall()[0][0])


def _rows(
    session: Session, placed: Sequence[PlacedColumn], names: Sequence[str], source: _Source, place: Place,
    folder: OwnFolder,
) -> tuple[str, tuple[Path, ...]]:  # fmt: skip
    """SQL for the rows with their types and names, and the files that it reads."""
    selected, joined, files = [f"{STAGE}.{ROW}"], [], list(place.paths)
    for number, (column, named) in enumerate(zip(placed, names, strict=True)):
        cell = f"{STAGE}.{column.cell}"
        usual = f"CAST({column.cast.of(cell)} AS {column.sql_type})"
        if column.exceptions is not None:
            path = folder.path / f"odd{number}.parquet"
            session.register("odd", column.exceptions)
            session.execute(f"COPY (SELECT * FROM odd) TO {text(str(path))} (FORMAT parquet)")
            session.unregister("odd")
            files.append(path)
            odd = f"odd{number}"
            joined.append(f"LEFT JOIN read_parquet({text(str(path))}) AS {odd} ON {odd}.raw = {cell}")
            usual = f"CASE WHEN {odd}.raw IS NULL THEN {usual} ELSE CAST({odd}.val AS {column.sql_type}) END"
        selected.append(f"{usual} AS {name(named)}")
    stage = f"({source.sql})" if source.sql else STAGE
    return f"SELECT {', '.join(selected)} FROM {stage} AS {STAGE} {' '.join(joined)}", tuple(files)


def _where(place: Place) -> tuple[ReceiptEntry, ...]:
    files = len(place.files)
    told = sentence("disk.lies_in_files", count=files, file=place.name) if files > 1 else None
    return (ReceiptEntry("assumed", told or sentence("disk.lies", file=place.name)),)

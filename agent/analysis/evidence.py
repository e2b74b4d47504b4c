"""Which rows of the data a cell of a result was computed from, told from its spec and the keys of its row."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, cast

import narwhals as nw

from agent.analysis.aggregating.cell_rows import Row
from agent.analysis.frames.column_cells import table_rows
from agent.analysis.frames.ledger import of_data, open_ledger
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import schema_of
from agent.analysis.frames.source import ROW, Frame, Table, chosen_table, lazy_frame, row_count
from agent.analysis.frames.tables import ResultColumn, TableDraft, artifact, value_column
from agent.analysis.plots.aggregated import measure_of
from agent.analysis.prepare import HasRows, prepare_rows
from agent.analysis.run_measure import rows_of_cell
from agent.analysis.transforms.dateparts import ordinal_expression
from agent.artifacts import Artifact, Cell, LedgerStep, TablePayload
from agent.errors import DataError, SpecError, TallyError
from agent.specs.base import AnyOf, Filter, compared_columns
from agent.specs.condition_words import conditions_words
from agent.specs.measures import AnalysisSpec
from agent.specs.parse import Spec, parse_spec
from agent.specs.plots import AggregatedPlot
from agent.specs.transforms import AggregateRows, JoinDatasets, Transform, columns_used

__all__ = ["CellPlace", "Evidence", "NoEvidenceError", "evidence_of"]

RowKind = Literal["data", "multiplied", "groups"]
"""What one row of the evidence is: a row of the data; one of several that a step made of it; a group of rows."""
MOST_ROWS = 100_000
_PLACE = "row"
_RESHAPING = ("aggregate", "unpivot")
_OF_STUDY = "Every row of the study's data took part in this number: it compares many columns at once."
_BY_PROGRAM = "A program computed this: which rows stand behind one number is only in the program itself."
_READ_IT = "Read the program; it stands below the answer."


class NoEvidenceError(TallyError):
    """Which rows stand behind a number cannot be told."""

    actor = "person"


@dataclass(frozen=True)
class CellPlace:
    """A cell of a result table; `row` counts from 0, None where the number is of the table as a whole."""

    row: int | None
    column: str


@dataclass(frozen=True)
class Evidence:
    """The rows behind a cell. `rows` is a table of them, the columns that count first: whole, but for data that stay on
    disk, of which it holds the first 100,000; `found` of them fit what was searched for. `used` counts the rows behind
    the cell, `total` those of the data set.
    """

    heading: str  # of the cell's column
    group: tuple[tuple[str, Cell], ...]  # what names the cell's row, with the columns' headings
    value: Cell
    kind: RowKind
    groups: int | None  # how many groups a step made of these rows before the number was computed of the groups
    rows: Artifact
    found: int
    used: int
    total: int
    steps: tuple[LedgerStep, ...]  # what was done to the rows before
    condition: str  # that the question named, in words; "" for none
    narrowed: bool  # whether these are only the rows of this cell, not those of the whole result

    @property
    def table(self) -> TablePayload:
        """The rows as a table."""
        return cast(TablePayload, self.rows["payload"])


def evidence_of(
    made: Artifact, place: CellPlace, tables: Mapping[str, Table], *, search: str = "", language: str | None = None
) -> Evidence:
    """The rows of the data that a cell was computed from; of these only such that hold every word of `search`. The
    condition is told in `language`.

    Rows in the order of the file. NoEvidenceError where it cannot be told; SpecError or DataError when the data do not
    fit the spec any more.
    """
    spec = _spec_of(made)
    measure = _measure(spec, tables)
    table = cast(TablePayload, made["payload"])
    row = _row(table, place)
    shaped = measure or spec
    data = _prepare(shaped, tables)
    chosen = rows_of_cell(measure, data, row, place.column) if measure is not None and place.row is not None else data
    behind, groups = _in_the_data(chosen, place, shaped, tables)
    ledger = made["ledger"] or of_data(data.ledger)
    columns = _columns(behind, _first(shaped, measure))
    found = _matching(behind.frame, [name for name, _ in columns], search)
    held, count = _held(found)
    draft = TableDraft(made["title"], tuple(column for _, column in columns), table_rows(held, columns))
    headings = table.get("headings", {})
    return Evidence(
        heading=headings.get(place.column, place.column),
        group=tuple((headings.get(key, key), row[key]) for key in table["key_columns"] if key in row),
        value=row.get(place.column),
        kind=_kind(behind, groups),
        groups=groups if groups else None,
        rows=artifact(draft, made["spec"] or {}, ledger, made["dataset_ids"], "detail"),
        found=len(draft.rows) if count is None else count,
        used=row_count(behind.frame),
        total=ledger["rows_total"],
        steps=tuple(ledger["steps"]),
        condition=conditions_words(shaped.filters, language),
        narrowed=measure is not None,
    )


def _held(found: Frame) -> tuple[Frame, int | None]:
    """The rows to hold, and how many there are where these are not all."""
    if found.implementation.is_pandas():
        return found, None
    count = row_count(found)
    return (found.head(MOST_ROWS), count) if count > MOST_ROWS else (found, None)


def _spec_of(made: Artifact) -> Spec:
    if made["kind"] != "table" or made["spec"] is None:
        raise NoEvidenceError(_BY_PROGRAM, _READ_IT)
    try:
        return parse_spec(made["spec"])
    except SpecError as odd:
        raise NoEvidenceError(_OF_STUDY, "Its table says what was compared.") from odd


def _measure(spec: Spec, tables: Mapping[str, Table]) -> AnalysisSpec | None:
    """The measure whose table it is; None for a chart that draws rows themselves."""
    if spec.type == "analysis":
        return spec
    return measure_of(spec, tables)[0] if isinstance(spec, AggregatedPlot) else None


def _row(table: TablePayload, place: CellPlace) -> Row:
    if place.row is None:
        return {}
    return dict(zip(table["columns"], table["rows"][place.row], strict=True))


def _prepare(spec: HasRows, tables: Mapping[str, Table]) -> Prepared:
    """The rows that the spec works on, with their place in the file where the engine knows one."""
    try:
        return prepare_rows(spec, tables, row_order=True)
    except DataError:
        return prepare_rows(spec, tables)


def _in_the_data(
    chosen: Prepared, place: CellPlace, spec: HasRows, tables: Mapping[str, Table]
) -> tuple[Prepared, int | None]:
    """The rows to show: all of the data set for a count of these, else those of the cell, behind the groups that a
    step made of them. With how many these groups are; 0 where their rows cannot be told, None where there are none.
    """
    if place.row is None and place.column == "rows_total":
        table = chosen_table(spec.dataset_id, tables)
        frame = _load_rows(table)
        return Prepared(frame, schema_of(table.profile), open_ledger(table.name, 0), (table.dataset_id,)), None
    return rows_of_groups(spec, chosen, lambda before: _prepare(before, tables))


def _load_rows(table: Table) -> Frame:
    try:
        return lazy_frame(table, row_order=True)
    except DataError:
        return lazy_frame(table)


def _kind(data: Prepared, groups: int | None) -> RowKind:
    if groups == 0:
        return "groups"
    return "multiplied" if any("sources" in step for step in data.ledger["steps"]) else "data"


# ---------------------------------------------------------------- the table


def _first(spec: HasRows, measure: AnalysisSpec | None) -> list[str]:
    """The columns that a reader looks for: groups, what is measured, what is compared, what steps read."""
    own = [*measure.key_columns, *measure.measured_columns] if measure is not None else []
    drawn = [getattr(spec, name, None) for name in ("x", "y", "color")] if measure is None else []
    read = [name for step in spec.prepare for name in (*sorted(columns_used(step)), *_brought(step))]
    return [*own, *(str(name) for name in drawn if name), *compared_columns(spec.filters), *read]


def _brought(step: Transform) -> list[str]:
    return [*step.columns] if isinstance(step, JoinDatasets) else []


def _columns(data: Prepared, first: Sequence[str]) -> list[tuple[str, ResultColumn]]:
    """The number of the row in the file where it has one, then the columns, those that count first."""
    names = dict.fromkeys([*(name for name in first if name in data.schema), *data.columns])
    shown = [(name, value_column(data.schema[name])) for name in names]
    is_placed = ROW in data.frame.collect_schema().names() and not _is_reshaped(data)
    return [(ROW, ResultColumn(_PLACE, "integer", heading=_PLACE)), *shown] if is_placed else shown


def _is_reshaped(data: Prepared) -> bool:
    """Whether rows are no rows of the file any more, so that they have no number there."""
    return any(step["step"] in _RESHAPING or "sources" in step for step in data.ledger["steps"])


def _matching(frame: Frame, names: Sequence[str], search: str) -> Frame:
    """The rows that hold every word of the search in one column or another, counted from 1, in the file's order."""
    for word in search.casefold().split():
        holds = [_text(name).str.contains(word, literal=True) for name in names]
        frame = frame.filter(nw.any_horizontal(*holds, ignore_nulls=True))
    if ROW in names:
        frame = frame.sort(ROW).with_columns(nw.col(ROW) + 1)
    return frame


def _text(name: str) -> nw.Expr:
    """A cell as it is searched in."""
    value = nw.col(name) + 1 if name == ROW else nw.col(name)
    return value.cast(nw.String).str.to_lowercase()


# ----------------------------------------------------------------
# Back from groups that a step made of rows to the rows that they were made of.


_KEY = "__key{}"
_NOTHING = "\x00"
_WRITES = ("name", "col", "cols", "value")
"""The fields of steps that may name a column that the step makes anew."""


class RowsBefore:
    """The rows of a spec up to one of its steps."""

    def __init__(self, dataset_id: str | None, prepare: Sequence[Transform]) -> None:
        self.dataset_id = dataset_id
        self.prepare = list(prepare)
        self.filters: list[Filter | AnyOf] = []
        self.row_filters: list[Filter | AnyOf] = []


def rows_of_groups(
    spec: HasRows, chosen: Prepared, prepare: Callable[[HasRows], Prepared]
) -> tuple[Prepared, int | None]:
    """The rows that the chosen groups were made of by the last step that makes groups, and how many groups these are.

    The chosen rows themselves with None where no step makes groups, and with 0 where it cannot be told any more of
    which rows a group was made, because a later step changed what names it. `prepare` gives the rows of a spec.
    """
    places = [at for at, step in enumerate(spec.prepare) if isinstance(step, AggregateRows)]
    if not places:
        return chosen, None
    last = spec.prepare[places[-1]]
    assert isinstance(last, AggregateRows)
    keys = list(dict.fromkeys([*last.by, *([last.date_col] if last.date_col is not None else [])]))
    if len(places) > 1 or any(_may_change(step, keys) for step in spec.prepare[places[-1] + 1 :]):
        return chosen, 0
    before = prepare(RowsBefore(spec.dataset_id, spec.prepare[: places[-1]]))
    groups, rows = _key(last, keys, chosen.frame), _key(last, keys, before.frame)
    joined = [_KEY.format(at) for at in range(len(keys))]
    found = rows.join(groups.select(joined).unique(), on=joined, how="semi").drop(joined)
    return replace(before, frame=found), row_count(chosen.frame)


def _key(step: AggregateRows, keys: Sequence[str], frame: Frame) -> Frame:
    """The rows with what names their group as texts: a missing key names a group too, and would match nothing."""
    dtypes = frame.collect_schema()
    made = []
    for at, name in enumerate(keys):
        key = nw.col(name)
        if name == step.date_col and step.grain is not None:
            key = ordinal_expression(name, step.grain).cast(nw.Float64)
        elif dtypes[name].is_numeric():
            key = key.cast(nw.Float64)
        made.append(key.cast(nw.String).fill_null(_NOTHING).alias(_KEY.format(at)))
    return frame.with_columns(made)


def _may_change(step: Transform, keys: Sequence[str]) -> bool:
    """Whether a step may write into a column that names the groups, or makes other rows."""
    if step.step in ("join", "unpivot", "split_values"):
        return True
    if step.step in ("filter_rows", "drop_missing", "drop_duplicates"):
        return False
    written = [getattr(step, name, None) for name in _WRITES]
    named = [name for each in written for name in (each if isinstance(each, list) else [each])]
    return any(name in keys for name in named)

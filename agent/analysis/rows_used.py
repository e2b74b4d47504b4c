"""Which rows of a data set results were made of, apart from what conditions say about one of its columns."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
import numpy.typing as npt
from pydantic import JsonValue

from agent.analysis.frames.source import ROW, Table, chosen_table
from agent.analysis.prepare import HasRows, prepare_rows
from agent.errors import DataError, SpecError
from agent.specs.base import AnyOf, Filter, FilterOp, compared_columns
from agent.specs.parse import Spec, parse_spec
from agent.specs.transforms import DropMissing, FilterRows, Transform

Rows = npt.NDArray[np.int64]
"""Places of rows in a frame, each once."""
NAMING: Collection[FilterOp] = ("==", "in")


class RowsUsed:
    """The rows that some specs go through, by data set and column. A column's own conditions do not count: cells that
    were read as missing are left out by them, and might not be if they were read otherwise."""

    def __init__(self, specs: Sequence[Mapping[str, JsonValue]], tables: Mapping[str, Table]) -> None:
        self._specs = specs
        self._tables = tables

    def of(self, dataset_id: str, column: str, *, named: bool = False) -> Rows | None:
        """The rows of a data set whose cells of this column may count; None where these are all, or not known. `named`:
        conditions that name the column's values count."""
        found = [self._of_spec(spec, dataset_id, column, NAMING if named else ()) for spec in self._specs]
        known = [rows for rows in found if rows is not None]
        return np.unique(np.concatenate(known)) if known and len(known) == len(found) else None

    def _of_spec(
        self, written: Mapping[str, JsonValue], dataset_id: str, column: str, kept: Collection[FilterOp]
    ) -> Rows | None:
        try:
            spec = parse_spec(written)
            if chosen_table(spec.dataset_id, self._tables).dataset_id != dataset_id:
                return None
            narrowing = _without(spec, column, kept)
            if not narrowing.filters and not any(isinstance(step, FilterRows) for step in narrowing.prepare):
                return None
            frame = prepare_rows(narrowing, self._tables, row_order=True).frame
        except (SpecError, DataError):
            return None
        if ROW not in frame.collect_schema().names():
            return None  # a step made other rows of them
        return np.unique(frame.select(ROW).collect()[ROW].to_numpy().astype(np.int64))


def _without(spec: Spec, column: str, kept: Collection[FilterOp]) -> HasRows:
    """The spec without its conditions about a column, but those with operators that are kept."""
    return spec.model_copy(
        update={
            "filters": [each for each in spec.filters if not _is_about(each, column, kept)],
            "prepare": [step for step in spec.prepare if not _narrows(step, column, kept)],
        }
    )


def _narrows(step: Transform, column: str, kept: Collection[FilterOp]) -> bool:
    if isinstance(step, FilterRows):
        return any(_is_about(each, column, kept) for each in step.filters)
    return isinstance(step, DropMissing) and column in step.cols


def _is_about(wanted: Filter | AnyOf, column: str, kept: Collection[FilterOp]) -> bool:
    return column in compared_columns([wanted]) and not (isinstance(wanted, Filter) and wanted.op in kept)

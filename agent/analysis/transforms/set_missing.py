"""set_missing: values that stand for nothing (-99, "n/a") as missing cells."""

from collections.abc import Mapping, Sequence

import narwhals as nw

from agent.analysis.conditions import condition
from agent.analysis.filter_texts import distinct_texts, fold_text
from agent.analysis.ledger import with_note
from agent.analysis.number_text import parse_number
from agent.analysis.rows import Prepared
from agent.analysis.schema import Column, Schema, require
from agent.analysis.source import Frame, Table, records
from agent.analysis.words import count_of
from agent.errors import SpecError
from agent.specs.base import Filter, Scalar
from agent.specs.parse import nearest
from agent.specs.transforms import SetMissing
from registry.profile import DatasetProfile


def set_missing_schema(step: SetMissing, schema: Schema, _: Mapping[str, DatasetProfile]) -> Schema:
    """The same columns. SpecError when one is not there, or a value can stand in none of them."""
    require(schema, step.cols)
    for value in step.values:
        if not any(can_hold(schema[name], value) for name in step.cols):
            raise SpecError(
                f"{value!r} can stand in none of {', '.join(step.cols)}.", "Name a value that the column holds."
            )
    return schema


def set_missing_rows(step: SetMissing, data: Prepared, _: Mapping[str, Table]) -> Prepared:
    """The rows without these values; the ledger counts the cells. SpecError for a value that stands nowhere."""
    set_missing_schema(step, data.schema, {})
    cols = list(dict.fromkeys(step.cols))
    found = {name: _values_of(data.frame, data.schema[name], step.values) for name in cols}
    for value in step.values:
        if not any(value in values for values in found.values()):
            raise _nowhere(data.frame, data.schema, cols, value)
    ledger, made = data.ledger, []
    for name, values in found.items():
        if not values:
            continue
        mask = condition(data.frame, data.schema[name], Filter(col=name, op="in", value=[*values]), values)
        cells = records(data.frame.select(mask.expression.cast(nw.Int64).sum().alias("n")))["n"][0]
        words = ", ".join(map(repr, values))
        ledger = with_note(
            ledger, f"{count_of(int(cells or 0), 'cell')} of {name} set to missing: {words}.", *mask.notes
        )
        made.append(nw.when(~mask.expression).then(nw.col(name)).alias(name))
    return Prepared(data.frame.with_columns(made), data.schema, ledger, data.dataset_ids)


def can_hold(column: Column, value: Scalar) -> bool:
    """Can the value stand in the column? A text may; what holds numbers holds only what reads as one."""
    if column.storage == "number":
        return not isinstance(value, str) or parse_number(value) is not None
    return column.storage != "nothing"


def _values_of(frame: Frame, column: Column, values: Sequence[Scalar]) -> list[Scalar]:
    """Those of the values that the column can hold and, of texts, does hold."""
    possible = [value for value in values if can_hold(column, value)]
    if column.storage != "text" or column.kind == "time" or not possible:
        return possible
    present = {fold_text(text) for text in distinct_texts(frame, column.name)}
    return [value for value in possible if fold_text(str(value)) in present]


def _nowhere(frame: Frame, schema: Schema, cols: Sequence[str], value: Scalar) -> SpecError:
    texts = [text for name in cols if schema[name].storage == "text" for text in distinct_texts(frame, name)]
    near = ", ".join(map(repr, nearest(str(value), texts))) or "none near"
    return SpecError(f"No row has {value!r} in {', '.join(cols)}.", f"Nearest: {near}.")

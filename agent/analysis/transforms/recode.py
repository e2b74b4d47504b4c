"""recode_column: values to labels, or numbers to bins."""

from collections.abc import Mapping
from itertools import pairwise

import narwhals as nw

from agent.analysis.filtering.filter_texts import fold_text, linked_texts
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Column, Schema, column_named
from agent.analysis.frames.source import Table, records
from agent.analysis.transforms.mapping import distinct_values, replace_values
from agent.analysis.words import count_of, say
from agent.errors import SpecError
from agent.specs.base import Scalar
from agent.specs.transforms import RecodeColumn
from registry.profile import DatasetProfile


def recode_schema(step: RecodeColumn, schema: Schema, _: Mapping[str, DatasetProfile]) -> Schema:
    """The columns with the groups added. SpecError when the step is not whole or does not fit the column."""
    column = column_named(schema, step.col)
    if (step.mapping is None) == (step.edges is None):
        raise SpecError("recode_column needs either mapping or edges.", "Give one of the two.")
    if step.edges is None:
        return {**schema, step.name: _mapped_column(step)}
    if column.storage != "number":
        raise SpecError(f"{step.col} ({column.kind}) cannot be cut into bins.", "Use a numeric column, or a mapping.")
    if sorted(set(step.edges)) != step.edges:
        raise SpecError("The edges of recode_column must rise.", "Sort them and leave out repeated ones.")
    if step.labels is not None and len(step.labels) != len(step.edges) - 1:
        raise SpecError(f"{len(step.edges)} edges make {len(step.edges) - 1} bins.", "Give one label a bin.")
    return {**schema, step.name: Column(step.name, "text", "text", order=tuple(_labels(step)))}


def recode_rows(step: RecodeColumn, data: Prepared, _: Mapping[str, Table]) -> Prepared:
    """The rows with the column of groups; the ledger tells how many cells fell into none."""
    column = recode_schema(step, data.schema, {})[step.name]
    recoded = data.with_column(column, _bins(step) if step.edges else _map_strings(step, data))
    new, old = nw.col(step.name), nw.col(step.col)
    if step.name == step.col:
        return recoded
    outside = int(records(recoded.frame.filter(new.is_null() & ~old.is_null()).select(nw.len().alias("n")))["n"][0])
    return recoded.noted(
        say("note.outside", rows=count_of(outside, "row"), column=step.col, name=step.name) if outside else ""
    )


def _labels(step: RecodeColumn) -> list[str]:
    if step.labels is not None:
        return step.labels
    edges = step.edges or []
    last = len(edges) - 2
    return [
        f"{low:g} to {high:g}" if at == last else f"{low:g} to under {high:g}"
        for at, (low, high) in enumerate(pairwise(edges))
    ]


def _bins(step: RecodeColumn) -> nw.Expr:
    """Left edge included, right one not, but for the last bin."""
    cell = nw.col(step.col)
    edges = step.edges or []
    made: nw.Expr = nw.lit(None, dtype=nw.String())
    for at, ((low, high), text) in enumerate(zip(pairwise(edges), _labels(step), strict=True)):
        below = cell <= high if at == len(edges) - 2 else cell < high
        made = nw.when((cell >= low) & below).then(nw.lit(text)).otherwise(made)
    return made


def _mapped_column(step: RecodeColumn) -> Column:
    labels = list((step.mapping or {}).values())
    if _are_numbers(labels):
        return Column(step.name, "number", "number", whole=all(float(label).is_integer() for label in labels))
    return Column(step.name, "text", "text")


def _are_numbers(labels: list[Scalar]) -> bool:
    return all(isinstance(label, int | float) and not isinstance(label, bool) for label in labels)


def _map_strings(step: RecodeColumn, data: Prepared) -> nw.Expr:
    """Values that the mapping does not name keep their own text; where labels are numbers they become missing."""
    column = data.schema[step.col]
    mapping = step.mapping or {}
    to: dict[object, Scalar] = {}
    present = distinct_values(data.frame, step.col)
    for written, label in mapping.items():
        values = (
            linked_texts(data.frame, column, [written]).values
            if column.storage == "text"
            else _cells_written(column, present, written)
        )
        to.update(dict.fromkeys(values, label))
    if _are_numbers(list(mapping.values())):
        return replace_values(step.col, list(to), [float(label) for label in to.values()], nw.Float64())
    texts = [_text(to.get(value, value)) for value in present]
    return replace_values(step.col, present, texts, nw.String())


def _cells_written(column: Column, present: list[object], written: str) -> list[object]:
    found = [value for value in present if fold_text(_text(value)) == fold_text(written)]
    if not found:
        shown = ", ".join(_text(value) for value in present[:5])
        raise SpecError(f"No row has {written!r} in {column.name}.", f"Its values are such as: {shown}.")
    return found


def _text(value: object) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)

"""recode_column: values to labels, numbers to bins, or the largest values apart from all others."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

import narwhals as nw

from agent.analysis.aggregating.aggregates import Metric, aggregate_groups, check_aggregation
from agent.analysis.filtering.filter_texts import fold_text, linked_texts
from agent.analysis.frames.ordering import sort_rows
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Column, Schema, column_named
from agent.analysis.frames.source import Table, records, row_count
from agent.analysis.transforms.mapping import distinct_values, replace_values
from agent.analysis.words import count_of, say
from agent.errors import SpecError
from agent.specs.base import Scalar
from agent.specs.transforms import RecodeColumn
from registry.profile import DatasetProfile


def recode_schema(step: RecodeColumn, schema: Schema, _: Mapping[str, DatasetProfile]) -> Schema:
    """The columns with the groups added. SpecError when the step is not whole or does not fit the column."""
    column = column_named(schema, step.col)
    if step.top_k is not None:
        return {**schema, step.name: _apart_column(step, column, schema)}
    if (step.mapping is None) == (step.edges is None):
        raise SpecError("recode_column needs either mapping, edges or top_k.", "Give one of these.")
    if step.edges is None:
        return {**schema, step.name: _mapped_column(step)}
    if column.storage != "number":
        raise SpecError(f"{step.col} ({column.kind}) cannot be cut into bins.", "Use a numeric column, or a mapping.")
    if sorted(set(step.edges)) != step.edges:
        raise SpecError("The edges of recode_column must rise.", "Sort them and leave out repeated ones.")
    if step.labels is not None and len(step.labels) != len(step.edges) - 1:
        raise SpecError(f"{len(step.edges)} edges make {len(step.edges) - 1} bins.", "Give one label a bin.")
    if step.others is not None and not isinstance(step.others, str):
        raise SpecError(f"The bins have texts as labels; {step.others!r} is none.", "Give others as a text.")
    labels = [*_labels(step), *([step.others] if step.others is not None else [])]
    return {**schema, step.name: Column(step.name, "text", "text", order=tuple(dict.fromkeys(labels)))}


def recode_rows(step: RecodeColumn, data: Prepared, _: Mapping[str, Table]) -> Prepared:
    """The rows with the column of groups; the ledger tells how many cells fell into none."""
    column = recode_schema(step, data.schema, {})[step.name]
    if step.top_k is not None:
        return _largest_apart(step, step.top_k, column, data)
    if step.edges is None:
        return _mapped(step, column, data)
    recoded = data.with_column(column, _bins(step))
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
    outside = nw.lit(None, dtype=nw.String()) if step.others is None else nw.lit(str(step.others))
    made: nw.Expr = nw.when(~cell.is_null()).then(outside)
    for at, ((low, high), text) in enumerate(zip(pairwise(edges), _labels(step), strict=True)):
        below = cell <= high if at == len(edges) - 2 else cell < high
        made = nw.when((cell >= low) & below).then(nw.lit(text)).otherwise(made)
    return made


def _mapped_column(step: RecodeColumn) -> Column:
    labels = _labels_of_mapping(step)
    if _are_numbers(labels):
        return Column(step.name, "number", "number", whole=all(float(label).is_integer() for label in labels))
    return Column(step.name, "text", "text")


def _are_numbers(labels: list[Scalar]) -> bool:
    return all(isinstance(label, int | float) and not isinstance(label, bool) for label in labels)


def _labels_of_mapping(step: RecodeColumn) -> list[Scalar]:
    return [*(step.mapping or {}).values(), *([step.others] if step.others is not None else [])]


def _mapped(step: RecodeColumn, column: Column, data: Prepared) -> Prepared:
    """Values that the mapping does not name get the label for all others, else keep their own text; where labels are
    numbers they become missing. The ledger tells how many rows these are.
    """
    old = data.schema[step.col]
    mapping = step.mapping or {}
    to: dict[object, Scalar] = {}
    present = distinct_values(data.frame, step.col)
    for written, label in mapping.items():
        values = (
            linked_texts(data.frame, old, [written]).values
            if old.storage == "text"
            else _cells_written(old, present, written)
        )
        to.update(dict.fromkeys(values, label))
    unnamed = [value for value in present if value not in to]
    rows = row_count(data.frame.filter(nw.col(step.col).is_in(unnamed))) if unnamed else 0
    are_numbers = _are_numbers(_labels_of_mapping(step))
    if step.others is not None:
        to.update(dict.fromkeys(unnamed, step.others))
    elif not are_numbers:
        to.update({value: _text(value) for value in unnamed})
    dtype = nw.Float64() if are_numbers else nw.String()
    labels = [float(label) if are_numbers else _text(label) for label in to.values()]
    told = "others_named" if step.others is not None else "outside" if are_numbers else "others_kept"
    note = say(f"note.{told}", rows=count_of(rows, "row"), column=step.col, name=step.name, label=f"{step.others}")
    return data.with_column(column, replace_values(step.col, list(to), labels, dtype)).noted(note if rows else "")


def _cells_written(column: Column, present: list[object], written: str) -> list[object]:
    found = [value for value in present if fold_text(_text(value)) == fold_text(written)]
    if not found:
        shown = ", ".join(_text(value) for value in present[:5])
        raise SpecError(f"No row has {written!r} in {column.name}.", f"Its values are such as: {shown}.")
    return found


def _text(value: object) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


# ----------------------------------------------------------------
# The values with the largest figures, and all others as one.


def ranked_by(step: RecodeColumn) -> Metric:
    """What decides which values are the largest."""
    return Metric("*", "count", "__size") if step.order_by is None else Metric(step.order_by, step.agg, "__size")


def _apart_column(step: RecodeColumn, column: Column, schema: Schema) -> Column:
    if column.storage not in ("text", "number", "boolean"):
        raise SpecError(f"{step.col} ({column.kind}) has no values to name.", "Use a column of texts, or a date_part.")
    if step.order_by is not None:
        measured = column_named(schema, step.order_by)
        check_aggregation(measured, step.agg)
        if step.agg in ("min", "max") and measured.storage not in ("number", "boolean"):
            raise SpecError(f"{step.order_by} ({measured.kind}) holds no numbers.", "Rank by a numeric column.")
    order = (*step.labels, str(step.others)) if step.labels else ()
    return Column(step.name, "text", "text", order=tuple(dict.fromkeys(order)))


def _largest_apart(step: RecodeColumn, count: int, column: Column, data: Prepared) -> Prepared:
    """An empty cell stays empty. Of values with the same figure the first in their own order is taken."""
    known = replace(data, frame=data.frame.filter(~nw.col(step.col).is_null()))
    metric = ranked_by(step)
    sizes, notes = aggregate_groups(known, [step.col], [metric])
    found = records(sort_rows(sizes, data.schema, [(metric.name, True), (step.col, False)]).head(count + 1))
    largest, figures = found[step.col][:count], found[metric.name]
    if not step.labels and step.others in [_text(value) for value in largest]:
        raise SpecError(f"{step.others!r} is one of the largest values itself.", "Give others another name.")
    cell, is_large = nw.col(step.col), nw.col(step.col).is_in(largest)
    own = replace_values(step.col, largest, [_text(value) for value in largest], nw.String())
    named = nw.lit(step.labels[0]) if step.labels else own
    made = nw.when(~cell.is_null()).then(nw.when(is_large).then(named).otherwise(nw.lit(str(step.others))))
    rest = row_count(known.frame.filter(~is_large))
    others = say(
        "note.others_named", rows=count_of(rest, "row"), column=step.col, name=step.name, label=str(step.others)
    )
    is_tied = len(figures) > count and figures[count] == figures[count - 1]
    tied = say("note.tied_out", column=step.col, count=count) if is_tied else ""
    return data.with_column(column, made).noted(*notes, others if rest else "", tied)

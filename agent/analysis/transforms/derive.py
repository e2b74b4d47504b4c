"""derive_column: arithmetic row by row."""

from collections.abc import Mapping

import narwhals as nw

from agent.analysis.expressions import term_of, with_figures
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Column, Schema, column_named
from agent.analysis.frames.source import Table, records
from agent.analysis.transforms.mapping import distinct_values, replace_values
from agent.analysis.words import count_of, say
from agent.errors import SpecError
from agent.specs.expressions import columns_in
from agent.specs.transforms import DeriveColumn, TextPart
from registry.profile import DatasetProfile
from registry.values.several_values import parts as several


def derive_schema(step: DeriveColumn, schema: Schema, _: Mapping[str, DatasetProfile]) -> Schema:
    """The columns with the derived one added. SpecError when the expression does not make sense."""
    term = term_of(step.expression, schema)
    if term.moment:
        raise SpecError(f"{step.name} would be a date.", "Take the difference of two dates, or a date_part.")
    if term.gives != "number":
        raise SpecError(f"{step.name} would hold no numbers.", "A column of true and false is made by flag_rows.")
    return {**schema, step.name: Column(step.name, "number", "number", whole=term.whole, unit=term.unit)}


def derive_rows(step: DeriveColumn, data: Prepared, _: Mapping[str, Table]) -> Prepared:
    """The rows with the derived column, in floating point. A row has no value where a part has none, where the
    divisor is 0, and where log or sqrt does not exist; the ledger counts the latter two.
    """
    column = derive_schema(step, data.schema, {})[step.name]
    used = sorted(columns_in(step.expression))
    computed = with_figures(step.expression, data.frame, data.schema)
    derived = data.with_column(column, term_of(computed, data.schema).expression)
    if step.name in used:
        return derived
    lost = derived.frame.filter(nw.col(step.name).is_null())
    for name in used:
        lost = lost.filter(~nw.col(name).is_null())
    count = int(records(lost.select(nw.len().alias("n")))["n"][0])
    return derived.noted(say("note.cannot_compute", name=step.name, rows=count_of(count, "row")) if count else "")


# ----------------------------------------------------------------
# text_part: what stands before or after a mark, a word, the first or last characters, or the length of a text.


def text_part_schema(step: TextPart, schema: Schema, _: Mapping[str, DatasetProfile]) -> Schema:
    """The columns with the part added. SpecError when the column holds no text."""
    column = column_named(schema, step.col)
    if column.storage != "text":
        raise SpecError(f"{step.col} ({column.kind}) holds no text.", "Read it as text with cast_type, or use another.")
    if step.how in _SIZES:
        return {**schema, step.name: Column(step.name, "number", "number", whole=True)}
    return {**schema, step.name: Column(step.name, "text", "text")}


def text_part_rows(step: TextPart, data: Prepared, _: Mapping[str, Table]) -> Prepared:
    """The rows with the part; the ledger counts texts that have no such part."""
    column = text_part_schema(step, data.schema, {})[step.name]
    dtype = nw.Float64() if step.how in _SIZES else nw.String()
    old = distinct_values(data.frame, step.col)
    separator = step.separator or data.schema[step.col].separator
    parts = {text: part_of(step, str(text), separator) for text in old}
    without = [text for text, part in parts.items() if part is None]
    lacking = data.frame.filter(nw.col(step.col).is_in(without)) if without else data.frame.head(0)
    rows = int(records(lacking.select(nw.len().alias("n")))["n"][0])
    present = {text: part for text, part in parts.items() if part is not None}
    made = data.with_column(column, replace_values(step.col, [*present], [*present.values()], dtype))
    return made.noted(
        say("note.text_part", rows=count_of(rows, "row"), column=step.col, name=step.name) if rows else ""
    )


_SIZES = ("length", "count")


def part_of(step: TextPart, text: str, separator: str = "") -> str | float | None:
    """The part of one text, without outer blanks; None where it has none. `separator` parts words and values, blanks
    where it is empty."""
    if step.how == "length":
        return float(len(text))
    if step.how == "count":
        return float(len(set(several(text, separator)) if separator else text.split()))
    if step.how in ("first", "last"):
        return (text.strip()[: step.n] if step.how == "first" else text.strip()[-step.n :]).strip() or None
    if step.how == "word":
        words = [word.strip() for word in text.split(step.separator) if word.strip()]
        place = step.index - 1 if step.index > 0 else len(words) + step.index
        return words[place] if 0 <= place < len(words) else None
    head, mark, tail = text.partition(step.separator or "")
    return ((head if step.how == "before" else tail).strip() or None) if mark else None

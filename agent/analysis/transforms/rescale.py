"""rescale: a column from 0 to 1, or as the distance from its mean in standard deviations."""

from collections.abc import Mapping
from dataclasses import replace

import narwhals as nw

from agent.analysis.fences import USUAL_THRESHOLDS, fences_of
from agent.analysis.frames.ledger import with_step
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Column, Schema, column_named, held_in
from agent.analysis.frames.source import Table, records, row_count
from agent.analysis.words import count_of, refusal, say, unfit
from agent.specs.transforms import Rescale, TreatOutliers
from languages.catalogue import in_language
from registry.profile import DatasetProfile


def rescale_schema(step: Rescale, schema: Schema, _: Mapping[str, DatasetProfile]) -> Schema:
    """The columns with the rescaled one, which has no unit. SpecError when the column holds no measure."""
    column = column_named(schema, step.col)
    if column.storage != "number" or column.kind == "identifier":
        raise unfit("needs_numbers", what=say("needing.scale"), column=step.col, kind=held_in(column))
    name = step.name or step.col
    made = Column(name, "number", "number")
    return {**schema, name: made}


def rescale_rows(step: Rescale, data: Prepared, _: Mapping[str, Table]) -> Prepared:
    """The rows with the column on its new scale. DataError when all values are equal. The ledger says by what."""
    schema = rescale_schema(step, data.schema, {})
    cell = nw.col(step.col).cast(nw.Float64)
    if step.method == "minmax":
        ends = {"low": cell.min(), "high": cell.max()}
        low, high = _two(data, ends)
        centre, spread, said = low, high - low, say("rescale.minmax")
    else:
        centre, spread = _two(data, {"mean": cell.mean(), "std": cell.std(ddof=step.ddof)})
        said = say("rescale.sample" if step.ddof else "rescale.population")
    if not spread > 0:
        raise refusal("no_scale", column=step.col)
    name = step.name or step.col
    scaled = data.with_column(schema[name], (cell - centre) / spread)
    return replace(scaled, schema=schema).noted(say("note.rescaled", column=step.col, how=said))


def _two(data: Prepared, wanted: Mapping[str, nw.Expr]) -> tuple[float, float]:
    found = records(data.frame.select([expression.alias(name) for name, expression in wanted.items()]))
    first, second = (float("nan") if values[0] is None else float(values[0]) for values in found.values())
    return first, second


# ----------------------------------------------------------------
# treat_outliers: rows with an outlying value dropped, or the value clipped to the limits.


def treat_schema(step: TreatOutliers, schema: Schema, _: Mapping[str, DatasetProfile]) -> Schema:
    """The same columns. SpecError when the column holds no measure."""
    column = column_named(schema, step.col)
    if column.storage != "number" or column.kind == "identifier":
        raise unfit("needs_numbers", what=say("needing.outliers"), column=step.col, kind=held_in(column))
    return schema if step.action == "drop" else {**schema, step.col: replace(column, whole=False)}


def treat_rows(step: TreatOutliers, data: Prepared, _: Mapping[str, Table]) -> Prepared:
    """The rows within the limits, or all rows with outlying values at the limit. Rows without a value stay.

    DataError as the measure outliers has it: no values, or no spread.
    """
    schema = treat_schema(step, data.schema, {})
    fences = fences_of(data.frame, step.col, step.method, step.threshold, step.side, step.ddof)
    cell = nw.col(step.col).cast(nw.Float64)
    if step.action == "clip":
        count = row_count(data.frame.filter(fences.outlying))
        capped = nw.when(fences.outlying).then(
            nw.when(cell < fences.lower).then(nw.lit(fences.lower)).otherwise(nw.lit(fences.upper))
        )
        clipped = data.with_column(schema[step.col], capped.otherwise(cell))
        return clipped.noted(
            say("note.clipped", values=count_of(count, "outlying_value"), column=step.col, rule=_rule(step))
        )
    kept = data.frame.filter(~fences.outlying | nw.col(step.col).is_null())
    ledger = with_step(
        data.ledger, "outliers dropped", say("detail.outlying", column=step.col, rule=_rule(step)), row_count(kept)
    )
    return Prepared(kept, schema, ledger, data.dataset_ids)


def _rule(step: TreatOutliers) -> str:
    reach = step.threshold or USUAL_THRESHOLDS[step.method]
    rule = say(f"rule.{step.method}", reach=in_language(f"{reach:g}"))
    if step.method == "zscore":
        rule = say("rule.of_population" if step.ddof == 0 else "rule.of_sample", rule=rule)
    ends = {"low": "rule.below", "high": "rule.above"}
    return say(ends[step.side], rule=rule) if step.side in ends else rule

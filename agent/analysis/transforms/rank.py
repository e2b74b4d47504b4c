"""rank_rows: the place of each row by a number or date."""

from collections.abc import Mapping

import narwhals as nw

from agent.analysis.rows import Prepared
from agent.analysis.schema import Column, Schema, column_named, require
from agent.analysis.source import Table
from agent.errors import SpecError
from agent.specs.transforms import RankRows
from registry.profile import DatasetProfile


def rank_schema(step: RankRows, schema: Schema, _: Mapping[str, DatasetProfile]) -> Schema:
    """The columns with the place added. SpecError when the order is none of numbers or dates."""
    column = column_named(schema, step.order_by)
    require(schema, step.by)
    if column.storage not in ("number", "moment"):
        raise SpecError(f"{step.order_by} ({column.kind}) gives rows no place.", "Order by a number or a date.")
    return {**schema, step.name: Column(step.name, "number", "number", whole=step.ties != "average", plain=True)}


def rank_rows(step: RankRows, data: Prepared, _: Mapping[str, Table]) -> Prepared:
    """The rows with their places; none where `order_by` is missing."""
    column = rank_schema(step, data.schema, {})[step.name]
    place = nw.col(step.order_by).rank(step.ties, descending=not step.ascending)
    within = place.over(*step.by) if step.by else place
    present = ~nw.col(step.order_by).is_null()
    return data.with_column(column, nw.when(present).then(within.cast(nw.Float64)))

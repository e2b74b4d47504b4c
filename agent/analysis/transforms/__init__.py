"""The steps of `prepare`: each says what columns it leaves, and does it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Schema
from agent.analysis.frames.source import Table
from agent.analysis.transforms.aggregate import aggregate_rows, aggregate_schema
from agent.analysis.transforms.cast import cast_rows, cast_schema
from agent.analysis.transforms.dateparts import part_rows, part_schema
from agent.analysis.transforms.derive import derive_rows, derive_schema, text_part_rows, text_part_schema
from agent.analysis.transforms.fill import fill_rows, fill_schema, set_missing_rows, set_missing_schema
from agent.analysis.transforms.join import join_rows, join_schema
from agent.analysis.transforms.recode import recode_rows, recode_schema
from agent.analysis.transforms.rescale import rescale_rows, rescale_schema, treat_rows, treat_schema
from agent.analysis.transforms.selection import (
    drop_duplicates_rows,
    drop_missing_rows,
    filter_rows,
    flag_rows,
    flag_schema,
    keeps_columns,
)
from agent.analysis.transforms.split_values import split_values_rows, split_values_schema
from agent.analysis.transforms.unpivot import unpivot_rows, unpivot_schema
from agent.analysis.transforms.windows import window_rows, window_schema
from registry.profile import DatasetProfile


@dataclass(frozen=True)
class Step:
    """`schema` follows the columns without rows (SpecError when they do not fit); `apply` does the step."""

    schema: Callable[[Any, Schema, Mapping[str, DatasetProfile]], Schema]
    apply: Callable[[Any, Prepared, Mapping[str, Table]], Prepared]


STEPS: Mapping[str, Step] = {
    "cast_type": Step(cast_schema, cast_rows),
    "filter_rows": Step(keeps_columns, filter_rows),
    "flag_rows": Step(flag_schema, flag_rows),
    "derive_column": Step(derive_schema, derive_rows),
    "date_part": Step(part_schema, part_rows),
    "text_part": Step(text_part_schema, text_part_rows),
    "recode_column": Step(recode_schema, recode_rows),
    "drop_missing": Step(keeps_columns, drop_missing_rows),
    "set_missing": Step(set_missing_schema, set_missing_rows),
    "fill_missing": Step(fill_schema, fill_rows),
    "rescale": Step(rescale_schema, rescale_rows),
    "window": Step(window_schema, window_rows),
    "treat_outliers": Step(treat_schema, treat_rows),
    "drop_duplicates": Step(keeps_columns, drop_duplicates_rows),
    "join": Step(join_schema, join_rows),
    "unpivot": Step(unpivot_schema, unpivot_rows),
    "split_values": Step(split_values_schema, split_values_rows),
    "aggregate": Step(aggregate_schema, aggregate_rows),
}

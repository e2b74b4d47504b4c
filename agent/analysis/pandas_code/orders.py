"""Texts of the data in their own order (months, sizes, bands), so that a program sorts them as the vocabulary does."""

from collections.abc import Iterator

from agent.analysis.pandas_code.program import Program, assign, cell, list_code
from agent.specs.parse import Spec
from registry.profile import DatasetProfile

_KEYS = ("group_cols", "group_col", "group", "by", "rows", "columns", "x", "color")
"""Fields of specs that name what the rows of a result stand for. Of a list of columns that are measured, none does."""
_OF_ROWS = ("row_lookup", "duplicate_check", "outliers")
"""Measures that show rows of the data, sorted by whichever column."""
_OF_VALUES = ("value_counts",)


def own_orders(program: Program, spec: Spec, profile: DatasetProfile) -> None:
    """The lines that make ordered categories of the columns that the results are sorted by."""
    for name in dict.fromkeys(_sorted_by(program, spec)):
        known, now = profile.column(name), program.schema.get(name)
        if known is not None and known.order and now is not None and now.order == known.order:
            assign(program, name, f"pd.Categorical({cell(name)}, {list_code(known.order)}, ordered=True)")


def _sorted_by(program: Program, spec: Spec) -> Iterator[str]:
    measured = spec.measure if spec.type == "plot" and hasattr(spec, "measure") else spec
    for each in (spec, measured):
        op = getattr(each, "op", "")
        if op in _OF_ROWS:
            yield from program.schema
        keys = (*_KEYS, "column") if op in _OF_VALUES else _KEYS
        named = [getattr(each, key, None) for key in keys if op not in ("column_summary",) or key == "by"]
        for key, found in zip(keys, named, strict=False):
            if isinstance(found, str):
                yield found
            elif isinstance(found, list) and key != "columns":
                yield from found

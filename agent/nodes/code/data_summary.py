"""The data in words, in two tiers: every column in one short line, chosen columns in detail (seed 000, node 2)."""

from collections.abc import Collection, Sequence

from registry.profile import ColumnProfile, DatasetProfile

SMALL = 30
"""Up to so many columns, all of them are profiled in detail."""
TOP_VALUES = 5


def column_count(profiles: Sequence[DatasetProfile]) -> int:
    """The columns of all data sets together."""
    return sum(len(profile.columns) for profile in profiles)


def is_wide(profiles: Sequence[DatasetProfile]) -> bool:
    """Whether there are too many columns to profile all of them in detail."""
    return column_count(profiles) > SMALL


def compact_overview(profiles: Sequence[DatasetProfile]) -> str:
    """Summary A: `column (dtype), unique=X, mean=Y, missing=Z%`, a line a column."""
    return "\n".join(
        line
        for profile in profiles
        for line in (_heading(profile), *(_compact(column) for column in profile.columns))
    )  # fmt: skip


def detailed_profile(profiles: Sequence[DatasetProfile], columns: Collection[str] | None = None) -> str:
    """Summary B: range, mean and SD, unique count, top values, samples; None means all columns."""
    lines: list[str] = []
    for profile in profiles:
        shown = [column for column in profile.columns if columns is None or column.name in columns]
        lines += [_heading(profile), *(_describe_column(column) for column in shown)] if shown else []
    return "\n".join(lines)


def _heading(profile: DatasetProfile) -> str:
    return f"{profile.dataset_id} ({profile.name!r}): {profile.rows} rows, {len(profile.columns)} columns"


def _compact(column: ColumnProfile) -> str:
    mean = f", mean={column.numeric.mean:.4g}" if column.numeric else ""
    return f"{column.name!r} ({column.dtype}), unique={column.unique}{mean}, missing={column.missing_share:.1%}"


def _describe_column(column: ColumnProfile) -> str:
    parts = [f"{column.name!r} ({column.kind}, {column.dtype})", f"missing={column.missing_share:.1%}"]
    parts.append(f"unique={column.unique}")
    if column.numeric:
        numbers = column.numeric
        parts += [f"range={numbers.minimum:.6g} to {numbers.maximum:.6g}", f"mean={numbers.mean:.6g}"]
        parts.append(f"std={numbers.std:.6g}")
    if column.first:
        parts.append(f"from {column.first} to {column.last}")
    if column.unit:
        parts.append(f"unit={column.unit}")
    if column.top_values:
        parts.append("top values: " + ", ".join(f"{top.value!r} {top.count}" for top in column.top_values[:TOP_VALUES]))
    if column.samples:
        parts.append("samples: " + ", ".join(repr(sample) for sample in column.samples))
    return "; ".join(parts)

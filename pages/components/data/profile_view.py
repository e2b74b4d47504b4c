"""What is known of each column, and the first rows as they were read."""

import pandas as pd
import streamlit as st

from pages.components.catalogue import amount, in_signs, say
from pages.components.escape import showable
from registry.dataset import Dataset
from registry.profile import ColumnProfile, DatasetProfile

PREVIEW_ROWS = 200
_HEADINGS = ("column", "kind", "missing", "missing_share", "different", "content", "unit", "meaning")


def show_profile(dataset: Dataset) -> None:
    """One line a column: kind, how complete, how many different values, what stands in it."""
    columns_table(dataset.profile, f"profile_{dataset.dataset_id}_{dataset.version}")


def columns_table(profile: DatasetProfile, key: str) -> None:
    """The columns of a table, a line each; what they mean where that is known."""
    rows = [_line(column) for column in profile.columns]
    heads = {name: say(f"profile.{name}") for name in _HEADINGS}
    shown = pd.DataFrame(rows, columns=list(heads.values()))
    meaning = heads["meaning"]
    st.dataframe(
        shown if shown[meaning].any() else shown.drop(columns=meaning),
        hide_index=True,
        key=key,
        column_config={heads["missing_share"]: st.column_config.NumberColumn(format="%.1f")},
        alt=say("profile.alt"),
    )


def show_preview(dataset: Dataset) -> None:
    """The first rows, as they were read."""
    first_rows(dataset.head(PREVIEW_ROWS), f"preview_{dataset.dataset_id}_{dataset.version}", dataset.profile.rows)


def _are_days(moments: "pd.Series[pd.Timestamp]") -> bool:
    known = moments.dropna()
    return bool((known == known.dt.normalize()).all())


def first_rows(frame: pd.DataFrame, key: str, total: int | None = None) -> None:
    """The first rows of a table; `total` says how many it has where `frame` is not all of it."""
    head = frame.head(PREVIEW_ROWS)
    days = [str(name) for name in head.columns if head[name].dtype.kind == "M" and _are_days(head[name])]
    st.dataframe(
        head.rename(columns={name: showable(str(name)) for name in head.columns}),
        hide_index=True,
        key=key,
        column_config={showable(name): st.column_config.DateColumn(format="YYYY-MM-DD") for name in days},
        alt=say("profile.rows_alt"),
    )
    total = len(frame) if total is None else total
    if total > PREVIEW_ROWS:
        st.caption(say("profile.first", shown=PREVIEW_ROWS, total=total))


def _line(column: ColumnProfile) -> tuple[str, str, int, float, int, str, str, str]:
    return (
        showable(column.name),
        say(f"kind.{column.kind}"),
        column.missing,
        column.missing_share * 100,
        column.unique,
        showable(_content(column)),
        column.unit or "",
        showable(column.description),
    )


def _content(column: ColumnProfile) -> str:
    if column.numeric is not None:
        numbers = column.numeric
        low, high, mean = (in_signs(f"{one:,.6g}") for one in (numbers.minimum, numbers.maximum, numbers.mean))
        return say("profile.numbers", low=low, high=high, mean=mean)
    if column.first is not None and column.last is not None:
        return say("profile.dates", first=str(column.first), last=str(column.last))
    if column.kind == "identifier":
        return ", ".join(column.samples[:4])
    return ", ".join(f"{top.value} ({amount(top.count)})" for top in column.top_values[:5])

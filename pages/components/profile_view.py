"""What is known of each column, and the first rows as they were read."""

import pandas as pd
import streamlit as st

from pages.components.escape import showable
from registry.dataset import Dataset
from registry.profile import ColumnKind, ColumnProfile, DatasetProfile

PREVIEW_ROWS = 200
_HEADINGS = ("Column", "Kind", "Missing", "Missing %", "Different", "What stands in it", "Unit", "Meaning")
_KINDS: dict[ColumnKind, str] = {
    "number": "number",
    "text": "text",
    "date": "date",
    "datetime": "date and time",
    "time": "time of day",
    "boolean": "yes or no",
    "identifier": "identifier",
    "ambiguous_date": "date, order unknown",
    "empty": "empty",
}


def show_profile(dataset: Dataset) -> None:
    """One line a column: kind, how complete, how many different values, what stands in it."""
    columns_table(dataset.profile, f"profile_{dataset.dataset_id}_{dataset.version}")


def columns_table(profile: DatasetProfile, key: str) -> None:
    """The columns of a table, a line each; what they mean where that is known."""
    rows = [_line(column) for column in profile.columns]
    shown = pd.DataFrame(rows, columns=list(_HEADINGS))
    st.dataframe(
        shown if shown["Meaning"].any() else shown.drop(columns="Meaning"),
        hide_index=True,
        key=key,
        column_config={"Missing %": st.column_config.NumberColumn(format="%.1f")},
        alt="Profile of every column",
    )


def show_preview(dataset: Dataset) -> None:
    """The first rows, as they were read."""
    first_rows(dataset.frame, f"preview_{dataset.dataset_id}_{dataset.version}")


def _are_days(moments: "pd.Series[pd.Timestamp]") -> bool:
    known = moments.dropna()
    return bool((known == known.dt.normalize()).all())


def first_rows(frame: pd.DataFrame, key: str) -> None:
    """The first rows of a table."""
    head = frame.head(PREVIEW_ROWS)
    days = [str(name) for name in head.columns if head[name].dtype.kind == "M" and _are_days(head[name])]
    st.dataframe(
        head.rename(columns={name: showable(str(name)) for name in head.columns}),
        hide_index=True,
        key=key,
        column_config={showable(name): st.column_config.DateColumn(format="YYYY-MM-DD") for name in days},
        alt="The first rows of the data set",
    )
    if len(frame) > PREVIEW_ROWS:
        st.caption(f"The first {PREVIEW_ROWS} of {len(frame):,} rows.")


def _line(column: ColumnProfile) -> tuple[str, str, int, float, int, str, str, str]:
    return (
        showable(column.name),
        _KINDS[column.kind],
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
        return f"{numbers.minimum:,.6g} to {numbers.maximum:,.6g}, mean {numbers.mean:,.6g}"
    if column.first is not None and column.last is not None:
        return f"{column.first} to {column.last}"
    if column.kind == "identifier":
        return ", ".join(column.samples[:4])
    return ", ".join(f"{top.value} ({top.count:,})" for top in column.top_values[:5])

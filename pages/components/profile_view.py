"""What is known of each column, and the first rows as they were read."""

import pandas as pd
import streamlit as st

from pages.components.escape import showable
from registry.dataset import Dataset
from registry.profile import ColumnKind, ColumnProfile

PREVIEW_ROWS = 200
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
    rows = [_line(column) for column in dataset.profile.columns]
    st.dataframe(
        pd.DataFrame(
            rows, columns=["Column", "Kind", "Missing", "Missing %", "Different", "What stands in it", "Unit"]
        ),
        hide_index=True,
        key=f"profile_{dataset.dataset_id}_{dataset.version}",
        column_config={"Missing %": st.column_config.NumberColumn(format="%.1f")},
        alt="Profile of every column",
    )


def show_preview(dataset: Dataset) -> None:
    """The first rows, as they were read."""
    head = dataset.frame.head(PREVIEW_ROWS)
    st.dataframe(
        head.rename(columns={name: showable(str(name)) for name in head.columns}),
        hide_index=True,
        key=f"preview_{dataset.dataset_id}_{dataset.version}",
        alt="The first rows of the data set",
    )
    if len(dataset.frame) > PREVIEW_ROWS:
        st.caption(f"The first {PREVIEW_ROWS} of {len(dataset.frame):,} rows.")


def _line(column: ColumnProfile) -> tuple[str, str, int, float, int, str, str]:
    return (
        showable(column.name),
        _KINDS[column.kind],
        column.missing,
        column.missing_share * 100,
        column.unique,
        showable(_content(column)),
        column.unit or "",
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

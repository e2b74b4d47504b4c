"""Columns are spelled as in the data; what a spec makes itself is called as it says."""

from typing import Any

import pytest

from agent.reasoning.chat.shown.linking import link_columns
from registry.profile import DatasetProfile
from registry.store import DatasetStore


@pytest.fixture(scope="module")
def works() -> DatasetProfile:
    """A table with a column that a spec may want to call a figure by."""
    return DatasetStore().add("owner", "works.csv", b"Artist,On display\nA,yes\nB,no\n").profile


SHOWN: dict[str, Any] = {
    "on_display": {"col": "*", "agg": "count", "filters": [{"col": "on display", "op": "==", "value": "yes"}]}
}


def test_a_condition_on_a_figure_names_the_figure(works: DatasetProfile) -> None:
    having: Any = [{"col": "on_display", "op": "==", "value": 0}]
    linked: Any = link_columns({"group_cols": ["artist"], "quantities": SHOWN, "having": having}, [works])
    assert linked["having"] == having
    assert linked["group_cols"] == ["Artist"]
    assert linked["quantities"]["on_display"]["filters"][0]["col"] == "On display"


def test_a_column_that_a_step_adds_is_called_as_the_step_says(works: DatasetProfile) -> None:
    flag: Any = {
        "step": "flag_rows",
        "name": "on_display",
        "filters": [{"col": "ON DISPLAY", "op": "==", "value": "yes"}],
    }
    kept: Any = [{"col": "on_display", "op": "==", "value": True}]
    linked: Any = link_columns({"prepare": [flag], "filters": kept}, [works])
    assert linked["filters"] == kept
    assert linked["prepare"][0]["filters"][0]["col"] == "On display"

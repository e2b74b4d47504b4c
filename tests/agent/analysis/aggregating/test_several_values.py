"""Where rows are grouped by a column of several choices in one cell, each choice is counted under the answer."""

import pytest

from agent.analysis.execute import execute_analysis
from agent.analysis.frames.source import Table
from agent.specs.parse import parse_spec
from registry.store import DatasetStore

SURVEY = b"""who,devices,age
a,phone;laptop,30
b,phone,20
c,tablet;phone;laptop,40
d,laptop,50
e,,35
f,phone;tablet,25
"""


def notes(**spec: object) -> list[str]:
    data = DatasetStore().add("owner", "survey.csv", SURVEY)
    parsed = parse_spec({"type": "analysis", **spec})
    assert parsed.type == "analysis"
    made = execute_analysis(parsed, {data.dataset_id: Table(data.dataset_id, data.name, data.frame, data.profile)})
    ledger = made[0]["ledger"]
    assert ledger is not None
    return [note for note in ledger["notes"] if "several values" in note]


@pytest.mark.parametrize(
    "spec",
    [
        {"op": "value_counts", "column": "devices"},
        {"op": "groupby_agg", "metrics": {"age": ["mean"]}, "group_cols": ["devices"]},
    ],
)
def test_each_choice_is_counted_under_the_answer(spec: dict[str, object]) -> None:
    (note,) = notes(**spec)
    assert "parted by “;”" in note
    assert note.endswith("phone 4, laptop 3, tablet 2.")


def test_only_the_rows_that_are_asked_about_are_counted() -> None:
    young = [{"col": "age", "op": "<", "value": 35}]
    (note,) = notes(op="value_counts", column="devices", filters=young)
    assert note.endswith("phone 3, laptop 1, tablet 1.")


def test_nothing_is_said_where_another_column_makes_the_groups() -> None:
    assert not notes(op="value_counts", column="who")

"""A row of each value that a cell lists, on both engines: each counted once, rows that list one kept, blanks stay."""

from typing import Any

import pandas as pd
import pytest

from agent.analysis.execute import execute_analysis
from agent.analysis.frames.source import Table
from agent.errors import SpecError
from agent.specs.parse import parse_analysis
from registry.store import DatasetStore
from tests.agent.analysis.made_tables import ENGINES, Engine, rows, run, table

STAFF = pd.DataFrame({
    "name": pd.Series(["Ann", "Bob", "Cem", "Dora", "Eva"], dtype="str"),
    "skills": pd.Series(["Python; Excel", "Excel", None, "SQL;Python ; SQL", "; "], dtype="str"),
    "tags": pd.Series(["['a', 'b c']", "[]", "['a']", None, "plain"], dtype="str"),
    "pay": [50, 40, 30, 70, 20],
})  # fmt: skip
SPLIT: dict[str, Any] = {"step": "split_values", "col": "skills", "separator": ";"}


@pytest.mark.parametrize("engine", ENGINES)
def test_each_value_is_counted_once_a_cell(engine: Engine) -> None:
    spec = {"op": "groupby_agg", "group_cols": ["skills"], "metrics": {"*": ["count"], "pay": ["mean"]}}
    (found,) = run({**spec, "prepare": [SPLIT]}, table(STAFF, engine))
    assert rows(found) == [["Excel", 2, 45], ["Python", 2, 60], ["SQL", 1, 70], [None, 2, 25]]
    ledger = found["ledger"]
    assert ledger is not None and ledger["rows_used"] == 5 and ledger["rows_made"]["rows"] == 7
    by_pandas = STAFF.assign(one=STAFF["skills"].str.split(";")).explode("one")["one"].str.strip()
    assert by_pandas[by_pandas == "Python"].size == 2 and by_pandas[by_pandas == "SQL"].index.nunique() == 1


@pytest.mark.parametrize("engine", ENGINES)
def test_rows_that_list_a_value_are_kept_without_those_that_only_contain_it(engine: Engine) -> None:
    spec = {"op": "row_lookup", "columns": ["name", "pay"], "order_by": "pay", "prepare": [SPLIT],
            "filters": [{"col": "skills", "op": "==", "value": "python"}]}  # fmt: skip
    assert rows(run(spec, table(STAFF, engine))[0]) == [["Ann", 50], ["Dora", 70]]
    tags = {"op": "value_counts", "column": "tags", "dropna": True, "prepare": [
        {"step": "split_values", "col": "tags", "separator": "[]"}]}  # fmt: skip
    assert [row[:2] for row in rows(run(tags, table(STAFF, engine))[0])] == [["a", 2], ["b c", 1], ["plain", 1]]


def test_the_rows_of_one_row_stand_side_by_side_in_the_order_of_the_file() -> None:
    spec = {"op": "row_lookup", "which": "first", "k": 5, "columns": ["name", "skills"], "prepare": [SPLIT]}
    assert rows(run(spec, table(STAFF))[0]) == [
        ["Ann", "Python"], ["Ann", "Excel"], ["Bob", "Excel"], ["Cem", None], ["Dora", "SQL"],
    ]  # fmt: skip


def test_what_parts_the_values_is_known_of_such_columns() -> None:
    survey = b"who,devices\na,phone;laptop\nb,phone\nc,tablet;phone;laptop\nd,laptop\ne,\nf,phone;tablet\n"
    data = DatasetStore().add("owner", "survey.csv", survey)
    held = {data.dataset_id: Table(data.dataset_id, data.name, data.frame, data.profile)}
    step: dict[str, Any] = {"step": "split_values", "col": "devices"}
    spec = parse_analysis({"op": "value_counts", "column": "devices", "prepare": [step]})
    (found,) = execute_analysis(spec, held)
    assert [row[:2] for row in rows(found)] == [["phone", 4], ["laptop", 3], ["tablet", 2], [None, 1]]
    for col, words in (("who", "hold one value each"), ("device", "Nearest: devices")):
        with pytest.raises(SpecError, match=words):
            execute_analysis(
                parse_analysis({"op": "value_counts", "column": "devices", "prepare": [{**step, "col": col}]}), held
            )


def test_numbers_list_nothing() -> None:
    with pytest.raises(SpecError, match="lists no values"):
        run({"op": "row_lookup", "prepare": [{**SPLIT, "col": "pay"}]}, table(STAFF))

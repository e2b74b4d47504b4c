"""Rows of the data are counted as what they are, whatever steps make several rows of one."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.analysis.execute import execute_analysis
from agent.analysis.frames.ledger import AGGREGATE, made_in_words, of_data, open_ledger, with_step
from agent.analysis.frames.source import Table
from agent.artifacts import Ledger
from agent.specs.parse import parse_analysis
from registry.store import DatasetStore

SALES = b"shop,may,june\nA,10,20\nB,30,\nC,50,60\n"
VISITS = b"shop,visitor\nA,Ann\nA,Bob\nB,Cid\n"
UNPIVOT = {"step": "unpivot", "cols": ["may", "june"], "name": "month", "value": "sold"}


@pytest.fixture(scope="module")
def store() -> DatasetStore:
    kept = DatasetStore()
    kept.add("o", "sales.csv", SALES)
    kept.add("o", "visits.csv", VISITS)
    return kept


def ledger(store: DatasetStore, steps: Sequence[Mapping[str, Any]], metrics: Mapping[str, Any], **more: Any) -> Ledger:
    sales, visits = store.datasets("o")
    tables = {one.dataset_id: Table(one.dataset_id, one.name, one.frame, one.profile) for one in (sales, visits)}
    prepare = [{**step, "dataset_id": visits.dataset_id} if step["step"] == "join" else step for step in steps]
    spec = {"op": "groupby_agg", "dataset_id": sales.dataset_id, "prepare": prepare, "metrics": metrics, **more}
    found = execute_analysis(parse_analysis(spec), tables)[0]["ledger"]
    assert found is not None
    return found


def counted(found: Ledger) -> tuple[int, str]:
    return found["rows_used"], made_in_words(found.get("rows_made"))


def test_rows_that_become_several_stay_the_rows_that_they_are(store: DatasetStore) -> None:
    assert counted(ledger(store, [UNPIVOT], {"*": ["count"]})) == (3, " (6 after unpivot)")
    assert counted(ledger(store, [UNPIVOT], {"sold": ["sum"]})) == (3, " (5 after unpivot)")


def test_no_more_rows_are_used_than_are_left_of_those_made(store: DatasetStore) -> None:
    one = [{"col": "sold", "op": "==", "value": 60}]
    assert counted(ledger(store, [UNPIVOT], {"*": ["count"]}, filters=one)) == (1, " (1 after unpivot)")


def test_rows_with_several_partners_count_once(store: DatasetStore) -> None:
    def join(how: str) -> list[dict[str, Any]]:
        step = {"step": "join", "left_on": ["shop"], "right_on": ["shop"], "how": how}
        return [step if how == "semi" else {**step, "columns": ["visitor"], "distinct_right": False}]

    assert counted(ledger(store, join("left"), {"*": ["count"]})) == (3, " (4 after join)")
    assert counted(ledger(store, join("inner"), {"*": ["count"]})) == (2, " (3 after join)")
    assert counted(ledger(store, join("semi"), {"*": ["count"]})) == (2, "")


def test_groups_of_made_rows_are_counted_as_what_they_were_made_of(store: DatasetStore) -> None:
    monthly = {"step": "aggregate", "by": ["month"], "metrics": {"sold": ["sum"]}}
    assert counted(ledger(store, [UNPIVOT, monthly], {"sold_sum": ["mean"]})) == (3, " (6 after unpivot)")


@given(st.integers(0, 50), st.lists(st.tuples(st.sampled_from(["filter", "unpivot", AGGREGATE]), st.integers(0, 9))))
def test_never_more_rows_are_used_than_the_data_have(total: int, steps: list[tuple[str, int]]) -> None:
    found = open_ledger("d", total)
    for name, number in steps:
        before = found["rows_used"]
        if name == "unpivot":
            found = with_step(found, name, "", before * (number + 1), sources=before)
        else:
            found = with_step(found, name, "", min(before, number))
    assert of_data(found)["rows_used"] <= total

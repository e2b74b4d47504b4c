"""Two specs give the same answer when what matters of their results is the same, whatever they are called."""

import pytest

from agent.analysis.frames.source import Table
from agent.specs.parse import parse_spec
from registry.store import DatasetStore
from training.results import execute_specs, same_answer

SALES = b"""shop,item,sold,price,back
A,tea,2024-01-03,2.5,N
A,cake,2024-01-20,4.0,Y
B,tea,2024-02-04,2.5,N
C,cake,2024-02-11,5.5,N
C,tea,2024-03-01,3.0,N
"""


def count(**more: object) -> dict[str, object]:
    return {"op": "groupby_agg", "metrics": {"*": ["count"]}, **more}


def price(aggregation: str, **more: object) -> dict[str, object]:
    return {"op": "groupby_agg", "metrics": {"price": [aggregation]}, **more}


RETURNED = {"filters": [{"col": "back", "op": "==", "value": "Y"}]}
BEST = {"group_cols": ["item"], "sort": {"by": "price_sum", "ascending": False}}
CASES = [
    (count(group_cols=["shop"]), {"op": "value_counts", "column": "shop"}, True),
    (count(group_cols=["shop"]), {"kind": "bar", "x": "shop", "agg": "count"}, True),
    ({"kind": "bar", "x": "shop", "agg": "count"}, count(group_cols=["shop"]), False),
    (count(), {"op": "groupby_agg", "metrics": {"price": ["count"]}}, True),
    (count(**RETURNED), {"op": "share_ratio", "mode": "ratio", "numerator": RETURNED, "denominator": {}}, False),
    (price("mean"), price("median"), False),
    (price("sum", **BEST, top_k=1), price("sum", **BEST), True),
    (price("sum", **BEST, top_k=1), price("sum", group_cols=["shop"], sort=BEST["sort"]), False),
    (price("mean", group_cols=["shop"]), price("mean", group_cols=["shop", "item"]), False),
    (price("max"), {"op": "row_lookup", "which": "max", "order_by": "price"}, True),
    ({"kind": "hist", "x": "price"}, {"kind": "hist", "x": "price", "bins": 3}, True),
    ({"kind": "hist", "x": "price"}, {"kind": "hist", "x": "price", **RETURNED}, False),
    (
        {"op": "pivot_table", "rows": "shop", "columns": "item", "value": {"col": "price", "agg": "sum"}},
        price("sum", group_cols=["shop", "item"]),
        True,
    ),
]


@pytest.mark.parametrize(("wanted", "told", "same"), CASES)
def test_results_are_compared_not_specs(wanted: dict[str, object], told: dict[str, object], same: bool) -> None:
    data = DatasetStore().add("o", "sales.csv", SALES)
    tables = {data.dataset_id: Table(data.dataset_id, data.name, data.frame, data.profile)}
    gave = [execute_specs([parse_spec({"dataset_id": data.dataset_id, **one})], tables) for one in (wanted, told)]
    assert same_answer(gave[0], gave[1]) is same

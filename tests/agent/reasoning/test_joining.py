"""A column of another table comes in by the one join that can be meant; where several can, nothing is added."""

import csv
import io
from collections.abc import Mapping

from agent.reasoning.naming import bring_columns_in
from agent.specs.parse import Spec, parse_spec
from agent.specs.plots import Plot
from registry.store import DatasetStore

SALES = "store_no,week,net\n" + "".join(f"S{n % 4},{n},{n * 10}\n" for n in range(1, 13))
STORES = "store_id,cluster,opened\nS0,A,2019-01-01\nS1,B,2020-01-01\nS2,A,2021-01-01\nS3,C,2021-05-01\n"
BY_CLUSTER = {"op": "groupby_agg", "group_cols": ["cluster"], "metrics": {"net": ["sum"]}}


def completed(spec: Mapping[str, object], *files: str) -> tuple[Spec, Spec, list[str]]:
    """A spec over the first file, the spec with what was brought in, and the ids of the files."""
    store = DatasetStore()
    ids = [store.add("me", f"table{place}.csv", content.encode()).dataset_id for place, content in enumerate(files)]
    asked = parse_spec({**spec, "dataset_id": ids[0]})
    profiles = [dataset.profile for dataset in store.datasets("me")]
    return asked, bring_columns_in(asked, profiles, store.shared_keys("me")), ids


def test_a_column_of_the_other_table_is_joined_by_the_key_that_names_each_row_of_it_once() -> None:
    _, told, ids = completed(BY_CLUSTER, SALES, STORES)
    assert not isinstance(told, Plot)
    (step,) = told.prepare
    assert step.model_dump(exclude_defaults=True) == {
        "dataset_id": ids[1], "left_on": ["store_no"], "right_on": ["store_id"], "columns": ["cluster"],
    }  # fmt: skip


def test_a_reading_all_of_whose_columns_stand_in_the_other_table_is_about_that_table() -> None:
    _, told, ids = completed(
        {"op": "groupby_agg", "group_cols": ["cluster"], "metrics": {"*": ["count"]}}, SALES, STORES
    )
    assert told.dataset_id == ids[1]
    assert told.prepare == []


def test_what_can_be_executed_stays_as_it_is() -> None:
    asked, told, _ = completed({"op": "groupby_agg", "metrics": {"net": ["sum"]}}, SALES, STORES)
    assert told is asked


def test_nothing_is_joined_by_a_key_that_stands_in_several_rows_of_the_other_table() -> None:
    visits = "store_id,cluster\n" + "".join(f"S{n % 4},{'AB'[n % 2]}\n" for n in range(8))
    stores = io.StringIO()
    csv.writer(stores).writerows([["store_no", "net"], *[[f"S{n}", n * 10] for n in range(4)]])
    asked, told, _ = completed(BY_CLUSTER, stores.getvalue(), visits)
    assert told is asked


def test_nothing_is_joined_where_two_tables_could_be_meant() -> None:
    asked, told, _ = completed(BY_CLUSTER, SALES, STORES, STORES.replace("opened", "since"))
    assert told is asked

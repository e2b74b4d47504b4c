"""join: what matched, what did not, and nothing multiplied unseen; on both engines."""

import pandas as pd
import pytest

from agent.analysis.transforms import join as join_step
from agent.errors import ActionLimitError, DataError, SpecError
from agent.state import Artifact
from tests.agent.analysis.made_tables import ENGINES, Engine, column, notes, payload, rows, run, table

pytestmark = pytest.mark.parametrize("engine", ENGINES)
ORDERS = pd.DataFrame(
    {"order": [1, 2, 3, 4], "who": pd.Series(["a", "b", "x", None], dtype="str"), "price": [10.0, 20.0, 30.0, 40.0]}
)
PEOPLE = pd.DataFrame(
    {
        "id": pd.Series(["a", "b", "b", None], dtype="str"),
        "city": ["Lyon", "Paris", "Nice", "Rome"],
        "price": [1, 2, 3, 4],
    }
)


def joined(engine: Engine, **options: object) -> Artifact:
    step = {"step": "join", "dataset_id": "p", "left_on": ["who"], "right_on": ["id"], **options}
    spec = {"op": "row_lookup", "dataset_id": "o", "prepare": [step]}
    held = (
        table(ORDERS, engine, dataset_id="o", name="orders.csv"),
        table(PEOPLE, engine, dataset_id="p", name="people.csv"),
    )
    return run(spec, *held)[0]


def step_of(artifact: Artifact) -> tuple[str, int, int]:
    assert artifact["ledger"] is not None
    (step,) = artifact["ledger"]["steps"]
    return step["detail"], step["rows_before"], step["rows_after"]


def test_every_row_stays_and_nothing_is_multiplied(engine: Engine) -> None:
    found = joined(engine)
    assert payload(found)["columns"] == ["order", "who", "price", "city", "price_right"]
    assert rows(found) == [
        [1, "a", 10, "Lyon", 1], [2, "b", 20, "Nice", 3], [3, "x", 30, None, None], [4, None, 40, None, None]
    ]  # fmt: skip
    detail, before, after = step_of(found)
    assert (before, after) == (4, 4) and "2 matched, 2 unmatched, 0 added" in detail
    assert "1 key with several different rows in people.csv" in notes(found)
    assert found["dataset_ids"] == ["o", "p"]


def test_all_partners_are_brought_when_asked_for(engine: Engine) -> None:
    found = joined(engine, distinct_right=False, how="inner", columns=["city"])
    assert sorted(rows(found), key=str) == [[1, "a", 10, "Lyon"], [2, "b", 20, "Nice"], [2, "b", 20, "Paris"]]
    detail, before, after = step_of(found)
    assert (before, after) == (4, 3) and "1 added by several partners" in detail


def test_rows_with_and_without_a_partner(engine: Engine) -> None:
    assert column(joined(engine, how="semi"), "order") == [1, 2]
    assert column(joined(engine, how="anti"), "order") == [3, 4]
    assert payload(joined(engine, how="anti"))["columns"] == ["order", "who", "price"]


def test_a_brought_column_can_be_grouped_by(engine: Engine) -> None:
    step = {"step": "join", "dataset_id": "p", "left_on": ["who"], "right_on": ["id"], "columns": ["city"]}
    spec = {
        "op": "groupby_agg",
        "dataset_id": "o",
        "prepare": [step],
        "group_cols": ["city"],
        "metrics": {"price": ["sum"]},
    }
    held = table(ORDERS, engine, dataset_id="o"), table(PEOPLE, engine, dataset_id="p")
    assert rows(run(spec, *held)[0]) == [["Lyon", 10], ["Nice", 20], [None, 70]]


def test_whole_numbers_match_whether_or_not_cells_are_missing(engine: Engine) -> None:
    left = pd.DataFrame({"k": [1.0, 2.0, None]})
    right = pd.DataFrame({"k": [1, 3], "v": ["one", "three"]})
    step = {"step": "join", "dataset_id": "r", "left_on": ["k"], "right_on": ["k"]}
    held = table(left, engine, dataset_id="l"), table(right, engine, dataset_id="r")
    found = run({"op": "row_lookup", "dataset_id": "l", "prepare": [step]}, *held)[0]
    assert rows(found) == [[1, "one"], [2, None], [None, None]]


def test_numbers_and_text_are_different_keys(engine: Engine) -> None:
    left, right = pd.DataFrame({"k": [7]}), pd.DataFrame({"k": pd.Series(["00007"], dtype="str")})
    step = {"step": "join", "dataset_id": "r", "left_on": ["k"], "right_on": ["k"]}
    held = table(left, engine, dataset_id="l"), table(right, engine, dataset_id="r")
    with pytest.raises(DataError, match="not the same key"):
        run({"op": "row_lookup", "dataset_id": "l", "prepare": [step]}, *held)


def test_what_is_not_there_is_named(engine: Engine) -> None:
    with pytest.raises(SpecError, match="no data set 'q'"):
        joined(engine, dataset_id="q")
    with pytest.raises(SpecError, match="Nearest: city"):
        joined(engine, columns=["citty"])
    with pytest.raises(SpecError, match="differ in length"):
        joined(engine, right_on=["id", "city"])


def test_an_explosion_is_refused_before_it_happens(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(join_step, "MAX_JOINED_ROWS", 2)
    with pytest.raises(ActionLimitError, match="would make 3 rows"):
        joined(engine, distinct_right=False)


def test_partners_are_chosen_first(engine: Engine) -> None:
    cheap = [{"col": "price", "op": "<=", "value": 2}]
    left = joined(engine, columns=["city"], right_filters=cheap)
    assert sorted(map(str, column(left, "city"))) == ["Lyon", "None", "None", "Paris"]
    assert "2 of 4 rows of people.csv can be partners: price is at most 2." in notes(left)


def test_semi_and_anti_go_by_the_partners_that_are_left(engine: Engine) -> None:
    either = [{"any": [{"col": "city", "op": "==", "value": "nice"}, {"col": "id", "op": "is_null"}]}]
    assert column(joined(engine, how="semi", right_filters=either), "who") == ["b"]
    assert sorted(map(str, column(joined(engine, how="anti", right_filters=either), "who"))) == ["None", "a", "x"]


def test_a_condition_on_partners_names_their_columns(engine: Engine) -> None:
    with pytest.raises(SpecError, match="Nearest: city"):
        joined(engine, right_filters=[{"col": "citi", "op": "==", "value": "Nice"}])

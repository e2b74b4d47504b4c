"""Cells made a column at a time are those made one by one, and a large table is the same whichever way it is read."""

import io
import json
from datetime import date, datetime, timedelta
from typing import Any, cast

import duckdb
import narwhals as nw
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.analysis.frames.column_cells import FEW_ROWS, FrameRows, cells_of, table_rows
from agent.analysis.frames.tables import ResultColumn, cell
from agent.artifacts import LargeRows
from agent.grounding.checks import impossible
from agent.report.bundle import table_csv
from agent.service import AnalystService
from agent.settings import Settings
from agent.specs.parse import parse_analysis
from agent.state import Cell, ColumnFormat, column_cells
from tests.agent.analysis.made_tables import payload, run, table

FORMATS: tuple[ColumnFormat, ...] = ("text", "integer", "number", "percent", "p_value", "date")
COLUMNS = st.builds(ResultColumn, st.just("x"), st.sampled_from(FORMATS), is_date=st.booleans())
SERIES = st.one_of(
    st.lists(st.floats() | st.integers(-9, 9).map(float)).map(lambda v: pd.Series(v, dtype="float64")),
    st.lists(st.integers(-(2**63), 2**63 - 1)).map(lambda v: pd.Series(v, dtype="int64")),
    st.lists(st.none() | st.integers(-(2**60), 2**60)).map(lambda v: pd.Series(v, dtype="Int64")),
    st.lists(st.none() | st.floats(allow_nan=False)).map(lambda v: pd.Series(v, dtype="Float64")),
    st.lists(st.booleans()).map(lambda v: pd.Series(v, dtype="bool")),
    st.lists(st.none() | st.booleans()).map(lambda v: pd.Series(v, dtype="boolean")),
    st.lists(st.none() | st.text(st.characters(exclude_categories=["Cs"]))).map(lambda v: pd.Series(v, dtype="str")),
    st.lists(st.none() | st.datetimes(datetime(1700, 1, 1), datetime(2200, 1, 1))).map(
        lambda v: pd.Series(pd.to_datetime(pd.Series(v, dtype="object")), dtype="datetime64[us]")
    ),
)


def one_by_one(values: nw.Series[Any], column: ResultColumn) -> list[Cell]:
    return [cell(value, column) for value in values.to_list()]


@given(SERIES, COLUMNS)
def test_a_column_at_a_time_gives_the_same_cells(series: "pd.Series[Any]", column: ResultColumn) -> None:
    values = nw.from_native(series, series_only=True)
    made = cells_of(values, column)
    assert repr(made) == repr(one_by_one(values, column))
    json.dumps(made, allow_nan=False)


def large(rows: int = 3 * FEW_ROWS) -> pd.DataFrame:
    draw = np.random.default_rng(5)
    return pd.DataFrame(
        {
            "name": [f"=K{place}" for place in range(rows)],
            "size": np.where(draw.random(rows) < 0.1, np.nan, draw.lognormal(3, 1, rows)),
            "pieces": draw.integers(1, 20, rows),
            "day": [date(2020, 1, 1) + timedelta(days=place % 700) for place in range(rows)],
        }
    )


def looked_up(frame: pd.DataFrame) -> Any:
    frame = frame.assign(day=pd.to_datetime(frame["day"]))
    return run({"op": "row_lookup", "filters": [{"col": "pieces", "op": ">", "value": 3}]}, table(frame))[0]


def test_a_large_result_makes_its_rows_when_they_are_read() -> None:
    frame = large()
    artifact = looked_up(frame)
    rows = payload(artifact)["rows"]
    kept = frame[frame["pieces"] > 3]
    assert isinstance(rows, LargeRows) and len(rows) == len(kept) == payload(artifact)["total_rows"]
    plain: Any = list(rows)
    assert rows == plain and plain == rows and rows[0] == plain[0] and rows[-1] == plain[-1]
    assert rows[5:9] == plain[5:9] and rows[9:5] == [] and rows[::1000] == plain[::1000] and rows[:] == plain
    assert rows != plain[1:] and rows != cast(Any, "rows")
    assert [row[0] for row in plain] == kept["name"].tolist()
    assert [row[2] for row in plain] == kept["pieces"].tolist() and type(plain[0][2]) is int
    assert [row[3] for row in plain] == [str(day) for day in kept["day"]]
    for place in range(4):
        assert column_cells(payload(artifact), place) == [row[place] for row in plain]
    with pytest.raises(IndexError):
        rows[len(rows)]


def test_its_download_holds_every_row() -> None:
    frame = large()
    artifact = looked_up(frame)
    lines = table_csv(artifact).decode("utf-8-sig").splitlines()
    kept = frame[frame["pieces"] > 3]
    assert len(lines) == len(kept) + 1
    assert lines[1].startswith(f'"\'{kept.iloc[0]["name"]}"')
    sizes = pd.read_csv(io.BytesIO(table_csv(artifact)), encoding="utf-8-sig")["size"]
    assert np.array_equal(sizes.to_numpy(), kept["size"].to_numpy(), equal_nan=True), "full precision"


def test_a_small_result_is_a_plain_list() -> None:
    assert type(payload(looked_up(large(50)))["rows"]) is list


def test_the_rows_stay_what_they_were_whatever_happens_to_the_data() -> None:
    frame = large()
    held = table(frame.assign(day=pd.to_datetime(frame["day"])))
    (artifact,) = run({"op": "row_lookup"}, held)
    before = list(payload(artifact)["rows"])
    held.frame.loc[:, "pieces"] = 0
    assert list(payload(artifact)["rows"]) == before


def test_checks_read_columns_and_find_what_cannot_be() -> None:
    artifact = looked_up(large())
    assert impossible([artifact]) == ()
    broken = {**artifact, "spec": {"op": "compare_groups"}}
    frame = pd.DataFrame({"p": [0.5] * 2000 + [1.5]})
    rows = table_rows(nw.from_native(frame).lazy(), [("p", ResultColumn("p", "p_value"))])
    assert isinstance(rows, FrameRows)
    changed = {**payload(artifact), "rows": rows, "columns": ["p"], "key_columns": []}
    assert impossible([cast(Any, {**broken, "payload": changed})])


def test_a_lazy_engine_gives_the_same_rows() -> None:
    frame = large()
    held = table(frame.assign(day=pd.to_datetime(frame["day"])))
    source = held.frame
    elsewhere = type(held)(held.dataset_id, held.name, duckdb.from_df(source), held.profile)
    spec = {"op": "row_lookup", "order_by": "name"}
    assert parse_analysis(spec)
    one, other = (payload(run(spec, each)[0])["rows"] for each in (held, elsewhere))
    assert list(one) == list(other)


def test_pages_get_the_rows_that_they_show() -> None:
    service = AnalystService(Settings(preview_rows=7))
    conversation = service.start_conversation("ann")
    service.datasets.add(conversation, "large.csv", large().to_csv(index=False).encode())
    turn = service.ask(conversation, "Show rows where pieces > 3")
    shown = payload(service.previews(conversation)[turn["artifact_ids"][0]])
    assert len(shown["rows"]) == 7 and type(shown["rows"]) is list
    assert shown["total_rows"] == len(payload(service.artifact(conversation, turn["artifact_ids"][0]))["rows"]) > 1000

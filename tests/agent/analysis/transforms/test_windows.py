"""The step that looks at other rows in an order, on both engines: by hand and by plain pandas, ties not guessed."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.errors import DataError, SpecError
from agent.reader.form import read_line, write_line
from agent.specs.parse import parse_analysis
from tests.agent.analysis.made_tables import ENGINES, Engine, moments, notes, profile_of, rows, run, table
from tests.cases import examples

Step = Mapping[str, Any]
MATCHES = pd.DataFrame({
    "i": range(1, 9),
    "team": pd.Series(["Ajax", "Ajax", "Ajax", "Ajax", "Bern", "Bern", "Bern", "Bern"], dtype="str"),
    "day": moments("2024-05-01", "2024-05-08", "2024-05-15", "2024-05-22",
                   "2024-05-22", "2024-05-01", "2024-05-15", "2024-05-08"),
    "result": pd.Series(["won", "won", "lost", "won", "won", "lost", "won", None], dtype="str"),
    "goals": [2.0, 3.0, 0.0, 4.0, 5.0, 1.0, None, 3.0],
    "points": [3.0, 3.0, 0.0, 3.0, 3.0, 0.0, 3.0, None],
})  # fmt: skip
"""Bern's matches do not stand in the order of their days."""
BY_TEAM = {"by": ["team"], "order_by": "day"}


def window(how: str, **more: object) -> Step:
    return {"step": "window", "how": how, "name": "made", **more}


def made(step: Step, engine: Engine = "pandas", frame: pd.DataFrame = MATCHES) -> list[object]:
    """The new column, by row."""
    spec = {"op": "row_lookup", "prepare": [step], "columns": ["i", "made"], "order_by": "i"}
    return [row[1] for row in rows(run(spec, table(frame, engine))[0])]


def told(step: Step, engine: Engine = "pandas", frame: pd.DataFrame = MATCHES) -> str:
    return notes(run({"op": "row_lookup", "prepare": [step]}, table(frame, engine))[0])


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("step", "expected"), [
    (window("lag", col="goals", **BY_TEAM), [None, 2, 3, 0, None, None, 3, 1]),
    (window("lead", col="goals", **BY_TEAM), [3, 0, 4, None, None, 3, 5, None]),
    (window("lead", col="result", **BY_TEAM), ["won", "lost", "won", None, None, None, "won", "won"]),
    (window("lag", col="goals", n=2, **BY_TEAM), [None, None, 2, 3, 3, None, 1, None]),
    (window("lag", col="goals", ascending=False, **BY_TEAM), [3, 0, 4, None, None, 3, 5, None]),
    (window("diff", col="day", **BY_TEAM), [None, 7, 7, 7, 7, None, 7, 7]),
    (window("running", col="goals", **BY_TEAM), [2, 5, 5, 9, 9, 1, 4, 4]),
    (window("running", col="goals", agg="mean", **BY_TEAM), [2, 2.5, 5 / 3, 2.25, 3, 1, 2, 2]),
    (window("running", col="goals", agg="max", **BY_TEAM), [2, 3, 3, 4, 5, 1, 3, 3]),
    (window("running", col="goals", agg="min", **BY_TEAM), [2, 2, 0, 0, 1, 1, 1, 1]),
    (window("running", agg="count", **BY_TEAM), [1, 2, 3, 4, 4, 1, 3, 2]),
    (window("running", col="goals", agg="count", **BY_TEAM), [1, 2, 3, 4, 3, 1, 2, 2]),
    (window("moving", col="goals", n=2, **BY_TEAM), [None, 2.5, 1.5, 2, None, None, None, 2]),
    (window("moving", col="goals", n=3, agg="sum", **BY_TEAM), [None, None, 5, 7, None, None, None, None]),
    (window("run_length", col="result", **BY_TEAM), [1, 2, 1, 1, 2, 1, 1, None]),
    (window("rank", order_by="goals", by=["team"]), [3, 2, 4, 1, 1, 3, None, 2]),
    (window("rank", order_by="points", then_by=["goals"], by=["team"]), [3, 2, 4, 1, 1, 3, 2, None]),
    (window("rank", order_by="points", then_by=["goals"]), [4, 3, 7, 2, 1, 6, 5, None]),
    (window("rank", order_by="points", then_by=["day", "goals"], ties="dense"), [5, 4, 6, 2, 1, 7, 3, None]),
    (window("lag", col="i", order_by="day", then_by=["team"]), [None, 6, 8, 7, 4, 1, 3, 2]),
    (window("lead", col="i", order_by="day", then_by=["team"], ascending=False), [None, 6, 8, 7, 4, 1, 3, 2]),
    (window("running", col="goals", order_by="day", then_by=["team"]), [2, 6, 9, 13, 18, 3, 9, 9]),
    (window("rank", order_by="day", by=["team"], ascending=True), [1, 2, 3, 4, 4, 1, 3, 2]),
], ids=lambda given: str(given)[:60])  # fmt: skip
def test_a_row_is_told_what_others_of_its_group_say(step: Step, expected: list[object], engine: Engine) -> None:
    assert made(step, engine) == expected


def test_without_an_order_the_rows_stand_as_in_the_file() -> None:
    assert made(window("run_length", col="result")) == [1, 2, 1, 1, 2, 1, 1, None]
    assert made(window("running", agg="count", by=["team"])) == [1, 2, 3, 4, 1, 2, 3, 4]
    with pytest.raises(DataError, match="have no order"):
        made(window("lead", col="goals"), "duckdb")


@pytest.mark.parametrize("engine", ENGINES)
def test_rows_at_one_place_are_refused_only_where_it_matters_which_comes_first(engine: Engine) -> None:
    with pytest.raises(DataError, match="Several rows have the same day"):
        made(window("lag", col="goals", order_by="day"), engine)
    assert made(window("running", col="goals", order_by="day"), engine) == [3, 9, 9, 18, 18, 3, 9, 9]
    assert "8 rows share their day with others: rows at one place count together" in told(
        window("running", col="goals", order_by="day"), engine
    )
    same = MATCHES.assign(result=pd.Series(["won", "won", "lost", "won", "won", "won", "lost", "won"], dtype="str"))
    in_turn = window("run_length", col="result", order_by="day")
    assert sorted(made(in_turn, engine, same), key=str) == [1, 1, 1, 2, 2, 2, 3, 4], "whichever of equals stands first"
    assert "8 rows share their day with others of the same value" in told(in_turn, engine, same)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_row_without_a_place_has_no_value_and_is_in_nobodys_way(engine: Engine) -> None:
    frame = MATCHES.assign(day=MATCHES["day"].where(MATCHES["i"] != 2))
    assert made(window("lag", col="goals", **BY_TEAM), engine, frame)[:4] == [None, None, 2, 0]
    assert made(window("running", col="goals", **BY_TEAM), engine, frame)[:4] == [2, None, 2, 6]
    assert "1 row without made: no place in the order" in told(
        window("run_length", col="result", **BY_TEAM), engine, frame
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_the_longest_streak_and_who_came_right_after(engine: Engine) -> None:
    held = table(MATCHES, engine)
    won = {"step": "flag_rows", "name": "is_won", "filters": [{"col": "result", "op": "==", "value": "won"}]}
    streaks = {"op": "groupby_agg", "group_cols": ["team"], "metrics": {"made": ["max"]},
               "filters": [{"col": "is_won", "op": "==", "value": True}],
               "prepare": [won, window("run_length", col="is_won", **BY_TEAM)]}  # fmt: skip
    assert rows(run(streaks, held)[0]) == [["Ajax", 2], ["Bern", 2]]
    ajax = {"step": "filter_rows", "filters": [{"col": "team", "op": "==", "value": "Ajax"}]}
    after = {"op": "row_lookup", "columns": ["day"], "filters": [{"col": "made", "op": "==", "value": "lost"}],
             "prepare": [ajax, window("lag", col="result", order_by="day")]}  # fmt: skip
    assert rows(run(after, held)[0]) == [["2024-05-22"]]


@pytest.mark.parametrize(("step", "words"), [
    ({"how": "rank"}, "rank needs order_by"), ({"how": "rank", "order_by": "i", "col": "i"}, "leave out col"),
    ({"how": "lag"}, "lag needs col"), ({"how": "moving", "col": "i"}, "moving needs n"),
    ({"how": "running", "col": "i", "n": 3}, "running takes no n"),
    ({"how": "lag", "col": "i", "agg": "sum"}, "no agg"),
    ({"how": "moving", "col": "i", "n": 3, "agg": "max"}, "sum or mean"),
    ({"how": "lag", "col": "i", "ascending": True}, "ascending needs order_by"),
    ({"how": "lag", "col": "i", "ties": "max"}, "lag takes no ties"), ({"how": "before", "col": "i"}, "how"),
])  # fmt: skip
def test_what_does_not_go_together_is_said(step: Step, words: str) -> None:
    with pytest.raises(SpecError, match=words):
        parse_analysis({"op": "row_lookup", "prepare": [{"step": "window", "name": "made", **step}]})


@pytest.mark.parametrize(("step", "words"), [
    (window("lag", col="goal"), "Nearest: goals"), (window("running", col="result"), "no sum"),
    (window("moving", col="result", n=2), "no mean"), (window("pct_change", col="day"), "no change from row to row"),
    (window("lag", col="goals", order_by="team"), "no order"), (window("rank", order_by="team"), "no place"),
    (window("lag", col="goals", by=["teem"]), "Nearest: team"),
])  # fmt: skip
def test_what_does_not_fit_the_columns_is_said(step: Step, words: str) -> None:
    with pytest.raises(SpecError, match=words):
        made(step)


@pytest.mark.parametrize(("before", "now", "line"), [
    ({"step": "shift_column", "col": "goals", "name": "made", "how": "pct_change", "periods": 2, "order_by": "day",
      "by": "team"},
     {**window("pct_change", col="goals", n=2), "order_by": "day", "by": ["team"]},
     "(shift_column col=goals order=day split=[team] how=pct_change name=made periods=2)"),
    ({"step": "rank_rows", "order_by": "goals", "name": "made", "ascending": True, "ties": "dense"},
     {**window("rank", ties="dense", ascending=True), "order_by": "goals"},
     "(rank_rows order=goals ascending=true name=made ties=dense)"),
    ({"step": "rank_rows", "order_by": "goals", "name": "made"}, window("rank", order_by="goals"),
     "(rank_rows order=goals name=made)"),
    (window("lead", col="goals", order_by="day"), window("lead", col="goals", order_by="day"),
     "(window col=goals order=day how=lead name=made)"),
])  # fmt: skip
def test_what_two_steps_said_is_one_and_written_as_it_was_taught(before: Step, now: Step, line: str) -> None:
    spec = parse_analysis({"op": "row_lookup", "dataset_id": "ds", "prepare": [before]})
    assert spec == parse_analysis({"op": "row_lookup", "dataset_id": "ds", "prepare": [now]})
    datasets = [profile_of(MATCHES)]
    assert write_line([spec], datasets) == f"row_lookup pre={line} which=matching"
    assert read_line(write_line([spec], datasets), datasets) == [[spec]]


def by_pandas(frame: pd.DataFrame, how: str, agg: str, n: int, by: list[str]) -> list[float | None]:
    """The same, group by group, with what pandas has for it."""
    dated = frame.dropna(subset=["day"]).sort_values("day")
    parts: list[pd.Series] = []
    for _, part in dated.groupby(by, dropna=False) if by else [(None, dated)]:
        values = part["goals"].astype(float)
        if how == "running":
            known = values.expanding(min_periods=1)
            found = values.notna().cumsum() if agg == "count" else getattr(known, agg)()
        elif how == "moving":
            found = getattr(values.rolling(n, min_periods=n), agg)()
        else:
            found = {"lag": values.shift(n), "lead": values.shift(-n), "diff": values.diff(n)}[how]
        parts.append(found)
    whole = pd.concat(parts).reindex(frame.index) if parts else pd.Series(np.nan, frame.index)
    return [None if pd.isna(value) else float(value) for value in whole]


CELLS = st.one_of(st.none(), st.integers(-9, 9))
KINDS = st.sampled_from([
    ("lag", "", 1), ("lag", "", 3), ("lead", "", 2), ("diff", "", 1), ("moving", "mean", 3), ("moving", "sum", 2),
    *(("running", agg, 1) for agg in ("sum", "mean", "count", "min", "max")),
])  # fmt: skip


@settings(max_examples=examples(30), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    cells=st.lists(st.tuples(CELLS, st.sampled_from(["a", "b", None])), min_size=1, max_size=9),
    days=st.permutations(range(9)), gap=st.integers(0, 12), kind=KINDS, grouped=st.booleans(),
)  # fmt: skip
@pytest.mark.parametrize("engine", ENGINES)
def test_windows_are_what_pandas_makes_of_any_rows(
    engine: Engine, cells: list[tuple[int | None, str | None]], days: list[int], gap: int,
    kind: tuple[str, str, int], grouped: bool,
) -> None:  # fmt: skip
    how, agg, n = kind
    dates = [pd.Timestamp("2024-01-01") + pd.Timedelta(days=day) for day in days[: len(cells)]]
    frame = pd.DataFrame({
        "i": range(len(cells)),
        "team": pd.Series([team for _, team in cells], dtype="str"),
        "day": pd.Series([None if at == gap else day for at, day in enumerate(dates)], dtype="datetime64[us]"),
        "goals": pd.Series([goals for goals, _ in cells], dtype="float64"),
    })  # fmt: skip
    by = ["team"] if grouped else []
    step = window(how, col="goals", order_by="day", by=by, n=n, **({"agg": agg} if agg else {}))
    if "empty" in {column.kind for column in profile_of(frame).columns}:
        return
    assert made(step, engine, frame) == pytest.approx(by_pandas(frame, how, agg, n, by))

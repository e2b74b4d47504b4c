"""No measure, step, filter or plot of the vocabulary is without a program, and each program gives its numbers."""

import random
from collections.abc import Sequence
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.analysis.as_code import MEASURES
from agent.analysis.execute import execute_analysis
from agent.analysis.frames.source import Table
from agent.analysis.pandas_code.pictures import DRAWERS
from agent.analysis.pandas_code.steps import WRITTEN_STEPS
from agent.analysis.transforms import STEPS
from agent.errors import TallyError
from agent.sandbox.results import PlotlyFigure
from agent.specs.base import FilterOp
from agent.specs.measures import Grain
from agent.specs.parse import KINDS, OPS, Spec, parse_spec
from registry.dataset import Dataset
from registry.store import DatasetStore
from tests.agent.analysis.program_runs import assert_program_agrees, run_written
from tests.cases import examples, sampled

Data = dict[str, Any]


def visits_csv() -> bytes:
    """80 visits: numbers written as text, dates written in words, times of day, gaps, a key into the doctors."""
    chance = random.Random(2)
    lines = ["visit,doctor,ward,fee,stay,noted,at,urgent,day,score"]
    for row in range(80):
        doctor = chance.choice(["D1", "D2", "D3", "D9", ""])
        fee = chance.choice(["$1,200", "(45)", "12 %", "1 200,5", "3,5", "1.234,5", "7"])
        noted = chance.choice(["3 March 2024", "14 Apr 2024", "May 5, 2024", "2024-06-01", "2024-Q3", ""])
        minute, second = chance.choice([0, 15, 30]), chance.randint(0, 1)
        at = "" if row == 4 else f"{chance.randint(0, 23):02d}:{minute:02d}:{second:02d}"
        urgent, ward = chance.choice(["true", "false", ""]), chance.choice(["East", "west", "West", "North", ""])
        day = "" if row == 9 else f"202{chance.choice('34')}-{chance.randint(1, 12):02d}-{chance.randint(1, 28):02d}"
        stay = "" if row % 11 == 0 else f"{chance.expovariate(0.2):.2f}"
        lines.append(f'V{row},{doctor},{ward},"{fee}",{stay},"{noted}",{at},{urgent},{day},{chance.randint(1, 5)}')
    return "\n".join(lines).encode()


DOCTORS = b"""code,ward,grade,since
D1,East,2,2001-05-01
D1,East,2,2001-05-01
D2,North,3,2010-01-01
D2,South,1,2011-01-01
D3,,2,
D4,West,1,2020-02-29
"""


@pytest.fixture(scope="module")
def hospital() -> list[Dataset]:
    store = DatasetStore()
    return [store.add("owner", "visits.csv", visits_csv()), store.add("owner", "doctors.csv", DOCTORS)]


def join(**more: object) -> Data:
    return {"step": "join", "dataset_id": "$doctors", "left_on": ["doctor"], "right_on": ["code"], **more}


def counted(group: str, *steps: Data) -> Data:
    return {"op": "groupby_agg", "metrics": {"*": ["count"]}, "group_cols": [group], "prepare": [*steps]}


def rows(*filters: tuple[str, str, object], columns: tuple[str, ...] = ("visit", "at")) -> Data:
    wanted = [{"col": col, "op": op, "value": value} for col, op, value in filters]
    return {"op": "row_lookup", "filters": wanted, "columns": [*columns], "order_by": "visit"}


def compared(test: str, *groups: str) -> Data:
    return {"op": "compare_groups", "value": "stay", "group": "ward", "test": test, "groups": [*groups]}


EVERY_TEST = ["shapiro", "dagostino", "anderson", "ks"]
TO_DATE: Data = {"step": "cast_type", "col": "noted", "to": "date"}
TO_NUMBER: Data = {"step": "cast_type", "col": "fee", "to": "number"}
SPECS: tuple[Data, ...] = (
    {"op": "dataset_overview"},
    {"op": "dataset_overview", "filters": [{"col": "ward", "op": "==", "value": "East"}]},
    {"op": "missingness", "by": "ward"},
    {"op": "missingness", "by": "ward", "columns": ["stay", "at"]},
    *({"op": "outliers", "column": "stay", "method": method, "side": side}
      for method in ("iqr", "zscore", "mad") for side in ("both", "low", "high")),
    {"op": "outliers", "column": "score", "threshold": 0.5},
    *({"op": "outliers", "column": "stay", "method": method, "by": "ward"} for method in ("iqr", "zscore", "mad")),
    {"op": "outliers", "column": "stay", "by": "score", "side": "high", "threshold": 0.5},
    {"op": "column_summary", "columns": ["stay"], "by": "ward", "stats": ["median", "skew", "mode"]},
    {"op": "column_summary", "by": "urgent", "quantiles": [0.1, 0.9]},
    {"op": "correlation", "columns": ["stay", "score"], "by": "ward"},
    {"op": "correlation", "target": "stay", "by": "urgent", "method": "spearman"},
    *({"op": "compare_columns", "test": test, **sides} for test in ("auto", "wilcoxon")
      for sides in ({"a": "stay", "b": "score"}, {"a": "score", "b": "stay"}, {"a": "score", "value": 2.5})),
    *({"op": "compare_columns", "value": "stay", "group": "ward", "pair_by": "score", "test": test,
       "groups": [*groups], "prepare": [{"step": "drop_duplicates", "cols": ["ward", "score"]}]}
      for test in ("t", "wilcoxon") for groups in (("East", "North"), ("north", "east"))),
    {"op": "normality_test", "column": "stay", "tests": EVERY_TEST},
    {"op": "normality_test", "column": "stay", "tests": EVERY_TEST, "by": "ward"},
    {"op": "normality_test", "column": "stay", "filters": [{"col": "visit", "op": "==", "value": "V1"}]},
    *(compared(test, "East", "North") for test in ("auto", "welch", "student", "mann_whitney", "ks")),
    *(compared(test) for test in ("auto", "anova", "kruskal")),
    {"op": "correlation", "columns": ["stay", "score"], "method": "kendall"},
    {"op": "correlation", "columns": ["stay", "score"], "filters": [{"col": "score", "op": "==", "value": 3}]},
    {"op": "correlation_matrix", "columns": ["stay", "score"], "min_strength": 0.9},
    {"op": "correlation_matrix", "columns": ["stay", "score"], "min_strength": 0.0},
    {"op": "time_trend", "date_col": "day", "grain": "half", "metrics": {"stay": ["sum"]}, "growth": "year"},
    {"op": "time_trend", "date_col": "day", "grain": "half", "metrics": {"stay": ["mean"]}, "group_col": "ward"},
    {"op": "time_trend", "date_col": "day", "grain": "month", "metrics": {"stay": ["sum"]}, "cumulative": True},
    {"op": "time_trend", "date_col": "day", "grain": "week", "metrics": {"*": ["count"]}, "group_col": "ward",
     "cumulative": True},
    {"op": "time_trend", "date_col": "day", "grain": "day", "metrics": {"stay": ["sum"]}, "growth": "year"},
    {"op": "time_trend", "date_col": "day", "grain": "day", "metrics": {"*": ["count"]}, "growth": "year",
     "group_col": "urgent"},
    {"op": "time_trend", "date_col": "day", "grain": "month", "metrics": {"*": ["count"]},
     "filters": [{"col": "stay", "op": ">", "value": 1000}]},
    {"op": "pivot_table", "rows": "ward", "columns": "urgent", "value": {"col": "stay", "agg": "range"}},
    {"op": "contingency_test", "rows": "ward", "columns": "urgent"},
    {"op": "contingency_test", "rows": "score", "columns": "doctor"},
    {"op": "contingency_test", "rows": "urgent", "columns": "doctor", "correction": False,
     "filters": [{"col": "doctor", "op": "in", "value": ["D1", "D2"]}, {"col": "stay", "op": ">", "value": 8}]},
    {"op": "ols_regression", "y": "stay", "x": ["score"]},
    {"op": "ols_regression", "y": "stay", "x": ["score", "ward", "urgent"]},
    {"op": "share_ratio", "mode": "ratio", "group_cols": ["ward"], "numerator": {"col": "stay", "agg": "range"},
     "denominator": {"col": "stay", "agg": "sum"}},
    {"op": "column_summary", "columns": ["fee"], "prepare": [TO_NUMBER]},
    {"op": "column_summary", "columns": ["urgent"], "stats": ["mean", "sum"],
     "prepare": [{"step": "cast_type", "col": "urgent", "to": "number"}]},
    counted("noted", TO_DATE),
    counted("noted", {**TO_DATE, "day_first": True}),
    counted("day", {"step": "cast_type", "col": "day", "to": "text"}),
    counted("score", {"step": "cast_type", "col": "score", "to": "text"}),
    counted("made", {"step": "recode_column", "col": "ward", "name": "made", "mapping": {"east": "E", "West": "W"}}),
    counted("made", {"step": "recode_column", "col": "score", "name": "made", "mapping": {"1": "low", "5": "high"}}),
    counted("made", {"step": "recode_column", "col": "ward", "name": "made", "mapping": {"East": 1, "North": 2}}),
    counted("made", {"step": "recode_column", "col": "urgent", "name": "made", "mapping": {"true": "now"}}),
    counted("ward", {"step": "recode_column", "col": "ward", "name": "ward", "mapping": {"East": "Orient"}}),
    counted("made", {"step": "recode_column", "col": "ward", "name": "made", "mapping": {"East": "E"}, "others": "x"}),
    counted("made", {"step": "recode_column", "col": "ward", "name": "made", "mapping": {"East": 2}, "others": 0}),
    counted("made", {"step": "recode_column", "col": "score", "name": "made", "mapping": {"1": "low"}, "others": 4.0}),
    *(counted("made", {"step": "recode_column", "col": "stay", "name": "made", "edges": [2, 4, 6], "others": label})
      for label in ("else", "2 to under 4")),
    *(rows(("score", op, text), columns=("visit",)) for op in ("contains", "starts_with") for text in ("1", 4)),
    {"op": "column_summary", "columns": ["score"], "prepare": [{"step": "cast_type", "col": "score", "to": "seconds"}]},
    {"op": "column_summary", "columns": ["made"], "prepare": [
        {"step": "recode_column", "col": "score", "name": "made", "mapping": {"1": "1:02.5", "2": "?", "3": "0:15"},
         "others": "0:59.25"},
        {"step": "filter_rows", "filters": [{"col": "visit", "op": "!=", "value": "V1"}]},
        {"step": "cast_type", "col": "made", "to": "seconds"}]},
    *(counted("made", {"step": "recode_column", "col": "visit", "name": "made", "others": text,
                       "mapping": {"V1": "n/a", "V2": "?", "V3": text}},
              {"step": "cast_type", "col": "made", "to": to})
      for text, to in (("1,200", "number"), ("14.05.2024", "date"), ("05/14/2024", "date"), ("May 2024", "date"))),
    counted("made", {"step": "date_part", "col": "day", "part": "decade", "name": "made"}),
    counted("made", {"step": "date_part", "col": "day", "part": "day_of_year", "name": "made"}),
    counted("made", {"step": "date_part", "col": "day", "part": "fiscal_year", "start_month": 7, "name": "made"}),
    counted("at_hour", {"step": "date_part", "col": "at", "part": "hour"}),
    counted("grade", join()),
    counted("ward_right", join(how="inner")),
    counted("ward_right", join(columns=["ward"])),
    counted("grade", join(how="left", distinct_right=False)),
    counted("grade", join(how="inner", distinct_right=False, columns=["grade"])),
    counted("doctor", join(how="semi")),
    counted("doctor", join(how="anti")),
    counted("doctor", join(how="anti", left_on=["doctor", "ward"], right_on=["code", "ward"])),
    counted("since", join(columns=["since"], left_on=["doctor", "ward"], right_on=["code", "ward"])),
    rows(("at", ">=", "09:30")), rows(("at", ">", "09:30")), rows(("at", "<=", "09:30")), rows(("at", "<", "09:30")),
    rows(("at", "==", "12:15")), rows(("at", "!=", "12:15:00")), rows(("at", "between", ["08:00", "17:30:00"])),
    rows(("at", "in", ["12:15", "13:30"])), rows(("at", "not_in", ["12:15", "13:30"])), rows(("at", "is_null", None)),
    rows(("ward", "==", "WEST"), columns=("ward",)), rows(("ward", "==", "west"), columns=("ward",)),
    rows(("ward", "not_in", ["West", "EAST"]), columns=("ward",)), rows(("urgent", "in", [True]), columns=("visit",)),
    rows(("doctor", "starts_with", "d"), ("doctor", "contains", "1"), ("at", "not_null", None)),
)  # fmt: skip


MEAN_STAY: Data = {"op": "groupby_agg", "metrics": {"stay": ["mean", "count", "sum"], "*": ["count"]}}


def fill(method: str, *cols: str, **more: object) -> Data:
    return {"step": "fill_missing", "cols": [*cols], "method": method, **more}


def shift(how: str, **more: object) -> Data:
    return {"step": "shift_column", "col": "stay", "name": "made", "how": how, **more}


SPLIT: Data = {"step": "split_values", "col": "noted", "separator": " "}
PLACED: Data = {"step": "window", "how": "running", "agg": "count", "name": "place"}
NEW_STEPS: tuple[Data, ...] = (
    *({**MEAN_STAY, "prepare": [fill(method, "stay", by=by)]} for method in ("mean", "median", "mode", "ffill")
      for by in ([], ["ward"], ["ward", "score"])),
    {**MEAN_STAY, "prepare": [fill("constant", "stay", value=2.5)]},
    counted("ward", fill("constant", "ward", value="none")), counted("doctor", fill("constant", "doctor", value=7.0)),
    *(counted(name, fill(method, "ward", "urgent", by=by))
      for name in ("ward", "urgent") for method in ("mode", "ffill") for by in ([], ["doctor"])),
    counted("urgent", fill("constant", "urgent", value=True)), counted("day", fill("ffill", "day")),
    *({"op": "column_summary", "columns": ["stay"], "prepare": [{"step": "rescale", "col": "stay", **more}]}
      for more in ({"method": "minmax"}, {"method": "zscore"}, {"method": "zscore", "ddof": 0})),
    {"op": "column_summary", "columns": ["stay", "z"],
     "prepare": [{"step": "rescale", "col": "stay", "method": "zscore", "name": "z"}]},
    *({"op": "column_summary", "columns": ["made"], "prepare": [shift(how, **more)]}
      for how in ("lag", "diff", "pct_change")
      for more in ({}, {"periods": 3}, {"by": ["ward"]}, {"order_by": "stay", "by": ["ward"]})),
    *({"op": "column_summary", "columns": ["made"],
       "prepare": [{"step": "drop_duplicates", "cols": ["day"]}, shift(how, order_by="day")]}
      for how in ("lag", "diff", "pct_change")),
    counted("noted", SPLIT), counted("noted", {**SPLIT, "separator": "2"}),
    counted("noted", {**SPLIT, "separator": "[]"}),
    counted("made", {"step": "recode_column", "col": "ward", "name": "made", "others": "[1, 'b c', \"d\", 1]",
                     "mapping": {"East": "['b c']", "North": "plain", "West": "[]"}},
            {"step": "split_values", "col": "made", "separator": "[]"}),
    {"op": "row_lookup", "which": "first", "k": 9, "columns": ["visit", "noted"], "prepare": [SPLIT]},
    {"op": "row_lookup", "columns": ["visit", "noted"], "prepare": [SPLIT],
     "filters": [{"col": "noted", "op": "==", "value": "2024"}]},
    {"op": "column_summary", "columns": ["made"], "prepare": [
        SPLIT, {"step": "window", "how": "lag", "name": "made", "col": "stay"}]},
    *({"op": "column_summary", "columns": ["made"], "stats": ["sum", "max", "count", "mean"],
       "prepare": [{"step": "window", "name": "made", **how, **more}]}
      for how in ({"how": "running", "col": "stay"}, {"how": "running", "col": "stay", "agg": "mean"},
                  {"how": "running", "col": "stay", "agg": "min"}, {"how": "running", "agg": "count"},
                  {"how": "running", "col": "ward", "agg": "count"})
      for more in ({}, {"by": ["ward"]}, {"order_by": "day"}, {"order_by": "day", "by": ["urgent", "ward"]},
                   {"order_by": "score", "ascending": False})),
    *({"op": "column_summary", "columns": ["made"], "stats": ["sum", "max", "count", "mean"],
       "prepare": [PLACED, {"step": "window", "name": "made", **how, **more}]}
      for how in ({"how": "moving", "col": "stay", "n": 3}, {"how": "moving", "col": "stay", "n": 2, "agg": "sum"},
                  {"how": "run_length", "col": "ward"}, {"how": "run_length", "col": "urgent"},
                  {"how": "lead", "col": "stay"}, {"how": "lead", "col": "stay", "n": 4})
      for more in ({}, {"by": ["ward"]}, {"order_by": "place"}, {"order_by": "place", "by": ["urgent", "ward"]},
                   {"order_by": "place", "ascending": False})
      if how["how"] != "run_length" or more.get("by") != ["urgent", "ward"]),
    {"op": "row_lookup", "order_by": "visit", "columns": ["visit", "made"], "prepare": [
        {"step": "drop_duplicates", "cols": ["day"]},
        {"step": "window", "how": "diff", "name": "made", "col": "day", "order_by": "day"}]},
    *({"op": "row_lookup", "order_by": "visit", "columns": ["visit", "made"], "prepare": [
        {"step": "window", "how": how, "name": "made", "order_by": "score", "then_by": ["stay", "visit"], **more}]}
      for how, more in (("rank", {}), ("rank", {"by": ["ward"], "ascending": True}), ("lag", {"col": "visit"}),
                        ("running", {"col": "stay", "by": ["ward"]}))),
    {"op": "row_lookup", "order_by": "visit", "columns": ["visit", "made"], "prepare": [
        {"step": "window", "how": "rank", "name": "made", "order_by": "score", "then_by": ["ward"], "ties": "max"}]},
    {"op": "row_lookup", "order_by": "visit", "columns": ["visit", "made"], "prepare": [
        {"step": "window", "how": "run_length", "name": "made", "col": "ward", "by": ["urgent", "ward"]}]},
    *({**MEAN_STAY, "prepare": [{"step": "treat_outliers", "col": "stay", "method": method, "side": side, **more}]}
      for method in ("iqr", "zscore", "mad") for side in ("both", "low", "high")
      for more in ({"threshold": 1.0}, {"action": "clip", "threshold": 0.5})),
    {**MEAN_STAY, "prepare": [
        {"step": "treat_outliers", "col": "stay", "method": "zscore", "ddof": 0, "threshold": 1.5}]},
    {"op": "outliers", "column": "stay", "method": "zscore", "ddof": 0, "threshold": 1.0},
)  # fmt: skip


def where(col: str, op: str, value: object = None) -> Data:
    return {"col": col, "op": op, **({} if value is None else {"value": value})}


def latest(shift: int = 0, unit: str = "day", *, whole: bool = False) -> Data:
    return {"date": "latest", "shift": shift, "unit": unit, "whole": whole}


def part(how: str, col: str = "noted", **more: object) -> Data:
    return {"step": "text_part", "col": col, "name": "made", "how": how, **more}


def looked(which: str, **more: object) -> Data:
    return {"op": "row_lookup", "which": which, **more}


EAST_OR_LONG: Data = {"any": [where("ward", "==", "EAST"), [where("stay", ">", 8), where("score", "in", [4, 5])]]}
MONTHLY: Data = {"step": "aggregate", "metrics": {"stay": ["sum", "mean"], "*": ["count"]}, "date_col": "day"}
TO_DAYS: Data = {"step": "cast_type", "col": "day", "to": "date"}
REACHING_FURTHER: tuple[Data, ...] = (
    {**rows(), "filters": [EAST_OR_LONG]}, {**rows(), "filters": [where("urgent", "!=", True), EAST_OR_LONG]},
    {**rows(), "filters": [{"any": [[where("doctor", "is_null")], [where("stay", ">", {"stat": "mean", "col": "stay"})],
                                    [where("at", "<", "09:30"), where("ward", "not_in", ["West", "EAST"])]]}]},
    *({**rows(("day", op, latest(shift, unit, whole=whole))), "prepare": prepare} for prepare in ([], [TO_DAYS])
      for op, shift, unit, whole in (
          ("==", 0, "day", False), (">=", -30, "day", False), ("<", -6, "week", False), (">", -1, "month", False),
          ("<=", -1, "quarter", False), ("!=", 0, "year", True), ("==", -2, "month", True), (">=", -1, "quarter", True),
          ("==", -1, "week", True), ("<", -1, "year", True))),
    rows(("day", "between", [latest(-3, "month", whole=True), latest(-1, "month", whole=True)])),
    rows(("day", "in", [latest(), "2023-05", latest(-2, "quarter", whole=True)])),
    {**rows(("day", "between", [latest(-2, "month"), latest(-1, "day")])), "prepare": [TO_DAYS]},
    {**rows(("noted", ">=", latest(-2, "month")), ("noted", "not_in", [latest(0, "month", whole=True)])),
     "prepare": [{**TO_DATE, "day_first": True}]},
    counted("made", {"step": "flag_rows", "name": "made", "filters": [EAST_OR_LONG]}),
    counted("made", {"step": "flag_rows", "name": "made", "filters": [where("stay", "is_null")]}),
    counted("made", {"step": "flag_rows", "name": "made", "filters": [where("urgent", "!=", True)]}),
    {"op": "groupby_agg", "metrics": {"made": ["sum", "mean"]}, "group_cols": ["ward"], "prepare": [
        {"step": "flag_rows", "name": "made", "filters": [where("stay", ">", {"stat": "median", "col": "stay"})]}]},
    counted("ward", {"step": "set_missing", "cols": ["ward", "doctor"], "values": ["west", "D1"]}),
    counted("score", {"step": "set_missing", "cols": ["score", "ward"], "values": [3, "East"]}),
    counted("urgent", {"step": "set_missing", "cols": ["urgent"], "values": [False]}),
    {**MEAN_STAY, "prepare": [{"step": "set_missing", "cols": ["score"], "values": [1, 5]},
                              {"step": "drop_missing", "cols": ["score"]}]},
    *(counted("made", part(how, **more)) for how, more in (
        ("before", {"separator": " "}), ("after", {"separator": "-"}), ("word", {}), ("word", {"index": -1}),
        ("word", {"index": 3}), ("word", {"separator": "-", "index": 2}), ("first", {"n": 3}), ("last", {"n": 4}),
        ("length", {}))),
    counted("made", part("word", "visit", separator="V")), counted("ward", {**part("first", "ward"), "name": "ward"}),
    {"op": "column_summary", "columns": ["at"], "prepare": [{"step": "cast_type", "col": "at", "to": "seconds"}]},
    *({"op": "column_summary", "columns": ["place"], "stats": ["sum", "max", "count"], "prepare": [
        {"step": "rank_rows", "order_by": column, "name": "place", "by": by, "ascending": way, "ties": ties}]}
      for column in ("stay", "score", "day") for by in ([], ["ward"]) for way in (True, False)
      for ties in ("min", "dense", "max", "average")),
    counted("since", join(how="left", columns=["since"], right_filters=[where("grade", ">=", 2)])),
    counted("doctor", join(how="semi", right_filters=[where("ward", "==", "east")])),
    counted("doctor", join(how="anti", right_filters=[{"any": [where("grade", ">", 1), where("ward", "is_null")]}])),
    *(counted("made", {"step": "unpivot", "cols": cols, "name": "which", "value": "made"})
      for cols in (["ward", "doctor"], ["stay", "score"], ["score", "score"], ["ward", "noted", "ward"])),
    *({"op": "groupby_agg", "metrics": {"made": ["sum"]}, "group_cols": ["when"], "prepare": [
        {"step": "unpivot", "cols": ["stay", "score"], "name": "when", "value": "made",
         "periods": {"score": period, "stay": "2023"}}]} for period in ("2024-01", "2024-Q3", "2024-05-17")),
    *({"op": "column_summary", "columns": ["stay_sum"], "prepare": [{**MONTHLY, "grain": grain, "by": by}]}
      for grain in get_args(Grain) for by in ([], ["ward"], ["ward", "urgent"])),
    {"op": "time_trend", "date_col": "day", "grain": "year", "metrics": {"stay_sum": ["mean"], "rows": ["sum"]},
     "prepare": [{**MONTHLY, "grain": "month"}]},
    {"op": "groupby_agg", "metrics": {"stay_mean": ["mean", "max"]}, "group_cols": ["ward"],
     "prepare": [{"step": "aggregate", "by": ["ward", "doctor"], "metrics": {"stay": ["mean"]}}]},
    {"op": "row_lookup", "prepare": [
        {"step": "aggregate", "by": ["ward"], "metrics": {"day": ["max", "first"], "doctor": ["nunique", "last"],
                                                          "stay": ["range"]}}]},
    looked("first", k=3, columns=["visit"]), looked("last", k=2), looked("first", k=4, skip=2),
    looked("last", k=4, skip=1),
    looked("first", k=1, by=["ward"]), looked("last", k=2, skip=1, by=["ward", "urgent"], columns=["visit"]),
    looked("first", k=2, prepare=[{"step": "aggregate", "by": ["ward"], "metrics": {"stay": ["first"]}}]),
    *(looked(which, order_by="score", then_by=then, columns=["visit", "score"], **more)
      for which, more in (("max", {}), ("min", {}), ("top", {"k": 7}), ("bottom", {"k": 3, "skip": 4}),
                          ("max", {"by": ["ward"]}), ("top", {"k": 2, "skip": 1, "by": ["ward"]}), ("matching", {}))
      for then in ([], [{"by": "stay"}], [{"by": "day", "ascending": True}, {"by": "stay"}])),
)  # fmt: skip


OF_EVERY_KIND: Data = {
    "stay": ["share", "p90", "missing", "skew"], "doctor": ["mode"], "*": ["count", "share"], "day": ["mode", "max"],
    "urgent": ["sum", "mode"],
}  # fmt: skip
GROUPS_OF_EVERY_KIND: tuple[Data, ...] = (
    *({"op": "row_lookup", "prepare": [{"step": "aggregate", "by": ["ward"], "metrics": OF_EVERY_KIND, **more}]}
      for more in ({}, {"date_col": "day", "grain": "half"})),
    {"op": "groupby_agg", "group_cols": ["ward"], "metrics": {"stay": ["max"]},
     "quantities": {"in": {"col": "stay", "agg": "sum", "filters": [EAST_OR_LONG]}},
     "having": [{"any": [where("in", ">", 20), where("stay_max", ">", 15)]}]},
)  # fmt: skip


def filled(data: Data, hospital: list[Dataset]) -> Data:
    """The spec about the visits, with the id of the doctors where it joins them."""
    prepare = data.get("prepare", [])
    assert isinstance(prepare, list)
    steps = [{**step, "dataset_id": hospital[1].dataset_id} if step["step"] == "join" else step for step in prepare]
    return {**data, "dataset_id": hospital[0].dataset_id, "prepare": steps}


@sampled((*SPECS, *NEW_STEPS, *REACHING_FURTHER, *GROUPS_OF_EVERY_KIND))
def test_the_program_gives_the_numbers_of_the_vocabulary(
    hospital: list[Dataset], cases: Sequence[Data], subtests: pytest.Subtests
) -> None:
    for data in cases:
        with subtests.test(str(data["op"]), spec=data):
            assert_program_agrees(parse_spec(filled(data, hospital)), hospital)


@pytest.mark.parametrize("asked", [
    {"op": "pivot_table", "rows": "ward", "columns": "beds", "value": {"col": "cost", "agg": "sum"}},
    {"op": "pivot_table", "rows": "ward", "columns": "cost"},
    {"op": "share_ratio", "group_cols": ["ward"], "threshold_pct": 80, "filters": [
        {"col": "cost", "op": ">", "value": 99}]},
    {"op": "share_ratio", "group_cols": ["ward"], "threshold_pct": 80, "value": {"col": "cost", "agg": "sum"}},
])  # fmt: skip
def test_gaps_and_no_rows_left_are_the_same_in_both(asked: Data) -> None:
    content = b"ward,beds,cost\nA,1,2.5\nA,,3\nB,2,\n,3,4\nC,2,-4.5\n"
    assert_program_agrees(parse_spec(asked), [DatasetStore().add("owner", "wards.csv", content)])


@pytest.mark.parametrize("name", ["class", "None", "lambda"])
def test_a_column_may_be_called_as_nothing_in_python_may(name: str) -> None:
    taught = DatasetStore().add("owner", "taught.csv", f"{name},pupils\nA,1\nB,2\nA,5\nB,9\nA,7\nB,3\n".encode())
    filled_in: Data = {"step": "fill_missing", "cols": [name], "method": "mode"}
    for asked in ({"op": "groupby_agg", "group_cols": [name], "metrics": {"pupils": ["sum"]}, "prepare": [filled_in]},
                  {"op": "compare_groups", "value": "pupils", "group": name}):  # fmt: skip
        assert_program_agrees(parse_spec(asked), [taught])


@pytest.mark.parametrize("how", [{"growth": "previous"}, {"growth": "first"}, {"moving": 2}])
@pytest.mark.parametrize("made", [["gt", "stay_sum", "rows"], ["argmax", "stay_sum", "rows"]])
def test_growth_of_what_is_no_number_is_the_same_in_both(hospital: list[Dataset], how: Data, made: list[str]) -> None:
    asked = {"op": "time_trend", "date_col": "day", "grain": "quarter", "metrics": {"stay": ["sum"], "*": ["count"]}}
    assert_program_agrees(parse_spec(filled({**asked, "computed": {"made": made}, **how}, hospital)), hospital)


def test_durations_that_were_read_as_hours_are_seconds_in_both() -> None:
    drives = DatasetStore().add("owner", "drives.csv", b"route,took\nA,3h 38min\nA,4h 12min\nB,9h\nB,\n")
    steps = [{"step": "cast_type", "col": "took", "to": "seconds"}]
    asked = {"op": "groupby_agg", "group_cols": ["route"], "metrics": {"took": ["sum"]}, "prepare": steps}
    assert_program_agrees(parse_spec(asked), [drives])


def test_every_measure_step_and_plot_has_a_program() -> None:
    assert set(MEASURES) == set(OPS)
    assert set(DRAWERS) == set(KINDS)
    assert set(WRITTEN_STEPS) == set(STEPS)


VALUES: dict[str, tuple[object, object]] = {
    # column: two values, in order; one of each kind that a column can have
    "stay": (2, 6.5), "ward": ("East", "West"), "urgent": (False, True), "day": ("2023-06", "2024-03-15"),
    "at": ("09:30", "17:00:00"), "visit": ("V1", "V3"),
}  # fmt: skip
WANTED: dict[str, int] = {"is_null": 0, "not_null": 0, "in": 2, "not_in": 2, "between": 2}
"""How many values an operator takes, where it is not one."""


@sampled((column, op) for op in get_args(FilterOp) for column in VALUES)
def test_every_filter_on_every_kind_of_column_keeps_the_rows_of_the_vocabulary(
    hospital: list[Dataset], cases: Sequence[tuple[str, str]], subtests: pytest.Subtests
) -> None:
    for column, op in cases:
        with subtests.test(op, column=column):
            count = WANTED.get(op, 1)
            value = None if count == 0 else VALUES[column][0] if count == 1 else [*VALUES[column]]
            spec = parse_spec(filled(rows((column, op, value)), hospital))
            if refused_by_the_vocabulary(spec, hospital):
                with pytest.raises(TallyError):
                    run_written(spec, hospital)
            else:
                assert_program_agrees(spec, hospital)


def refused_by_the_vocabulary(spec: Spec, datasets: list[Dataset]) -> bool:
    assert spec.type == "analysis"
    tables = {one.dataset_id: Table(one.dataset_id, one.name, one.frame, one.profile) for one in datasets}
    try:
        execute_analysis(spec, tables)
    except TallyError:
        return True
    return False


OF_EVERY_MEASURE: tuple[Data, ...] = (
    {"op": "dataset_overview"}, {"op": "missingness"}, {"op": "missingness", "by": "ward"}, {"op": "column_summary"},
    {"op": "duplicate_check", "columns": ["ward"]},
    {"op": "groupby_agg", "metrics": {"stay": ["mean"]}, "group_cols": ["ward", "urgent"]},
    {"op": "groupby_agg", "metrics": {"stay": ["mean", "median"]}},
    {"op": "share_ratio", "group_cols": ["ward"]}, {"op": "correlation_matrix"},
    {"op": "correlation", "columns": ["stay", "score"]}, {"op": "value_counts", "column": "ward"},
    {"op": "row_lookup", "which": "top", "order_by": "stay", "k": 5, "columns": ["visit", "stay"]},
    {"op": "time_trend", "date_col": "day", "grain": "half", "metrics": {"stay": ["sum"]}},
    {"op": "outliers", "column": "stay"}, {"op": "normality_test", "column": "stay"},
    {"op": "compare_groups", "value": "stay", "group": "ward"},
    {"op": "compare_columns", "a": "stay", "b": "score"},
    {"op": "outliers", "column": "stay", "by": "ward"}, {"op": "column_summary", "columns": ["stay"], "by": "ward"},
    {"op": "pivot_table", "rows": "ward", "columns": "urgent"},
    {"op": "contingency_test", "rows": "ward", "columns": "urgent"},
    {"op": "ols_regression", "y": "stay", "x": ["score", "ward"]},
)  # fmt: skip
PICTURES: tuple[Data, ...] = (
    *({"kind": "bar", "of": measure} for measure in OF_EVERY_MEASURE),
    {"kind": "bar", "x": "ward", "y": "stay", "color": "urgent", "sort": {"by": "stay"}, "top_k": 2},
    {"kind": "bar", "x": "ward", "sort": {"by": "ward", "ascending": True}},
    {"kind": "bar", "x": "urgent", "color": "ward", "sort": {"by": "urgent"}},
    {"kind": "line", "x": "day", "y": "stay", "agg": "mean", "color": "urgent"},
    {"kind": "hist", "x": "stay", "color": "ward"}, {"kind": "hist", "x": "day"},
    {"kind": "hist", "x": "score", "bins": 5},
    {"kind": "scatter", "x": "stay", "y": "score", "color": "ward"}, {"kind": "box", "y": "stay"},
    {"kind": "box", "y": "stay", "x": "ward"}, {"kind": "violin", "y": "stay", "x": "ward"},
    {"kind": "violin", "y": "score"}, {"kind": "area", "x": "day", "y": "stay", "color": "urgent"},
    {"kind": "pie", "x": "ward", "y": "stay"}, {"kind": "pie", "x": "doctor", "top_k": 2},
    {"kind": "pie", "of": {"op": "share_ratio", "group_cols": ["ward"], "top_k": 2}},
    {"kind": "pie", "of": {"op": "value_counts", "column": "ward"}}, {"kind": "pareto", "x": "visit", "y": "stay"},
    {"kind": "bar", "x": "ward", "y": "stay", "color": "urgent", "stack": "sum"},
    {"kind": "bar", "x": "ward", "color": "urgent", "stack": "percent"},
    {"kind": "bar", "of": {"op": "pivot_table", "rows": "ward", "columns": "urgent"}, "stack": "percent"},
    {"kind": "heatmap", "x": "ward", "color": "urgent", "y": "stay", "agg": "mean"},
    {"kind": "heatmap", "of": {"op": "correlation_matrix"}},
    {"kind": "heatmap", "of": {"op": "pivot_table", "rows": "ward", "columns": "urgent"}},
)  # fmt: skip


@sampled(PICTURES, kind=lambda data: data["kind"])
def test_every_picture_is_drawn(hospital: list[Dataset], cases: Sequence[Data], subtests: pytest.Subtests) -> None:
    for data in cases:
        with subtests.test(str(data["kind"]), plot=data):
            assert_is_drawn(data, hospital)


def assert_is_drawn(data: Data, hospital: list[Dataset]) -> None:
    measure = data.get("of")
    picture = {**data, "of": {**measure, "dataset_id": hospital[0].dataset_id}} if isinstance(measure, dict) else data
    spec = parse_spec({"type": "plot", **picture, "dataset_id": hospital[0].dataset_id})
    figure = run_written(spec, hospital).figures[0]
    assert isinstance(figure, PlotlyFigure)
    traces = figure.figure["data"]
    assert isinstance(traces, list) and traces
    for trace in traces:
        assert isinstance(trace, dict) and trace.get("y", trace.get("median", trace.get("values")))


def test_all_these_measures_are_drawn() -> None:
    assert {str(measure["op"]) for measure in OF_EVERY_MEASURE} == set(OPS)


NUMBERS, KEYS = st.sampled_from(["stay", "score"]), st.sampled_from(["ward", "urgent", "doctor", "score"])
STEP = st.sampled_from(
    [
        TO_NUMBER, TO_DATE, {"step": "drop_missing", "cols": ["ward"]}, {"step": "drop_duplicates", "cols": ["score"]},
        {"step": "date_part", "col": "day", "part": "weekday"}, join(how="inner"), join(columns=["grade"]),
        {"step": "derive_column", "name": "made", "expression": ["div", "stay", ["sub", "score", 3]]},
        {"step": "flag_rows", "name": "flag", "filters": [EAST_OR_LONG]}, part("length"),
        {"step": "set_missing", "cols": ["score"], "values": [1]},
        {"step": "rank_rows", "order_by": "stay", "name": "place", "by": ["ward"]},
    ]
)  # fmt: skip
FILTER = st.one_of(
    st.builds(lambda col, op, value: {"col": col, "op": op, "value": value}, NUMBERS,
              st.sampled_from(["<", ">=", "!="]), st.integers(0, 9)),
    st.builds(lambda op: {"col": "ward", "op": op, "value": ["east", "North"]}, st.sampled_from(["in", "not_in"])),
    st.builds(lambda stat: {"col": "stay", "op": ">", "value": {"stat": stat, "col": "stay"}},
              st.sampled_from(["mean", "q3", "std"])),
    st.builds(lambda op: {"col": "stay", "op": op, "value": {"col": "score"}}, st.sampled_from(["<", ">=", "!="])),
    st.builds(lambda n, ward: {"any": [[where("stay", ">", n), where("score", "!=", 3)], where("ward", "==", ward)]},
              st.integers(0, 9), st.sampled_from(["east", "North", "West"])),
    st.builds(lambda months, whole: where("day", ">=", latest(-months, "month", whole=whole)), st.integers(0, 20),
              st.booleans()),
)  # fmt: skip
AGGREGATES = st.lists(
    st.sampled_from(["sum", "mean", "median", "std", "min", "range", "count", "nunique", "last"]),
    min_size=1, max_size=3, unique=True,
)  # fmt: skip
MEASURE = st.one_of(
    st.builds(lambda col, agg, keys: {"op": "groupby_agg", "metrics": {col: agg}, "group_cols": keys},
              NUMBERS, AGGREGATES, st.lists(KEYS, max_size=2, unique=True)),
    st.builds(lambda col, agg, grain, growth: {"op": "time_trend", "date_col": "day", "grain": grain, "growth": growth,
                                               "metrics": {col: agg}},
              NUMBERS, AGGREGATES, st.sampled_from(get_args(Grain)), st.sampled_from(["none", "previous", "year"])),
    st.builds(lambda col, method: {"op": "outliers", "column": col, "method": method}, NUMBERS,
              st.sampled_from(["iqr", "zscore"])),
    st.builds(lambda key: {"op": "value_counts", "column": key}, KEYS),
    st.builds(lambda key: {"op": "missingness", "by": key}, KEYS),
    st.builds(lambda key, col: {"op": "normality_test", "column": col, "by": key, "tests": EVERY_TEST}, KEYS, NUMBERS),
)  # fmt: skip


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(measure=MEASURE, steps=st.lists(STEP, max_size=2), filters=st.lists(FILTER, max_size=2))
def test_whatever_the_steps_and_filters_the_program_agrees(
    hospital: list[Dataset], measure: Data, steps: list[Data], filters: list[Data]
) -> None:
    spec = parse_spec(filled({**measure, "prepare": steps, "filters": filters}, hospital))
    if not refused_by_the_vocabulary(spec, hospital):
        assert_program_agrees(spec, hospital)

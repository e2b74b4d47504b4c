"""check_spec: what cannot be computed is refused before any row is touched, with what to do instead."""

import pytest

from agent.analysis.validate import check_spec
from agent.errors import DataError, SpecError, TallyError
from agent.specs.parse import parse_spec
from languages.phrase_files import telling
from registry.profile import ColumnProfile, DatasetProfile
from tests.agent.analysis.made_tables import PEOPLE_KINDS, people, profile_of

PROFILES = {"ds": profile_of(people(), PEOPLE_KINDS)}
WIDE = ColumnProfile("code", "text", "str", 900, 0, 900)
JOIN = {"step": "join", "dataset_id": "t", "left_on": ["team"], "right_on": ["team"]}


def check(spec: dict[str, object]) -> None:
    check_spec(
        parse_spec(spec),
        PROFILES | {"t": DatasetProfile("t", "t.csv", 1, 1, (ColumnProfile("team", "text", "str", 1, 0, 1), WIDE), 0)},
    )


@pytest.mark.parametrize(
    "spec",
    [
        {"op": "groupby_agg", "group_cols": ["hired_year"], "metrics": {"pay": ["mean"]},
         "prepare": [{"step": "date_part", "col": "hired", "part": "year"}]},
        {"op": "groupby_agg", "group_cols": ["team"], "metrics": {"person": ["nunique", "first"], "*": ["count"]}},
        {"op": "value_counts", "column": "code", "prepare": [JOIN]},
        {"op": "groupby_agg", "group_cols": ["person"], "metrics": {"pay": ["sum"]}, "sort": {"by": "pay_sum"}},
        {"op": "correlation", "columns": ["pay", "twice"],
         "prepare": [{"step": "derive_column", "name": "twice", "expression": ["mul", "age", 2]}]},
        {"kind": "bar", "x": "team", "y": "pay", "agg": "mean"},
        {"kind": "line", "of": {"op": "value_counts", "dataset_id": "ds", "column": "hired"}},
    ],
)  # fmt: skip
def test_what_fits_passes(spec: dict[str, object]) -> None:
    check({"dataset_id": "ds", **spec})


@pytest.mark.parametrize(
    ("spec", "error", "words"),
    [
        ({"op": "value_counts", "column": "teem"}, SpecError, "Nearest: team"),
        ({"op": "groupby_agg", "metrics": {"team": ["mean"]}}, SpecError, "mean needs numbers; team is text"),
        ({"op": "groupby_agg", "metrics": {"person": ["sum"]}}, SpecError, "identifier"),
        ({"op": "groupby_agg", "metrics": {"hired": ["mean"]}}, SpecError, "hired is date"),
        ({"op": "groupby_agg", "metrics": {"*": ["sum"]}}, SpecError, "only be counted"),
        ({"op": "groupby_agg", "metrics": {"pay": []}}, SpecError, "No aggregation"),
        ({"op": "groupby_agg", "metrics": {"pay": ["sum"]}, "sort": {"by": "pay"}}, SpecError, "nearest: pay_sum"),
        ({"op": "groupby_agg", "metrics": {"*": ["count"]}, "having": [{"col": "x", "op": "is_null"}]}, SpecError, "x"),
        ({"op": "time_trend", "date_col": "pay", "metrics": {"*": ["count"]}}, SpecError, "Date columns: hired"),
        ({"op": "groupby_agg", "metrics": {"pay": ["sum"]}, "computed": {"x": [["add"], "pay_sum"]}}, SpecError,
         "There is no operator"),
        ({"op": "correlation", "columns": ["pay", "team"]}, SpecError, "team is text"),
        ({"op": "correlation", "columns": ["pay"]}, SpecError, "two columns"),
        ({"op": "column_summary", "columns": ["team"], "stats": ["mean"]}, SpecError, "mean needs numbers"),
        ({"op": "column_summary", "columns": ["team"], "quantiles": [0.5]}, SpecError, "a quantile needs numbers"),
        ({"op": "contingency_test", "rows": "team", "columns": "pay"}, SpecError, "recode_column"),
        ({"op": "contingency_test", "rows": "hired", "columns": "team"}, SpecError, "date_part"),
        ({"op": "contingency_test", "rows": "team", "columns": "teem"}, SpecError, "Nearest: team"),
        ({"op": "ols_regression", "y": "team", "x": ["pay"]}, SpecError, "team is text"),
        ({"op": "ols_regression", "y": "pay", "x": ["person"]}, SpecError, "identifier"),
        ({"op": "ols_regression", "y": "pay", "x": ["hired"]}, SpecError, "date_part"),
        ({"op": "outliers", "column": "team"}, SpecError, "needs numbers"),
        ({"op": "share_ratio", "group_cols": ["team"], "value": {"col": "pay", "agg": "mean"}}, SpecError, "sums or"),
        ({"op": "pivot_table", "rows": "team", "columns": "person"}, SpecError, "too many for columns"),
        ({"op": "value_counts", "column": "a", "dataset_id": "zz"}, SpecError, "no data set 'zz'"),
        ({"kind": "hist", "x": "team"}, SpecError, "bar chart of counts"),
        ({"kind": "scatter", "x": "team", "y": "pay"}, SpecError, "team is text"),
        ({"kind": "box", "y": "person"}, SpecError, "identifier"),
        ({"kind": "bar", "x": "team", "y": "level", "agg": "mean"}, SpecError, "level is text"),
        ({"kind": "violin", "y": "team"}, SpecError, "plot of this kind needs numbers"),
        ({"kind": "pie", "x": "team", "y": "pay", "agg": "mean"}, SpecError, "do not add up"),
        ({"kind": "pareto", "of": {"op": "compare_groups", "value": "pay", "group": "team"}}, SpecError, "Pareto"),
        ({"kind": "bar", "x": "team", "y": "pay", "agg": "max", "color": "level", "stack": "sum"}, SpecError, "add up"),
        ({"kind": "heatmap", "x": "team"}, SpecError, "two keys"),
        ({"kind": "pie", "x": "teem"}, SpecError, "Nearest: team"),
        ({"op": "dataset_overview", "prepare": [{"step": "drop_missing", "cols": ["teem"]}]}, SpecError, "team"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_named(spec: dict[str, object], error: type[TallyError], words: str) -> None:
    with pytest.raises(error, match=words) as caught:
        check({"dataset_id": "ds", **spec})
    assert caught.value.remedy


@pytest.mark.parametrize(("language", "sentence", "remedy"), [
    ("de", "Ein Vergleich von Gruppen braucht Zahlen; team enthält: Text.", "Nehmen Sie eine Spalte mit Zahlen."),
    ("ja", "グループの比較には数が必要ですが、teamは文字です。", "数の列を使ってください。"),
])  # fmt: skip
def test_what_does_not_fit_is_told_in_the_language_of_the_person(language: str, sentence: str, remedy: str) -> None:
    with telling(language), pytest.raises(SpecError) as caught:
        check({"dataset_id": "ds", "op": "compare_groups", "value": "team", "group": "level"})
    assert (caught.value.message, caught.value.remedy) == (sentence, remedy)


def test_with_several_data_sets_one_must_be_named() -> None:
    with pytest.raises(SpecError, match="which data set"):
        check({"op": "dataset_overview"})


def test_a_date_that_reads_two_ways_has_to_be_asked_for() -> None:
    profiles = {"ds": profile_of(people(), {**PEOPLE_KINDS, "team": "ambiguous_date"})}
    spec = parse_spec({"op": "dataset_overview", "filters": [{"col": "team", "op": ">", "value": "2015"}]})
    with pytest.raises(DataError, match="day/month"):
        check_spec(spec, profiles)

"""Specs are written as the model was taught to write them, and no line loses anything of them."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from agent.errors import SpecError
from agent.reader.form import read_line, stated_only, write_line
from agent.reader.form_parser import UnreadableError
from agent.reader.form_words import periods_of
from agent.reader.form_writer import UnwritableError, tidy
from agent.specs.parse import Spec, parse_spec
from registry.profile import DatasetProfile
from tests.agent.reader.taught import Column, Table, Taught, specs_of, taught
from tests.agent.specs.made_specs import DEFINITIONS, Maker

ANSWERED = [asked for asked in taught().questions if asked.action == "act"]


def table(dataset_id: str, *columns: str) -> DatasetProfile:
    told = [Column(name=name, kind="number", unique=99) for name in columns]
    return Table(name=f"{dataset_id}.csv", rows=9, columns=told).profile(dataset_id)


SALES = table("D1", "region", "shop", "paid", "amount", "units", "day", "Jan", "Feb", "Mrz", "Apr", "a b", "true")
SHOPS = table("D2", "shop", "since", "size")
TABLES = [SALES, SHOPS]


def read(line: str) -> list[Spec]:
    [specs] = read_line(line, TABLES)
    return specs


@pytest.mark.parametrize("asked", ANSWERED, ids=lambda asked: asked.question[:40])
def test_specs_are_written_as_they_were_taught_and_read_back(asked: Taught) -> None:
    datasets = taught().tables[asked.tables].profiles
    specs = specs_of(asked.specs, datasets)
    line = write_line(specs, datasets)
    assert f" {line}" == asked.output
    [back] = read_line(line, datasets)
    assert plain(back) == plain(specs)


def plain(specs: list[Spec]) -> list[dict[str, Any]]:
    """What specs mean, whatever their words."""
    return [tidy(stated_only(spec)) for spec in specs]


@pytest.mark.parametrize(("line", "spec"), [
    ("dataset_overview", {"op": "dataset_overview"}),
    ("dataset_overview from=T2", {"op": "dataset_overview", "dataset_id": "D2"}),
    ('groupby_agg by=[region,"a b"] m=amount.sum+mean,*.count sort=amount_sum:asc top=3',
     {"op": "groupby_agg", "group_cols": ["region", "a b"], "metrics": {"amount": ["sum", "mean"], "*": ["count"]},
      "sort": {"by": "amount_sum", "ascending": True}, "top_k": 3}),
    ('groupby_agg m=*.count where=(paid < {col:amount} & region == {col:"a b"})',
     {"op": "groupby_agg", "metrics": {"*": ["count"]}, "filters": [
         {"col": "paid", "op": "<", "value": {"col": "amount"}},
         {"col": "region", "op": "==", "value": {"col": "a b"}}]}),
    ('row_lookup which=matching where=(any(day == 2024-05 & paid not_null | shop in [A,"3",3]))',
     {"op": "row_lookup", "which": "matching", "filters": [{"any": [
         [{"col": "day", "op": "==", "value": "2024-05"}, {"col": "paid", "op": "not_null"}],
         [{"col": "shop", "op": "in", "value": ["A", "3", 3]}]]}]}),
    ("value_counts pre=(unpivot value=sold columns=Jan..Apr name=month periods=AUTO) column=month",
     {"op": "value_counts", "column": "month", "prepare": [
         {"step": "unpivot", "cols": ["Jan", "Feb", "Mrz", "Apr"], "name": "month", "value": "sold", "periods": {
             "Jan": "2025-01-01", "Feb": "2025-02-01", "Mrz": "2025-03-01", "Apr": "2025-04-01"}}]}),
    ("share_ratio mode=ratio num=count.*(paid == true) den=sum.\"true\"",
     {"op": "share_ratio", "mode": "ratio", "denominator": {"col": "true", "agg": "sum"}, "numerator": {
         "col": "*", "agg": "count", "filters": [{"col": "paid", "op": "==", "value": True}]}}),
    ("bar of=(groupby_agg by=shop m=amount.sum) of_column=amount_sum",
     {"kind": "bar", "of_column": "amount_sum",
      "of": {"op": "groupby_agg", "group_cols": ["shop"], "metrics": {"amount": ["sum"]}}}),
    ("bar from=T2 of=(value_counts from=T1 column=shop)",
     {"kind": "bar", "dataset_id": "D2", "of": {"op": "value_counts", "dataset_id": "D1", "column": "shop"}}),
])  # fmt: skip
def test_a_spec_has_one_line(line: str, spec: dict[str, Any]) -> None:
    meant = parse_spec({"dataset_id": "D1", **spec})
    assert write_line([meant], TABLES) == line
    assert read(line) == [meant]


def test_several_specs_stand_in_one_line_and_several_readings_in_one_question() -> None:
    assert [spec.type for spec in read("value_counts column=shop || pie x=shop")] == ["analysis", "plot"]
    assert len(read_line("value_counts column=shop // value_counts column=region", TABLES)) == 2


@pytest.mark.parametrize(("said", "meant"), [
    (["2024-03-01", "2024-03-31"], "day == 2024-03"),
    (["2023-01-01", "2024-12-31"], "day between [2023,2024]"),
    (["2024-01", "2024-12"], 'day == "2024"'),
    (["2024-03-02", "2024-03-31"], "day between [2024-03-02,2024-03-31]"),
    (["2024-02-01", "2024-02-28"], "day between [2024-02-01,2024-02-28]"),
])  # fmt: skip
def test_whole_months_and_years_are_told_by_their_names(said: list[str], meant: str) -> None:
    spec = parse_spec({"op": "row_lookup", "filters": [{"col": "day", "op": "between", "value": said}]})
    assert write_line([spec], TABLES) == f"row_lookup which=matching where=({meant.replace('[2023,2024]', YEARS)})"


YEARS = '["2023","2024"]'


@pytest.mark.parametrize("line", [
    "", "nothing", "groupby_agg", "groupby_agg by=shop", "groupby_agg by=shop by=paid m=*.count",
    "value_counts column=", "value_counts column=shop ", "value_counts column=shop extra",
    "value_counts column=shop || ", 'value_counts column="shop', "value_counts column=shop from=T3",
    "value_counts column=shop from=T0", "value_counts column=shop from=sales", "value_counts column=shop dataset_id=D2",
    "value_counts group_cols=shop column=a", "row_lookup k=007", "row_lookup k=1e999", "row_lookup k=１２",
    "row_lookup where=()", "row_lookup where=(shop like A)", "row_lookup where=(shop == [A)",
    "row_lookup columns=Jan..Apr", "row_lookup cols=nowhere..Apr", f"row_lookup cols={'[' * 3000}",
    "value_counts pre=(unpivot columns=[shop] name=a periods=AUTO value=b) column=a",
    f"row_lookup where=({'any(' * 3000}", f"bar {'of=(bar ' * 3000}",
])  # fmt: skip
def test_what_is_not_of_the_form_is_no_reading(line: str) -> None:
    with pytest.raises(UnreadableError):
        read_line(line, TABLES)


def test_specs_of_a_table_that_is_not_there_have_no_line() -> None:
    with pytest.raises(UnwritableError):
        write_line([parse_spec({"op": "dataset_overview", "dataset_id": "gone"})], TABLES)


def test_columns_are_called_as_their_table_calls_them_whatever_the_model_composed() -> None:
    accented = table("D1", "Pre\u0301nom", "Me\u0301tier")
    line = 'groupby_agg by="Métier" m="Prénom".count sort="Prénom_count":asc where=("Métier" != Métier)'
    [[spec]] = read_line(line, [accented])
    assert spec == parse_spec({
        "op": "groupby_agg", "dataset_id": "D1", "group_cols": ["Me\u0301tier"],
        "metrics": {"Pre\u0301nom": ["count"]}, "sort": {"by": "Pre\u0301nom_count", "ascending": True},
        "filters": [{"col": "Me\u0301tier", "op": "!=", "value": "Métier"}],
    })  # fmt: skip
    assert write_line([spec], [accented]) == line


@pytest.mark.parametrize(("names", "periods"), [
    (["Jan-24", "Feb-24"], {"Jan-24": "2024-01-01", "Feb-24": "2024-02-01"}),
    (["2023", "FY 2024"], {"2023": "2023", "FY 2024": "2024"}),
    (["1月", "12月"], {"1月": "2025-01-01", "12月": "2025-12-01"}),
    (["März 2023", "2023-04"], {"März 2023": "2023-03-01", "2023-04": "2023-04-01"}),
    (["Jan", "total"], None),
])  # fmt: skip
def test_headers_say_their_periods(names: list[str], periods: dict[str, str] | None) -> None:
    assert periods_of(names) == periods


MODELS = sorted(name for name, node in DEFINITIONS.items() if {"op", "kind"} & {*node.get("properties", {})})
STEPS = sorted(name for name, node in DEFINITIONS.items() if "step" in node.get("properties", {}))
NUMBERS = ["amount", "units", "Jan", "Feb"]
MAKER = Maker([*SALES.column_names, "made"], NUMBERS, ["day"], ["A", "2024-02-03"], ["D1", "D2"])
MADE = st.one_of([*(MAKER.spec(name) for name in MODELS if name != "Filter"), *(MAKER.step(name) for name in STEPS)])


@settings(max_examples=300, suppress_health_check=list(HealthCheck))
@given(MADE)
def test_whatever_the_language_says_survives_its_line(made: dict[str, JsonValue]) -> None:
    try:
        spec = parse_spec({**made, "dataset_id": made.get("dataset_id") or "D1"})
        line = write_line([spec], TABLES)
    except SpecError:
        return
    [back] = read_line(line, TABLES)
    assert write_line(back, TABLES) == line
    assert plain(back) == plain([spec])


@settings(max_examples=300)
@given(st.text(st.sampled_from('abT12[]{}()"<>=.,:&|/* _-'), max_size=60))
def test_any_text_is_a_reading_or_unreadable(text: str) -> None:
    for head in ("", "row_lookup where=(", "groupby_agg m=*.count ", "value_counts column="):
        try:
            read_line(head + text, TABLES)
        except UnreadableError:
            continue

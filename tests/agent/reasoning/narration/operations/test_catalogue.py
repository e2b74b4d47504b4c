"""Every op and every plot is told, in every language, with no figure of its own and no reference that leads nowhere."""

import re
from collections.abc import Sequence

import pytest

from agent.reasoning.rules.narration.operations.catalogue import NARRATORS
from agent.specs.parse import KINDS, OPS
from tests.agent.reasoning.narration.specs import EVERY, MEASURES, PLOTS
from tests.agent.reasoning.narration.worked import Spec, shop, told
from tests.cases import sampled

ASKED = {"en": "what is the result of it?", "de": "Was ist das Ergebnis?", "ja": "結果は何ですか"}
REFERENCE = re.compile(r"\{[^{}]*\}")


def test_every_op_and_every_kind_has_a_narrator_and_a_test() -> None:
    assert tuple(MEASURES) == OPS
    assert tuple(PLOTS) == KINDS
    assert sorted(NARRATORS) == sorted([*OPS, *KINDS])


@sampled(((language, name, spec) for name, spec in EVERY for language in ASKED), kind=lambda case: case[:2])
def test_prose_holds_references_and_no_figure(
    cases: Sequence[tuple[str, str, Spec]], subtests: pytest.Subtests
) -> None:
    for language, name, spec in cases:
        with subtests.test(name, language=language, spec=spec):
            answer = told(spec, question=ASKED[language])
            assert answer.text.strip()
            assert answer.violations == ()
            of_the_spec = re.findall(r"\d+", str(spec))
            by_hand = re.findall(r"\d+", REFERENCE.sub("", answer.narration.text))
            assert [figure for figure in by_hand if figure not in of_the_spec and figure not in ("10", "97", "5")] == []


SWEET = {"step": "recode_column", "col": "kind", "name": "sweet",
         "mapping": {"cake": "yes", "bread": "no", "tea": "no"}}  # fmt: skip
SIDES: Spec = {
    "quantities": {
        kind: {"col": "units", "agg": "sum", "filters": [{"col": "kind", "op": "==", "value": kind}]}
        for kind in ("cake", "bread")
    },
    "computed": {"more_cake": ["sub", "cake", "bread"]},
}
LOWEST: Spec = {"sort": {"by": "more_cake", "ascending": True}, "top_k": 2}
SAYS: list[tuple[Spec, list[str]]] = [
    ({"op": "groupby_agg", **SIDES}, ["More cake: 8.", "Cake: 37.", "Bread: 29."]),
    (
        {"op": "time_trend", "date_col": "day", "grain": "year", **SIDES, "growth": "previous"},
        ["More cake of 2024: 8."],
    ),
    (
        {"op": "groupby_agg", "group_cols": ["shop"], **SIDES, **LOWEST},
        ["West has the lowest more cake: -8.", "- West: more cake -8, cake 4, bread 12"],
    ),
    (
        {"op": "groupby_agg", "group_cols": ["shop"], "metrics": {"units": ["sum"]}, "top_k": 1, "skip": 1},
        ["South stands at the place asked for with 22 (total units)."],
    ),
    (
        {
            "op": "groupby_agg",
            "group_cols": ["shop"],
            "metrics": {"units": ["sum"]},
            "having": [{"col": "units_sum", "op": ">", "value": 20}],
        },
        ["Those that do not fulfil the conditions on the result are left out.", "- South: 22"],
    ),
    (
        {"op": "groupby_agg", "group_cols": ["shop"], "metrics": {"kind": ["mode"]}},
        ["The most frequent kind, as asked for:", "- North: bread"],
    ),
    (
        {
            "op": "share_ratio",
            "mode": "ratio",
            "group_cols": ["shop"],
            "numerator": {"col": "units", "agg": "sum"},
            "denominator": {},
            "sort": {"by": "ratio", "ascending": True},
            "top_k": 2,
        },
        ["West has the lowest ratio of units to rows: 5.33."],
    ),
    (
        {
            "op": "time_trend",
            "date_col": "day",
            "metrics": {"units": ["sum"]},
            "growth": "previous",
            "having": [{"col": "units_sum_growth_pct", "op": ">", "value": 0}],
        },
        ["Those that do not fulfil", "- February 2024: units 10, "],
    ),
    ({"op": "groupby_agg", "metrics": {"price": ["mean"]}}, ["Average price: 5.725."]),
    (
        {"op": "groupby_agg", "metrics": {"*": ["count"]}, "filters": [{"col": "shop", "op": "==", "value": "North"}]},
        ["There are 5 rows where shop is North."],
    ),
    (
        {"op": "groupby_agg", "group_cols": ["shop"], "metrics": {"units": ["sum"]}},
        ["North has the most units: 47. West has the least: 16.", "- South: 22"],
    ),
    (
        {"op": "groupby_agg", "group_cols": ["shop"], "metrics": {"price": ["min", "max"]}},
        ["South has the lowest price: 2.4.", "West has the highest price: 12.5."],
    ),
    (
        {"op": "groupby_agg", "group_cols": ["shop", "kind"], "metrics": {"units": ["sum"]}},
        ["North / cake has the most units: 31."],
    ),
    (
        {
            "op": "groupby_agg",
            "metrics": {"*": ["count"]},
            "filters": [
                {
                    "any": [
                        {"col": "kind", "op": "==", "value": "tea"},
                        [{"col": "shop", "op": "==", "value": "North"}, {"col": "units", "op": ">", "value": 9}],
                    ]
                }
            ],
        },
        [" rows where kind is tea or (shop is North and units is above 9)."],
    ),
    ({"op": "row_lookup", "which": "last", "k": 2}, ["The last rows of the file:"]),
    (
        {"op": "row_lookup", "which": "top", "order_by": "units", "k": 1, "skip": 1},
        ["After the first places, highest units:"],
    ),
    (
        {"op": "groupby_agg", "group_cols": ["note"], "metrics": {"*": ["count"]}},
        ["Number of rows of rush: 2.", "- (no value): 10"],
    ),
    (
        {"op": "groupby_agg", "group_cols": ["kind"], "metrics": {"units": ["sum"]}, "top_k": 2},
        ["cake has the most units: 37.", "- bread: 29"],
    ),
    (
        {"op": "share_ratio", "group_cols": ["shop"], "value": {"col": "units", "agg": "sum"}},
        ["North has the largest share of the units: 55.3 % (47)."],
    ),
    (
        {
            "op": "share_ratio",
            "group_cols": ["kind"],
            "value": {"col": "units", "agg": "sum"},
            "threshold_pct": 60,
            "cumulative": True,
        },
        ["2 of 3 values of kind are enough to reach 77.6 % of the units."],
    ),
    (
        {
            "op": "share_ratio",
            "mode": "ratio",
            "numerator": {"col": "units", "agg": "sum"},
            "denominator": {"col": "order no", "agg": "nunique"},
        },
        ["7.08 is the units divided by the number of different order no: 85 / 12."],
    ),
    (
        {"op": "correlation", "columns": ["units", "price"]},
        ["units and price show a weak link", "(Pearson correlation 0.19)", "p = 0.545", "12 pairs", "chance"],
    ),
    ({"op": "value_counts", "column": "kind"}, ["bread is the most frequent kind: 5 rows, 41.7 % of all."]),
    ({"op": "row_lookup", "which": "max", "order_by": "units"}, ["30 June 2024 / North has the highest units: 30."]),
    (
        {"op": "row_lookup", "which": "max", "order_by": "units", "columns": ["order no"]},
        ["A-12 has the highest units."],
    ),
    (
        {"op": "row_lookup", "which": "max", "order_by": "units", "by": ["shop"], "columns": ["order no", "units"]},
        ["The highest units in each shop:", "- North: A-12 (30)"],
    ),
    (
        {"op": "row_lookup", "which": "min", "order_by": "day", "by": ["shop"], "columns": ["order no", "day"]},
        ["The earliest day in each shop:", "- North: A-1 (3 January 2024"],
    ),
    (
        {
            "op": "groupby_agg",
            "group_cols": ["shop", "kind"],
            "metrics": {"units": ["sum"]},
            "top_per": ["shop"],
        },
        ["The highest total units in each shop:", "- North: cake (31)"],
    ),
    (
        {"op": "row_lookup", "filters": [{"col": "units", "op": ">", "value": 8}], "columns": ["shop", "units"]},
        ["There are 2 rows where units is above 8.", "- North, 30"],
    ),
    (
        {"op": "time_trend", "date_col": "day", "metrics": {"units": ["sum"]}},
        ["June 2024 was the strongest month for units: 30.", "From January 2024 to June 2024 it rose by 400 %."],
    ),
    (
        {"op": "time_trend", "date_col": "day", "metrics": {"units": ["sum"]}, "growth": "previous"},
        [
            "The units rose most in June 2024: by 130.8 %, to 30.",
            "The biggest fall was in April 2024: by 14.3 %, to 12.",
        ],
    ),
    (
        {
            "op": "time_trend",
            "date_col": "day",
            "metrics": {"units": ["sum"]},
            "growth": "previous",
            "grain": "quarter",
        },
        ["The units rose by 83.3 % in Q2 2024, to 55. In Q1 2024 it was 30."],
    ),
    ({"op": "missingness"}, ["10 cells (83.3 %) are missing in note.", "The other columns are complete."]),
    ({"op": "missingness", "columns": ["shop"]}, ["No cell is missing"]),
    ({"op": "column_summary", "columns": ["price"], "stats": ["median"]}, ["Median of price: 3.05."]),
    ({"op": "duplicate_check"}, ["No row repeats an earlier one: all 12 rows differ."]),
    (
        {"op": "duplicate_check", "columns": ["shop"]},
        ["3 values of shop appear more than once: 9 of 12 rows repeat", "- North: 5 rows"],
    ),
    (
        {"op": "outliers", "column": "units"},
        ["1 value of units is an outlier, out of 12.", "below -1.5 or above 12.5", "7.08 with them and 5 without them"],
    ),
    (
        {"op": "normality_test", "column": "units"},
        ["No, units does not follow a normal distribution", "Shapiro-Wilk: statistic 0.6343, p < 0.001"],
    ),
    (
        {"op": "compare_groups", "value": "price", "group": "kind"},
        [
            "Yes, price differs between the groups of kind",
            "- cake: average 11.75",
            "Welch's analysis of variance",
            "p < 0.001",
        ],
    ),
    (
        {"op": "compare_groups", "value": "units", "group": "shop", "groups": ["North", "South"]},
        ["No, the data show no significant difference in units between North and South", "Welch", "-10.48 and 18.28"],
    ),
    (
        {"op": "contingency_test", "rows": "shop", "columns": "kind"},
        [
            "No, the data show no significant association between shop and kind",
            "- shop South: bread 1, cake 1, tea 2",
            "Chi-square test: statistic 2.67 with degrees of freedom 4, p = 0.614, from 12 rows.",
            "9 of the expected counts are under five (the smallest is 0.75), so p is only approximate.",
        ],
    ),
    (
        {
            "op": "contingency_test",
            "rows": "shop",
            "columns": "sweet",
            "prepare": [SWEET],
            "filters": [{"col": "shop", "op": "!=", "value": "West"}],
        },
        [
            "Fisher's exact test: statistic 0.5, p = 1, from 9 rows.",
            "so the exact test decides",
            "Cramér's V is 0.1581.",
        ],
    ),
    (
        {"op": "ols_regression", "y": "units", "x": ["price"]},
        [
            "Each additional unit of price goes with 0.3304 more units on average. This may well be chance",
            "(p = 0.545)",
            "between -0.8447 and 1.51 (ninety-five percent interval)",
            "the slope of the line; its intercept is 5.19.",
            "explains 3.78 % of the variation of units (R squared 0.03776, adjusted -0.05846), from 12 rows.",
        ],
    ),
    (
        {"op": "ols_regression", "y": "units", "x": ["price", "kind"]},
        [
            "each with the other columns held equal",
            "price goes with 4.95 less units on average (p = 0.528).",
            "kind = cake goes with 49.22 more units on average than bread (p",
            "As a whole it is not significant",
        ],
    ),
    (
        {"op": "pivot_table", "rows": "shop", "columns": "kind", "value": {"col": "units", "agg": "sum"}},
        ["North / cake has the most units: 31."],
    ),
    (
        {"op": "dataset_overview"},
        [
            "12 rows and 7 columns.",
            "from 3 January 2024 to 30 June 2024",
            "The columns are day, shop, kind",
            "10 cells are empty",
        ],
    ),
    (
        {"kind": "bar", "x": "shop", "y": "units", "agg": "mean"},
        ["North has the highest average units: 9.4."],
    ),
    (
        {"kind": "line", "x": "day", "y": "units", "grain": "month"},
        ["June 2024 was the strongest month for units: 30.", "rose by 400 %"],
    ),
    (
        {"kind": "violin", "y": "units", "x": "shop"},
        ["South has the highest median units: 6."],
    ),
    (
        {"kind": "pie", "x": "shop", "y": "units"},
        ["North has the largest share of the units: 55.3 % (47)."],
    ),
    (
        {"kind": "pareto", "x": "shop", "y": "units"},
        ["North has the largest share of the units"],
    ),
    (
        {"kind": "area", "x": "day", "y": "units", "grain": "month"},
        ["rose by 400 %"],
    ),
    (
        {"kind": "heatmap", "x": "shop", "color": "kind", "y": "units"},
        ["North / cake has the most units: 31."],
    ),
    ({"kind": "heatmap", "of": {"op": "correlation_matrix"}}, ["how strongly each pair of columns goes together"]),
    (
        {"kind": "bar", "x": "shop", "y": "units", "color": "kind", "stack": "percent"},
        ["The bars show the total units by shop, each divided into the shares of its parts."],
    ),
    ({"kind": "box", "y": "units", "x": "shop"}, ["South has the highest median units: 6."]),
    ({"kind": "scatter", "x": "units", "y": "price"}, ["The scatter plot shows price against units."]),
    (
        {
            "op": "groupby_agg",
            "prepare": [{"step": "date_part", "col": "day", "part": "month"}],
            "group_cols": ["day_month"],
            "metrics": {"units": ["sum"]},
        },
        ["month 6 has the most units: 30.", "month 1 has the least: 6."],
    ),
    (
        {"op": "column_summary", "columns": ["price"], "quantiles": [0.1, 0.5]},
        ["- percentile 10: 2.5\n- median: 3.05"],
    ),
    ({"kind": "hist", "x": "units"}, ["Most units lie in ", " rows."]),
]


def test_prose_says_what_the_result_shows(subtests: pytest.Subtests) -> None:
    for spec, sentences in SAYS:
        with subtests.test(sentences[0], spec=spec):
            text = told(spec).text
            assert [sentence for sentence in sentences if sentence not in text] == [], text


def test_german_and_japanese_tell_the_same_numbers() -> None:
    spec = {"op": "groupby_agg", "group_cols": ["shop"], "metrics": {"units": ["sum"]}}
    german = told(spec, question="Wie hoch ist die Summe je Laden?").text
    japanese = told(spec, question="店舗ごとの合計を教えてください").text
    assert "North hat am meisten units: 47." in german
    assert "unitsが最も多いのはNorthで、47 です。" in japanese


HALF_A_MONTH = (
    "day,units\n2025-01-02,10\n2025-01-31,5\n2025-02-01,20\n2025-02-28,10\n2025-03-01,24\n2025-03-30,12\n2025-04-09,4\n"
)
"""January to March are whole, April ends on the ninth."""
HALF = shop(HALF_A_MONTH, "half.csv")
MONTHLY: Spec = {"op": "time_trend", "date_col": "day", "metrics": {"units": ["sum"]}}
STARTED: Spec = {"kind": "line", "of": MONTHLY}


@pytest.mark.parametrize(
    ("language", "said", "first", "last"),
    [
        ("en", "not complete", "January 2025", "April 2025"),
        ("de", "nicht vollständig", "Januar 2025", "April 2025"),
        ("ja", "途中まで", "2025年1月", "2025年4月"),
    ],
)
@pytest.mark.parametrize("spec", [MONTHLY, STARTED])
def test_a_comparison_is_of_whole_periods_and_says_which_one_is_not(
    spec: Spec, language: str, said: str, first: str, last: str
) -> None:
    text = told(spec, table=HALF, question=ASKED[language]).text
    compared = [each for each in re.split(r"(?<=[.。])\s*(?=\D)", text) if first in each and each[0] != "-"]
    assert compared, text
    assert all(last in each and said in each for each in compared), text
    assert "140" in text


def test_the_biggest_fall_is_not_into_half_a_month() -> None:
    text = told({**MONTHLY, "growth": "previous"}, table=HALF).text
    assert "The smallest rise was in March 2025: by 20 %; April 2025 is not complete." in text


def test_half_a_month_is_the_lowest_of_nothing() -> None:
    spec = {**MONTHLY, "group_col": "kind"}
    text = told(spec, table=shop("day,kind,units\n2025-01-01,a,9\n2025-02-28,a,5\n2025-03-09,a,1\n", "a.csv")).text
    assert "a in February 2025 has the least: 5; March 2025 is not complete." in text


def test_a_first_place_in_the_middle_of_its_month_says_so() -> None:
    text = told({**MONTHLY, "sort": {"by": "units_sum", "ascending": True}, "top_k": 1}, table=HALF).text
    assert "April 2025 comes first with 4 (total units); April 2025 is not complete." in text


UNKNOWN = "shop,kind,units\n,a,90\n,b,9\nNorth,a,40\nNorth,b,7\nSouth,a,5\nSouth,b,2\n"
"""Most units were sold nobody knows where."""


@pytest.mark.parametrize(
    "spec",
    [
        {"op": "groupby_agg", "group_cols": ["shop"], "metrics": {"units": ["sum"]}},
        {"op": "groupby_agg", "group_cols": ["shop"], "metrics": {"units": ["sum"]}, "top_k": 2},
        {"op": "value_counts", "column": "shop"},
        {"op": "share_ratio", "group_cols": ["shop"], "value": {"col": "units", "agg": "sum"}},
        {"op": "pivot_table", "rows": "shop", "columns": "kind", "value": {"col": "units", "agg": "sum"}},
        {"op": "pivot_table", "rows": "kind", "columns": "shop", "value": {"col": "units", "agg": "sum"}},
        {"kind": "bar", "x": "shop", "y": "units"},
        {"kind": "pie", "x": "shop", "y": "units"},
        {"kind": "heatmap", "x": "shop", "color": "kind", "y": "units"},
        {"kind": "box", "x": "shop", "y": "units"},
    ],
    ids=lambda spec: "-".join(str(spec.get(name, "")) for name in ("op", "kind", "top_k", "rows")),
)
def test_rows_without_a_key_are_never_told_as_the_highest_group(spec: Spec) -> None:
    lead = told(spec, table=shop(UNKNOWN, "unknown.csv")).text.partition("\n\n")[0]
    assert "no value" not in lead and "without" not in lead, lead
    assert "North" in lead or "highest" not in lead, lead


def test_the_one_place_of_rows_without_a_key_is_not_called_the_highest() -> None:
    spec = {"op": "groupby_agg", "group_cols": ["shop"], "metrics": {"units": ["sum"]}, "top_k": 1}
    assert "highest" not in told(spec, table=shop(UNKNOWN, "unknown.csv")).text

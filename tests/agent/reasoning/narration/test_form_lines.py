"""The answer in the form that was asked for: only what is sure, rounded as asked, and what is left out is said."""

import pytest

from tests.agent.reasoning.narration.worked import Spec, shop, told

UNITS: Spec = {"op": "groupby_agg", "metrics": {"units": ["mean", "std"]}}
LINK: Spec = {"op": "correlation", "columns": ["units", "price"]}
NORMAL: Spec = {"op": "normality_test", "column": "units", "tests": ["shapiro"]}
FAR: Spec = {"op": "outliers", "column": "units"}


def form_of(text: str) -> str:
    return text.partition("In the form you asked for:")[2].strip()


def test_values_are_references_rounded_as_asked_and_without_separators() -> None:
    big = "kiln,gas\n" + "".join(f"k,{value}\n" for value in (12345.678, 22345.678))
    found = told(
        {"op": "groupby_agg", "metrics": {"gas": ["mean"]}},
        question='Mean gas? @mean_gas[v] where "v" is rounded to one decimal.',
        table=shop(big, "gas.csv"),
    )
    assert form_of(found.text) == "- @mean_gas[17345.7]"
    assert found.violations == ()
    assert "@mean_gas[{A1" in found.narration.text


def test_slots_take_the_statistic_that_their_names_say() -> None:
    text = told(UNITS, question="@std_dev_units[a] @average_units[b], both with 2 decimals").text
    assert form_of(text) == "- @std_dev_units[7.60]\n- @average_units[7.08]"


@pytest.mark.parametrize("name", ["mean_price", "median_units", "mean_units_of_north", "average_day"])
def test_a_slot_that_no_cell_surely_fits_is_left_out_and_said(name: str) -> None:
    question = f"@{name}[a] and @mean_units[b], rounded to two decimals"
    text = told(UNITS, question=question).text
    assert f"@{name}[" not in text
    assert f"@{name}" in text


def test_a_group_is_chosen_by_its_name() -> None:
    spec: Spec = {"op": "groupby_agg", "group_cols": ["shop"], "metrics": {"units": ["sum"]}}
    text = told(spec, question="@south_sum[x] @units_sum[y] as integers").text
    assert form_of(text).startswith("- @south_sum[22]")
    assert "@units_sum[" not in text


@pytest.mark.parametrize(
    ("rule", "word"),
    [
        ("If the p-value is less than 0.05 and the absolute value of r is at least 0.3, it is linear. Otherwise none.",
         "none"),
        ("If the p-value is less than 0.9 and the absolute value of r is at least 0.1, it is linear. Otherwise none.",
         "linear"),
    ],
)  # fmt: skip
def test_a_word_is_chosen_by_the_rules_of_the_task(rule: str, word: str) -> None:
    text = told(LINK, question=f'{rule} @link[x] where "x" is either "linear" or "none"').text
    assert form_of(text) == f"- @link[{word}]"


def test_a_word_that_another_word_begins_with_is_told_from_none() -> None:
    rule = "If the p-value is less than 0.9 and the absolute r is below 0.9, it is nonlinear. If p > 0.9, it is none."
    text = told(LINK, question=f'{rule} @link[x] where "x" is either "linear", "nonlinear" or "none"').text
    assert form_of(text) == "- @link[nonlinear]"


@pytest.mark.parametrize(
    ("words", "chosen"),
    [
        ('"normal" or "not normal"', "not normal"),
        ('"Non-normal" or "Normal"', "Non-normal"),
        ('"yes" or "no", whether the units are normal', "no"),
    ],
)
def test_the_verdict_of_a_test_of_normality_chooses(words: str, chosen: str) -> None:
    text = told(NORMAL, question=f'Are the units normal? @verdict[x] where "x" is either {words}.').text
    assert form_of(text) == f"- @verdict[{chosen}]"


@pytest.mark.parametrize(
    "question",
    [
        'Is it? @reject_normality[x] where "x" is either "yes" or "no".',
        'Is it? @weather[x] where "x" is either "sunny" or "not sunny".',
        'Call it even if the skewness is less than 0.5. @shape[x] where "x" is either "even" or "not even".',
    ],
)
def test_a_word_that_the_results_do_not_decide_is_left_out(question: str) -> None:
    assert form_of(told(NORMAL, question=question).text) == ""


def test_a_sign_is_chosen_by_the_coefficient() -> None:
    text = told(LINK, question="Which way? @way[positive/negative]").text
    assert form_of(text) == "- @way[positive]"


def test_with_and_without_outliers_are_told_apart_by_the_words() -> None:
    text = told(FAR, question="@outlier_count[n] @mean_after_removal[a] @mean[b], rounded to two decimals").text
    assert form_of(text).startswith("- @outlier_count[1.00]\n- @mean_after_removal[5.00]")
    assert "@mean[" not in text


def test_a_list_has_all_the_outlying_values() -> None:
    text = told(FAR, question='@units_list[values] where "values" is a list').text
    assert form_of(text) == "- @units_list[30]"


def test_the_name_of_what_is_highest_is_filled_in() -> None:
    spec: Spec = {"op": "row_lookup", "which": "max", "order_by": "units"}
    text = told(spec, question="Where were most units sold? @shop[shop_name] @units[number as integer]").text
    assert form_of(text) == "- @shop[North]\n- @units[30]"


def test_without_a_form_nothing_is_added() -> None:
    assert "form" not in told(UNITS, question="mean units?").text


@pytest.mark.parametrize(
    ("question", "lead"),
    [
        ("Wie hoch ist der Mittelwert? @mittelwert[x] auf zwei Nachkommastellen", "In der gewünschten Form"),
        ("units の平均は？ @平均[x]", "ご指定の形式"),
    ],
)
def test_the_form_is_told_in_the_language_of_the_question(question: str, lead: str) -> None:
    text = told({"op": "groupby_agg", "metrics": {"units": ["mean"]}}, question=question).text
    assert lead in text
    assert "[7.08]" in text


LINE: Spec = {"op": "ols_regression", "y": "units", "x": ["price"]}


def test_the_form_of_a_regression_takes_slope_intercept_fit_and_p() -> None:
    question = "@slope[a] @intercept[b] @r_squared[c] @adjusted_r2[d] @p_value[e], all with three decimals"
    assert form_of(told(LINE, question=question).text).splitlines() == [
        "- @slope[0.330]", "- @intercept[5.192]", "- @r_squared[0.038]", "- @adjusted_r2[-0.058]", "- @p_value[0.545]",
    ]  # fmt: skip


def test_of_several_terms_a_slot_has_to_name_its_own() -> None:
    spec: Spec = {"op": "ols_regression", "y": "units", "x": ["price", "kind"]}
    text = told(spec, question="@coefficient_price[a] @coefficient[b] rounded to two decimals").text
    assert "@coefficient_price[-4.95]" in text and "@coefficient[" not in text


@pytest.mark.parametrize(("limit", "word"), [(0.01, "good"), (0.7, "poor")])
def test_a_rule_on_r_squared_is_judged_by_the_fit(limit: float, word: str) -> None:
    question = f'If R-squared is at least {limit} say good, otherwise poor. @fit[w] where "w" is "good" or "poor"'
    assert f"@fit[{word}]" in told(LINE, question=question).text


def test_the_form_of_an_association_takes_statistic_p_and_verdict() -> None:
    spec: Spec = {"op": "contingency_test", "rows": "shop", "columns": "kind"}
    question = '@chi2[a] @p_value[b] @df[c] with two decimals, @significant[w] where "w" is "yes" or "no"'
    lines = form_of(told(spec, question=question).text).splitlines()
    assert lines[:2] == ["- @chi2[2.67]", "- @p_value[0.61]"] and "- @significant[no]" in lines

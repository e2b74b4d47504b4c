"""Two categories are tested for an association, a number is explained by others; what is a forecast stays declined."""

from typing import Any

import pytest

from agent.reasoning.prompts import Decision
from tests.agent.reasoning.reading.conftest import Talk


def crew() -> Talk:
    return Talk("crew.csv")


def spec_of(decision: Decision) -> dict[str, Any]:
    """The first spec of the only reading, with its op."""
    assert decision.next_action == "act" and len(decision.readings) == 1, decision.rationale
    return decision.readings[0].specs[0].model_dump()


def pair_in(decision: Decision) -> tuple[str, set[str]]:
    """The op and the columns of the one spec."""
    spec = spec_of(decision)
    return spec["op"], {spec["rows"], spec["columns"]}


def line_of(talk: Talk, question: str) -> tuple[str, set[str]]:
    """What is explained, and by what."""
    spec = spec_of(talk.ask(question))
    assert spec["op"] == "ols_regression", spec
    return spec["y"], set(spec["x"])


@pytest.mark.parametrize(
    ("question", "columns"),
    [
        ("is there an association between gender and section?", {"gender", "section"}),
        ("does section depend on harbour?", {"section", "harbour"}),
        ("are smoker and gender related?", {"smoker", "gender"}),
        ("is gender independent of section?", {"gender", "section"}),
        ("chi-square test of gender and harbour", {"gender", "harbour"}),
        ("does section differ by harbour?", {"section", "harbour"}),
        ("are level and section associated?", {"level", "section"}),
        ("chi-square test of level and smoker", {"level", "smoker"}),
    ],
)
def test_two_categories_are_tested_for_an_association(question: str, columns: set[str]) -> None:
    assert pair_in(crew().ask(question)) == ("contingency_test", columns)


def test_fishers_test_is_done_where_it_is_named() -> None:
    assert spec_of(crew().ask("Fisher's exact test of gender and harbour"))["exact"] is True


@pytest.mark.parametrize(
    ("question", "op"),
    [
        ("is there a relationship between section and salary?", "compare_groups"),
        ("does salary depend on harbour?", "compare_groups"),
        ("is age related to salary?", "correlation"),
        ("crosstab of gender and section", "groupby_agg"),
        ("average salary by section", "groupby_agg"),
    ],
)
def test_other_pairs_of_columns_keep_their_own_measures(question: str, op: str) -> None:
    assert spec_of(crew().ask(question))["op"] == op


@pytest.mark.parametrize(
    ("question", "y", "x"),
    [
        ("linear regression of salary on age and tenure", "salary", {"age", "tenure"}),
        ("regress salary on age", "salary", {"age"}),
        ("how much does salary rise per unit of age?", "salary", {"age"}),
        ("for every additional year of tenure, how much more is the salary?", "salary", {"tenure"}),
        ("effect of age on salary controlling for tenure", "salary", {"age", "tenure"}),
        ("what is the slope of salary against age?", "salary", {"age"}),
        ("R-squared of a linear regression of salary on age", "salary", {"age"}),
        ("regress salary on section and age", "salary", {"section", "age"}),
        ("linear regression with age as the predictor and salary as the dependent variable", "salary", {"age"}),
        ("R-squared of a linear regression between age and salary", "salary", {"age"}),
    ],
)
def test_a_number_is_explained_by_others(question: str, y: str, x: set[str]) -> None:
    assert line_of(crew(), question) == (y, x)


def test_conditions_choose_the_rows_of_a_regression() -> None:
    spec = spec_of(crew().ask("linear regression of salary on age in the south"))
    assert spec["x"] == ["age"] and spec["filters"][0]["col"] == "harbour"


@pytest.mark.parametrize(
    ("question", "dives"),
    [
        ("slope of salary against age for divers", "yes"),
        ("slope of salary against age for non-divers", "no"),
        ("linear regression of salary on age without divers", "no"),
    ],
)
def test_people_named_by_a_yes_or_no_choose_the_rows(question: str, dives: str) -> None:
    spec = spec_of(crew().ask(question))
    assert spec["x"] == ["age"]
    assert [(each["col"], each["value"]) for each in spec["filters"]] == [("diver", dives)]


@pytest.mark.parametrize(
    "question", ["linear regression of salary on age among the divers", "regress salary on age where diver is no"]
)
def test_a_column_whose_part_is_not_told_never_explains(question: str) -> None:
    decision = crew().ask(question)
    assert decision.next_action == "ask" or spec_of(decision)["x"] == ["age"]


def test_where_nothing_tells_what_is_explained_both_ways_are_read() -> None:
    decision = crew().ask("linear regression between age and salary")
    assert [(reading.specs[0].y, reading.specs[0].x) for reading in decision.readings] == [  # type: ignore[union-attr]
        ("age", ["salary"]), ("salary", ["age"]),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "question",
    [
        "predict salary with a linear regression of age",
        "train a linear regression of salary on age",
        "RMSE of a linear regression of salary on age on the test set",
        "logistic regression of smoker on age",
    ],
)
def test_forecasts_and_trained_models_stay_declined(question: str) -> None:
    assert crew().ask(question).next_action == "out_of_scope"


@pytest.mark.parametrize(
    "question",
    [
        "linear regression of section on age",
        "chi-square test of gender and salary",
        "linear regression of salary on age where level is urgent",
        "chi-square test of gender",
    ],
)
def test_what_cannot_be_done_so_is_asked_about(question: str) -> None:
    assert crew().ask(question).next_action == "ask"


def test_what_a_regression_is_stays_a_question_about_an_idea() -> None:
    assert crew().ask("what is linear regression?").next_action == "explain"


@pytest.mark.parametrize(
    ("question", "columns"),
    [
        ("Gibt es einen Zusammenhang zwischen Geschlecht und Bereich?", {"geschlecht", "bereich"}),
        ("Chi-Quadrat-Test für Geschlecht und Hafen", {"geschlecht", "hafen"}),
        ("Hängt der Bereich vom Hafen ab?", {"bereich", "hafen"}),
        ("Hängen Bereich und Hafen zusammen?", {"bereich", "hafen"}),
    ],
)
def test_german_asks_for_associations(question: str, columns: set[str]) -> None:
    assert pair_in(Talk("mannschaft.csv").ask(question)) == ("contingency_test", columns)


@pytest.mark.parametrize(
    ("question", "x"),
    [
        ("Lineare Regression von Gehalt auf Alter und Dienstjahre", {"alter", "dienstjahre"}),
        ("Um wie viel steigt das Gehalt mit jedem weiteren Dienstjahr?", {"dienstjahre"}),
        ("Einfluss von Alter auf Gehalt bei gleichen Dienstjahren", {"alter", "dienstjahre"}),
        ("Wie groß ist die Steigung von Gehalt gegen Alter?", {"alter"}),
    ],
)
def test_german_asks_for_lines(question: str, x: set[str]) -> None:
    assert line_of(Talk("mannschaft.csv"), question) == ("gehalt", x)


@pytest.mark.parametrize(
    ("question", "columns"),
    [
        ("性別と部署に関連はありますか", {"性別", "部署"}),
        ("性別と港のカイ二乗検定をしてください", {"性別", "港"}),
        ("喫煙と性別は関係がありますか", {"喫煙", "性別"}),
    ],
)
def test_japanese_asks_for_associations(question: str, columns: set[str]) -> None:
    assert pair_in(Talk("乗組員.csv").ask(question)) == ("contingency_test", columns)


@pytest.mark.parametrize(
    ("question", "x"),
    [
        ("給与を年齢と勤続年数で線形回帰してください", {"年齢", "勤続年数"}),
        ("年齢が1単位増えると給与はどれだけ増えますか", {"年齢"}),
        ("年齢に対する給与の傾きは？", {"年齢"}),
        ("給与を目的変数、年齢と勤続年数を説明変数とする重回帰分析", {"年齢", "勤続年数"}),
    ],
)
def test_japanese_asks_for_lines(question: str, x: set[str]) -> None:
    assert line_of(Talk("乗組員.csv"), question) == ("給与", x)


def test_a_written_task_names_the_regression_in_another_sentence() -> None:
    decision = crew().ask(
        "Is there a linear relationship between age and salary? Conduct linear regression and use the R-squared to "
        "evaluate the fit. If R-squared is at least 0.7, consider it a good fit, else a poor fit. "
        'Answer as @r_squared[value] @fit[word], where "word" is "good fit" or "poor fit".'
    )
    spec = spec_of(decision)
    assert (spec["op"], spec["y"], spec["x"]) == ("ols_regression", "salary", ["age"])


def test_a_written_task_names_the_test_of_association() -> None:
    decision = crew().ask(
        "Determine whether gender and section are associated. Use the chi-square test. Report the statistic and the "
        "p-value rounded to three decimals. Answer as @chi_square[x] @p_value[p]."
    )
    assert pair_in(decision) == ("contingency_test", {"gender", "section"})


def test_a_task_that_predicts_by_a_regression_stays_declined() -> None:
    decision = crew().ask(
        "Use a linear regression to predict the salary from the age. Split the data into training and test sets. "
        "Report the mean squared error rounded to two decimals."
    )
    assert decision.next_action == "out_of_scope"


def test_an_association_is_a_question_of_its_own_whatever_was_asked_before() -> None:
    talk = crew()
    talk.ask("how many rows by harbour?")
    assert pair_in(talk.ask("does gender depend on section?")) == ("contingency_test", {"gender", "section"})

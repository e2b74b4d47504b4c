"""A written task is read by its request: methods go with it, format is left aside, nothing that counts is lost."""

from typing import Any

import pytest

from agent.reasoning.prompts import Decision, ReadQuestion
from agent.reasoning.rules.reading.read import read_question
from agent.reasoning.rules.reading.requests import request_in
from registry.store import DatasetStore

_KILNS = "firing,kiln,load (kg),gas (m3),glaze,fired at\n" + "".join(
    f"F{place},{('north', 'south')[place % 2]},{place * 17 % 90 + 10},"
    f"{-999 if place in (4, 9) else place * 29 % 70 + 5},{('ash', 'tin')[place % 2]},"
    f"2024-03-{place % 28 + 1:02d} 0{place % 9}:00\n"
    for place in range(60)
)


def read(question: str) -> Decision:
    store = DatasetStore()
    dataset = store.add("talk", "kilns.csv", _KILNS.encode())
    return read_question(ReadQuestion(question, (dataset.profile,), store.find_values("talk", question)))


def spec(question: str) -> dict[str, Any]:
    decision = read(question)
    assert decision.next_action == "act", decision.rationale
    measure = decision.readings[0].specs[0]
    return {**measure.model_dump(mode="json", exclude_defaults=True), "op": getattr(measure, "op", "")}


def test_the_null_hypothesis_is_no_missing_cell_and_the_method_named_later_is_used() -> None:
    found = spec(
        'Check if the "load (kg)" column adheres to a normal distribution.\nUse the Shapiro-Wilk test. '
        "The null hypothesis is that the data was normally distributed. If the p-value is less than 0.05, reject it. "
        "Report the p-value.\n"
        'Give: @is_normal[answer] where "answer" is a string.'
    )
    assert found["op"] == "normality_test"
    assert (found["column"], found["tests"]) == ("load (kg)", ["shapiro"])


def test_the_number_of_a_task_and_its_tools_set_nothing() -> None:
    found = spec(
        "2. Calculate the mean and median of the 'load (kg)' column.\nUse Python's pandas library. "
        "Round your results to two decimal places."
    )
    assert found["metrics"] == {"load (kg)": ["mean", "median"]}


@pytest.mark.parametrize(
    ("method", "name", "threshold"),
    [
        ("Use the z-score method with a threshold of 2.5 for the absolute z-score.", "zscore", 2.5),
        ("Values below Q1 - 1.5 * IQR or above Q3 + 1.5 * IQR are considered to be outliers.", "iqr", 1.5),
    ],
)
def test_outliers_take_the_method_and_the_threshold_of_the_constraints(
    method: str, name: str, threshold: float
) -> None:
    found = spec(f"Identify any outliers in the load (kg) column of the dataset. {method} Round to two decimal places.")
    assert (found["op"], found.get("method", "iqr"), found["threshold"]) == ("outliers", name, threshold)


def test_two_methods_that_contradict_each_other_are_asked_about() -> None:
    decision = read(
        "Identify the outliers in load (kg) using the z-score method. Consider any value below Q1 - 1.5 * IQR or "
        "above Q3 + 1.5 * IQR as an outlier."
    )
    assert decision.next_action == "ask"
    assert "IQR" in decision.rationale


@pytest.mark.parametrize(
    "extra",
    [
        "Only consider firings of the south kiln.",
        "Include only loads of at least 40 kg.",
        "Use the population standard deviation, not that of a sample.",
    ],
)
def test_a_constraint_that_changes_the_figure_is_never_dropped(extra: str) -> None:
    decision = read(
        f"Calculate the mean and standard deviation of the load (kg) column. {extra} Round the results to two decimals."
    )
    assert decision.next_action == "ask"
    assert extra[:30] in decision.rationale


@pytest.mark.parametrize(
    ("task", "kept"),
    [
        (
            "Create a new column 'effort' by dividing the gas (m3) column by the load (kg) column. Calculate its mean "
            "and standard deviation. Use the population standard deviation formula.",
            "population",
        ),
        (
            "What is the correlation between load (kg) and gas (m3)? Calculate the Pearson coefficient. "
            "Report the correlation separately for loads below 30 and above 30.",
            "separately",
        ),
    ],
)
def test_another_formula_or_a_split_by_groups_is_never_dropped(task: str, kept: str) -> None:
    decision = read(f"{task} Round to two decimals.")
    assert decision.next_action == "ask"
    assert kept in decision.rationale


@pytest.mark.parametrize(
    "task",
    [
        "Impute the missing values of gas with the mean, then normalize the load column. Report both means.",
        "Perform outlier detection on the load column. Encode the glaze as 0 and 1 and report both means.",
        "Predict the gas from the load. Split the data into a training set and a testing set. Calculate the MSE on it.",
    ],
)
def test_steps_that_no_measure_has_are_declined_whole(task: str) -> None:
    assert read(f"{task} Use a random state of 42 where one is needed by the library.").next_action == "out_of_scope"


@pytest.mark.parametrize(
    ("definition", "expression"),
    [
        ("by dividing the gas (m3) column by the load (kg) column", ["div", "gas (m3)", "load (kg)"]),
        ("which is the difference between gas (m3) and load (kg) for each row", ["sub", "gas (m3)", "load (kg)"]),
        ("by subtracting the gas (m3) from the load (kg)", ["sub", "load (kg)", "gas (m3)"]),
    ],
)
def test_a_new_column_of_two_others_is_computed_row_by_row(definition: str, expression: list[str]) -> None:
    found = spec(f"Create a new feature called 'effort' {definition}. Calculate its mean and standard deviation.")
    assert found["prepare"][0]["expression"] == expression
    assert list(found["metrics"].values()) == [["mean", "std"]]


def test_a_story_around_a_short_question_is_no_task() -> None:
    assert request_in("How many firings were there in March?") is None
    assert request_in("I run a small pottery with two kilns and a shop. How many firings were there in March?") is None


@pytest.mark.parametrize(
    "question",
    [
        "average gas per kiln; -999 stands for not measured",
        "average gas per kiln (faults are -999, leave them out)",
        "-999 means no reading. average gas per kiln",
        "durchschnittliches gas pro kiln; -999 bedeutet nicht gemessen",
    ],
)
def test_a_code_announced_in_the_question_is_missing_for_this_question(question: str) -> None:
    decision = read(question)
    assert decision.next_action == "act", decision.rationale
    found = decision.readings[0].specs[0].model_dump(mode="json", exclude_defaults=True)
    assert found["filters"] == [{"col": "gas (m3)", "op": "not_in", "value": [-999.0]}]
    assert any("-999" in said for said in decision.readings[0].assumptions)


def test_cells_with_the_announced_code_are_the_missing_ones() -> None:
    found = spec("how many firings have no gas? -999 stands for not measured.")
    assert found["filters"] == [{"col": "gas (m3)", "op": "in", "value": [-999.0]}]


def test_hours_that_fulfil_a_condition_are_counted_not_told_apart() -> None:
    found = spec("how many hours was the load above 50?")
    assert "group_cols" not in found and "column" not in found
    assert found["filters"][0]["value"] == 50


def test_the_sentence_that_names_the_columns_is_read_where_the_question_is_too_free() -> None:
    decision = read(
        "Is there a correlation between the burden carried by the Nordic crews and the fuel? Calculate the "
        "Pearson correlation coefficient between 'load (kg)' and 'gas (m3)'. Round it to two decimals."
    )
    assert decision.next_action == "act", decision.rationale
    reading = decision.readings[0]
    assert reading.specs[0].model_dump()["columns"] == ["load (kg)", "gas (m3)"]
    assert any("Calculate the" in said for said in reading.assumptions)


def test_a_question_about_some_of_the_rows_is_not_replaced_by_a_sentence_about_all() -> None:
    decision = read(
        "Is there a correlation between load (kg) and gas (m3) for cracked firings? Calculate the Pearson correlation "
        "coefficient between 'load (kg)' and 'gas (m3)'. Round it to two decimals."
    )
    assert decision.next_action == "ask"


def test_who_did_it_adds_nothing() -> None:
    found = spec(
        "Are the values of load (kg) lifted by the helpers normally distributed? Use the Shapiro-Wilk test. If the "
        "p-value is less than 0.05, report that they are not."
    )
    assert (found["op"], found["column"]) == ("normality_test", "load (kg)")


def test_two_requests_of_a_task_are_both_answered() -> None:
    decision = read(
        "Calculate the Pearson correlation between load (kg) and gas (m3). Additionally, identify any outliers in the "
        "load (kg) column using the z-score method with a threshold of 2.5. Round the results to two decimals."
    )
    assert decision.next_action == "act", decision.rationale
    specs = [item.model_dump() for item in decision.readings[0].specs]
    assert [item["op"] for item in specs] == ["correlation", "outliers"]
    assert specs[1]["threshold"] == 2.5


def test_a_second_request_that_cannot_be_read_is_asked_about() -> None:
    decision = read(
        "Calculate the Pearson correlation between load (kg) and gas (m3). Then compute the skewness of the warp. "
        "Round the results to two decimals."
    )
    assert decision.next_action == "ask"
    assert "skewness" in decision.rationale

"""Preparations said in words become steps in the order said, in front of what is computed; none is ever skipped."""

from functools import cache
from typing import Any

import pytest

from agent.reasoning.prompts import Decision, ReadQuestion
from agent.reasoning.rules.reading.read import read_question
from registry.store import DatasetStore

_WELLS = "well,drilled,depth (m),flow,turbidity,district,checked by,inlet,outlet\n" + "".join(
    f"W{place},2023-{place // 28 + 1:02d}-{place % 28 + 1:02d},{place * 37 % 60 + 20},"
    f"{'' if place in (5, 17) else place * 11 % 40},{'' if place % 9 == 0 else place * 7 % 13 + 1},"
    f"{('north', 'south', 'east')[place % 3]},{'' if place == 8 else 'Ida'},{place % 5 + 3},{place % 4 + 1}\n"
    for place in range(56)
)


@cache
def wells() -> DatasetStore:
    store = DatasetStore()
    store.add("talk", "wells.csv", _WELLS.encode())
    return store


def asked(question: str, last: Decision | None = None) -> Decision:
    store = wells()
    (dataset,) = store.datasets("talk")
    frame = last.frame if last else None
    return read_question(ReadQuestion(question, (dataset.profile,), store.find_values("talk", question), frame))


def specs(decision: Decision) -> list[dict[str, Any]]:
    assert decision.next_action == "act", decision.rationale
    assert len(decision.readings) == 1
    return [
        {**each.model_dump(mode="json", exclude_defaults=True), "op": getattr(each, "op", "")}
        for each in decision.readings[0].specs
    ]


def steps(question: str) -> list[dict[str, Any]]:
    """The steps in front of what the question computes, with the names of their kinds."""
    decision = asked(question)
    specs(decision)
    spec = decision.readings[0].specs[0]
    return [{**step.model_dump(mode="json", exclude_defaults=True), "step": step.step} for step in spec.prepare]


def fill(method: str, *cols: str, **more: object) -> dict[str, object]:
    return {"step": "fill_missing", "cols": [*cols], "method": method, **more}


def treat(**more: object) -> dict[str, object]:
    return {"step": "treat_outliers", "col": "flow", **more}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("fill missing flow with the mean and give me the std", [fill("mean", "flow")]),
        ("Fill in the missing values of flow with its median, then show the mean of flow.", [fill("median", "flow")]),
        ("impute the null values in flow and turbidity with the median and give the mean of flow",
         [fill("median", "flow", "turbidity")]),
        ("replace missing flow by 0 and give me the average", [fill("constant", "flow", value=0)]),
        ("average flow after filling missing values in flow with the previous value", [fill("ffill", "flow")]),
        ("median flow without outliers", [treat()]),
        ("remove outliers from flow and give me the mean", [treat()]),
        ("remove outliers in flow (z-score 2.5) and give me the mean", [treat(method="zscore", threshold=2.5)]),
        ("mean flow, excluding outliers beyond 2 standard deviations", [treat(method="zscore", threshold=2)]),
        ("remove outliers from flow using the IQR rule and show the average", [treat()]),
        ("clip the outliers in flow and give me the max", [treat(action="clip")]),
        ("drop rows with missing turbidity and give me the mean flow",
         [{"step": "drop_missing", "cols": ["turbidity"]}]),
        ("standardise flow and show the max",
         [{"step": "rescale", "col": "flow", "method": "zscore", "name": "standardised flow"}]),
        ("min-max scale flow and give me the median",
         [{"step": "rescale", "col": "flow", "method": "minmax", "name": "scaled flow"}]),
        ("log-transform flow and give me its mean and std",
         [{"step": "derive_column", "name": "log flow", "expression": ["log", "flow"]}]),
        ("mean of the square root of flow",
         [{"step": "derive_column", "name": "sqrt flow", "expression": ["sqrt", "flow"]}]),
        ("what is the average day-over-day change of flow",
         [{"step": "shift_column", "col": "flow", "name": "flow change", "how": "diff", "order_by": "drilled"}]),
        ("Create a new column called 'loss' as inlet - outlet and give its average",
         [{"step": "derive_column", "name": "loss", "expression": ["sub", "inlet", "outlet"]}]),
        ("add a column named \"share\" = (inlet - outlet) / inlet, then the mean of share",
         [{"step": "derive_column", "name": "share", "expression": ["div", ["sub", "inlet", "outlet"], "inlet"]}]),
        ("generate a feature \"loss\" by subtracting the outlet from the inlet and give the mean of loss by district",
         [{"step": "derive_column", "name": "loss", "expression": ["sub", "inlet", "outlet"]}]),
        ("Mittelwert von flow ohne Ausreißer", [treat()]),
        ("fülle fehlende flow mit dem Median und gib mir den Mittelwert", [fill("median", "flow")]),
        ("flowの外れ値を除いた平均は？", [treat()]),
        ("flowの欠損値を平均値で補完して中央値を教えて", [fill("mean", "flow")]),
    ],
)  # fmt: skip
def test_a_preparation_becomes_a_step(question: str, expected: list[dict[str, object]]) -> None:
    assert steps(question) == expected


def test_several_steps_stand_in_the_order_said() -> None:
    found = steps("fill missing flow with the median, remove outliers in flow and give me the mean of flow")
    assert [step["step"] for step in found] == ["fill_missing", "treat_outliers"]
    found = steps("remove outliers in flow after filling missing flow with the median, and give me the mean of flow")
    assert [step["step"] for step in found] == ["fill_missing", "treat_outliers"]


def test_what_is_computed_is_computed_of_the_prepared_column() -> None:
    (found,) = specs(asked("fill missing flow with the mean and give me the std"))
    assert found["metrics"] == {"flow": ["std"]}
    (found,) = specs(asked("log-transform flow and give me its mean by district"))
    assert (found["metrics"], found["group_cols"]) == ({"log flow": ["mean"]}, ["district"])
    (found,) = specs(asked("Create a column called 'loss' as inlet - outlet and show the correlation of loss and flow"))
    assert found["op"] == "correlation" and set(found["columns"]) == {"loss", "flow"}


def test_the_reading_tells_the_steps_and_what_was_taken_for_granted() -> None:
    reading = asked("fill missing flow with the mean, remove outliers in flow (z-score 2), mean of flow").readings[0]
    first, second = reading.interpretation.split(", then ")
    assert first.endswith("after filling 2 missing cells of flow with the mean")
    assert second == "removing the outliers of flow (more than 2 standard deviations from the mean)."
    assert any("ddof 1" in each for each in reading.assumptions)
    unsaid = asked("mean of flow without the outliers").readings[0]
    rule = "Outliers of flow are values beyond 1.5 times the interquartile range from the quartiles."
    assert rule in unsaid.assumptions


@pytest.mark.parametrize(
    "question",
    [
        "fill missing values with something sensible and give me the mean flow",
        "fill missing brightness with the mean and give me the mean flow",
        "fill missing district with the mean and count the rows",
        "normalise flow and show the max",
        "remove outliers in district and count the rows",
        "average flow without outliers in brightness and turbidity",
        "impute flow with a model and give me the mean",
        "standardise everything and show the max of flow",
        "how many outliers are left in flow after removing outliers in flow",
        "fill missing flow with the mean by district and give me the std",
        "remove outliers using the Grubbs test from flow and give me the mean",
        "what is the month-over-month change of flow on average",
    ],
)
def test_a_preparation_that_cannot_be_read_is_asked_about(question: str) -> None:
    decision = asked(question)
    assert decision.next_action == "ask" and not decision.readings


def test_which_of_two_columns_has_the_outliers_is_asked_with_whole_questions_to_choose_from() -> None:
    decision = asked("correlation of flow and turbidity without outliers")
    assert decision.next_action == "ask"
    assert decision.choices == [f"correlation of flow and turbidity without outliers in {name}"
                                for name in ("flow", "turbidity")]  # fmt: skip
    assert steps(decision.choices[0]) == [treat()]


def test_nothing_but_a_preparation_is_applied_to_the_last_question() -> None:
    first = asked("average flow by district")
    again = asked("now remove the outliers", first)
    (found,) = specs(again)
    assert found["metrics"] == {"flow": ["mean"]} and found["group_cols"] == ["district"]
    assert found["prepare"] == [{"col": "flow"}]
    (found,) = specs(asked("and the median?", again))
    assert found["metrics"] == {"flow": ["median"]} and len(found["prepare"]) == 1


def test_without_a_question_a_preparation_alone_asks_what_to_compute() -> None:
    assert asked("fill missing flow with the mean").next_action == "ask"


def test_a_new_question_starts_from_the_file_again_unless_it_names_a_column_that_was_made() -> None:
    first = asked("Create a column called 'loss' as inlet - outlet and give its average")
    (found,) = specs(asked("how many wells are there by district?", first))
    assert "prepare" not in found
    (found,) = specs(asked("correlation between loss and flow", first))
    assert len(found["prepare"]) == 1


def test_how_many_were_removed_is_counted_by_the_same_rule_before_they_are() -> None:
    first = asked("remove outliers in flow (z-score 1.5) and give me the mean")
    (found,) = specs(asked("how many outliers were removed?", first))
    assert (found["op"], found["method"], found["threshold"]) == ("outliers", "zscore", 1.5)
    assert not found.get("prepare")
    assert [each["op"] for each in specs(asked(
        "Remove outliers in flow (z-score 1.5). Report the mean of flow and the number of removed outliers, "
        "rounded to two decimal places."
    ))] == ["groupby_agg", "outliers"]  # fmt: skip


def test_a_written_task_says_its_rule_again_without_doing_it_twice() -> None:
    text = (
        "Identify and remove any outliers in the flow column using the Z-score method. Calculate the new mean of the "
        "flow column after removing the outliers.\nConsider values with a z-score greater than 2 or less than -2 as "
        "outliers. Round the mean to two decimal places."
    )
    assert steps(text) == [treat(method="zscore", threshold=2)]


def test_a_task_that_sets_two_rules_is_not_computed() -> None:
    text = (
        "Remove the outliers in the flow column using the z-score method. "
        "Values beyond 1.5 times the IQR are outliers. "
        "Calculate the mean of the flow column."
    )
    assert asked(text).next_action != "act"


def test_a_step_under_a_condition_is_not_done_unasked() -> None:
    text = (
        "Check whether flow is normal with the Shapiro-Wilk test. If the p-value is below 0.05, apply a log "
        "transformation to flow. Calculate the mean of the transformed flow column. Round to two decimal places."
    )
    assert asked(text).next_action == "out_of_scope"


def test_the_mean_before_and_after_is_two_questions() -> None:
    text = "Calculate the mean of flow. Then remove the outliers in flow and calculate the mean of flow again."
    assert asked(text).next_action != "act"


@pytest.mark.parametrize(
    "question",
    ["why would one standardise a column?", "what does imputing mean?", "average flow with and without outliers"],
)
def test_a_question_about_preparing_prepares_nothing(question: str) -> None:
    decision = asked(question)
    assert not any(spec.prepare for reading in decision.readings for spec in reading.specs)
    assert decision.next_action in ("explain", "ask", "act")

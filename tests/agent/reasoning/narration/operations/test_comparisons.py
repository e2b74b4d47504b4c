"""Figures that are compared: told as yes or no, with the figures behind it."""

import pytest

from tests.agent.reasoning.narration.worked import told


def units(month: str) -> dict[str, object]:
    return {"col": "units", "agg": "sum", "filters": [{"col": "day", "op": "==", "value": month}]}


BEATEN = {
    "op": "groupby_agg", "quantities": {"march": units("2024-03"), "april": units("2024-04")},
    "computed": {"march beat april": ["gt", "march", "april"], "winner": ["argmax", "march", "april"]},
}  # fmt: skip


@pytest.mark.parametrize(("question", "answer"), [
    ("did march beat april?", "Yes: march beat april. Winner: march. March: 14. April: 12."),
    ("War der März besser als der April?", "Ja: march beat april. Winner: march. March: 14. April: 12."),
    ("3月は4月より多いですか?", "はい：march beat april。Winner：march。March：14。April：12。"),
])  # fmt: skip
def test_a_truth_is_told_as_yes_with_its_figures(question: str, answer: str) -> None:
    found = told(BEATEN, question=question)
    assert (found.text, found.violations) == (answer, ())


def test_what_is_not_so_is_told_as_no() -> None:
    spec = {"op": "groupby_agg", "metrics": {"price": ["mean"]}, "computed": {"above 100": ["gt", "price_mean", 100]}}
    assert told(spec, question="is the mean above 100?").text == "No: not above 100. The average price is 5.725."


def test_of_groups_each_has_its_truth_and_only_figures_have_a_highest() -> None:
    spec = {"op": "groupby_agg", "group_cols": ["shop"], "metrics": {"price": ["mean"]},
            "computed": {"above 5": ["gt", "price_mean", 5]}}  # fmt: skip
    text = told(spec).text
    assert text.startswith("North has the highest average price: 6.3.\n\n")
    assert "- South: average price 4.9, above 5 false" in text

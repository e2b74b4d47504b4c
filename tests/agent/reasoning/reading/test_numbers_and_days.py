"""Numbers and days go to the column that they are about, or are asked about; none is dropped."""

from typing import Any

import pytest

from agent.reasoning.prompts import Decision, ReadQuestion
from agent.reasoning.rules.reading.read import read_question
from registry.fault_codes import announced_codes
from registry.store import DatasetStore

_DAYS = ("2023-01-07", "2023-03-04", "2023-05-06", "2023-05-11", "2023-06-20", "2023-08-14")
_GRADES = (1, 2, 3, 4, 5, 1)
_FERRY = "crossing,sailed,line,delay (min),fare (EUR),grade\n" + "".join(
    f"C{place},{_DAYS[place % 6]},{'North' if place % 2 else 'South'},{place * 7 % 95},{place * 31 % 390 + 2}.50,"
    f"{_GRADES[place % 6]}\n"
    for place in range(60)
)
_BATHS = "日付,浴場,天気,入浴者数\n" + "".join(
    f"2023年{place % 12 + 1}月{place % 28 + 1}日,{('東湯', '西湯')[place % 2]},"
    f"{'雨' if place % 3 else '晴'},{place * 13 % 200 + 50}"
    "\n"
    for place in range(60)
)


def read(question: str, name: str = "ferry.csv", table: str = _FERRY) -> Decision:
    store = DatasetStore()
    dataset = store.add("talk", name, table.encode())
    return read_question(ReadQuestion(question, (dataset.profile,), store.find_values("talk", question)))


def spec(question: str, name: str = "ferry.csv", table: str = _FERRY) -> dict[str, Any]:
    decision = read(question, name, table)
    assert decision.next_action == "act", decision.rationale
    return decision.readings[0].specs[0].model_dump(mode="json", exclude_defaults=True)


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("average fare from 5 to 11 May", ["2023-05-05", "2023-05-11"]),
        ("average fare between 5 and 11 May", ["2023-05-05", "2023-05-11"]),
        ("average fare on May 5-11", ["2023-05-05", "2023-05-11"]),
        ("average fare in the first week of June", ["2023-06-01", "2023-06-07"]),
        ("average fare in the second half of June", ["2023-06-16", "2023-06-30"]),
        ("average fare in January 2023 (1st to 7th)", ["2023-01-01", "2023-01-07"]),
        ("durchschnittliche fare vom 5. bis 11. Mai", ["2023-05-05", "2023-05-11"]),
    ],
)
def test_days_that_share_a_month(question: str, days: list[str]) -> None:
    assert {"col": "sailed", "op": "between", "value": days} in spec(question)["filters"]


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("how many crossings were more than 30 minutes late?", {"col": "delay (min)", "op": ">", "value": 30}),
        ("how many crossings were delayed by over an hour?", {"col": "delay (min)", "op": ">", "value": 60}),
        ("number of crossings over 200 euros", {"col": "fare (EUR)", "op": ">", "value": 200}),
        ("average fare with grade 4 or 5", {"col": "grade", "op": "in", "value": [4, 5]}),
        ("average fare, leave out grade 5", {"col": "grade", "op": "!=", "value": 5}),
        ("average fare where grade is not 5", {"col": "grade", "op": "!=", "value": 5}),
    ],
)
def test_a_number_goes_to_the_column_of_its_unit_or_name(question: str, wanted: dict[str, Any]) -> None:
    assert spec(question)["filters"] == [wanted]


def test_a_multiple_of_the_range_is_the_threshold_of_outliers() -> None:
    assert spec("outliers in fare, 2 IQR")["threshold"] == 2


def test_working_days_are_chosen_and_not_told_apart() -> None:
    found = spec("average delay on weekdays")
    assert found.get("group_cols") is None and len(found["filters"][0]["value"]) == 5


def test_a_word_of_statistics_with_turned_letters_is_mended() -> None:
    assert spec("meidan fare")["metrics"] == {"fare (EUR)": ["median"]}


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("8月の入浴者は全部で何人でしたか？", {"metrics": {"入浴者数": ["sum"]}}),
        (
            "雨の日の平均入浴者数",
            {"metrics": {"入浴者数": ["mean"]}, "filters": [{"col": "天気", "op": "==", "value": "雨"}]},
        ),
        ("天気別の件数", {"column": "天気"}),
    ],
)
def test_japanese_counts_sums_and_single_signs(question: str, wanted: dict[str, Any]) -> None:
    found = spec(question, "baths.csv", _BATHS)
    assert {key: found.get(key) for key in wanted} == wanted


@pytest.mark.parametrize(
    ("note", "code"),
    [("n.d. = not determined", "n.d."), ("nd = not determined", "nd"), ("n.b. = nicht bestimmt", "n.b.")],
)
def test_a_code_with_points_is_announced(note: str, code: str) -> None:
    assert announced_codes([note]) == (code,)

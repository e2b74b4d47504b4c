"""The best of each group is a row of each, or a group within each; the highest value of each group stays a number."""

from typing import Any

import pytest

from agent.reasoning.rules.reading.frame import Frame
from agent.reasoning.rules.reading.memory import Memory
from agent.specs.measures.rows import RowLookup
from tests.agent.reasoning.reading.conftest import TABLES, Talk

STAFF = """name,department,office,salary,hired
Ann,Sales,Rome,52000,2019-03-01
Bob,Sales,Oslo,61000,2020-05-11
Cid,IT,Rome,72000,2018-01-15
Dee,IT,Oslo,72000,2021-07-30
Eve,HR,Rome,45000,2017-11-02
Fay,HR,Oslo,39000,2022-02-20
"""
SHOP = "order_id,order_date,customer,region,category,product,quantity,revenue\n" + "".join(
    f"O-{100 + n},2024-0{n % 4 + 1}-{n % 27 + 1:02d},{('Kim', 'Lee', 'Max')[n % 3]},{('North', 'South')[n % 2]},"
    f"{('Hot', 'Cold')[n // 2 % 2]},{('Soup', 'Stew', 'Ice', 'Salad')[n * 7 % 4]},{n % 5 + 1},{n * 13 % 40 + 5.5}\n"
    for n in range(60)
)
TABLES |= {"staff.csv": STAFF, "shop_orders.csv": SHOP}


@pytest.fixture
def staff() -> Talk:
    return Talk("staff.csv")


@pytest.fixture
def shop() -> Talk:
    return Talk("shop_orders.csv")


def spec_of(talk: Talk, question: str) -> dict[str, Any]:
    decision = talk.ask(question)
    assert decision.next_action == "act", (decision.rationale, decision.clarifying_questions)
    return decision.readings[0].specs[0].model_dump(mode="json")


@pytest.mark.parametrize(
    ("question", "by", "which", "order_by"),
    [
        ("top earner in each department", "department", "max", "salary"),
        ("each department's top earner", "department", "max", "salary"),
        ("highest paid employee per office and their salary", "office", "max", "salary"),
        ("who earns the least in every office?", "office", "min", "salary"),
        ("most recently hired employee in each office", "office", "max", "hired"),
        ("wer verdient in jeder Abteilung am meisten?", "department", "max", "salary"),
        ("wer wurde in jeder Abteilung zuletzt eingestellt?", "department", "max", "hired"),
        ("部署ごとに給与が最も高い社員", "department", "max", "salary"),
        ("部署ごとに最後に入社した社員", "department", "max", "hired"),
    ],
)
def test_a_thing_sought_in_each_group_is_the_row_of_each(
    staff: Talk, question: str, by: str, which: str, order_by: str
) -> None:
    found = spec_of(staff, question)
    assert (found["op"], found["by"], found["which"], found["order_by"]) == ("row_lookup", [by], which, order_by)


def test_so_many_of_each_are_the_first_places_of_each(staff: Talk) -> None:
    found = spec_of(staff, "the two best paid people per office")
    assert (found["which"], found["k"], found["by"]) == ("top", 2, ["office"])


def test_the_highest_value_of_each_group_is_no_row(staff: Talk) -> None:
    found = spec_of(staff, "highest salary per department")
    assert (found["op"], found["metrics"], found["top_per"]) == ("groupby_agg", {"salary": ["max"]}, [])


def test_what_no_column_ranks_is_asked_about_and_not_counted(staff: Talk) -> None:
    assert staff.ask("youngest employee per office").next_action == "ask"
    assert staff.ask("top performer in each department").next_action == "ask"


@pytest.mark.parametrize(
    ("question", "groups"),
    [
        ("which product has the highest revenue in each category?", ["category", "product"]),
        ("top 3 products per region by revenue", ["region", "product"]),
        ("which product has the highest revenue in each month?", ["order_date_year_month", "product"]),
        ("welches Produkt hat je Region den höchsten Umsatz?", ["region", "product"]),
        ("カテゴリごとに売上が最大の商品", ["category", "product"]),
    ],
)
def test_what_adds_up_is_added_up_before_the_best_of_each_is_taken(
    shop: Talk, question: str, groups: list[str]
) -> None:
    found = spec_of(shop, question)
    assert (found["group_cols"], found["metrics"]) == (groups, {"revenue": ["sum"]})
    assert found["top_per"] == groups[:1]
    assert found["top_k"] == (3 if "3" in question else None)


def test_both_meanings_of_selling_best_are_tried_within_each(shop: Talk) -> None:
    readings = shop.ask("which product sells best in each category?").readings
    assert [list(reading.specs[0].model_dump()["metrics"]) for reading in readings] == [["revenue"], ["quantity"]]
    assert all(reading.specs[0].model_dump()["top_per"] == ["category"] for reading in readings)


@pytest.mark.parametrize(
    "question", ["latest order of each customer", "letzte Bestellung je Kunde", "顧客ごとの最新の注文"]
)
def test_the_latest_row_of_each_is_by_its_date(shop: Talk, question: str) -> None:
    found = spec_of(shop, question)
    assert (found["by"], found["which"], found["order_by"]) == (["customer"], "max", "order_date")


def test_an_amount_of_each_of_many_is_not_the_best_of_each(shop: Talk) -> None:
    decision = shop.ask("which region had the highest revenue per customer?")
    assert not any(getattr(spec, "top_per", []) for reading in decision.readings for spec in reading.specs)


def test_follow_ups_keep_to_each_group(staff: Talk) -> None:
    spec_of(staff, "top earner in each department")
    lowest = spec_of(staff, "and the lowest?")
    assert (lowest["which"], lowest["by"]) == ("min", ["department"])
    office = spec_of(staff, "by office?")
    assert (office["which"], office["by"]) == ("min", ["office"])


def test_a_number_instead_takes_the_first_places_of_each(shop: Talk) -> None:
    spec_of(shop, "which product has the highest revenue in each category?")
    top = spec_of(shop, "top 2 instead")
    assert (top["top_per"], top["top_k"]) == (["category"], 2)
    region = spec_of(shop, "and in each region?")
    assert (region["top_per"], region["top_k"]) == (["region"], 2)


def test_the_best_of_all_becomes_the_best_of_each(staff: Talk) -> None:
    spec_of(staff, "who earns the most?")
    assert spec_of(staff, "and in each department?")["by"] == ["department"]


def test_an_average_after_the_best_of_each_is_one_of_each_group(staff: Talk) -> None:
    spec_of(staff, "top earner in each department")
    found = spec_of(staff, "average instead")
    assert (found["group_cols"], found["metrics"], found["top_per"]) == (["department"], {"salary": ["mean"]}, [])


def test_the_groups_are_remembered_with_the_frame(staff: Talk) -> None:
    frame: Frame | None = Memory.from_json(staff.ask("top earner in each department").frame).last
    assert frame is not None and [slot.columns[0].column for slot in frame.within] == ["department"]


@pytest.mark.parametrize(
    "question",
    [
        "the highest salary employee for each salary",
        "most recently hired employee for each hired date",
        "the last employee of each hired date, by hired",
    ],
)
def test_rows_are_not_ranked_by_what_groups_them(staff: Talk, question: str) -> None:
    decision = staff.ask(question)
    specs = [spec for reading in decision.readings for spec in reading.specs]
    assert specs and not any(spec.order_by in spec.by for spec in specs if isinstance(spec, RowLookup))

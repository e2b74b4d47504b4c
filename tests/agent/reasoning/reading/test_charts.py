"""Charts asked for by name, in three languages, and the nearest kind where the one asked for would mislead."""

from typing import Any

import pytest

from agent.service import AnalystService
from agent.settings import Settings


def sales_csv() -> bytes:
    """60 sales: a time, two columns of names (one cell is called Pie), and numbers, some below 0."""
    lines = ["sold_at,region,dish,units,sales,margin"]
    for row in range(60):
        when = f"2024-{1 + row % 12:02d}-{1 + row % 28:02d} {8 + row % 10:02d}:00"
        region, dish = ("North", "South", "East")[row % 3], ("Pie", "Soup")[row % 2]
        lines.append(f"{when},{region},{dish},{1 + row % 5},{20 + row * 7 % 31},{row % 9 - 3}")
    return "\n".join(lines).encode()


class Talk:
    """A conversation about one file."""

    def __init__(self, content: bytes | None = None) -> None:
        self.service = AnalystService(Settings(reasoner="rules"))
        self.conversation = self.service.start_conversation("me")
        self.service.datasets.add(self.conversation, "table.csv", content or sales_csv())

    def figures(self, question: str) -> list[dict[str, Any]]:
        """The specs of the charts that the question's answer brought."""
        known = set(self.service.artifacts(self.conversation))
        self.service.ask(self.conversation, question)
        found = self.service.artifacts(self.conversation)
        return [dict(one["spec"] or {}) for key, one in found.items() if key not in known and one["kind"] == "figure"]

    @property
    def assumptions(self) -> str:
        """What was taken for granted in the last answer."""
        return " ".join(self.service.turns(self.conversation)[-1]["assumptions"])


@pytest.mark.parametrize(
    ("question", "kind", "of"),
    [
        ("pie chart of sales by region", "pie", {"op": "share_ratio", "group_cols": ["region"]}),
        ("pie chart of regions", "pie", {"op": "share_ratio", "group_cols": ["region"]}),
        ("donut of units by region", "pie", {"op": "share_ratio"}),
        ("pie chart of sales by dish", "pie", {"op": "share_ratio", "group_cols": ["dish"]}),
        ("top 2 regions by sales as a pie chart", "pie", {"op": "share_ratio", "top_k": 2}),
        ("pareto chart of sales by region", "pareto", {"op": "share_ratio"}),
        ("area chart of sales per month", "area", {"op": "time_trend"}),
        ("area chart of sales over time", "area", {"op": "time_trend"}),
        ("stacked area chart of sales per month by region", "area", {"op": "time_trend", "group_col": "region"}),
        ("heatmap of correlations", "heatmap", {"op": "correlation_matrix"}),
        ("correlation heatmap of the numeric columns", "heatmap", {"op": "correlation_matrix"}),
        ("heatmap of all numeric columns", "heatmap", {"op": "correlation_matrix"}),
        ("correlation heatmap of units and sales", "heatmap", {"columns": ["units", "sales"]}),
        ("heatmap of sales by weekday and hour", "heatmap", {"group_cols": ["sold_at_weekday", "sold_at_hour"]}),
        ("heatmap of average sales by region and dish", "heatmap", {"group_cols": ["region", "dish"]}),
        ("stacked bar chart of sales by region and dish", "bar", {"group_cols": ["region", "dish"]}),
        ("Tortendiagramm der sales nach region", "pie", {"op": "share_ratio"}),
        ("Kreisdiagramm der units nach region", "pie", {"op": "share_ratio"}),
        ("Flächendiagramm der sales pro Monat", "area", {"op": "time_trend"}),
        ("Heatmap der Korrelationen", "heatmap", {"op": "correlation_matrix"}),
        ("gestapeltes Balkendiagramm von sales nach region und dish", "bar", {"group_cols": ["region", "dish"]}),
        ("regionごとのsalesの円グラフ", "pie", {"op": "share_ratio"}),
        ("月ごとのsalesの面グラフ", "area", {"op": "time_trend"}),
        ("相関のヒートマップ", "heatmap", {"op": "correlation_matrix"}),
        ("regionとdishごとのsalesの積み上げ棒グラフ", "bar", {"group_cols": ["region", "dish"]}),
    ],
)
def test_a_chart_is_the_kind_that_was_named(question: str, kind: str, of: dict[str, Any]) -> None:
    (spec,) = Talk().figures(question)
    assert spec["kind"] == kind
    assert {key: spec["of"].get(key) for key in of} == of
    assert not spec["of"].get("filters")  # the cell Pie is not meant by "pie chart"


@pytest.mark.parametrize(
    "question",
    ["violin plot of sales by region", "Violinplot von sales nach region", "regionごとのsalesのバイオリン図"],
)
def test_a_violin_is_drawn_of_a_number_by_group(question: str) -> None:
    (spec,) = Talk().figures(question)
    assert (spec["kind"], spec["y"], spec["x"]) == ("violin", "sales", "region")


@pytest.mark.parametrize(
    ("question", "stack"),
    [
        ("stacked bar chart of sales by region and dish", "sum"),
        ("100% stacked bar chart of sales by region and dish", "percent"),
        ("100 % stacked bars of units by region and dish", "percent"),
        ("grouped bar chart of sales by region and dish", None),
        ("bar chart of sales by region and dish", None),
        ("100 % gestapelte Balken von sales nach region und dish", "percent"),
    ],
)
def test_bars_stand_as_is_said(question: str, stack: str | None) -> None:
    (spec,) = Talk().figures(question)
    assert (spec["kind"], spec.get("stack")) == ("bar", stack)


@pytest.mark.parametrize(
    ("question", "kind", "why"),
    [
        ("pie chart of average sales by region", "bar", "do not add up"),
        ("pie chart of units by region and dish", "bar", "stacked bars"),
        ("stacked bar chart of average sales by region and dish", "bar", "side by side"),
        ("stacked bar chart of sales by region", "bar", "nothing to stack"),
        ("area chart of average sales per month by region", "line", "lines are drawn"),
        ("area chart of sales by region", "bar", "time or numbers"),
        ("heatmap of sales by region", "bar", "pair of columns"),
        ("Kreisdiagramm der durchschnittlichen sales nach region", "bar", "kein Ganzes"),
        ("regionごとの平均salesの円グラフ", "bar", "全体にならない"),
    ],
)
def test_what_a_kind_cannot_show_is_drawn_as_another_that_says_why(question: str, kind: str, why: str) -> None:
    talk = Talk()
    (spec,) = talk.figures(question)
    assert spec["kind"] == kind
    assert why in talk.assumptions


STAFF = b"badge,office,floor\n" + b"".join(
    b"B%d,%s,%d\n" % (place if place < 40 else 1, (b"Oslo", b"Rome")[place % 2], place % 3) for place in range(41)
)
ORDERS = b"customer_id,shop\n" + b"".join(b"C%d,%s\n" % (row % 7, (b"Oslo", b"Rome")[row % 2]) for row in range(40))


def test_things_that_stand_in_one_group_each_are_parts_of_a_whole() -> None:
    (spec,) = Talk(STAFF).figures("donut of the number of different badges by office")
    assert spec["kind"] == "pie" and spec["of"]["prepare"][0]["step"] == "drop_duplicates"
    (spec,) = Talk(STAFF).figures("stacked bar chart of the number of different badges by office and floor")
    assert (spec["kind"], spec["stack"]) == ("bar", "sum")


def test_things_that_stand_in_several_groups_are_no_parts_of_a_whole() -> None:
    talk = Talk(ORDERS)
    (spec,) = talk.figures("pie chart of the number of different customers by shop")
    assert spec["kind"] == "bar" and "do not add up" in talk.assumptions


def test_a_pie_of_one_number_is_the_number_with_a_reason() -> None:
    talk = Talk()
    assert talk.figures("pie chart of sales") == [] == talk.figures("yes")
    assert "needs groups" in talk.assumptions


def test_follow_ups_change_the_kind_and_keep_the_rest() -> None:
    talk = Talk()
    asked = [
        ("sales by region", None), ("as a pie chart", "pie"), ("show that as a bar chart instead", "bar"),
        ("make it a pie", "pie"), ("by dish", "pie"), ("average instead", "bar"),
    ]  # fmt: skip
    for question, kind in asked:
        assert [spec["kind"] for spec in talk.figures(question)] == ([kind] if kind else [])
    assert "do not add up" in talk.assumptions


def test_follow_ups_of_two_columns() -> None:
    talk = Talk()
    talk.figures("sales by region and dish")
    for question, kind, stack in [
        ("as a heatmap", "heatmap", None), ("stacked bars", "bar", "sum"), ("as 100% stacked bars", "bar", "percent"),
    ]:  # fmt: skip
        (spec,) = talk.figures(question)
        assert (spec["kind"], spec.get("stack"), spec["of"]["group_cols"]) == (kind, stack, ["region", "dish"])


def test_a_heatmap_of_correlations_is_no_other_drawing_of_the_chart_before() -> None:
    talk = Talk()
    talk.figures("pie chart of sales by region")
    (chart,) = talk.figures("correlation heatmap")
    assert (chart["kind"], chart["of"]["op"]) == ("heatmap", "correlation_matrix")


def test_a_box_plot_becomes_a_violin() -> None:
    talk = Talk()
    talk.figures("box plot of sales by region")
    (spec,) = talk.figures("as a violin plot")
    assert (spec["kind"], spec["y"], spec["x"]) == ("violin", "sales", "region")


@pytest.mark.parametrize("question", ["sales of pie by region", "how many pies were sold by region"])
def test_what_is_baked_is_no_chart(question: str) -> None:
    assert Talk().figures(question) == []

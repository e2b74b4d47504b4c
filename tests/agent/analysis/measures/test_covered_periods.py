"""A period is incomplete where the data end in it, not where a condition leaves no rows at its end."""

from typing import Any

import pytest

from agent.analysis.execute import execute_analysis
from agent.specs.parse import parse_analysis
from tests.agent.reasoning.narration.worked import shop

SALES = "day,shop,units\n" + "".join(
    f"2025-{month:02}-{day:02},{shop},{day}\n"
    for month, days in ((1, (1, 12, 20, 31)), (2, (1, 9, 14, 28)), (3, (1, 12)))
    for day, shop in zip(days, ("North", "South", "South", "North"), strict=False)
)


@pytest.mark.parametrize(
    ("filters", "incomplete"),
    [
        ([], ["2025-03"]),
        ([{"col": "shop", "op": "==", "value": "South"}], ["2025-03"]),
        ([{"col": "day", "op": "between", "value": ["2025-01", "2025-02"]}], []),
        ([{"col": "day", "op": ">=", "value": "2025-02-10"}], ["2025-02", "2025-03"]),
        ([{"col": "day", "op": "<", "value": "2025-02"}, {"col": "shop", "op": "==", "value": "South"}], []),
    ],
)
def test_a_period_is_covered_as_far_as_the_data_and_the_dates_asked_for_go(
    filters: list[dict[str, Any]], incomplete: list[str]
) -> None:
    table = shop(SALES, "sales.csv")
    spec = {"op": "time_trend", "date_col": "day", "grain": "month", "metrics": {"units": ["sum"]}, "filters": filters}
    payload: Any = execute_analysis(parse_analysis(spec), {table.dataset_id: table})[0]["payload"]
    assert list(payload.get("incomplete", ())) == incomplete

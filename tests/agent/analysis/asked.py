"""What people ask of files that were not made for it: each with its spec, and plain pandas that answers it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

Spec = dict[str, Any]
Data = dict[str, pd.DataFrame]


@dataclass(frozen=True)
class Asked:
    """A question. `expected` gives the rows of `columns` of the first table, from the frames by file name."""

    question: str
    files: tuple[str, ...]
    spec: Spec
    columns: tuple[str, ...]
    expected: Callable[[Data], pd.DataFrame]
    today: str = "2025-06-15"


def one(data: Data) -> pd.DataFrame:
    """The only file."""
    return next(iter(data.values()))


def where(col: str, op: str, value: object = None) -> Spec:
    return {"col": col, "op": op, **({} if value is None else {"value": value})}


def count(*filters: Spec) -> Spec:
    return {"col": "*", "agg": "count", "filters": [*filters]}


def total(col: str, *filters: Spec) -> Spec:
    return {"col": col, "agg": "sum", "filters": [*filters]}


def frame(**columns: object) -> pd.DataFrame:
    return pd.DataFrame(columns)


def month(dates: "pd.Series[pd.Timestamp]") -> pd.Series:
    return dates.dt.strftime("%Y-%m")


def whole_years(later: pd.Timestamp, earlier: "pd.Series[pd.Timestamp]") -> pd.Series:
    """Ages, by counting birthdays one at a time."""

    def age(born: pd.Timestamp) -> float:
        if pd.isna(born):
            return np.nan
        found = 0
        while born + pd.DateOffset(years=found + 1) <= later:
            found += 1
        return found

    return earlier.map(age)


TEA = "registry/sample_data/tea_shop_orders.csv"
W = "training/questions/"
ORDERS, HR, CALLS, LOANS = W + "w1/data/shop_orders.csv", W + "w6/data/hr_employees.csv", W + "w5/data/call_log.csv", (
    W + "w7/data/lib_loans.csv"
)  # fmt: skip
CAMPAIGNS, PROJECTS, WEATHER = (
    W + "w1/data/campaigns_weekly.csv", W + "w6/data/projects.csv", W + "w1/data/seattle_wx_2012-2015.csv",
)  # fmt: skip
CUSTOMERS, RETURNS, CARS, PRICES = (
    W + "w1/data/shop_customers.csv", W + "w1/data/shop_returns.csv", W + "w1/data/car_models_70s.csv",
    W + "w1/data/closing_prices.csv",
)  # fmt: skip
LEAGUE, SUBS, RENTALS, GAMES, WORLD = (
    W + "w2/data/league_results.csv", W + "w5/data/subs.csv", W + "w4/data/car_rentals.csv",
    W + "w2/data/my_chess_games.csv", W + "w1/data/world_dev_5yr.csv",
)  # fmt: skip


def looked(*filters: Spec, columns: tuple[str, ...], order: str, **more: object) -> Spec:
    return {
        "op": "row_lookup",
        "which": "matching",
        "filters": [*filters],
        "columns": [*columns],
        "order_by": order,
        **more,
    }


def kept(
    columns: tuple[str, ...], order: str, mask: Callable[[pd.DataFrame], "pd.Series[bool]"]
) -> Callable[[Data], pd.DataFrame]:
    def expected(data: Data) -> pd.DataFrame:
        rows = one(data)
        return rows[mask(rows)].sort_values(order, kind="stable")[[*columns]]

    return expected


def counted(*filters: Spec, **more: object) -> Spec:
    return {"op": "groupby_agg", "metrics": {"*": ["count"]}, "filters": [*filters], **more}


def how_many(mask: Callable[[pd.DataFrame], "pd.Series[bool]"]) -> Callable[[Data], pd.DataFrame]:
    return lambda data: frame(rows=[int(mask(one(data)).sum())])
